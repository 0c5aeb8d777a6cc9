// SPDX-License-Identifier: Apache-2.0
//
// Styles for the list of cards on the start page of a tab.

import { css } from 'lit';

export const cardStyle = css`
  h2 {
    margin-top: 3rem;
  }
  ul {
    list-style: none;
    margin: 1rem 0 0;
    padding: 0;
    display: grid;
    gap: 1.25rem;
    grid-template-columns: repeat(auto-fit, minmax(min(20rem, 100%), 1fr));
  }
  li {
    display: flex;
    flex-direction: column;
    padding: 1.25rem 1.4rem;
    border: 1px solid var(--rule);
    border-radius: 14px;
    background: var(--card);
  }
  li button {
    align-self: start;
    margin-top: auto;
  }
  li p:last-of-type {
    margin-bottom: 1.1rem;
  }
`;
