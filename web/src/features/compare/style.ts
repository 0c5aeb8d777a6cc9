// SPDX-License-Identifier: Apache-2.0
//
// Styles of comparisons: a choice of the measure, and a chart next to its table.

import { css } from 'lit';

export const compareStyle = css`
  section {
    margin-top: 3.25rem;
  }
  h2 {
    scroll-margin-top: 1rem;
  }
  .body {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 1rem 3rem;
    margin-top: 0.5rem;
  }
  @media (min-width: 56rem) {
    .body {
      grid-template-columns: repeat(2, minmax(0, 1fr));
      align-items: start;
    }
  }
  .choice {
    margin-top: 1rem;
  }
  .choice label {
    flex: 0 1 18rem;
    min-width: 0;
  }
  thead th {
    overflow-wrap: anywhere;
    max-width: 14rem;
    min-width: 4.5rem;
  }
`;
