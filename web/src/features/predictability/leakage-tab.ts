// SPDX-License-Identifier: Apache-2.0
//
// The Leakage tab: from a file, an example, or a recipe, through the choice of columns, to attackers that learn in view
// of the user, and to their results.

import { findExample } from 'fairwasm';
import type { Document } from 'fairwasm/report';
import { css, html } from 'lit';
import { cardStyle } from '../../widgets/cards.js';
import { countText } from '../../widgets/number.js';
import { saveButtons } from '../../widgets/plain-report.js';
import { type Start, TabElement } from '../../widgets/tab-element.js';
import { ask } from '../../worker/ask.js';
import type { Progress } from '../../worker/requests.js';
import { run } from '../../worker/run.js';
import { type Choice, defaultNumbers, defaultRecipe, defaultSettings, guessColumns, type RowChoice } from './choice.js';
import { Heard } from './learning.js';
import type { News, Results, Source, Work } from './protocol.js';
import workerUrl from './worker.ts?worker&url';
import './attack-form.js';
import './learning-view.js';
import '../../widgets/file-zone.js';
import '../../widgets/work-progress.js';

type Stage =
  | { at: 'choice'; choice: Choice }
  | { at: 'learning'; choice: Choice; heard: Heard }
  | { at: 'results'; choice: Choice; heard: Told; results: Results };

/** The remaining messages of the attackers after they are done. */
type Told = Pick<Heard, 'setting' | 'directions'>;

const drawEvery = 120; // milliseconds

export class LeakageTab extends TabElement<Stage> {
  #timer: ReturnType<typeof setTimeout> | undefined;
  #version = 0;

  constructor() {
    super('leakage');
  }

  override render() {
    const { stage } = this;
    switch (stage.at) {
      case 'start':
        return html`${intro} ${this.problemNote()} ${this.#start()}`;
      case 'working':
        return this.working(stage);
      case 'choice':
        return this.#choice(stage.choice);
      case 'learning':
      case 'results':
        return this.#watch(stage);
    }
  }

  #start() {
    const choose = (rows: RowChoice) => this.goTo({ at: 'choice', choice: { rows, settings: defaultSettings } });
    const { title, columns } = findExample('compas');
    const compas: RowChoice = { kind: 'example', name: 'compas', title, attribute: 'race', task: columns.label ?? '' };
    return html`
      <file-zone
        about="One row per person or image: a protected attribute, the true outcome, and the model’s prediction."
        ?isOver=${this.isOver}
        @pick-file=${(event: CustomEvent<File>) => this.receive(event.detail)}
      ></file-zone>
      <h2>Or try it without a file</h2>
      <ul>
        <li>
          <h3>Rows with a known answer</h3>
          <p class="small">
            Rows generated from a seed: the errors of the model favor one group, or neither. See whether attackers
            detect it.
          </p>
          <button @click=${() => choose({ kind: 'made', recipe: defaultRecipe })}>Generate rows</button>
        </li>
        <li>
          <h3>A rule that has to be learned</h3>
          <p class="small">
            The outcome depends on two numbers jointly, and no two rows are equal, so a table of counts cannot detect
            it. Can a network? Is one layer enough?
          </p>
          <button @click=${() => choose({ kind: 'numbers', numbers: defaultNumbers })}> Generate numbers </button>
        </li>
        <li>
          <h3>COMPAS</h3>
          <p class="small">
            Do the risk scores of 7,214 defendants depend on race more strongly than actual reoffending does?
          </p>
          <p class="small soft">${title}</p>
          <button aria-label="Open example: COMPAS" @click=${() => choose(compas)}>Open example</button>
        </li>
      </ul>
      ${this.keptStages()}
    `;
  }

  #choice(choice: Choice) {
    const { rows } = choice;
    return html`
      <h1 tabindex="-1">${getTitle(rows)}</h1>
      ${
        rows.kind === 'file'
          ? html`<p class="soft">
              ${countText(rows.profile.rows)} rows, ${countText(rows.profile.columns.length)} columns. What
              each column is used for was guessed from its name and values. Please check it.
            </p>`
          : ''
      }
      ${this.problemNote()}
      <attack-form
        .choice=${choice}
        @choice-change=${(event: CustomEvent<Choice>) => {
          this.stage = { at: 'choice', choice: event.detail };
        }}
        @start-attack=${() => this.#attack(choice)}
        @start-over=${() => this.goTo({ at: 'start' })}
      ></attack-form>
    `;
  }

  #watch(stage: Extract<Stage, { at: 'learning' | 'results' }>) {
    const { choice, heard } = stage;
    const results = stage.at === 'results' ? stage.results : {};
    return html`
      <h1 tabindex="-1">${stage.at === 'learning' ? 'Training the attackers' : 'Attack results'}</h1>
      <p class="soft">
        ${getTitle(choice.rows)}${heard.setting ? `, ${countText(heard.setting.rows)} rows` : ''}
      </p>
      ${
        stage.at === 'learning'
          ? html`<work-progress
              label="Learning"
              stop="Stop"
              .share=${stage.heard.fraction}
              .note=${getNote(stage.heard)}
              @cancel-work=${this.cancel}
            ></work-progress>`
          : html`<div class="row actions">
              <button @click=${() => this.goTo({ at: 'choice', choice })}>Change settings</button>
              <button @click=${() => this.goTo({ at: 'start' })}>Other data</button>
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
      ${stage.at === 'learning' ? '' : saveButtons(() => documentOf(stage), { name: getTitle(choice.rows), kind: 'leakage' })}
      ${stage.at === 'learning' ? '' : caveat}
    `;
  }

  protected override getStageTitle(stage: Stage | Start): string | undefined {
    switch (stage.at) {
      case 'choice':
        return `${getTitle(stage.choice.rows)}: settings`;
      case 'results':
        return `${getTitle(stage.choice.rows)}: attack results`;
      default:
        return undefined;
    }
  }

  protected override receive(file: File): Promise<void> {
    const heading = { title: file.name, label: `Reading ${file.name}` };
    return this.workShown(heading, { at: 'start' }, async (signal, tell) => {
      const onProgress = (progress: Progress) => tell({ progress });
      const profile = await run({ kind: 'profile', file }, { onProgress, signal });
      const rows: RowChoice = { kind: 'file', file, profile, columns: guessColumns(profile) };
      return { at: 'choice', choice: { rows, settings: defaultSettings } };
    });
  }

  #attack(choice: Choice): Promise<void> {
    const heard = new Heard();
    const work: Work = { source: getSource(choice.rows), settings: choice.settings };
    const onProgress = (news: News[]) => {
      for (const item of news) heard.hear(item);
      this.#timer ??= setTimeout(() => {
        this.#timer = undefined;
        this.#version++;
        this.requestUpdate();
      }, drawEvery);
    };
    const during: Stage = { at: 'learning', choice, heard };
    return this.work(during, { at: 'choice', choice }, async (signal) => {
      const results = await ask<Results, News[]>(workerUrl, work, { onProgress, signal });
      this.#version++;
      const { setting, directions } = heard;
      return { at: 'results', choice, heard: { setting, directions }, results };
    });
  }

  static override styles = [
    ...TabElement.styles,
    cardStyle,
    css`
      learning-view {
        margin-top: 2.25rem;
      }
    `,
  ];
}

const intro = html`
  <h1 tabindex="-1">Do predictions reveal more than the true outcomes?</h1>
  <p class="lead">
    Small neural networks, the attackers, try to guess an outcome from a protected attribute: first the true outcome,
    then the model’s prediction. If the prediction is easier to guess, the model has strengthened the association. The
    attackers are trained on your device, and you can watch.
  </p>
`;

const caveat = html`
  <p class="small soft caveat">
    Intervals over trials cover the randomness of training: test rows, initial weights, equalization, and row order.
    They do not cover sampling of the rows. Leakage measures how closely predictions follow an attribute; it does not
    measure who benefits or is harmed.
  </p>
`;

async function documentOf({ choice, results }: Extract<Stage, { at: 'results' }>): Promise<Document> {
  const { describeResult } = await import('../../widgets/write-result.js');
  const sections = Object.entries(results).map(([direction, result]) => {
    const title = direction === 'AtoT' ? 'From attribute to outcome' : 'From outcome to attribute';
    return { ...describeResult(result), name: direction, title };
  });
  const source = getTitle(choice.rows);
  return { name: 'leakage', title: 'Leakage', source, blocks: sections };
}

function getTitle(rows: RowChoice): string {
  if (rows.kind === 'file') return rows.file.name;
  if (rows.kind === 'numbers') return 'Two numbers that matter only jointly';
  return rows.kind === 'example' ? rows.title : 'Rows with a known answer';
}

function getSource(rows: RowChoice): Source {
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

function getNote({ setting, current, directions }: Heard): string {
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

customElements.define('leakage-tab', LeakageTab);
