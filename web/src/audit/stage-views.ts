// SPDX-License-Identifier: Apache-2.0
//
// How the stages of the Audit room look that change nothing by themselves: an audit that goes on, and a stored report.

import type { Report } from 'fairwasm';
import { html, nothing, type TemplateResult } from 'lit';
import { sheetOf } from '../scores/stored-sheet.js';
import { sideBySide, versions } from './below-report.js';
import type { Looked, Stage } from './stages.js';
import '../parts/work-progress.js';
import '../report/group-table.js';
import '../report/report-view.js';

type At<Name> = Extract<Stage, { at: Name }>;

export function auditing({ file, progress }: At<'auditing'>, cancel: () => void) {
  return html`
    <h1 tabindex="-1">${file.name}</h1>
    <work-progress
      .label=${`Auditing ${file.name}`}
      .progress=${progress}
      .note=${progress?.note}
      @cancel-work=${cancel}
    ></work-progress>
    ${progress?.figures ? firstFigures(progress.figures) : nothing}
  `;
}

// What there is to see while intervals are computed.
const firstFigures = (report: Report) => html`
  <h2>First figures</h2>
  <fairwasm-group-table kind="rates" .report=${report} .breakdown=${report.breakdowns[0]}></fairwasm-group-table>
`;

/** Without the data: what is not in the report cannot be asked any more. */
export function stored(
  { name, report }: At<'stored'>,
  actions: TemplateResult,
  look: (event: CustomEvent<Looked>) => void,
) {
  const { comparison, version } = report.beside ?? {};
  const names = [report.source ?? name, version?.name ?? ''];
  return html`
    <p class="soft">The stored report ${name}, as it was saved. The data are not needed to show it.</p>
    <fairwasm-report-view
      @look-change=${look}
      .report=${report}
      .scores=${sheetOf(report)}
      .without=${['comparison', 'version']}
    >
      ${actions}
      ${report.conditional ? html`<within-view .report=${report} .columns=${[]}></within-view>` : nothing}
      ${sideBySide(comparison)} ${versions(report, version?.report, names)}
    </fairwasm-report-view>
  `;
}
