// SPDX-License-Identifier: Apache-2.0
//
// The frame of every lesson: a question and a guess, then controls with figures, a summary, and a sheet of exercises.
// Built from the lesson's parts and the catalog of its language.

import { html, LitElement, nothing, type TemplateResult } from 'lit';
import { download } from '../../widgets/download.js';
import { type Problem, toProblem } from '../../widgets/problem.js';
import { style } from '../../widgets/style.js';
import { figureTables } from './figure-tables.js';
import { frameStyle } from './frame-style.js';
import { type Control, guesses, isSlider, type Scene, type Values } from './lesson.js';
import { answerText, type Computed, type Loaded, loadLesson, nowText, showsAnswer, valueIn } from './load-lesson.js';
import type { LessonName } from './names.js';
import { getSheet, paperSheet, sheetMarkdown } from './sheet.js';
import { type LessonState, readState, stateText } from './state.js';
import { lessonStyle } from './style.js';
import type { Language } from './texts/catalog.js';
import '../../widgets/error-note.js';
import './slide-control.js';

export class LessonFrame extends LitElement {
  static override properties = {
    name: {},
    language: {},
    given: {},
    level: { type: Number },
    loaded: { state: true },
    state: { state: true },
    computed: { state: true },
    problem: { state: true },
  };
  declare name: LessonName;
  declare language: Language;
  /** The initial state; `lesson-state` reports every change with the new string. */
  declare given: string;
  /** The level of the headings. */
  declare level: number;
  declare loaded: Loaded | undefined;
  declare state: LessonState | undefined;
  declare computed: Computed | undefined;
  declare problem: Problem | undefined;

  constructor() {
    super();
    this.language = 'en';
    this.given = '';
    this.level = 2;
  }

  override willUpdate(changed: Map<string, unknown>): void {
    if (changed.has('name') || changed.has('language')) void this.#load();
    else if (changed.has('given') && this.loaded && this.given !== this.#text) {
      this.state = readState(this.loaded.lesson, this.given);
      void this.#compute();
    }
  }

  async #load(): Promise<void> {
    const { name, language } = this;
    const isCurrent = () => name === this.name && language === this.language;
    this.problem = undefined;
    try {
      const known = this.loaded?.name === name ? this.loaded : undefined;
      const loaded = await loadLesson(name, language, known);
      if (!isCurrent()) return;
      if (!known) this.computed = undefined;
      this.loaded = loaded;
      this.state = known ? this.state : readState(loaded.lesson, this.given);
      await this.#compute();
    } catch (error) {
      if (isCurrent()) this.problem = toProblem(error);
    }
  }

  async #compute(): Promise<void> {
    const { loaded, state } = this;
    if (!loaded || !state) return;
    try {
      const { values } = state;
      const result = await loaded.lesson.compute(loaded.modules, values);
      if (loaded.lesson !== this.loaded?.lesson || values !== this.state?.values) return;
      this.computed = { values, result };
      const { guess, isSeen } = this.state;
      if (guess !== undefined && !isSeen && loaded.lesson.isShown(result, values)) this.#set({ isSeen: true });
    } catch (error) {
      this.problem = toProblem(error);
    }
  }

  /** The state as a string. */
  get #text(): string {
    return this.loaded && this.state ? stateText(this.loaded.lesson, this.state) : this.given;
  }

  // The state of a lesson that is being left is ignored: it would be read with the strings of another lesson.
  #set(change: Partial<LessonState>): void {
    if (this.loaded?.name !== this.name) return;
    this.state = { ...(this.state as LessonState), ...change };
    if (change.values) void this.#compute();
    this.dispatchEvent(new CustomEvent('lesson-state', { detail: this.#text }));
  }

  #move(values: Values): void {
    this.#set({ values: { ...(this.state as LessonState).values, ...values } });
  }

  async #guess(guess: number): Promise<void> {
    this.#set({ guess });
    await this.#compute();
    await this.updateComplete;
    this.renderRoot.querySelector<HTMLElement>('#task')?.focus();
  }

  override render() {
    const { loaded, state, computed } = this;
    if (this.problem) return html`<fairwasm-error-note .problem=${this.problem}></fairwasm-error-note>`;
    // Figures of another lesson must not appear under the title of a lesson that is still loading.
    if (!loaded || !state || loaded.name !== this.name) return html`<p class="soft">…</p>`;
    return html`
      <div class="screen">
        <p class="lead">${loaded.say('lead')}</p>
        ${this.#question(loaded, state)}
        ${state.guess === undefined || !computed ? nothing : this.#stage(loaded, state, computed)}
        ${state.isSeen && computed ? this.#end(loaded, state, computed) : nothing}
      </div>
      ${computed ? paperSheet(getSheet(loaded, computed), loaded.common, state.isSeen) : nothing}
    `;
  }

  #heading(id: string, text: string): TemplateResult {
    return this.level === 2
      ? html`<h2 id=${id} tabindex="-1">${text}</h2>`
      : html`<h3 id=${id} tabindex="-1">${text}</h3>`;
  }

  #question({ say, common }: Loaded, { guess }: LessonState) {
    return html`
      <section class="ask" aria-labelledby="question">
        ${this.#heading('question', common('question'))}
        <fieldset>
          <legend>${say('question')}</legend>
          <div class="guesses">
            ${guesses.map(
              (each) => html`
                <label class=${guess === each ? 'chosen' : ''}>
                  <input
                    type="radio"
                    name="guess"
                    value=${each}
                    .checked=${guess === each}
                    @change=${() => this.#guess(each)}
                  />
                  ${say(`guess.${each}`)}
                </label>
              `,
            )}
          </div>
        </fieldset>
        ${
          guess === undefined
            ? html`<button class="plain" @click=${() => this.#guess(0)}>${common('skip')}</button>`
            : nothing
        }
      </section>
    `;
  }

  #stage(loaded: Loaded, { values, isSeen }: LessonState, computed: Computed) {
    const { lesson, say, common, format } = loaded;
    const scene: Scene<unknown> = { ...computed, say, format };
    const behind = lesson.tables(scene).filter(({ isDrawn }) => !isDrawn);
    return html`
      <section aria-labelledby="task">
        ${this.#heading('task', common('move'))}
        <p>${say('task')}</p>
        <div class="stage">
          <div class="controls">
            ${lesson.presets ? this.#presets(loaded) : nothing}
            ${lesson.controls.map((control) => this.#control(control, loaded, values))}
          </div>
          <div class="seen">
            <p class="say" role="status">${nowText(loaded, computed)}</p>
            ${lesson.draw(scene)}
            <details>
              <summary>${common('table')}</summary>
              ${figureTables(behind)}
            </details>
          </div>
        </div>
        ${isSeen ? nothing : html`<button class="show" @click=${this.#show}>${common('show')}</button>`}
      </section>
    `;
  }

  #presets({ lesson, modules, say, common }: Loaded) {
    return html`
      <div class="presets" role="group" aria-label=${common('presets')}>
        ${lesson.presets?.map(
          ({ id, values }) => html`
            <button
              @click=${() =>
                this.#move(typeof values === 'function' ? values(modules, (this.state as LessonState).values) : values)}
            >
              ${say(`preset.${id}`)}
            </button>
          `,
        )}
      </div>
    `;
  }

  #control(control: Control, { say, format }: Loaded, values: Values) {
    const { id } = control;
    const value = values[id] as number;
    const name = say(`control.${id}`);
    if (!isSlider(control)) return html`<button @click=${() => this.#move({ [id]: value + 1 })}>${name}</button>`;
    return html`
      <fairwasm-slide-control
        label=${name}
        tone=${control.tone ?? ''}
        min=${control.min}
        max=${control.max}
        step=${control.step}
        value=${value}
        text=${valueIn(format, control, value)}
        @slide=${(event: CustomEvent<number>) => this.#move({ [id]: event.detail })}
      ></fairwasm-slide-control>
    `;
  }

  #show = (): void => {
    if (this.loaded) this.#move(this.loaded.answer.values);
  };

  #end(loaded: Loaded, { guess = 0 }: LessonState, computed: Computed) {
    const { lesson, say, common } = loaded;
    return html`
      <section class="answer" aria-labelledby="answer">
        ${this.#heading('answer', common('answer'))}
        <div role="status">
          ${
            guess === 0
              ? nothing
              : html`<p class="verdict">
                  ${guess === lesson.right ? common('guessed.right') : common('guessed.wrong', { right: say(`guess.${lesson.right}`) })}
                </p>`
          }
          <p>${answerText(loaded, computed)}</p>
        </div>
        ${
          showsAnswer(loaded, computed)
            ? nothing
            : html`<button class="show" @click=${this.#show}>${common('answer.go')}</button>`
        }
      </section>
      <section class="point" aria-labelledby="remember">
        ${this.#heading('remember', common('remember'))}
        <p>${say('remember')}</p>
        <p class="small soft">${say('source')}</p>
      </section>
      <section class="try" aria-labelledby="exercises">
        ${this.#heading('exercises', common('exercises'))}
        <ol>${guesses.map((each) => html`<li>${say(`exercise.${each}`)}</li>`)}</ol>
        <details>
          <summary>${common('solutions')}</summary>
          <ol>${guesses.map((each) => html`<li>${say(`solution.${each}`)}</li>`)}</ol>
        </details>
        <div class="row sheets">
          <button @click=${() => globalThis.print()}>${common('print')}</button>
          <button @click=${() => this.#save(loaded, computed)}>${common('save')}</button>
        </div>
      </section>
    `;
  }

  #save(loaded: Loaded, computed: Computed): void {
    const text = sheetMarkdown(getSheet(loaded, computed), loaded.common);
    download(`${loaded.name}-${loaded.language}.md`, 'text/markdown', text);
  }

  static override styles = [style, lessonStyle, frameStyle];
}

customElements.define('fairwasm-lesson-frame', LessonFrame);
