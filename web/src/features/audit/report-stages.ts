// SPDX-License-Identifier: Apache-2.0
//
// The view of an example’s report, and the buttons of reports.

import { findExample, type Report } from 'fairwasm';
import { html } from 'lit';
import { getAttributes, keptWithin, power, within } from './report-sections.js';
import type { Acts, At, Stage } from './stages.js';
import '../report/report-view.js';

export function example({ name, report }: At<'example'>, acts: Acts) {
  const change = ({ detail }: CustomEvent<Report>) =>
    acts.change('example', (stage) => (stage.name === name ? { ...stage, report: keptWithin(report, detail) } : stage));
  const origin = { example: findExample(name) };
  return html`
    <fairwasm-report-view .report=${report} @look-change=${acts.look}>
      ${onlyNew(acts)}
      ${power(report, origin, change)}
      ${within(report, origin, getAttributes(report), change)}
    </fairwasm-report-view>
  `;
}

export const onlyNew = ({ goTo }: Acts) => html`
  <button slot="actions" @click=${() => goTo({ at: 'start' })}>New audit</button>
`;

export const backOrNew = (back: Stage, { goTo }: Acts) => html`
  <div slot="actions" class="row">
    <button @click=${() => goTo(back)}>Change columns</button>
    <button @click=${() => goTo({ at: 'start' })}>New audit</button>
  </div>
`;
