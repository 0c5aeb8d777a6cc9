// SPDX-License-Identifier: Apache-2.0
//
// Styles for a field with several lines of text.

import { css } from 'lit';

export const textAreaStyle = css`
  textarea {
    width: 100%;
    font: 0.9375rem / 1.5 var(--mono);
    padding: 0.6rem 0.8rem;
    border: 1px solid var(--edge);
    border-radius: 8px;
    background: var(--card);
    color: var(--ink);
  }
`;
