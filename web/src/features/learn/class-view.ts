// SPDX-License-Identifier: Apache-2.0
//
// The page of a class: each student gets a sample and copies its code. The codes of all students show the sampling
// distribution of the gap; no server is needed. Dispatches `lesson-state` with the settings and codes.

import { type Estimate, type Fairwasm, load } from 'fairwasm';
import { css, html, LitElement, nothing } from 'lit';
import { getMax } from '#fairwasm/core/extremes.js';
import { fieldStyle } from '../../widgets/fields.js';
import { type Problem, toProblem } from '../../widgets/problem.js';
import { style } from '../../widgets/style.js';
import { textAreaStyle } from '../../widgets/text-area.js';
import {
  type ClassSettings,
  classSizes,
  contains,
  drawSample,
  getPopulation,
  getSpread,
  type Measured,
  maxClass,
  maxStudent,
  measure,
  readCodes,
  stack,
  toCode,
} from './class-samples.js';
import { figureTables } from './figure-tables.js';
import { type Format, getFormat } from './format.js';
import type { Say } from './lesson.js';
import { lessonStyle } from './style.js';
import '../../widgets/error-note.js';
import './plane-chart.js';
import './rate-rows.js';

interface State extends ClassSettings {
  student: number | undefined;
  codes: string;
  isRevealed: boolean;
}

const simulated = 20;
const maxRows = 60; // more intervals than fit on a few screens

export class ClassView extends LitElement {
  static override properties = {
    given: {},
    say: { attribute: false },
    language: {},
    state: { state: true },
    fair: { state: true },
    problem: { state: true },
    isCopied: { state: true },
  };
  declare given: string;
  declare say: Say;
  /** Tag of the language of numbers. */
  declare language: string;
  declare state: State;
  declare fair: Fairwasm | undefined;
  declare problem: Problem | undefined;
  declare isCopied: boolean;
  #measured: { codes: string; all: Measured[] } = { codes: '', all: [] };

  constructor() {
    super();
    this.given = '';
    this.language = 'en';
    this.isCopied = false;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    load().then(
      (fair) => {
        this.fair = fair;
      },
      (error) => {
        this.problem = toProblem(error);
      },
    );
  }

  override willUpdate(changed: Map<string, unknown>): void {
    if (changed.has('given') && (!this.state || stateText(this.state) !== this.given))
      this.state = readState(this.given);
  }

  get #format(): Format {
    const { say } = this;
    return getFormat(this.language, { undefined: say('undefined'), points: say('points'), to: say('to') });
  }

  #set(change: Partial<State>): void {
    this.state = { ...this.state, ...change };
    this.isCopied = false;
    this.dispatchEvent(new CustomEvent('lesson-state', { detail: stateText(this.state) }));
  }

  override render() {
    const { say, state, problem } = this;
    if (problem) return html`<fairwasm-error-note .problem=${problem}></fairwasm-error-note>`;
    return html`
      <p class="lead">${say('class.lead')}</p>
      <section aria-labelledby="settings">
        <h2 id="settings">${say('class.settings')}</h2>
        <div class="fields">
          ${this.#number('class', say('class.number'), say('class.number.hint'), state.number, maxClass, (number) => this.#set({ number, codes: '', isRevealed: false }))}
          <div>
            <label class="label" for="size">${say('class.size')}</label>
            <select
              id="size"
              @change=${(event: Event) => this.#set({ size: Number((event.target as HTMLSelectElement).value), codes: '', isRevealed: false })}
            >
              ${classSizes.map((size) => html`<option value=${size} .selected=${size === state.size}>${size}</option>`)}
            </select>
            <p class="small soft">${say('class.size.hint')}</p>
          </div>
          ${this.#number('student', say('class.student'), say('class.student.hint'), state.student, maxStudent, (student) => this.#set({ student }))}
        </div>
      </section>
      ${this.fair && state.student !== undefined ? this.#sample(this.fair, state.student) : nothing}
      ${this.#codes()} ${this.fair ? this.#joined(this.fair) : nothing}
    `;
  }

  #number(
    id: string,
    title: string,
    hint: string,
    value: number | undefined,
    max: number,
    change: (value: number) => void,
  ) {
    return html`<div>
      <label class="label" for=${id}>${title}</label>
      <input
        id=${id}
        type="number"
        min="1"
        max=${max}
        step="1"
        .value=${value === undefined ? '' : String(value)}
        aria-describedby="${id}-hint"
        @change=${(event: Event) => {
          const given = (event.target as HTMLInputElement).valueAsNumber;
          if (Number.isInteger(given) && given >= 1 && given <= max) change(given);
        }}
      />
      <p class="small soft" id="${id}-hint">${hint}</p>
    </div>`;
  }

  #sample(fair: Fairwasm, student: number) {
    const { say, state } = this;
    const format = this.#format;
    const sample = drawSample(state, student);
    const [{ gap }] = measure(fair, state.size, [sample]) as [Measured];
    const code = toCode(state, sample);
    return html`
      <section aria-labelledby="sample">
        <h2 id="sample">${say('class.sample')}</h2>
        <p class="say">
          ${say('class.drawn', {
            size: format.count(state.size),
            a: format.count(sample.a),
            b: format.count(sample.b),
            gap: format.points(gap.value),
            range: pointRange(gap, format, say('to')),
          })}
        </p>
        <fairwasm-rate-rows
          label=${say('class.chart')}
          .line=${place(0)}
          .ticks=${ticks(format)}
          .rows=${[row(say('class.yours'), gap, format)]}
        ></fairwasm-rate-rows>
        <p>${say(contains(gap, 0) ? 'class.maybe' : 'class.differs')}</p>
        <p class="row">
          <span>${say('class.code')} <code>${code}</code></span>
          <button @click=${() => this.#copy(code)}>${say('class.copy')}</button>
          <span role="status" class="soft">${this.isCopied ? say('class.copied') : ''}</span>
        </p>
      </section>
    `;
  }

  #codes() {
    const { say, state } = this;
    const { problems } = readCodes(state, state.codes);
    return html`
      <section aria-labelledby="join">
        <h2 id="join">${say('class.join')}</h2>
        <label class="label" for="codes">${say('class.paste')}</label>
        <textarea
          id="codes"
          rows="4"
          spellcheck="false"
          .value=${state.codes}
          @input=${(event: Event) => this.#set({ codes: (event.target as HTMLTextAreaElement).value })}
        ></textarea>
        <div role="status">
          ${
            problems.length === 0
              ? nothing
              : html`<ul class="problems">
                  ${problems.slice(0, 10).map(({ text, reason }) => html`<li><code>${text}</code>: ${say(`class.${reason}`)}</li>`)}
                </ul>`
          }
        </div>
        <p class="row">
          <button @click=${this.#simulate}>${say('class.simulate', { count: String(simulated) })}</button>
        </p>
      </section>
    `;
  }

  #simulate = (): void => {
    const { state } = this;
    const taken = readCodes(state, state.codes).samples.map(({ student }) => student);
    const first = getMax(taken, 1000) + 1;
    const codes = Array.from({ length: simulated }, (_, i) => (first + i) % (maxStudent + 1));
    const text = codes.map((student) => toCode(state, drawSample(state, student)));
    this.#set({ codes: [state.codes.trim(), ...text].filter((each) => each !== '').join('\n') });
  };

  #all(fair: Fairwasm): Measured[] {
    const { codes, size } = this.state;
    const key = `${size} ${codes}`;
    if (this.#measured.codes !== key) {
      const all = measure(fair, size, readCodes(this.state, codes).samples);
      this.#measured = { codes: key, all };
    }
    return this.#measured.all;
  }

  #joined(fair: Fairwasm) {
    const all = this.#all(fair);
    if (all.length < 2) return nothing;
    const { say, state } = this;
    const format = this.#format;
    const { mean, deviation } = getSpread(all);
    const { a, b } = getPopulation(state);
    const truth = b - a;
    const inside = all.filter(({ gap }) => contains(gap, truth)).length;
    const sorted = all.toSorted((one, other) => one.gap.value - other.gap.value);
    const dots = stack(all, 0.02);
    const isMiss = ({ gap }: Measured) => state.isRevealed && !contains(gap, truth);
    const tallest = getMax(
      dots.map(({ y }) => y + 1),
      5,
    );
    const points = (keep: (each: Measured) => boolean) =>
      dots.filter(({ measured }) => keep(measured)).map(({ x, y }) => [x, y] as const);
    return html`
      <section aria-labelledby="joined">
        <h2 id="joined">${say('class.joined', { count: format.count(all.length) })}</h2>
        <p class="say" role="status">
          ${say('class.spread', { mean: format.points(mean), deviation: format.apart(deviation) })}
          ${
            state.isRevealed
              ? say('class.truth', {
                  truth: format.points(truth),
                  inside: format.count(inside),
                  count: format.count(all.length),
                  share: format.share(inside / all.length),
                })
              : nothing
          }
        </p>
        <p>
          <button
            aria-pressed=${state.isRevealed}
            @click=${() => this.#set({ isRevealed: !state.isRevealed })}
          >
            ${say('class.reveal')}
          </button>
        </p>
        <fairwasm-plane-chart
          label=${say('class.chart.gaps')}
          .x=${{ label: say('class.gap'), from: -range, to: range, ticks: gapTicks(format) }}
          .y=${{ label: say('class.samples'), from: 0, to: tallest, ticks: [] }}
          .line=${state.isRevealed ? truth : undefined}
          .series=${[
            { kind: 'dots', points: points((each) => !isMiss(each)) },
            { kind: 'rings', tone: 'second', points: points(isMiss) },
          ]}
        ></fairwasm-plane-chart>
        <p class="sub">${say('class.intervals')}</p>
        <fairwasm-rate-rows
          label=${say('class.chart.intervals')}
          .line=${state.isRevealed ? place(truth) : undefined}
          .ticks=${ticks(format)}
          .rows=${sorted
            .slice(0, maxRows)
            .map((each) => row(String(each.sample.student), each.gap, format, isMiss(each)))}
        ></fairwasm-rate-rows>
        ${state.isRevealed ? html`<p class="small soft">${say('class.key')}</p>` : nothing}
        <p>${say('class.lesson')}</p>
        <details>
          <summary>${say('table')}</summary>
          ${figureTables([
            {
              caption: say('class.table'),
              columns: [
                say('class.student'),
                say('class.approved', { group: 'A' }),
                say('class.approved', { group: 'B' }),
                say('class.gap'),
                say('class.interval'),
              ],
              rows: sorted.map(({ sample, gap }) => [
                String(sample.student),
                format.count(sample.a),
                format.count(sample.b),
                format.points(gap.value),
                pointRange(gap, format, say('to')),
              ]),
            },
          ])}
        </details>
      </section>
    `;
  }

  async #copy(code: string): Promise<void> {
    try {
      await navigator.clipboard.writeText(code);
      this.isCopied = true;
    } catch {
      // Clipboard access can be denied; the selected code can still be copied manually.
      const found = this.renderRoot.querySelector('code');
      if (found) getSelection()?.selectAllChildren(found);
    }
  }

  static override styles = [
    style,
    lessonStyle,
    fieldStyle,
    textAreaStyle,
    css`
      section {
        margin-top: 2.25rem;
      }
      .problems,
      details {
        margin-top: 0.75rem;
      }
      .row,
      section > p {
        margin-top: 0.75rem;
      }
      code {
        font-family: var(--mono);
        font-size: 1.125rem;
      }
      .sub {
        margin: 1.5rem 0 0.25rem;
        font-weight: 650;
      }
      button[aria-pressed='true'] {
        background: var(--accent);
        border-color: var(--accent);
        color: var(--on-accent);
      }
    `,
  ];
}

/** Gaps are drawn from -60 to +60 points. */
const range = 0.6;
const place = (gap: number) => Math.min(1, Math.max(0, (gap + range) / (2 * range)));

const gapTicks = (format: Format) => [-0.4, -0.2, 0, 0.2, 0.4].map((gap) => [gap, format.wholePoints(gap)] as const);
const ticks = (format: Format) => gapTicks(format).map(([gap, text]) => [place(gap), text] as const);

const row = (label: string, gap: Estimate, format: Format, isMiss = false) => ({
  label,
  marks: [
    {
      value: place(gap.value),
      ci: gap.ci && ([place(gap.ci[0]), place(gap.ci[1])] as const),
      shape: isMiss ? ('ring' as const) : ('dot' as const),
      size: 4,
      tone: isMiss ? ('second' as const) : undefined,
    },
  ],
  text: format.points(gap.value),
});

const pointRange = ({ ci }: Estimate, format: Format, to: string): string =>
  ci ? `${format.points(ci[0])} ${to} ${format.points(ci[1])}` : '';

function readState(text: string): State {
  const given = new URLSearchParams(text);
  const whole = (name: string, max: number) => {
    const value = given.get(name) ?? '';
    return /^\d{1,4}$/.test(value) && Number(value) >= 1 && Number(value) <= max ? Number(value) : undefined;
  };
  const size = Number(given.get('size'));
  return {
    number: whole('class', maxClass) ?? 1,
    size: classSizes.find((each) => each === size) ?? 100,
    student: whole('student', maxStudent),
    codes: (given.get('codes') ?? '').replaceAll('.', '\n'),
    isRevealed: given.get('truth') === '1',
  };
}

function stateText({ number, size, student, codes, isRevealed }: State): string {
  const parts = new URLSearchParams({ class: String(number), size: String(size) });
  if (student !== undefined) parts.set('student', String(student));
  const all = codes.split(/[\s,;]+/).filter((each) => /^[\d-]+$/.test(each));
  if (all.length > 0) parts.set('codes', all.join('.'));
  if (isRevealed) parts.set('truth', '1');
  return parts.toString();
}

customElements.define('class-view', ClassView);
