// SPDX-License-Identifier: Apache-2.0
//
// The Learn room: an overview of the lessons, or one of them. Each lesson is on a page of its own, with
// large figures and nothing beside them, so that it can be projected.

import { css, html, LitElement, nothing } from 'lit';
import { type Problem, toProblem } from '../parts/problem.js';
import { leadStyle, style } from '../parts/style.js';
import { type Doors, loadDoors } from './doors.js';
import { type Lesson, lessonAt, lessons } from './lessons.js';
import '../parts/error-note.js';

const largeType = '137.5%';

export class LearnRoom extends LitElement {
  static override properties = {
    doors: { state: true },
    lesson: { state: true },
    isLarge: { state: true },
    problem: { state: true },
  };
  declare doors: Doors | undefined;
  declare lesson: Lesson | undefined;
  declare isLarge: boolean;
  declare problem: Problem | undefined;

  constructor() {
    super();
    this.isLarge = false;
    this.lesson = lessonAt(location.hash);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    addEventListener('hashchange', this.#follow);
    this.#setType();
    void this.#show(lessonAt(location.hash));
  }

  override disconnectedCallback(): void {
    removeEventListener('hashchange', this.#follow);
    document.documentElement.style.fontSize = '';
    super.disconnectedCallback();
  }

  override render() {
    return html`
      ${this.lesson ? this.#lesson(this.lesson) : this.#overview()}
      <fairwasm-error-note .problem=${this.problem}></fairwasm-error-note>
    `;
  }

  #overview() {
    return html`
      <h1 tabindex="-1">What do the numbers mean?</h1>
      <p class="lead">
        Five short explanations. In each, something can be moved, and the figures follow at once. They are
        computed here by the same code that audits a file.
      </p>
      <ol class="lessons">
        ${lessons.map(
          ({ id, title, about }) => html`
            <li>
              <h2><a href="#/learn/${id}">${title}</a></h2>
              <p>${about}</p>
            </li>
          `,
        )}
      </ol>
    `;
  }

  #lesson(lesson: Lesson) {
    const place = lessons.indexOf(lesson);
    const [before, after] = [lessons[place - 1], lessons[place + 1]];
    return html`
      <div class="row top">
        <a href="#/learn">All lessons</a>
        <span class="soft">${place + 1} of ${lessons.length}</span>
        <button aria-pressed=${this.isLarge} @click=${this.#toggleType}>Large type</button>
      </div>
      <h1 tabindex="-1">${lesson.title}</h1>
      ${this.doors ? lesson.view(this.doors) : this.problem ? nothing : html`<p class="soft">Loading</p>`}
      <nav class="row" aria-label="Lessons">
        ${before ? html`<a href="#/learn/${before.id}">Previous: ${before.title}</a>` : nothing}
        ${after ? html`<a class="after" href="#/learn/${after.id}">Next: ${after.title}</a>` : nothing}
      </nav>
    `;
  }

  #follow = (): void => {
    const lesson = lessonAt(location.hash);
    if (lesson !== this.lesson) void this.#show(lesson, true);
  };

  async #show(lesson: Lesson | undefined, hasMoved = false): Promise<void> {
    this.problem = undefined;
    this.lesson = lesson;
    if (hasMoved) {
      await this.updateComplete;
      scrollTo({ top: 0 });
      this.renderRoot.querySelector<HTMLElement>('h1')?.focus();
    }
    if (!lesson) return;
    try {
      await lesson.load();
      this.doors ??= await loadDoors();
    } catch (error) {
      this.problem = toProblem(error);
    }
  }

  #toggleType(): void {
    this.isLarge = !this.isLarge;
    this.#setType();
  }

  // All sizes of the page follow the root's.
  #setType(): void {
    document.documentElement.style.fontSize = this.isLarge ? largeType : '';
  }

  static override styles = [
    style,
    leadStyle,
    css`
      .lessons {
        list-style: none;
        counter-reset: lesson;
        margin: 2.25rem 0 0;
        padding: 0;
        border-top: 1px solid var(--rule);
      }
      .lessons li {
        counter-increment: lesson;
        position: relative;
        padding: 1.5rem 0 1.6rem 3.75rem;
        border-bottom: 1px solid var(--rule);
      }
      .lessons li::before {
        content: counter(lesson);
        position: absolute;
        left: 0.25rem;
        top: 1.25rem;
        font-size: 2rem;
        line-height: 1.2;
        font-weight: 600;
        color: var(--soft);
        font-variant-numeric: tabular-nums;
      }
      .lessons h2 {
        font-size: clamp(1.125rem, 1rem + 0.6vw, 1.375rem);
      }
      .lessons a {
        text-decoration-thickness: 1px;
      }
      .lessons p {
        color: var(--soft);
      }
      .top {
        margin-bottom: 1.5rem;
        gap: 0.5rem 1.25rem;
      }
      .top button {
        margin-inline-start: auto;
      }
      button[aria-pressed='true'] {
        background: var(--accent);
        border-color: var(--accent);
        color: var(--on-accent);
      }
      h1 {
        max-width: 24em;
      }
      nav {
        justify-content: space-between;
        margin-top: 3.5rem;
        padding-top: 1.25rem;
        border-top: 1px solid var(--rule);
      }
      .after {
        margin-inline-start: auto;
        text-align: end;
      }
    `,
  ];
}

customElements.define('learn-room', LearnRoom);
