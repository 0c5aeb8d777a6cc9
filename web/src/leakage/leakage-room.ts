// SPDX-License-Identifier: Apache-2.0
//
// The Leakage room: from a file, an example or a recipe, over the choice of columns, to attackers that are
// watched while they learn, and to what they found.

import { findExample } from 'fairwasm';
import { css, html, LitElement } from 'lit';
import { focusHeading } from '../parts/heading.js';
import { listenForFiles } from '../parts/incoming.js';
import { countText } from '../parts/number.js';
import { type Problem, toProblem } from '../parts/problem.js';
import { style } from '../parts/style.js';
import { ask } from '../work/ask.js';
import type { Progress } from '../work/protocol.js';
import { run } from '../work/run.js';
import {
  type Choice,
  defaultRecipe,
  defaultSettings,
  guessColumns,
  type RowChoice,
} from './choice.js';
import { Heard } from './learning.js';
import type { News, Results, Source, Work } from './protocol.js';
import workerUrl from './worker.ts?worker&url';
import './attack-form.js';
import './learning-view.js';
import '../parts/error-note.js';
import '../parts/file-zone.js';
import '../parts/work-progress.js';

type Stage =
  | { at: 'start' }
  | { at: 'reading'; file: File; progress: Progress | undefined }
  | { at: 'choice'; choice: Choice }
  | { at: 'learning'; choice: Choice; heard: Heard }
  | { at: 'results'; choice: Choice; heard: Heard; results: Results };

const drawEvery = 120; // milliseconds

export class LeakageRoom extends LitElement {
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
  #timer: ReturnType<typeof setTimeout> | undefined;
  #version = 0;

  constructor() {
    super();
    this.stage = { at: 'start' };
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#stopListening = listenForFiles({
      onFile: (file) => this.#readFile(file),
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
      case 'reading':
        return html`
          <h1 tabindex="-1">${stage.file.name}</h1>
          <work-progress
            .label=${`Reading ${stage.file.name}`}
            .progress=${stage.progress}
            @cancel-work=${this.#cancel}
          ></work-progress>
        `;
      case 'choice':
        return this.#choice(stage.choice);
      case 'learning':
      case 'results':
        return this.#watch(stage);
    }
  }

  #problem() {
    return html`<error-note .problem=${this.problem}></error-note>`;
  }

  #start() {
    const choose = (rows: RowChoice) =>
      this.#goTo({ at: 'choice', choice: { rows, settings: defaultSettings } });
    const { title, columns } = findExample('compas');
    const compas: RowChoice = {
      kind: 'example',
      name: 'compas',
      title,
      attribute: 'race',
      task: columns.label ?? '',
    };
    return html`
      <file-zone
        label="Choose a CSV or Parquet file"
        accept=".csv,.tsv,.txt,.parquet,text/csv"
        hint="or drop it here, or paste rows from a spreadsheet"
        about="One row per person or image: a protected attribute, what is true, and what the model predicted."
        ?isOver=${this.isOver}
        @pick-file=${(event: CustomEvent<File>) => this.#readFile(event.detail)}
      ></file-zone>
      <h2>Or try it without a file</h2>
      <ul>
        <li>
          <h3>Rows with a known answer</h3>
          <p class="small">
            Made on the spot from a seed: a model whose errors favor one group, or neither. See whether
            attackers find out.
          </p>
          <button @click=${() => choose({ kind: 'made', recipe: defaultRecipe })}>Make rows</button>
        </li>
        <li>
          <h3>COMPAS</h3>
          <p class="small">
            Do the risk scores of 7,214 defendants follow race more closely than their actual reoffending did?
          </p>
          <p class="small soft">${title}</p>
          <button aria-label="Open example: COMPAS" @click=${() => choose(compas)}>Open example</button>
        </li>
      </ul>
    `;
  }

  #choice(choice: Choice) {
    const { rows } = choice;
    return html`
      <h1 tabindex="-1">${titleOf(rows)}</h1>
      ${
        rows.kind === 'file'
          ? html`<p class="soft">
              ${countText(rows.profile.rows)} rows, ${countText(rows.profile.columns.length)} columns. What
              each column is used for was guessed from its name and values. Please check it.
            </p>`
          : ''
      }
      ${this.#problem()}
      <attack-form
        .choice=${choice}
        @choice-change=${(event: CustomEvent<Choice>) => {
          this.stage = { at: 'choice', choice: event.detail };
        }}
        @start-attack=${() => this.#attack(choice)}
        @start-over=${() => this.#goTo({ at: 'start' })}
      ></attack-form>
    `;
  }

  #watch(stage: Extract<Stage, { at: 'learning' | 'results' }>) {
    const { choice, heard } = stage;
    const results = stage.at === 'results' ? stage.results : {};
    const isLearning = stage.at === 'learning';
    return html`
      <h1 tabindex="-1">${isLearning ? 'Attackers are learning' : 'What attackers found'}</h1>
      <p class="soft">
        ${titleOf(choice.rows)}${heard.setting ? `, ${countText(heard.setting.rows)} rows` : ''}
      </p>
      ${
        isLearning
          ? html`<work-progress
              label="Learning"
              stop="Stop"
              .share=${heard.fraction}
              .note=${noteOf(heard)}
              @cancel-work=${this.#cancel}
            ></work-progress>`
          : html`<div class="row actions">
              <button @click=${() => this.#goTo({ at: 'choice', choice })}>Change settings</button>
              <button @click=${() => this.#goTo({ at: 'start' })}>Other data</button>
            </div>`
      }
      ${[...heard.directions].map(
        ([direction, learning]) => html`
          <learning-view
            .direction=${direction}
            .setting=${heard.setting}
            .learning=${learning}
            .result=${results[direction]}
            .version=${this.#version}
          ></learning-view>
        `,
      )}
      ${isLearning ? '' : caveat}
    `;
  }

  async #readFile(file: File): Promise<void> {
    const signal = this.#begin({ at: 'reading', file, progress: undefined });
    const onProgress = (progress: Progress) => {
      this.stage = { at: 'reading', file, progress };
    };
    await this.#finish(signal, { at: 'start' }, async () => {
      const profile = await run({ kind: 'profile', file }, { onProgress, signal });
      const rows: RowChoice = { kind: 'file', file, profile, columns: guessColumns(profile) };
      return { at: 'choice', choice: { rows, settings: defaultSettings } };
    });
  }

  async #attack(choice: Choice): Promise<void> {
    const heard = new Heard();
    const signal = this.#begin({ at: 'learning', choice, heard });
    const work: Work = { source: sourceOf(choice.rows), settings: choice.settings };
    const onProgress = (news: News[]) => {
      for (const item of news) heard.hear(item);
      this.#timer ??= setTimeout(() => {
        this.#timer = undefined;
        this.#version++;
        this.requestUpdate();
      }, drawEvery);
    };
    await this.#finish(signal, { at: 'choice', choice }, async () => {
      const results = await ask<Results, News[]>(workerUrl, work, { onProgress, signal });
      this.#version++;
      return { at: 'results', choice, heard, results };
    });
  }

  #begin(stage: Stage): AbortSignal {
    this.#abort?.abort();
    this.#abort = new AbortController();
    void this.#goTo(stage);
    return this.#abort.signal;
  }

  // Whatever happens, the room ends up where something can be done: at the next stage, or where the work
  // began, with the reason.
  async #finish(signal: AbortSignal, from: Stage, work: () => Promise<Stage>): Promise<void> {
    try {
      await this.#goTo(await work());
    } catch (error) {
      if (this.#abort?.signal !== signal) return; // other work took its place
      await this.#goTo(from);
      if (!signal.aborted) this.problem = toProblem(error);
    }
  }

  #cancel(): void {
    this.#abort?.abort();
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
      }
      li button {
        align-self: start;
        margin-top: auto;
      }
      li p:last-of-type {
        margin-bottom: 1.1rem;
      }
      .actions {
        margin-top: 1rem;
      }
      learning-view {
        margin-top: 2.25rem;
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
  <h1 tabindex="-1">Do predictions give away more than the truth does?</h1>
  <p class="lead">
    Small networks, the attackers, try to guess an outcome from a protected attribute: once the true
    outcome, once the model’s prediction. If predictions are easier to guess, the model has made the link
    stronger than it is. Watch them learn, on your device.
  </p>
`;

const caveat = html`
  <p class="small soft caveat">
    Intervals cover what is random in trials: initial weights, equalisation, the order of rows. They do not
    cover the choice of rows. Leakage measures one thing, how closely predictions follow an attribute;
    it does not say who is helped or harmed.
  </p>
`;

function titleOf(rows: RowChoice): string {
  if (rows.kind === 'file') return rows.file.name;
  return rows.kind === 'example' ? rows.title : 'Rows with a known answer';
}

function sourceOf(rows: RowChoice): Source {
  if (rows.kind !== 'file') return rows;
  const { attribute, task, taskPrediction, attributePrediction } = rows.columns;
  return {
    kind: 'file',
    file: rows.file,
    columns: {
      attribute,
      task,
      taskPrediction: taskPrediction || undefined,
      attributePrediction: attributePrediction || undefined,
    },
  };
}

function noteOf({ setting, current, directions }: Heard): string {
  if (!setting) return 'Reading the rows';
  if (!current) return 'Starting';
  const { progress, direction } = current;
  const done = directions.get(direction)?.trials.length ?? 0;
  const seconds = progress.secondsLeft;
  const left = Number.isFinite(seconds) ? `, about ${timeText(seconds)} left` : '';
  return `${countText(done)} of ${countText(setting.trials)} trials done${left}`;
}

const timeText = (seconds: number) =>
  seconds < 90 ? `${Math.max(1, Math.ceil(seconds))} s` : `${Math.ceil(seconds / 60)} min`;

customElements.define('leakage-room', LeakageRoom);
