// SPDX-License-Identifier: Apache-2.0
//
// One figure in a table: rounded or exact, its interval, and the reason where it is undefined.

import type { Estimate } from 'fairwasm';
import { css, html, nothing } from 'lit';
import { rangeText, type Unit, valueText } from '../parts/number.js';

export function estimateText({ value, reason }: Estimate, unit: Unit, exact: boolean) {
  const text = valueText(value, unit, exact);
  if (reason === undefined) return html`<data value=${value}>${text}</data>`;
  return html`<span class="soft">${text}</span><span class="reason">${withoutGroup(reason)}</span>`;
}

// The row names the group already.
const withoutGroup = (reason: string) => reason.split(' among ')[0];

/** The interval, for under the figure or a column of its own. */
export function intervalText({ ci }: Estimate, unit: Unit, exact: boolean) {
  return ci ? html`<span class="interval soft">${rangeText(ci, unit, exact)}</span>` : nothing;
}

/** What stands under a figure. */
export const estimateStyle = css`
  .reason,
  .interval {
    display: block;
    font-size: 0.8125rem;
    color: var(--soft);
  }
  .interval {
    white-space: nowrap;
  }
`;
