// SPDX-License-Identifier: Apache-2.0
//
// All rates as small charts, whose code is loaded when the section is opened.

import type { Breakdown, Report } from 'fairwasm';
import { html } from 'lit';

export const ratesAtOnce = (report: Report, breakdown: Breakdown, group: string | undefined) => html`
  <details @toggle=${load}>
    <summary>Small multiples: one chart per rate</summary>
    <p hidden class="warning" role="alert">These charts could not be loaded. Check the connection and reload the page.</p>
    <fairwasm-rate-charts .report=${report} .breakdown=${breakdown} .group=${group}></fairwasm-rate-charts>
  </details>
`;

function load({ currentTarget }: Event): void {
  const { open, firstElementChild } = currentTarget as HTMLDetailsElement;
  if (!open) return;
  const warning = firstElementChild?.nextElementSibling as HTMLElement;
  import('./rate-charts.js').catch(() => {
    warning.hidden = false;
  });
}
