// SPDX-License-Identifier: Apache-2.0
//
// The page for teachers: a plan, level and duration of each lesson, links for a class, and all answers and solutions.

import { css, html, LitElement } from 'lit';
import { type Problem, toProblem } from '../../widgets/problem.js';
import { style } from '../../widgets/style.js';
import { getAddress } from './address.js';
import { maxClass } from './class-samples.js';
import { course, sessions } from './course.js';
import { guesses, type Say } from './lesson.js';
import { type LessonName, lessonNames, lessons } from './names.js';
import { fill, getText, type Language } from './texts/catalog.js';
import type { Catalog } from './texts/lesson-texts.js';
import '../../widgets/error-note.js';

const numeric: ReadonlySet<string> = new Set(['session', 'minutes']);

export class TeacherView extends LitElement {
  static override properties = {
    catalog: { attribute: false },
    language: {},
    say: { attribute: false },
    right: { state: true },
    problem: { state: true },
  };
  declare catalog: Catalog;
  declare language: Language;
  declare say: Say;
  /** The numbers of the correct guesses. */
  declare right: Readonly<Record<string, number>>;
  declare problem: Problem | undefined;
  /** A population that students of an earlier class do not know. */
  readonly #number: number;

  constructor() {
    super();
    this.right = {};
    this.#number = 1 + Math.floor(Math.random() * maxClass);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    void this.#load();
  }

  async #load(): Promise<void> {
    try {
      const all = lessonNames.map(async (name) => [name, (await lessons[name]()).default.right]);
      this.right = Object.fromEntries(await Promise.all(all));
    } catch (error) {
      this.problem = toProblem(error);
    }
  }

  override render() {
    const { say } = this;
    const rules = [1, 2, 3, 4] as const;
    return html`
      <p class="lead">${say('teacher.lead')}</p>
      <fairwasm-error-note .problem=${this.problem}></fairwasm-error-note>
      <section aria-labelledby="how">
        <h2 id="how">${say('teacher.how')}</h2>
        <ol>
          ${rules.map((each) => html`<li>${say(`teacher.rule.${each}`)}</li>`)}
        </ol>
      </section>
      <section>
        <h2 id="plan">${say('teacher.plan')}</h2>
        <div class="scroll" tabindex="0" role="region" aria-label=${say('teacher.plan')}>
          <table>
            <caption class="spoken">${say('teacher.plan')}</caption>
            <thead>
              <tr>
                ${['lesson', 'session', 'level', 'minutes', 'needs', 'after'].map(
                  (key) =>
                    html`<th scope="col" class=${numeric.has(key) ? '' : 'text'}>${say(`teacher.column.${key}`)}</th>`,
                )}
              </tr>
            </thead>
            <tbody>
              ${lessonNames.map((name) => this.#row(name))}
            </tbody>
          </table>
        </div>
      </section>
      <section aria-labelledby="class">
        <h2 id="class">${say('class.title')}</h2>
        <p>${say('teacher.class')}</p>
        <p>
          <a href=${this.#link('class', `class=${this.#number}&size=100`)}>${say('teacher.class.open')}</a>
        </p>
      </section>
      <section aria-labelledby="solutions">
        <h2 id="solutions">${say('teacher.solutions')}</h2>
        ${lessonNames.map((name) => this.#solutions(name))}
      </section>
    `;
  }

  #link = (lesson: LessonName | 'class', state = '') => getAddress({ lesson, language: this.language, state });

  #title = (name: LessonName) => this.catalog.lessons[name].title;

  #row(name: LessonName) {
    const { say } = this;
    const { level, minutes, needs, after } = course[name];
    const session = sessions.findIndex((names) => names.includes(name)) + 1;
    return html`
      <tr>
        <th scope="row"><a href=${this.#link(name)}>${this.#title(name)}</a></th>
        <td>${session}</td>
        <td class="text">${say(`level.${level}`)}</td>
        <td>${minutes}</td>
        <td class="text">${say(`needs.${needs}`)}</td>
        <td class="text">${after.map(this.#title).join('; ')}</td>
      </tr>
    `;
  }

  #solutions(name: LessonName) {
    const { say } = this;
    const texts = this.catalog.lessons[name];
    const right = this.right[name];
    return html`
      <details>
        <summary>${texts.title}</summary>
        <p><strong>${say('teacher.question')}:</strong> ${texts.question}</p>
        ${right === undefined ? '' : html`<p><strong>${say('teacher.answer')}:</strong> ${getText(texts, `guess.${right}`)}</p>`}
        <p>${fill(texts.remember)}</p>
        <ol>
          ${guesses.map(
            (each) => html`<li>
              <p>${getText(texts, `exercise.${each}`)}</p>
              <p class="solution">${getText(texts, `solution.${each}`)}</p>
            </li>`,
          )}
        </ol>
      </details>
    `;
  }

  static override styles = [
    style,
    css`
      section {
        margin-top: 2.5rem;
      }
      section > p,
      ol,
      details,
      .scroll {
        margin-top: 0.75rem;
      }
      li {
        margin-top: 0.5rem;
      }
      details p {
        margin-top: 0.5rem;
      }
      .solution {
        padding-inline-start: 0.9rem;
        border-inline-start: 3px solid var(--accent);
      }
      .text {
        text-align: start;
      }
      tbody th {
        min-width: 14rem;
        white-space: normal;
      }
      @media print {
        details:not([open]) {
          display: none;
        }
      }
    `,
  ];
}

customElements.define('teacher-view', TeacherView);
