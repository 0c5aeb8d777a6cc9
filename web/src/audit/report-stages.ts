// SPDX-License-Identifier: Apache-2.0
//
// The views of the stages of the Audit tab that show a report of counts, a report of an example, or a stored report.

import { findExample, type Report } from 'fairwasm';
import { html, nothing } from 'lit';
import { saveButtons } from '../parts/plain-report.js';
import { getSheet } from '../scores/stored-sheet.js';
import {
  getAttributes,
  keptWithin,
  power,
  sideBySide,
  versions,
  within,
} from './report-sections.js';
import type { Acts, At, Stage } from './stages.js';
import '../parts/document-view.js';
import '../report/report-view.js';

export const counts = ({ asked, report }: At<'counts'>, acts: Acts) => html`
  <fairwasm-report-view .report=${report}>
    ${backOrNew({ at: 'database', asked }, acts)}
  </fairwasm-report-view>
`;

export function example({ name, report }: At<'example'>, acts: Acts) {
  const change = ({ detail }: CustomEvent<Report>) =>
    acts.change('example', (stage) =>
      stage.name === name ? { ...stage, report: keptWithin(report, detail) } : stage,
    );
  const origin = { example: findExample(name) };
  return html`
    <fairwasm-report-view .report=${report} @look-change=${acts.look}>
      ${onlyNew(acts)}
      ${power(report, origin, change)}
      ${within(report, origin, getAttributes(report), change)}
    </fairwasm-report-view>
  `;
}

/** Analyses that need rows are not possible without the data. */
export function stored({ name, report }: At<'stored'>, acts: Acts) {
  const { comparison, version } = report.extras ?? {};
  const names = [report.source ?? name, version?.name ?? ''];
  return html`
    <p class="soft">The stored report ${name}, as it was saved. The data are not needed to show it.</p>
    <fairwasm-report-view
      @look-change=${acts.look}
      .report=${report}
      .scores=${getSheet(report)}
      .without=${['comparison', 'version']}
    >
      ${onlyNew(acts)}
      ${sideBySide(comparison)} ${versions(report, version?.report, names)}
    </fairwasm-report-view>
  `;
}

/** A saved result of another kind. */
export const result = ({ name, document, result }: At<'document'>, { goTo }: Acts) => html`
  <h1 tabindex="-1">${document.source ?? document.title}</h1>
  ${
    result
      ? nothing
      : html`<p class="soft">The stored result ${name}, as it was saved. The data are not needed to show it.</p>`
  }
  <div class="row actions">
    <button @click=${() => goTo({ at: 'start' })}>New audit</button>
    <button @click=${() => print()}>Print, or save as PDF</button>
  </div>
  <fairwasm-document .sections=${[document]}></fairwasm-document>
  ${saveButtons(result ?? document, document.source ?? document.title, undefined, name)}
`;

const onlyNew = ({ goTo }: Acts) => html`
  <button slot="actions" @click=${() => goTo({ at: 'start' })}>New audit</button>
`;

export const backOrNew = (back: Stage, { goTo }: Acts) => html`
  <div slot="actions" class="row">
    <button @click=${() => goTo(back)}>Change columns</button>
    <button @click=${() => goTo({ at: 'start' })}>New audit</button>
  </div>
`;
