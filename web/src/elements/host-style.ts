// SPDX-License-Identifier: Apache-2.0
//
// The outer style of the package's elements: the page's colors and fonts, whatever page contains them.

import { css, unsafeCSS } from 'lit';
import pageStyle from '../app/page.css?inline';

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
