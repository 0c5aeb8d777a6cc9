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

/** A cell of a table: the figure, rounded, and its interval under it. */
export const estimateCell = (estimate: Estimate = { value: Number.NaN }, unit: Unit) =>
  html`<td>${estimateText(estimate, unit, false)} ${intervalText(estimate, unit, false)}</td>`;

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
