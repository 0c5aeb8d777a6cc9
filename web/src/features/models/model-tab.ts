// SPDX-License-Identifier: Apache-2.0
//
// The Model tab: a table and a model in an ONNX file, the model's decisions about the rows, and changes that would
// alter them.

import type { Features } from 'fairwasm/models';
import { css, html } from 'lit';
import { guessOutcomes } from '../../table/guess.js';
import type { TableProfile } from '../../table/profile.js';
import { cardStyle } from '../../widgets/cards.js';
import { chooseFileStyle, toFileListener } from '../../widgets/choose-file.js';
import { download } from '../../widgets/download.js';
import { handOver } from '../../widgets/handover.js';
import { countText, valueText } from '../../widgets/number.js';
import { type Start, TabElement } from '../../widgets/tab-element.js';
import { ask } from '../../worker/ask.js';
import { run } from '../../worker/run.js';
import { getColumns, getFeatures } from './features.js';
import { type Choice, groupColumns } from './fill-form.js';
import { askModel } from './model-request.js';
import type { KeptRecourse, Opened, Scored, Setup, Work } from './protocol.js';
import workerUrl from './worker.ts?worker&url';
import './curve-section.js';
import './flip-section.js';
import './person-section.js';
import './recourse-section.js';
import './why-section.js';
import '../../widgets/data-table.js';
import '../../widgets/file-zone.js';

interface Table {
  file: File;
  profile: TableProfile;
}

interface Filled extends Table {
  model: File;
  opened: Opened;
  choice: Choice;
}

type Stage =
  | { at: 'table'; table: Table }
  | { at: 'model'; filled: Filled }
  | { at: 'scored'; filled: Filled; setup: Setup; scored: Scored; recourse?: KeptRecourse };

export class ModelTab extends TabElement<Stage> {
  constructor() {
    super('model');
  }

  override render() {
    const { stage } = this;
    switch (stage.at) {
      case 'start':
        return html`${intro} ${this.problemNote()}
          <file-zone
            about="One row per person or case, with the columns that the model takes. The model itself comes next."
            ?isOver=${this.isOver}
            @pick-file=${(event: CustomEvent<File>) => this.receive(event.detail)}
          ></file-zone>
          <h2>Or look at an example</h2>
          <ul>
            <li>
              <h3>Loan decisions</h3>
              <p class="small">
                80 invented applicants, and a logistic regression of the decisions about them. How far is each
                applicant from the other decision? Opening the example downloads the 14 MB runtime from this site.
              </p>
              <button @click=${() => this.#openExample()}>Open example model</button>
            </li>
          </ul>
          ${this.keptStages()}`;
      case 'working':
        return this.working(stage);
      case 'table':
        return this.#table(stage.table);
      case 'model':
        return this.#filling(stage.filled);
      case 'scored':
        return this.#scored(stage);
    }
  }

  #table(table: Table) {
    const { file, profile } = table;
    return html`
      <h1 tabindex="-1">${file.name}</h1>
      <p class="soft">
        ${countText(profile.rows)} rows, ${countText(profile.columns.length)} columns. Now choose a model as an ONNX
        file, which scikit-learn, XGBoost, LightGBM, and PyTorch can export. The first model downloads the 14 MB runtime
        from this site.
      </p>
      ${this.problemNote()}
      <p class="row">
        <input
          id="model"
          type="file"
          accept=".onnx"
          class="spoken"
          @change=${toFileListener((file) => this.#open(table, file))}
        />
        <label for="model" class="choose">Choose a model (.onnx)</label>
        <button class="plain" @click=${() => this.goTo({ at: 'start' })}>Choose other data</button>
      </p>
    `;
  }

  #filling(filled: Filled) {
    const { file, model, profile, opened, choice } = filled;
    return html`
      <h1 tabindex="-1">${model.name}</h1>
      <p class="soft">${file.name}: ${countText(profile.rows)} rows.</p>
      ${this.problemNote()}
      <fill-form
        .profile=${profile}
        .opened=${opened}
        .choice=${choice}
        @choice-change=${(event: CustomEvent<Choice>) => {
          this.stage = { at: 'model', filled: { ...filled, choice: event.detail } };
        }}
        @start-scoring=${() => this.#score(filled)}
        @start-over=${() => this.goTo({ at: 'start' })}
      ></fill-form>
    `;
  }

  #scored({ filled, setup, scored, recourse }: Extract<Stage, { at: 'scored' }>) {
    const { file, profile } = filled;
    const columns = getColumns(Object.values(setup.features).flat());
    const few = groupColumns(profile).filter((name) => columns.includes(name));
    const searched = [...new Set([...groupColumns(profile), ...columns])];
    const [least, most] = scored.range;
    const keep = ({ detail }: CustomEvent<KeptRecourse>) => {
      const { stage } = this;
      if (stage.at === 'scored' && stage.scored === scored) {
        this.stage = { ...stage, recourse: detail };
      }
    };
    return html`
      <h1 tabindex="-1">Scores of ${setup.model.name}</h1>
      <p class="soft">
        ${countText(profile.rows)} rows of ${file.name}; favorable at scores of at least ${valueText(
          setup.threshold,
          'number',
        )}. Scores range from ${valueText(least, 'number')} to ${valueText(most, 'number')}.
      </p>
      <data-table
        name=${`Scores by ${setup.group}`}
        .columns=${[{ title: setup.group, isText: true }, { title: 'Rows' }, { title: 'Mean score' }, { title: 'Favorable' }]}
        .rows=${scored.groups.map(({ name, rows, meanScore, favorable }) => ({
          cells: [
            { text: name },
            { text: countText(rows), order: rows },
            { text: valueText(meanScore, 'number'), order: meanScore },
            { text: valueText(favorable, 'share'), order: favorable },
          ],
        }))}
      ></data-table>
      <div class="row actions">
        <button class="primary" @click=${() => handOver('audit', scored.table)}>Audit these decisions</button>
        <button @click=${() => handOver('leakage', scored.table)}>Measure leakage</button>
        <button @click=${() => handOver('amplification', scored.table)}>Measure amplification</button>
        <button @click=${() => handOver('robustness', file, setup.model)}>Certify robustness (networks)</button>
        <button @click=${() => this.#another(scored.table)}>Add another model</button>
        <button @click=${() => download(scored.table.name, 'text/csv', scored.table)}>Save the table with scores</button>
        <button @click=${() => this.goTo({ at: 'model', filled })}>Change settings</button>
      </div>
      <section>
        <person-section .setup=${setup} .profile=${profile} .columns=${columns}></person-section>
      </section>
      ${few.length > 0 ? html`<section><flip-section .setup=${setup} .columns=${few}></flip-section></section>` : ''}
      <section><curve-section .setup=${setup} .columns=${columns}></curve-section></section>
      <section><why-section .setup=${setup}></why-section></section>
      <section>
        <recourse-section
          .setup=${setup}
          .columns=${columns}
          .searched=${searched.filter((name) => name !== setup.group)}
          .kept=${recourse}
          @recourse-found=${keep}
        ></recourse-section>
      </section>
      <p class="small soft caveat">
        These results apply to one model and these rows. They describe how the model uses a column, not what causes
        outcomes for people. No measure can decide on its own whether decisions are right or just.
      </p>
    `;
  }

  protected override getStageTitle(stage: Stage | Start): string | undefined {
    switch (stage.at) {
      case 'table':
        return `${stage.table.file.name}: choice of a model`;
      case 'model':
        return `${stage.filled.model.name} on ${stage.filled.file.name}: settings`;
      case 'scored':
        return `${stage.filled.model.name} on ${stage.filled.file.name}: scores`;
      default:
        return undefined;
    }
  }

  protected override resumed(stage: Stage | Start): Stage | Start {
    if (stage.at === 'model') this.need(import('./fill-form.js'));
    return stage;
  }

  // A dropped model goes to the field for models.
  protected override receive(file: File): Promise<void> {
    const { stage } = this;
    if (file.name.toLowerCase().endsWith('.onnx')) {
      if (stage.at === 'table') return this.#open(stage.table, file);
      if (stage.at !== 'working' && stage.at !== 'start') return this.#open(stage.filled, file);
    }
    return this.#read(file);
  }

  #read(file: File): Promise<void> {
    const heading = { title: file.name, label: `Reading ${file.name}` };
    return this.workShown(heading, { at: 'start' }, async (signal, tell) => {
      const onProgress = (progress: { done: number; total: number }) => tell({ progress });
      const profile = await run({ kind: 'profile', file }, { onProgress, signal });
      return { at: 'table', table: { file, profile } };
    });
  }

  /** The scored table is the input of the next model, whose scores are compared with the first model's. */
  #another(table: File): Promise<void> {
    return this.#read(table);
  }

  #openExample(): Promise<void> {
    const heading = { title: 'Loan decisions', label: 'Opening the example' };
    return this.workShown(heading, { at: 'start' }, async (signal) => {
      const { table: file, model } = (await import('./example.js')).modelExample();
      const profile = await run({ kind: 'profile', file }, { signal });
      const filled = await this.#filled({ file, profile }, model, signal);
      return this.#scores(filled, { signal });
    });
  }

  #open({ file, profile }: Table, model: File): Promise<void> {
    const heading = { title: file.name, label: `Opening ${model.name}` };
    const from: Stage = { at: 'table', table: { file, profile } };
    return this.workShown(heading, from, async (signal) => ({
      at: 'model',
      filled: await this.#filled({ file, profile }, model, signal),
    }));
  }

  async #filled({ file, profile }: Table, model: File, signal: AbortSignal): Promise<Filled> {
    const { label, groups } = guessOutcomes(profile);
    const except = label === undefined ? [] : [label];
    const work: Work = { kind: 'open', model, table: file, except };
    const [opened] = await Promise.all([ask<Opened, never>(workerUrl, work, { signal }), import('./fill-form.js')]);
    const choice: Choice = {
      filling: opened.suggested,
      class: opened.classes.length > 2 ? opened.classes[0] : undefined,
      activation: 'none',
      threshold: 0.5,
      group: groups[0] ?? groupColumns(profile)[0] ?? '',
    };
    return { file, profile, model, opened, choice };
  }

  #score(filled: Filled): Promise<void> {
    const heading = { title: filled.model.name, label: `Running ${filled.model.name}` };
    return this.workShown(heading, { at: 'model', filled }, async (signal, tell) => {
      const onProgress = (share: number) => tell({ share, note: `${Math.floor(100 * share)}%` });
      return this.#scores(filled, { onProgress, signal });
    });
  }

  async #scores(filled: Filled, options: Parameters<typeof askModel>[3]): Promise<Stage> {
    const setup = getSetup(filled);
    const scored = await askModel('score', setup, {}, options);
    return { at: 'scored', filled, setup, scored };
  }

  static override styles = [
    ...TabElement.styles,
    chooseFileStyle,
    cardStyle,
    css`
      li {
        max-width: 36rem;
      }
      section {
        margin-top: 3rem;
      }
    `,
  ];
}

function getSetup({ file: table, profile, model, opened, choice }: Filled): Setup {
  const { filling, class: named, activation, threshold, group } = choice;
  const names = profile.columns.map(({ name }) => name);
  const features: Features = Object.fromEntries(
    opened.inputs.map(({ name }) => [name, getFeatures(filling[name] ?? '', names)]),
  );
  return { model, table, features, class: named, activation, threshold, group };
}

const intro = html`
  <h1 tabindex="-1">How does a model treat different groups of people?</h1>
  <p class="lead">
    Open a table and a model. fairwasm runs the model on every row, compares its scores between groups, and shows what
    would change them. The table and the model stay on your device.
  </p>
`;

customElements.define('model-tab', ModelTab);
