// SPDX-License-Identifier: Apache-2.0
//
// A label that looks like a button, for an input of files that is not shown.

import { css } from 'lit';

export const chooseFileStyle = css`
  .choose {
    display: inline-block;
    padding: 0.55rem 1.1rem;
    border: 1px solid var(--edge);
    border-radius: 8px;
    background: var(--card);
    font-weight: 550;
    cursor: pointer;
  }
  .choose:hover {
    border-color: var(--accent);
    color: var(--accent);
  }
  input:focus-visible + .choose {
    outline: 2px solid var(--accent);
    outline-offset: 3px;
  }
`;
