// SPDX-License-Identifier: Apache-2.0
//
// The views of the stages of the Audit tab before there is a report: the use of columns, counts in a database, rates
// and counts of groups, and an audit in progress.

import type { Report } from 'fairwasm';
import { html, nothing } from 'lit';
import type { Asked } from '../counts/query.js';
import type { KeptInput } from '../impact/impact-input.js';
import { countText } from '../parts/number.js';
import type { Problem } from '../parts/problem.js';
import type { Choice } from '../table/choice.js';
import type { Acts, Ahead, At, Table } from './stages.js';
import '../parts/work-progress.js';
import '../report/group-table.js';

/**
 * @param problem The error that stopped the audit, if any.
 *
 * @param problem What the audit stopped at, if it did.
 */
export function columns(
  { table, ahead }: At<'columns'>,
  problem: Problem | undefined,
  { audit, cancel, change, goTo }: Acts,
) {
  const { file, profile, choice, guessed, said } = table;
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
      What each column is used for was guessed from its name and values. Please check it, or run the audit as it is.
    </p>
    ${problem?.code === 'missingValue' ? leaveOut(table, audit) : nothing}
    <column-form
      .profile=${profile}
      .choice=${choice}
      .guessed=${guessed}
      .said=${said}
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

export const database = (asked: Asked, isOver: boolean, { change, goTo, receive }: Acts) => html`
  <h1 tabindex="-1">Rows in a database</h1>
  <p class="lead">
    An audit needs only counts, not rows. Your database can count the rows itself, so that only counts leave it.
  </p>
  <counts-form
    .asked=${asked}
    ?isOver=${isOver}
    @asked-change=${({ detail }: CustomEvent<Asked>) =>
      change('database', () => ({ at: 'database', asked: detail }))}
    @pick-file=${(event: CustomEvent<File>) => receive(event.detail)}
  ></counts-form>
  <p class="end">
    <button class="plain" @click=${() => goTo({ at: 'start' })}>Open a file of rows instead</button>
  </p>
`;

export const impact = (
  { table, input }: At<'impact'>,
  isOver: boolean,
  { change, goTo, receive }: Acts,
) => html`
  <impact-input
    .file=${table?.file}
    .profile=${table?.profile}
    .kept=${input}
    ?isOver=${isOver}
    @input-change=${({ detail }: CustomEvent<KeptInput>) =>
      change('impact', (stage) => ({ ...stage, input: detail }))}
    @pick-file=${(event: CustomEvent<File>) => receive(event.detail)}
    @leave-input=${() => goTo({ at: 'start' })}
  ></impact-input>
`;

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
