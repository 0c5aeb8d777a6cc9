// SPDX-License-Identifier: Apache-2.0
//
// The views of the stages of the Audit tab that have a report: of a file, of counts, of an example, or a stored one.
// Each offers further analyses, and keeps their results.

import type { Report } from 'fairwasm';
import { html, nothing } from 'lit';
import type { ImpactMade } from '../impact/protocol.js';
import { preparedChoice } from '../intake/prepared-choice.js';
import type { KeptFrontier } from '../scores/frontier-view.js';
import { getSheet } from '../scores/stored-sheet.js';
import { anotherVersion } from './compare-file.js';
import {
  besideOf,
  frontier,
  getAttributes,
  getConditions,
  getImpact,
  keptWithin,
  moreOfFile,
  power,
  sideBySide,
  versions,
  within,
} from './report-sections.js';
import type { Acts, At, Stage, Table } from './stages.js';
import '../report/report-view.js';

export function fileReport(stage: At<'report'>, acts: Acts) {
  const { audited, table, rows, other, impact, impactScores, frontier: drawn } = stage;
  const { report, comparison, scores } = audited;
  const { file, profile } = table;
  const choice = preparedChoice(table.choice);
  // Results belong to the report for which they were computed, even if another one is shown by then.
  const keep = (next: (stage: At<'report'>) => At<'report'>) =>
    acts.change('report', (stage) => (stage.table === table ? next(stage) : stage));
  const change = ({ detail }: CustomEvent<Report>) =>
    keep((now) => {
      const report = keptWithin(now.audited.report, detail);
      return { ...now, audited: { ...now.audited, report } };
    });
  const keepImpact = ({ detail: made }: CustomEvent<ImpactMade>) =>
    keep((now) => ({ ...now, ...besideOf(made) }));
  const keepFrontier = ({ detail: frontier }: CustomEvent<KeptFrontier | undefined>) =>
    keep(({ frontier: _, ...others }) => ({ ...others, ...(frontier && { frontier }) }));
  return html`
    <fairwasm-report-view
      @look-change=${acts.look}
      .report=${report}
      .scores=${scores}
      .file=${file}
      .extras=${{
        ...(comparison && { comparison }),
        ...(other && { version: other }),
        ...(impact && { impact }),
        ...(impactScores && { impactScores }),
        ...(drawn && { frontier: drawn }),
      }}
    >
      ${backOrNew({ at: 'columns', table }, acts)}
      ${sideBySide(comparison)} ${versions(report, other?.report, [file.name, other?.name ?? ''])}
      ${frontier(report, scores, drawn, keepFrontier)}
      ${power(report, { file: rows, choice }, change)}
      ${within(report, { file: rows, choice }, getConditions(table), change)}
      ${moreOfFile({ file: rows, profile, choice }, keepImpact)}
      ${anotherVersion(acts.compareWith)}
    </fairwasm-report-view>
  `;
}

export const classes = ({ table, rows, report }: At<'classes'>, acts: Acts) => html`
  <classes-view .report=${report}>
    ${backOrNew({ at: 'columns', table }, acts)} ${impactBelow(table, rows)}
  </classes-view>
`;

export const numbers = ({ table, rows, report }: At<'numbers'>, acts: Acts) => html`
  <numbers-view .report=${report}>
    ${backOrNew({ at: 'columns', table }, acts)} ${impactBelow(table, rows)}
  </numbers-view>
`;

// Reports stored by an earlier version have no rows.
const impactBelow = ({ profile, choice }: Table, rows: File | undefined) =>
  rows ? getImpact({ file: rows, profile, choice: preparedChoice(choice) }) : nothing;

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
  return html`
    <fairwasm-report-view .report=${report} @look-change=${acts.look}>
      ${onlyNew(acts)}
      ${power(report, { example: name }, change)}
      ${within(report, { example: name }, getAttributes(report), change)}
    </fairwasm-report-view>
  `;
}

/** Without the data, analyses that need rows are not possible. */
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

const onlyNew = ({ goTo }: Acts) => html`
  <button slot="actions" @click=${() => goTo({ at: 'start' })}>New audit</button>
`;

const backOrNew = (back: Stage, { goTo }: Acts) => html`
  <div slot="actions" class="row">
    <button @click=${() => goTo(back)}>Change columns</button>
    <button @click=${() => goTo({ at: 'start' })}>New audit</button>
  </div>
`;
