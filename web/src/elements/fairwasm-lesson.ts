// SPDX-License-Identifier: Apache-2.0
//
// `<fairwasm-lesson>`, published as `fairwasm/elements/lesson`: one of the page's lessons, for any page. It computes
// with the package, and loads a lesson's code when the element is connected.

import { html, LitElement, nothing } from 'lit';
import { isLessonName, lessonNames } from '../features/learn/names.js';
import { getLanguage, loadCatalog } from '../features/learn/texts/catalog.js';
import { type Problem, toProblem } from '../widgets/problem.js';
import { style } from '../widgets/style.js';
import '../widgets/error-note.js';
import { hostStyle } from './host-style.js';

export { lessonNames };

export class FairwasmLesson extends LitElement {
  static override properties = { name: {}, lang: {}, state: {}, heading: { state: true }, problem: { state: true } };
  /** The name of the lesson. */
  declare name: string;
  /** The state as a string; the event `lesson-state` reports every change. */
  declare state: string;
  declare heading: string | undefined;
  declare problem: Problem | undefined;

  constructor() {
    super();
    this.name = '';
    this.state = '';
  }

  override willUpdate(changed: Map<string, unknown>): void {
    if (changed.has('name') || changed.has('lang')) void this.#load();
  }

  /** The language of the element, or of its nearest ancestor, or English. */
  get #language() {
    return getLanguage(this.lang || this.closest('[lang]')?.getAttribute('lang'));
  }

  async #load(): Promise<void> {
    const { name } = this;
    const language = this.#language;
    try {
      if (!isLessonName(name)) throw new Error(`Unknown lesson “${name}”. Use one of ${lessonNames.join(', ')}.`);
      const [catalog] = await Promise.all([loadCatalog(language), import('../features/learn/lesson-frame.js')]);
      if (name !== this.name || language !== this.#language) return;
      this.heading = catalog.lessons[name].title;
      this.problem = undefined;
    } catch (error) {
      this.problem = toProblem(error);
    }
  }

  override render() {
    if (this.problem) return html`<fairwasm-error-note .problem=${this.problem}></fairwasm-error-note>`;
    if (this.heading === undefined) return nothing;
    const language = this.#language;
    return html`
      <div lang=${language}>
        <h2>${this.heading}</h2>
        <fairwasm-lesson-frame
          name=${this.name}
          language=${language}
          level="3"
          .given=${this.state}
          @lesson-state=${this.#tell}
        ></fairwasm-lesson-frame>
      </div>
    `;
  }

  #tell = ({ detail }: CustomEvent<string>): void => {
    this.dispatchEvent(new CustomEvent('lesson-state', { detail, bubbles: true }));
  };

  static override styles = [style, hostStyle];
}

customElements.define('fairwasm-lesson', FairwasmLesson);
