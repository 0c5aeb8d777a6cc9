// SPDX-License-Identifier: Apache-2.0
//
// A playground: 200 pictures whose tags change with the sliders, and models that learn from the tags of the previous
// model. Each step requires a button press, so nothing runs in the background.

import { load as loadFair } from 'fairwasm';
import { load as loadAmplification } from 'fairwasm/amplification';
import { load as loadPredictability } from 'fairwasm/predictability';
import { css, html, LitElement, nothing, svg } from 'lit';
import { figuresStyle } from '../../widgets/figures.js';
import { valueText } from '../../widgets/number.js';
import { type Problem, toProblem } from '../../widgets/problem.js';
import { style } from '../../widgets/style.js';
import type { Picture } from '../learn/tagging.js';
import { type Generation, type Modules, measure, picturesAt, type Setting } from './pictures.js';
import '../learn/plane-chart.js';
import '../learn/slide-control.js';
import '../../widgets/data-table.js';
import '../../widgets/error-note.js';

const atFirst: Setting = { truth: { women: 0.6, men: 0.4 }, sharpness: 1.5, mistakes: 0 };
const maxGenerations = 8;
const perRow = 20;
const size = { width: 24, height: 34 };

export class PicturePlay extends LitElement {
  static override properties = {
    setting: { state: true },
    generation: { state: true },
    modules: { state: true },
    generations: { state: true },
    problem: { state: true },
  };
  declare setting: Setting;
  declare generation: number;
  declare modules: Modules | undefined;
  /** The models up to the current one. */
  declare generations: readonly Generation[];
  declare problem: Problem | undefined;

  constructor() {
    super();
    this.setting = atFirst;
    this.generation = 0;
    this.generations = [];
  }

  override connectedCallback(): void {
    super.connectedCallback();
    void this.#load();
  }

  async #load(): Promise<void> {
    try {
      const [fair, amplification, predictability] = await Promise.all([
        loadFair(),
        loadAmplification(),
        loadPredictability(),
      ]);
      this.modules ??= { fair, amplification, predictability };
    } catch (error) {
      this.problem = toProblem(error);
    }
  }

  override willUpdate(changed: Map<string, unknown>): void {
    if (['setting', 'generation', 'modules'].some((name) => changed.has(name))) void this.#measure();
  }

  async #measure(): Promise<void> {
    const { modules, setting, generation } = this;
    if (!modules) return;
    const numbers = Array.from({ length: generation + 1 }, (_, i) => i);
    const found = await Promise.all(numbers.map((number) => measure(modules, setting, number)));
    if (setting === this.setting && generation === this.generation) this.generations = found;
  }

  override render() {
    const { setting, generation, generations } = this;
    const here = generations.at(-1);
    const pictures = picturesAt(setting, generation);
    return html`
      <fairwasm-error-note .problem=${this.problem}></fairwasm-error-note>
      <div class="stage">
        <div class="seen">
          <p role="status">
            <strong>${getName(generation)}.</strong>
            ${here ? sentence(setting, here) : 'Counting.'}
          </p>
          ${drawPictures(pictures)}
        </div>
        <div class="controls">
          ${this.#slider('Women who cook, of 100', setting.truth.women, 0, 1, 0.01, (women) => ({ truth: { ...setting.truth, women } }))}
          ${this.#slider('Men who cook, of 100', setting.truth.men, 0, 1, 0.01, (men) => ({ truth: { ...setting.truth, men } }))}
          ${this.#slider('How the model changes the odds', setting.sharpness, 0.5, 2, 0.1, (sharpness) => ({ sharpness }), sharpnessText(setting.sharpness))}
          ${this.#slider('Errors that do not change the percentages', setting.mistakes, 0, 1, 0.1, (mistakes) => ({ mistakes }))}
          <div class="row">
            <button
              class="primary"
              ?disabled=${generation >= maxGenerations}
              @click=${() => this.#goTo(generation + 1)}
            >
              Learn from its own tags
            </button>
            <button ?disabled=${generation === 0} @click=${() => this.#goTo(generation - 1)}>
              One step back
            </button>
          </div>
        </div>
        <div class="figures">
          <p class="small soft keys">
            <span>Skirt: woman. Trousers: man. Pot: cooking.</span>
            <span>Frame: tagged “cooking”. Dashed frame: false tag. Dotted frame: missing tag.</span>
          </p>
          ${here ? figures(here) : nothing}
        </div>
      </div>
      ${generations.length > 1 ? this.#loop(generations) : nothing}
    `;
  }

  #slider(
    label: string,
    value: number,
    min: number,
    max: number,
    step: number,
    change: (value: number) => Partial<Setting>,
    text = `${Math.round(value * 100)}%`,
  ) {
    return html`
      <fairwasm-slide-control
        label=${label}
        min=${min}
        max=${max}
        step=${step}
        value=${value}
        text=${text}
        @slide=${(event: CustomEvent<number>) => {
          this.setting = { ...this.setting, ...change(event.detail) };
        }}
      ></fairwasm-slide-control>
    `;
  }

  #goTo(generation: number): void {
    this.generation = generation;
  }

  #loop(generations: readonly Generation[]) {
    const last = Math.max(1, generations.length - 1);
    const points = (of: (generation: Generation) => number) =>
      generations.map((generation, i) => [i, of(generation)] as const);
    return html`
      <section aria-labelledby="loop">
        <h2 id="loop">Models that learn from their own tags</h2>
        <p>
          Each model learns from the tags of the previous model, and is compared with the true labels. A small bias
          grows from model to model.
        </p>
        <fairwasm-plane-chart
          label="Chart: amplification and leakage by model. The table lists the same figures."
          .x=${{ label: 'model', from: 0, to: last, ticks: generations.map((_, i) => [i, String(i + 1)]) }}
          .y=${{ label: 'percentage points', from: -0.5, to: 0.5, ticks: [-0.5, -0.25, 0, 0.25, 0.5].map((tick) => [tick, String(tick * 100).replace('-', '−')]) }}
          .series=${[
            { kind: 'line', points: points(({ dba }) => dba) },
            { kind: 'dots', points: points(({ dba }) => dba) },
            { kind: 'line', tone: 'second', isDashed: true, points: points(({ mals }) => mals) },
            { kind: 'rings', tone: 'second', points: points(({ mals }) => mals) },
            { kind: 'line', tone: 'pale', points: points(({ leakage }) => leakage) },
          ]}
        ></fairwasm-plane-chart>
        <p class="small soft keys">
          <span>● directional (DBA)</span><span>○ MALS</span><span>thin line: leakage</span>
        </p>
        <data-table
          .name=${'Results by model'}
          .columns=${[
            { title: 'Model' },
            { title: 'Women tagged' },
            { title: 'Men tagged' },
            { title: 'DBA' },
            { title: 'MALS' },
            { title: 'Leakage' },
            { title: 'Correct tags' },
          ]}
          .rows=${generations.map(({ tagged, dba, mals, leakage, accuracy }, i) => ({
            cells: [
              { text: String(i + 1), order: i },
              { text: valueText(tagged.women, 'share'), order: tagged.women },
              { text: valueText(tagged.men, 'share'), order: tagged.men },
              { text: valueText(dba, 'points'), order: dba },
              { text: valueText(mals, 'points'), order: mals },
              { text: valueText(leakage, 'points'), order: leakage },
              { text: valueText(accuracy, 'share'), order: accuracy },
            ],
          }))}
        ></data-table>
      </section>
    `;
  }

  static override styles = [
    style,
    figuresStyle,
    css`
      :host {
        --second: light-dark(#a2490f, #f2a96b);
      }
      .stage {
        margin-top: 1.5rem;
      }
      .controls,
      .figures {
        margin-top: 1.25rem;
      }
      @media (min-width: 60rem) {
        .stage {
          display: grid;
          grid-template: 'controls seen' auto 'controls figures' 1fr / minmax(0, 2fr) minmax(0, 3fr);
          gap: 0 3rem;
          align-items: start;
        }
        .seen {
          grid-area: seen;
        }
        .controls {
          grid-area: controls;
          margin: 0;
        }
        .figures {
          grid-area: figures;
        }
      }
      .figures dl {
        grid-template-columns: repeat(auto-fit, minmax(min(9.5rem, 100%), 1fr));
        margin: 0.75rem 0 0;
      }
      .controls {
        display: grid;
        grid-template-columns: minmax(0, 1fr);
        gap: 1.1rem;
        padding: 1.2rem 1.5rem 1.4rem;
        border-radius: 14px;
        background: var(--sunken);
      }
      .pictures {
        display: block;
        width: 100%;
        height: auto;
        margin-top: 0.75rem;
      }
      .person {
        fill: var(--edge);
      }
      .pot {
        fill: var(--ink);
      }
      .tag {
        fill: var(--accent-soft);
        stroke: var(--accent);
        stroke-width: 1.6;
      }
      .tag.wrong {
        fill: none;
        stroke: var(--second);
        stroke-dasharray: 4 2;
      }
      .tag.missing {
        fill: none;
        stroke: var(--edge);
        stroke-width: 1;
        stroke-dasharray: 1 2.5;
      }
      .keys {
        display: flex;
        flex-wrap: wrap;
        gap: 0.1rem 1.25rem;
      }
      section {
        margin-top: 2.5rem;
      }
      @media (forced-colors: active) {
        .pictures {
          forced-color-adjust: none;
        }
      }
    `,
  ];
}

const getName = (generation: number) =>
  generation === 0 ? 'The first model' : `Model ${generation + 1}, which learned from tags`;

function sharpnessText(sharpness: number): string {
  if (sharpness === 1) return 'repeats them';
  return `${sharpness > 1 ? 'exaggerates' : 'evens out'}: ${sharpness.toFixed(1)}\u202f×`;
}

function sentence({ truth }: Setting, { tagged, dba }: Generation): string {
  const percent = (share: number) => `${Math.round(share * 100)}`;
  const lean =
    Math.abs(dba) < 1e-9
      ? 'the same difference as in the true labels'
      : dba > 0
        ? 'a larger difference than in the true labels'
        : 'a smaller or reversed difference compared with the true labels';
  return `The model tags ${percent(tagged.women)} of the women and ${percent(tagged.men)} of the men; in truth, ${percent(truth.women)} and ${percent(truth.men)} cook. That is ${lean}: amplification ${valueText(dba, 'points')}.`;
}

const figures = ({ dba, mals, leakage, accuracy }: Generation) => html`
  <dl aria-label="Figures of this model">
    ${(
      [
        ['Amplification, directional (DBA)', valueText(dba, 'points')],
        ['Amplification, Zhao et al. (MALS)', valueText(mals, 'points')],
        ['Leakage: group guessed from the tags', valueText(leakage, 'points')],
        ['Correct tags', valueText(accuracy, 'share')],
      ] as const
    ).map(
      ([name, value]) => html`
        <div>
          <dt>${name}</dt>
          <dd><strong>${value}</strong></dd>
        </div>
      `,
    )}
  </dl>
`;

function drawPictures(pictures: readonly Picture[]) {
  const rows = Math.ceil(pictures.length / perRow);
  const count = (who: Picture['who'], is: 'cooks' | 'tagged') =>
    pictures.filter((picture) => picture.who === who && picture[is] === 1).length;
  const told = (['women', 'men'] as const)
    .map((who) => `${who}: ${count(who, 'cooks')} cook, ${count(who, 'tagged')} tagged`)
    .join('; ');
  return html`
    <svg
      class="pictures"
      role="img"
      aria-label="200 pictures, 100 of each group. ${told}."
      viewBox="0 0 ${perRow * size.width} ${rows * size.height}"
    >
      ${pictures.map((picture, i) => drawPicture(picture, (i % perRow) * size.width, Math.floor(i / perRow) * size.height))}
    </svg>
  `;
}

function drawPicture({ who, cooks, tagged }: Picture, x: number, y: number) {
  const tag = tagged ? (cooks ? '' : 'wrong') : cooks ? 'missing' : 'none';
  return svg`
    <g transform="translate(${x} ${y})">
      ${tag === 'none' ? nothing : svg`<rect class="tag ${tag}" x="1.5" y="1.5" width="21" height="31" rx="3" />`}
      <circle class="person" cx="9.5" cy="9" r="3.4" />
      ${
        who === 'women'
          ? svg`<path class="person" d="M9.5 13 L15 27 H4 Z" />`
          : svg`<path class="person" d="M5.5 13.500 H13.5 V28 H10.4 V21 H8.600 V28 H5.5 Z" />`
      }
      ${cooks ? svg`<path class="pot" d="M14.500 20 H21.500 V24 a2 2 0 0 1 -2 2 H16.500 a2 2 0 0 1 -2 -2 Z M17.500 17 h1 v2 h-1 Z" />` : nothing}
    </g>
  `;
}

customElements.define('picture-play', PicturePlay);
