// SPDX-License-Identifier: Apache-2.0
//
// The Robustness tab: from scores, or a network and data, to certified accuracy by group.

import { css, html } from 'lit';
import { describeRobustness } from '#fairwasm/robustness/describe.js';
import type { TableProfile } from '../../table/profile.js';
import { cardStyle } from '../../widgets/cards.js';
import { countText } from '../../widgets/number.js';
import { saveButtons } from '../../widgets/plain-report.js';
import { type Shown, type Start, TabElement } from '../../widgets/tab-element.js';
import { ask } from '../../worker/ask.js';
import type { Progress } from '../../worker/requests.js';
import { run } from '../../worker/run.js';
import { getFeatures } from '../models/features.js';
import { type Choice, guess, withNetwork } from './choice.js';
import { scoreExample } from './example.js';
import type { LayerShape } from './network.js';
import type { News, OpenedModel, Outcome, Work } from './protocol.js';
import workerUrl from './worker.ts?worker&url';
import './certified-view.js';
import './certify-form.js';
import '../../widgets/file-zone.js';

interface Table {
  file: File;
  profile: TableProfile;
  choice: Choice;
}

type Stage = { at: 'choice'; table: Table } | { at: 'certified'; table: Table; outcome: Outcome };

export class RobustnessTab extends TabElement<Stage> {
  constructor() {
    super('robustness');
  }

  override render() {
    const { stage } = this;
    switch (stage.at) {
      case 'start':
        return html`${intro} ${this.problemNote()} ${this.#start()}`;
      case 'working':
        return this.working(stage);
      case 'choice':
        return this.#choice(stage.table);
      case 'certified':
        return this.#certified(stage);
    }
  }

  #start() {
    return html`
      <file-zone
        about="One row per input: its true class, and a network’s scores, or what the network takes, if you have its weights."
        ?isOver=${this.isOver}
        @pick-file=${(event: CustomEvent<File>) => this.receive(event.detail)}
      ></file-zone>
      <h2>Or look at an example</h2>
      <ul>
        <li>
          <h3>Images by day and by night</h3>
          <p class="small">
            Invented scores of 1,500 images: a network is equally accurate by night and by day. How far can its inputs
            change before it is not?
          </p>
          <button @click=${() => this.#openExample()}>Open example scores</button>
        </li>
      </ul>
      ${this.keptStages()}
    `;
  }

  #choice(table: Table) {
    const { file, profile, choice } = table;
    return html`
      <h1 tabindex="-1">${file.name}</h1>
      <p class="soft">
        ${countText(profile.rows)} rows, ${countText(profile.columns.length)} columns. The use of each column was guessed from its name and values. Please check it.
      </p>
      ${this.problemNote()}
      <certify-form
        .profile=${profile}
        .choice=${choice}
        @choice-change=${(event: CustomEvent<Choice>) => {
          this.stage = { at: 'choice', table: { ...table, choice: event.detail } };
        }}
        @pick-network=${(event: CustomEvent<File>) => this.#openNetwork(table, event.detail)}
        @start-certifying=${() => this.#certify(table)}
        @start-over=${() => this.goTo({ at: 'start' })}
      ></certify-form>
    `;
  }

  #certified({ table, outcome }: Extract<Stage, { at: 'certified' }>) {
    return html`
      <h1 tabindex="-1">Robustness of decisions</h1>
      <p class="soft">${table.file.name}</p>
      <div class="row actions">
        <button @click=${() => this.goTo({ at: 'choice', table })}>Change settings</button>
        <button @click=${() => this.goTo({ at: 'start' })}>Other data</button>
      </div>
      <certified-view .outcome=${outcome}></certified-view>
      ${saveButtons({ ...describeRobustness(outcome.report), source: table.file.name }, { name: table.file.name, kind: 'robustness' })}
      <p class="small soft caveat">
        A certificate is a proof for one input and this network; it is valid only if the Lipschitz constant is correct. Robustness
        does not measure whether decisions are right or just.
      </p>
    `;
  }

  protected override getStageTitle(stage: Stage | Start): string | undefined {
    switch (stage.at) {
      case 'choice':
        return `${stage.table.file.name}: choice of columns`;
      case 'certified':
        return `${stage.table.file.name}: report`;
      default:
        return undefined;
    }
  }

  // Weights that are dropped go to the form for weights.
  protected override receive(file: File): Promise<void> {
    const { stage } = this;
    if (stage.at === 'choice' && /\.(onnx|safetensors)$/i.test(file.name)) {
      return this.#openNetwork(stage.table, file);
    }
    return this.#readFile(file);
  }

  #readFile(file: File): Promise<void> {
    return this.workShown(
      { title: file.name, label: `Reading ${file.name}` },
      { at: 'start' },
      async (signal, tell) => {
        const profile = await this.#profile(file, signal, tell);
        return { at: 'choice', table: { file, profile, choice: guess(profile) } };
      },
    );
  }

  #profile(file: File, signal: AbortSignal, tell: (shown: Shown) => void): Promise<TableProfile> {
    const onProgress = (progress: Progress) => tell({ progress });
    return run({ kind: 'profile', file }, { onProgress, signal });
  }

  #openNetwork(table: Table, file: File): Promise<void> {
    const from: Stage = { at: 'choice', table };
    return this.workShown({ title: table.file.name, label: `Reading ${file.name}` }, from, async (signal) => {
      if (/\.onnx$/i.test(file.name)) return this.#withModel(table, file, signal);
      const work: Work = { kind: 'layers', network: file };
      const layers = await ask<LayerShape[], never>(workerUrl, work, { signal });
      const choice = withNetwork(table.choice, table.profile, file, layers);
      return { at: 'choice', table: { ...table, choice } };
    });
  }

  async #withModel(table: Table, model: File, signal: AbortSignal): Promise<Stage> {
    const { file, choice } = table;
    const except = choice.label === '' ? [] : [choice.label];
    const work: Work = { kind: 'open', model, file, except };
    const opened = await ask<OpenedModel, never>(workerUrl, work, { signal });
    return { at: 'choice', table: { ...table, choice: { ...choice, model: { ...opened, file: model } } } };
  }

  #openExample(): Promise<void> {
    const file = scoreExample();
    return this.workShown({ title: file.name, label: 'Reading' }, { at: 'start' }, async (signal, tell) => {
      const profile = await this.#profile(file, signal, tell);
      const choice = { ...guess(profile), groups: ['light'], lipConst: 1 };
      return this.#outcome({ file, profile, choice }, signal, tell);
    });
  }

  #certify(table: Table): Promise<void> {
    const { name } = table.file;
    return this.workShown({ title: name, label: `Certifying ${name}` }, { at: 'choice', table }, (signal, tell) =>
      this.#outcome(table, signal, tell),
    );
  }

  async #outcome(table: Table, signal: AbortSignal, tell: (shown: Shown) => void): Promise<Stage> {
    const work = getWork(table);
    const onProgress = (news: News) => tell('share' in news ? news : { progress: news });
    const outcome = await ask<Outcome, News>(workerUrl, work, { onProgress, signal });
    return { at: 'certified', table, outcome };
  }

  static override styles = [
    ...TabElement.styles,
    cardStyle,
    css`
      li {
        max-width: 36rem;
      }
      li button {
        margin-top: 1.1rem;
      }
    `,
  ];
}

function getWork({ file, profile, choice }: Table): Work {
  const { label, inputs, groups, network, model, lipConst, disjointNeurons } = choice;
  const columns = { label, inputs, groups };
  if (model) {
    const names = profile.columns.map(({ name }) => name);
    const features = { [model.input.name]: getFeatures(model.filling, names) };
    return { kind: 'model', file, columns: { label, groups }, model: model.file, features };
  }
  return network
    ? { kind: 'network', file, columns, network }
    : { kind: 'scores', file, columns, constant: { lipConst, disjointNeurons } };
}

const intro = html`
  <h1 tabindex="-1">Whose decisions can small changes reverse?</h1>
  <p class="lead">
    A network with a known Lipschitz constant has a certificate for each decision: a radius within which no change of
    the input can change the decision. fairwasm computes these radii and compares them by group. All of it runs on your
    device.
  </p>
`;

customElements.define('robustness-tab', RobustnessTab);
