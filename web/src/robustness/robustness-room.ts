// SPDX-License-Identifier: Apache-2.0
//
// The Robustness room: from scores, or a network and data, to certified accuracy by group.

import { css, html, LitElement } from 'lit';
import { focusHeading } from '../parts/heading.js';
import { listenForFiles } from '../parts/incoming.js';
import { countText } from '../parts/number.js';
import { type Problem, toProblem } from '../parts/problem.js';
import { style } from '../parts/style.js';
import type { TableProfile } from '../table/profile.js';
import { ask } from '../work/ask.js';
import { run } from '../work/run.js';
import { type Choice, guess } from './choice.js';
import { scoreExample } from './example.js';
import type { News, Outcome, Work } from './protocol.js';
import workerUrl from './worker.ts?worker&url';
import './certified-view.js';
import './certify-form.js';
import '../parts/error-note.js';
import '../parts/file-zone.js';
import '../parts/work-progress.js';

interface Table {
  file: File;
  profile: TableProfile;
  choice: Choice;
}

type Stage =
  | { at: 'start' }
  | { at: 'working'; title: string; label: string; progress: News | undefined }
  | { at: 'choice'; table: Table }
  | { at: 'certified'; table: Table; outcome: Outcome };

export class RobustnessRoom extends LitElement {
  static override properties = {
    stage: { state: true },
    problem: { state: true },
    isOver: { state: true },
  };
  declare stage: Stage;
  declare problem: Problem | undefined;
  declare isOver: boolean;
  #stopListening = () => {};
  #abort: AbortController | undefined;

  constructor() {
    super();
    this.stage = { at: 'start' };
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#stopListening = listenForFiles({
      onFile: (file) => this.#receive(file),
      onOver: (isOver) => {
        this.isOver = isOver;
      },
    });
  }

  override disconnectedCallback(): void {
    this.#stopListening();
    this.#abort?.abort();
    super.disconnectedCallback();
  }

  override render() {
    const { stage } = this;
    switch (stage.at) {
      case 'start':
        return html`${intro} ${this.#problem()} ${this.#start()}`;
      case 'working':
        return html`
          <h1 tabindex="-1">${stage.title}</h1>
          <work-progress
            .label=${stage.label}
            .progress=${stage.progress}
            @cancel-work=${() => this.#abort?.abort()}
          ></work-progress>
        `;
      case 'choice':
        return this.#choice(stage.table);
      case 'certified':
        return this.#certified(stage);
    }
  }

  #problem() {
    return html`<error-note .problem=${this.problem}></error-note>`;
  }

  #start() {
    return html`
      <file-zone
        label="Choose a CSV or Parquet file"
        accept=".csv,.tsv,.txt,.parquet,text/csv"
        hint="or drop it here, or paste rows from a spreadsheet"
        about="One row per input: its true class, and a network’s scores, or what the network takes, if you have its weights."
        ?isOver=${this.isOver}
        @pick-file=${(event: CustomEvent<File>) => this.#receive(event.detail)}
      ></file-zone>
      <h2>Or look at an example</h2>
      <ul>
        <li>
          <h3>Pictures by day and by night</h3>
          <p class="small">
            Invented scores of 1,500 pictures: a network is right as often at night as by day. How far can its
            inputs be moved before that changes?
          </p>
          <button @click=${() => this.#openExample()}>Open example scores</button>
        </li>
      </ul>
    `;
  }

  #choice(table: Table) {
    const { file, profile, choice } = table;
    return html`
      <h1 tabindex="-1">${file.name}</h1>
      <p class="soft">
        ${countText(profile.rows)} rows, ${countText(profile.columns.length)} columns. What each column is
        used for was guessed from its name and values. Please check it.
      </p>
      ${this.#problem()}
      <certify-form
        .profile=${profile}
        .choice=${choice}
        @choice-change=${(event: CustomEvent<Choice>) => {
          this.stage = { at: 'choice', table: { ...table, choice: event.detail } };
        }}
        @start-certifying=${() => this.#certify(table)}
        @start-over=${() => this.#goTo({ at: 'start' })}
      ></certify-form>
    `;
  }

  #certified({ table, outcome }: Extract<Stage, { at: 'certified' }>) {
    return html`
      <h1 tabindex="-1">How far decisions hold</h1>
      <p class="soft">${table.file.name}</p>
      <div class="row actions">
        <button @click=${() => this.#goTo({ at: 'choice', table })}>Change settings</button>
        <button @click=${() => this.#goTo({ at: 'start' })}>Other data</button>
      </div>
      <certified-view .outcome=${outcome}></certified-view>
      <p class="small soft caveat">
        A certificate is a proof for one input and this network; it holds as far as the Lipschitz constant
        does. Robustness is no measure of whether decisions are right or just.
      </p>
    `;
  }

  // Weights that are dropped go to the form that asks for them.
  #receive(file: File): Promise<void> {
    const { stage } = this;
    if (stage.at === 'choice' && file.name.endsWith('.safetensors')) {
      const choice = { ...stage.table.choice, network: file };
      return this.#goTo({ at: 'choice', table: { ...stage.table, choice } });
    }
    return this.#readFile(file);
  }

  #readFile(file: File): Promise<void> {
    return this.#work(`Reading ${file.name}`, file.name, { at: 'start' }, async (signal, tell) => {
      const profile = await run({ kind: 'profile', file }, { onProgress: tell, signal });
      return { at: 'choice', table: { file, profile, choice: guess(profile) } };
    });
  }

  #openExample(): Promise<void> {
    const file = scoreExample();
    return this.#work('Reading', file.name, { at: 'start' }, async (signal, tell) => {
      const profile = await run({ kind: 'profile', file }, { onProgress: tell, signal });
      const choice = { ...guess(profile), groups: ['light'], lipConst: 1 };
      return this.#outcome({ file, profile, choice }, signal, tell);
    });
  }

  #certify(table: Table): Promise<void> {
    const { name } = table.file;
    return this.#work(`Certifying ${name}`, name, { at: 'choice', table }, (signal, tell) =>
      this.#outcome(table, signal, tell),
    );
  }

  async #outcome(
    table: Table,
    signal: AbortSignal,
    onProgress: (news: News) => void,
  ): Promise<Stage> {
    const { file, choice } = table;
    const { label, inputs, groups, network, activation, lipConst, disjointNeurons } = choice;
    const columns = { label, inputs, groups };
    const work: Work = network
      ? { kind: 'network', file, columns, network, activation }
      : { kind: 'scores', file, columns, constant: { lipConst, disjointNeurons } };
    const outcome = await ask<Outcome, News>(workerUrl, work, { onProgress, signal });
    return { at: 'certified', table, outcome };
  }

  // Whatever happens, the room ends up where something can be done: at the next stage, or where the work
  // began, with the reason.
  async #work(
    label: string,
    title: string,
    from: Stage,
    work: (signal: AbortSignal, tell: (news: News) => void) => Promise<Stage>,
  ): Promise<void> {
    this.#abort?.abort();
    const abort = new AbortController();
    this.#abort = abort;
    await this.#goTo({ at: 'working', title, label, progress: undefined });
    const tell = (progress: News) => {
      this.stage = { at: 'working', title, label, progress };
    };
    try {
      await this.#goTo(await work(abort.signal, tell));
    } catch (error) {
      if (this.#abort !== abort) return; // other work took its place
      await this.#goTo(from);
      if (!abort.signal.aborted) this.problem = toProblem(error);
    }
  }

  async #goTo(stage: Stage): Promise<void> {
    this.problem = undefined;
    this.stage = stage;
    await this.updateComplete;
    if (!this.isConnected) return;
    scrollTo({ top: 0 });
    await focusHeading(this);
  }

  static override styles = [
    style,
    css`
      .lead {
        font-size: clamp(1.0625rem, 1rem + 0.4vw, 1.25rem);
        line-height: 1.55;
        color: var(--soft);
        margin-top: 0.9rem;
      }
      h1 {
        overflow-wrap: anywhere;
      }
      h2 {
        margin-top: 3rem;
      }
      ul {
        list-style: none;
        margin: 1rem 0 0;
        padding: 0;
        display: grid;
        gap: 1.25rem;
        grid-template-columns: repeat(auto-fit, minmax(min(20rem, 100%), 1fr));
      }
      li {
        display: flex;
        flex-direction: column;
        padding: 1.25rem 1.4rem;
        border: 1px solid var(--rule);
        border-radius: 14px;
        background: var(--card);
        max-width: 36rem;
      }
      li button {
        align-self: start;
        margin-top: 1.1rem;
      }
      .actions {
        margin-top: 1rem;
      }
      .caveat {
        margin-top: 2.5rem;
        padding-top: 1.25rem;
        border-top: 1px solid var(--rule);
      }
    `,
  ];
}

const intro = html`
  <h1 tabindex="-1">For whom can a network’s decisions be tipped over?</h1>
  <p class="lead">
    A network that cannot be steep comes with a proof for each of its decisions: how far the input may be
    moved before the decision can change. fairwasm computes these radii and compares them by group. It all
    happens on your device.
  </p>
`;

customElements.define('robustness-room', RobustnessRoom);
