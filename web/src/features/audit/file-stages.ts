// SPDX-License-Identifier: Apache-2.0
//
// The views of the stages of the Audit tab for a file: the choice of columns, an audit in progress, and its report, and
// reports of counts and stored results. They are loaded with the first file, because examples do not need them.

import type { Report } from 'fairwasm';
import { html, nothing } from 'lit';
import type { Choice } from '../../table/choice.js';
import { countText } from '../../widgets/number.js';
import { saveButtons } from '../../widgets/plain-report.js';
import type { Problem } from '../../widgets/problem.js';
import type { ImpactMade } from '../impact/protocol.js';
import type { KeptIndividual } from '../individual/questions.js';
import { preparedChoice } from '../intake/prepared-choice.js';
import type { KeptFrontier } from '../scores/frontier-view.js';
import { getSheet } from '../scores/stored-sheet.js';
import type { KeptAnswer } from '../slices/questions.js';
import { anotherVersion } from './compare-file.js';
import { frontier, getConditions, getImpact, moreOfFile, toKeptImpact } from './file-sections.js';
import { keptWithin, power, sideBySide, versions, within } from './report-sections.js';
import { backOrNew, onlyNew } from './report-stages.js';
import type { Acts, Ahead, At, Table } from './stages.js';
import './column-form.js';
import './file-questions.js';
import '../../widgets/document-view.js';
import '../../widgets/work-progress.js';
import '../report/group-table.js';
import '../report/report-view.js';

// An audit needs these small modules at once.
for (const load of [() => import('../intake/prepare.js'), () => import('./initial-choice.js')]) load().catch(() => {}); // reported by the audit

export { adaptChoice, getProblems } from '../../table/choice.js';
export { guess } from '../../table/guess.js';
export { others } from '../slices/questions.js';
export { auditOfVersion, auditTally } from './audits.js';

/**
 * Renders the choice of columns.
 *
 * @param problem The error that stopped the audit, if any.
 */
export function columns(
  { table, ahead }: At<'columns'>,
  problem: Problem | undefined,
  { audit, cancel, change, goTo }: Acts,
) {
  const { file, profile, choice, guessed, fileNotes } = table;
  const correct = ({ detail }: CustomEvent<Choice>) =>
    change('columns', (stage) => ({
      ...stage,
      table: { ...stage.table, choice: detail },
      ...(stage.ahead && { ahead: { ...stage.ahead, isCorrected: true } }),
    }));
  const start = () => {
    if (ahead) change('columns', (stage) => ({ ...stage, ahead: { ...ahead, isAsked: true } }));
    else audit(table);
  };
  return html`
    <h1 tabindex="-1">${file.name}</h1>
    ${ahead ? reading(ahead, file, cancel) : nothing}
    <p class="soft">
      ${countText(profile.rows)} ${profile.rows === 1 ? 'row' : 'rows'}${ahead ? ' so far' : ''},
      ${countText(profile.columns.length)} ${profile.columns.length === 1 ? 'column' : 'columns'}.
      The use of each column was guessed from its name and values. Please check it, or run the audit as it is.
    </p>
    ${problem?.code === 'missingValue' ? leaveOut(table, audit) : nothing}
    <column-form
      .profile=${profile}
      .choice=${choice}
      .guessed=${guessed}
      .fileNotes=${fileNotes}
      @choice-change=${correct}
      @start-audit=${start}
      @start-over=${() => (ahead ? cancel() : goTo({ at: 'start' }))}
    ></column-form>
  `;
}

// The rest of the file is read while the form is shown.
const reading = ({ progress, isAsked }: Ahead, file: File, cancel: () => void) => html`
  <work-progress
    .label=${isAsked ? 'The audit starts when the file has been read' : `Reading ${file.name}`}
    .progress=${progress}
    @cancel-work=${cancel}
  ></work-progress>
`;

function leaveOut(table: Table, audit: Acts['audit']) {
  if (table.choice.missing === 'drop') return nothing;
  const choice: Choice = { ...table.choice, missing: 'drop' };
  return html`
    <p>
      <button @click=${() => audit({ ...table, choice })}>
        Omit rows with missing values and run the audit
      </button>
    </p>
  `;
}

export const auditing = ({ file, progress }: At<'auditing'>, { cancel }: Acts) => html`
  <h1 tabindex="-1">${file.name}</h1>
  <work-progress
    .label=${`Auditing ${file.name}`}
    .progress=${progress}
    .note=${progress?.note}
    @cancel-work=${cancel}
  ></work-progress>
  ${progress?.figures ? firstFigures(progress.figures) : nothing}
`;

// Shown while intervals are computed.
const firstFigures = (report: Report) => html`
  <h2>First figures</h2>
  <fairwasm-group-table .report=${report} .breakdown=${report.breakdowns[0]}></fairwasm-group-table>
`;

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

export const counts = ({ asked, report }: At<'counts'>, acts: Acts) => html`
  <fairwasm-report-view .report=${report}>
    ${backOrNew({ at: 'database', asked }, acts)}
  </fairwasm-report-view>
`;

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
  ${saveButtons(result ?? document, { name: document.source ?? document.title, source: name })}
`;

export function fileReport(stage: At<'report'>, acts: Acts) {
  const { audited, table, rows, other, impact, impactScores, frontier: drawn, groups, individual } = stage;
  const { report, comparison, scores } = audited;
  const { file, profile } = table;
  const choice = preparedChoice(table.choice);
  // Results belong to the report for which they were computed, even if the tab now shows a different report.
  const keep = (next: (stage: At<'report'>) => At<'report'>) =>
    acts.change('report', (stage) => (stage.rows === rows ? next(stage) : stage));
  const change = ({ detail }: CustomEvent<Report>) =>
    keep((now) => {
      const report = keptWithin(now.audited.report, detail);
      return { ...now, audited: { ...now.audited, report } };
    });
  const keepImpact = ({ detail: made }: CustomEvent<ImpactMade>) => keep((now) => ({ ...now, ...toKeptImpact(made) }));
  const keepFrontier = ({ detail: frontier }: CustomEvent<KeptFrontier | undefined>) =>
    keep(({ frontier: _, ...others }) => ({ ...others, ...(frontier && { frontier }) }));
  const keepGroups = ({ detail: groups }: CustomEvent<KeptAnswer>) => keep((now) => ({ ...now, groups }));
  const keepIndividual = ({ detail: individual }: CustomEvent<KeptIndividual>) =>
    keep((now) => ({ ...now, individual }));
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
      <file-questions
        slot="questions"
        .table=${table}
        @answer-change=${({ detail }: CustomEvent<Table>) => acts.audit(detail)}
        @answer-keep=${({ detail }: CustomEvent<Table>) => keep((now) => ({ ...now, table: detail }))}
        @answer-columns=${() => acts.goTo({ at: 'columns', table })}
      ></file-questions>
      ${sideBySide(comparison)} ${versions(report, other?.report, [file.name, other?.name ?? ''])}
      ${frontier(report, scores, drawn, keepFrontier)}
      ${power(report, { file: rows, choice }, change)}
      ${within(report, { file: rows, choice }, getConditions(table), change)}
      ${moreOfFile(
        { file: rows, profile, choice },
        { groups, individual },
        keepImpact,
        keepGroups,
        keepIndividual,
        ({ detail }) => acts.auditGroup(table, rows, detail),
      )}
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

const impactBelow = ({ profile, choice }: Table, file: File) =>
  getImpact({ file, profile, choice: preparedChoice(choice) });
