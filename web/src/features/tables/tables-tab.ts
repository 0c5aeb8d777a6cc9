// SPDX-License-Identifier: Apache-2.0
//
// The tab for tables whose rows are not one decision for each person: repeated decisions, events per exposure, shares,
// ranked lists, and batches over time.

import { commands } from 'virtual:commands';
import { css, html } from 'lit';
import type { TableProfile } from '../../table/profile.js';
import { cardStyle } from '../../widgets/cards.js';
import { countText } from '../../widgets/number.js';
import { saveButtons } from '../../widgets/plain-report.js';
import { type Shown, type Start, TabElement } from '../../widgets/tab-element.js';
import { ask } from '../../worker/ask.js';
import type { Progress } from '../../worker/requests.js';
import { run } from '../../worker/run.js';
import { guessValues, toWork } from './choice.js';
import { exampleFile } from './examples.js';
import type { Command, Made, Values } from './protocol.js';
import workerUrl from './worker.ts?worker&url';
import './option-form.js';
import '../../widgets/file-zone.js';
import '../../widgets/result-view.js';

const titles: Record<Command, string> = {
  repeated: 'Repeated decisions',
  exposure: 'Rates per exposure',
  shares: 'Shares against a reference',
  rankings: 'Ranked lists',
  monitoring: 'Gaps over time',
};

const isCommand = (name: string): name is Command => Object.hasOwn(titles, name);

interface Table {
  file: File;
  /** The file as it is read. */
  read: File;
  notes: readonly string[];
  profile: TableProfile;
}

type Stage =
  | { at: 'kind'; file: File }
  | { at: Command }
  | { at: 'columns'; command: Command; table: Table; values: Values }
  | ({ at: 'result'; command: Command; table: Table; values: Values } & Made);
type At<Name extends Stage['at']> = Extract<Stage, { at: Name }>;

export class TablesTab extends TabElement<Stage> {
  constructor() {
    super('tables');
  }

  override render() {
    const { stage } = this;
    switch (stage.at) {
      case 'working':
        return this.working(stage);
      case 'start':
      case 'kind':
        return this.#kinds('file' in stage ? stage.file : undefined);
      case 'columns':
        return this.#columns(stage);
      case 'result':
        return this.#result(stage);
      default:
        return this.#file(stage.at);
    }
  }

  #kinds(file: File | undefined) {
    const open = (command: Command) => (file ? this.#read(file, command) : this.goTo({ at: command }));
    return html`
      ${
        file
          ? html`<h1 tabindex="-1">${file.name}</h1>
              <p class="lead">What does a row of this table contain?</p>`
          : intro
      }
      ${this.problemNote()}
      <ul>
        ${(Object.keys(titles) as Command[]).map(
          (command) => html`
            <li>
              <h2>${titles[command]}</h2>
              <p class="small">${commands[command].about}</p>
              <button aria-label="${titles[command]}: choose" @click=${() => open(command)}>
                ${file ? 'Use this file' : 'Choose'}
              </button>
            </li>
          `,
        )}
      </ul>
      ${file ? '' : this.keptStages()}
    `;
  }

  #file(command: Command) {
    return html`
      <h1 tabindex="-1">${titles[command]}</h1>
      <p class="lead">${commands[command].about}</p>
      ${this.problemNote()}
      <file-zone
        about=${zoneTexts[command]}
        ?isOver=${this.isOver}
        @pick-file=${(event: CustomEvent<File>) => this.receive(event.detail)}
      ></file-zone>
      <p class="row actions">
        <button @click=${() => this.#read(exampleFile(command), command)}>Open an invented example</button>
        <button class="plain" @click=${() => this.goTo({ at: 'start' })}>Measure something else</button>
      </p>
    `;
  }

  #columns(stage: At<'columns'>) {
    const { command, table, values } = stage;
    const { profile, notes, file } = table;
    return html`
      <h1 tabindex="-1">${file.name}</h1>
      <p class="soft">
        ${titles[command]}. ${countText(profile.rows)} rows, ${countText(profile.columns.length)} columns. The use of
        each column was guessed from its name. Please check it.
      </p>
      ${notes.map((note) => html`<p class="small soft">${note}</p>`)}
      ${this.problemNote()}
      <option-form
        .command=${command}
        .profile=${profile}
        .values=${values}
        @values-change=${({ detail }: CustomEvent<Values>) => {
          this.stage = { ...stage, values: detail };
        }}
        @start-computing=${() => this.#compute(stage)}
        @start-over=${() => this.goTo({ at: command })}
      ></option-form>
    `;
  }

  #result({ command, table, values, result, notes }: At<'result'>) {
    const { file, profile } = table;
    return html`
      <h1 tabindex="-1">${file.name}</h1>
      <p class="soft">${countText(profile.rows)} rows</p>
      ${notes.map((note) => html`<p class="small soft">${note}</p>`)}
      <div class="row actions">
        <button @click=${() => this.goTo({ at: 'columns', command, table, values })}>
          Change columns
        </button>
        <button @click=${() => this.goTo({ at: 'start' })}>Other data</button>
      </div>
      <result-view .result=${result}></result-view>
      ${saveButtons(result, { name: file.name, kind: command, source: file.name })}
    `;
  }

  protected override getStageTitle(stage: Stage | Start): string | undefined {
    if (stage.at === 'kind') return stage.file.name;
    if (stage.at === 'columns') return `${stage.table.file.name}: choice of columns`;
    if (stage.at === 'result') return `${stage.table.file.name}: ${titles[stage.command]}`;
    return undefined;
  }

  protected override canOpen(address: string): boolean {
    return isCommand(address);
  }

  protected override open(address: string): Promise<void> {
    return this.goTo(isCommand(address) ? { at: address } : { at: 'start' });
  }

  protected override receive(file: File): Promise<void> {
    const { stage } = this;
    if (isCommand(stage.at)) return this.#read(file, stage.at);
    if (stage.at === 'columns') return this.#read(file, (stage as At<'columns'>).command);
    return this.goTo({ at: 'kind', file });
  }

  #read(file: File, command: Command): Promise<void> {
    const heading = { title: file.name, label: `Reading ${file.name}` };
    return this.workShown(heading, this.stage as Stage, async (signal, tell) => {
      const taken = await run({ kind: 'intake', file }, { ...shown(tell), signal });
      const { profile, fileNotes: notes } = taken;
      const read = new File([taken.file], file.name);
      const values = guessValues(command, profile);
      return { at: 'columns', command, table: { file, read, notes, profile }, values };
    });
  }

  #compute(stage: At<'columns'>): Promise<void> {
    const { command, table, values } = stage;
    const { file, read } = table;
    const heading = { title: file.name, label: `Computing ${titles[command].toLowerCase()}` };
    return this.workShown(heading, stage, async (signal, tell) => {
      const work = toWork(command, read, values);
      const made = await ask<Made, Progress>(workerUrl, work, { ...shown(tell), signal });
      return { at: 'result', command, table, values, ...made };
    });
  }

  static override styles = [
    ...TabElement.styles,
    cardStyle,
    css`
      ul {
        margin-top: 2.25rem;
      }
      li h2 {
        margin-top: 0;
        font-size: 1.125rem;
      }
    `,
  ];
}

const shown = (tell: (shown: Shown) => void) => ({
  onProgress: (progress: Progress) => tell({ progress, ...(progress.note !== undefined && { note: progress.note }) }),
});

const intro = html`
  <h1 tabindex="-1">How do repeated answers, rates, and rankings differ between groups?</h1>
  <p class="lead">
    Some tables do not have one decision for each person: a model answers the same prompt many times, a recording has
    many words, a search returns a ranked list. fairwasm compares groups in such tables, too, with intervals that fit
    them. All of it runs on your device.
  </p>
`;

const zoneTexts: Record<Command, string> = {
  repeated:
    'One row per answer of the model: the case, the variant of the case, such as a name, and the decision or score. Logs of Inspect, lm-evaluation-harness, promptfoo, OpenAI evals, and HELM are also read.',
  exposure: 'One row per recording, policy, or other unit: its group, its events, and its exposure.',
  shares: 'One row per person or image with its group, or one row per group with a count.',
  rankings: 'One row per result: its list, its position or score, and its group.',
  monitoring: 'One row per decision: its group, its outcome, and its batch, such as a week.',
};

customElements.define('tables-tab', TablesTab);
