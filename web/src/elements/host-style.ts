// SPDX-License-Identifier: Apache-2.0
//
// How an element of the package looks from outside: the page's colors and letters, whatever page it stands in.

import { css, unsafeCSS } from 'lit';
import pageStyle from '../page.css?inline';

export const hostStyle = [
  unsafeCSS(pageStyle.replaceAll(':root', ':host')),
  css`
    :host {
      display: block;
      font-family: var(--sans);
      line-height: 1.55;
      color: var(--ink);
      background: var(--paper);
    }
    :host([hidden]) {
      display: none;
    }
  `,
];
