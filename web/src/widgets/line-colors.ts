// SPDX-License-Identifier: Apache-2.0
//
// Six line colors that can be distinguished on light and dark backgrounds.

import { css } from 'lit';

export const lineColors = css`
  :host {
    --line-1: #17495a;
    --line-2: #b4540a;
    --line-3: #5b3f8c;
    --line-4: #2f7d4f;
    --line-5: #a5305f;
    --line-6: #77651b;
  }
  @media (prefers-color-scheme: dark) {
    :host {
      --line-1: #8ec9da;
      --line-2: #f2a65a;
      --line-3: #c3adf0;
      --line-4: #86d6a4;
      --line-5: #f09ac0;
      --line-6: #d9c66f;
    }
  }
`;
