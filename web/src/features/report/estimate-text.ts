// SPDX-License-Identifier: Apache-2.0
//
// A value in a table: rounded or exact, with its interval, or the reason if it is undefined.

import type { Estimate } from 'fairwasm';
import { css, html, nothing } from 'lit';
import { rangeText, type Unit, valueText } from '../../widgets/number.js';

export function estimateText({ value, reason }: Estimate, unit: Unit, exact: boolean) {
  const text = valueText(value, unit, exact);
  if (reason === undefined) return html`<data value=${value}>${text}</data>`;
  return html`<span class="soft">${text}</span><span class="reason">${withoutGroup(reason)}</span>`;
}

/** The value, or "–" if a note below the table has the reason. */
export const notedText = (estimate: Estimate, unit: Unit, exact: boolean) =>
  Number.isNaN(estimate.value) ? '–' : estimateText({ value: estimate.value }, unit, exact);

// The row already has the name of the group.
const withoutGroup = (reason: string) => reason.split(' among ')[0];

/** The interval, for the line below the value or for its own column. */
export function intervalText({ ci }: Estimate, unit: Unit, exact: boolean) {
  return ci ? html`<span class="interval soft">${rangeText(ci, unit, exact)}</span>` : nothing;
}

/** A table cell: the rounded value, with its interval below. */
export const estimateCell = (estimate: Estimate = { value: Number.NaN }, unit: Unit) =>
  html`<td>${estimateText(estimate, unit, false)} ${intervalText(estimate, unit, false)}</td>`;

/** The lines below the value. */
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
