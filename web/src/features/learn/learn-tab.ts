// SPDX-License-Identifier: Apache-2.0
//
// The Learn tab: an overview of the lessons, or one of them. Each lesson has a page that contains only the lesson,
// with large figures, so that it can be projected.

import { css, html, LitElement, nothing } from 'lit';
import { type Problem, toProblem } from '../../widgets/problem.js';
import { leadStyle, style } from '../../widgets/style.js';
import { type ExtraPage, getAddress, isExtraPage, type Place, placeAt } from './address.js';
import { course } from './course.js';
import type { Say } from './lesson.js';
import type { Modules } from './modules.js';
import { type LessonName, lessonNames } from './names.js';
import { fill, getText, languages, loadCatalog } from './texts/catalog.js';
import type { Catalog } from './texts/lesson-texts.js';
import '../../widgets/error-note.js';

const largeType = '137.5%';

const loadExtra: Readonly<Record<ExtraPage, () => Promise<unknown>>> = {
  class: () => import('./class-view.js'),
  teacher: () => import('./teacher-view.js'),
  translate: () => import('./translate-view.js'),
};

// This lesson has no guess and no exercises, and is in English, like the libraries that it compares.
const defects = {
  title: 'Why do two libraries return different numbers?',
  about:
    'Three cases in which a well-known library does not compute what its paper defines, each shown with one slider.',
};

export class LearnTab extends LitElement {
  static override properties = {
    place: { state: true },
    catalog: { state: true },
    modules: { state: true },
    isLarge: { state: true },
    problem: { state: true },
  };
  declare place: Place;
  /** The overview in the current language. */
  declare catalog: Catalog | undefined;
  /** The packages for the lesson about libraries. */
  declare modules: Modules | undefined;
  declare isLarge: boolean;
  declare problem: Problem | undefined;
  /** The most recent request, which is shown once it is loaded. */
  #asked: Place;

  constructor() {
    super();
    this.isLarge = false;
    this.place = placeAt(location.hash);
    this.#asked = this.place;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    addEventListener('hashchange', this.#follow);
    this.#setType();
    void this.#show(placeAt(location.hash));
  }

  override disconnectedCallback(): void {
    removeEventListener('hashchange', this.#follow);
    document.documentElement.style.fontSize = '';
    super.disconnectedCallback();
  }

  override render() {
    const { catalog } = this;
    const note = html`<fairwasm-error-note .problem=${this.problem}></fairwasm-error-note>`;
    if (!catalog) return html`<h1 tabindex="-1"></h1> ${note}`;
    const say: Say = (key, facts) => fill(getText(catalog.common, `tab.${key}`), facts);
    return html`
      <div lang=${this.place.language}>
        ${
          isExtraPage(this.place.lesson)
            ? this.#extra(this.place.lesson, catalog, say)
            : this.place.lesson
              ? this.#lesson(catalog, say)
              : this.#overview(catalog, say)
        }
      </div>
      ${note}
    `;
  }

  #languages(say: Say) {
    return html`
      <div class="languages" role="group" aria-label=${say('language')}>
        ${Object.entries(languages).map(
          ([language, { title }]) => html`
            <button
              lang=${language}
              aria-pressed=${this.place.language === language}
              @click=${() => this.#move({ language })}
            >
              ${title}
            </button>
          `,
        )}
      </div>
    `;
  }

  #overview(catalog: Catalog, say: Say) {
    return html`
      <div class="row top">${this.#languages(say)}</div>
      <h1 tabindex="-1">${say('title')}</h1>
      <p class="lead">${say('lead')}</p>
      <ol class="lessons">
        ${lessonNames.map(
          (name) => html`
            <li>
              <h2><a href=${this.#link(name)}>${catalog.lessons[name].title}</a></h2>
              <p>${catalog.lessons[name].about}</p>
              <p class="small facts">${this.#facts(name, catalog)}</p>
            </li>
          `,
        )}
      </ol>
      <h2 class="beyond">${say('teach')}</h2>
      <ul class="pages">
        ${(['class', 'teacher', 'translate'] as const).map(
          (name) => html`<li>
            <a href=${this.#link(name)}>${getText(catalog.common, `${name}.title`)}</a><br />
            ${getText(catalog.common, `${name}.about`)}
          </li>`,
        )}
      </ul>
      <h2 class="beyond">${say('beyond')}</h2>
      <p lang="en"><a href=${this.#link('defects')}>${defects.title}</a><br />${defects.about}</p>
    `;
  }

  #facts(name: LessonName, { common, lessons }: Catalog): string {
    const { level, minutes, after } = course[name];
    const before = after.map((each) => lessons[each].title);
    return [
      getText(common, `level.${level}`),
      fill(getText(common, 'minutes'), { count: String(minutes) }),
      ...before.map((title) => fill(getText(common, 'after'), { title })),
    ].join(' · ');
  }

  #extra(name: ExtraPage, catalog: Catalog, say: Say) {
    const { language, state } = this.place;
    const common: Say = (key, facts) => fill(getText(catalog.common, key), facts);
    return html`
      <div class="row top">
        <a class="all" href=${this.#link(undefined)}>${say('all')}</a>
        <span class="tools">
          ${this.#languages(say)}
          <button aria-pressed=${this.isLarge} @click=${this.#toggleType}>${say('large')}</button>
        </span>
      </div>
      <h1 tabindex="-1">${common(`${name}.title`)}</h1>
      ${
        name === 'class'
          ? html`<class-view
              language=${language}
              .say=${common}
              .given=${state}
              @lesson-state=${(event: CustomEvent<string>) => this.#keep(event.detail)}
            ></class-view>`
          : name === 'teacher'
            ? html`<teacher-view language=${language} .say=${common} .catalog=${catalog}></teacher-view>`
            : html`<translate-view
                .say=${common}
                @language-added=${(event: CustomEvent<string>) =>
                  this.#move({ lesson: undefined, language: event.detail, state: '' })}
              ></translate-view>`
      }
    `;
  }

  #link(lesson: Place['lesson']): string {
    return getAddress({ lesson, language: this.place.language, state: '' });
  }

  #lesson(catalog: Catalog, say: Say) {
    const { lesson, language, state } = this.place;
    const all = [...lessonNames, 'defects'] as const;
    const place = all.indexOf(lesson as (typeof all)[number]);
    const [before, after] = [all[place - 1], all[place + 1]];
    const getTitle = (name: (typeof all)[number]) => (name === 'defects' ? defects.title : catalog.lessons[name].title);
    return html`
      <div class="row top">
        <a class="all" href=${this.#link(undefined)}>${say('all')}</a>
        ${
          lesson === 'defects'
            ? nothing
            : html`<span class="soft">${say('place', { place: String(place + 1), all: String(lessonNames.length) })}</span>`
        }
        <span class="tools">
          ${this.#languages(say)}
          <button aria-pressed=${this.isLarge} @click=${this.#toggleType}>${say('large')}</button>
        </span>
      </div>
      <h1 tabindex="-1" lang=${lesson === 'defects' ? 'en' : language}>${getTitle(all[place] as (typeof all)[number])}</h1>
      ${
        lesson === 'defects'
          ? this.modules
            ? html`<defects-lesson lang="en" .modules=${this.modules}></defects-lesson>`
            : html`<p class="soft">${say('loading')}</p>`
          : html`<fairwasm-lesson-frame
              name=${lesson as string}
              language=${language}
              .given=${state}
              @lesson-state=${(event: CustomEvent<string>) => this.#keep(event.detail)}
            ></fairwasm-lesson-frame>`
      }
      <nav class="row" aria-label=${say('nav')}>
        ${before ? html`<a href=${this.#link(before)}>${say('previous', { title: getTitle(before) })}</a>` : nothing}
        ${after ? html`<a class="after" href=${this.#link(after)}>${say('next', { title: getTitle(after) })}</a>` : nothing}
      </nav>
    `;
  }

  #follow = (): void => {
    const place = placeAt(location.hash);
    if (getAddress(place) === getAddress(this.#asked)) return;
    void this.#show(place, place.lesson !== this.#asked.lesson);
  };

  // The address follows the state of the lesson, without a history entry for each change. A lesson that is being left
  // no longer changes it.
  #keep(state: string): void {
    if (placeAt(location.hash).lesson === this.place.lesson) this.#move({ state });
  }

  #move(change: Partial<Place>): void {
    const place = { ...this.#asked, ...change };
    history.replaceState(history.state, '', getAddress(place));
    void this.#show(place);
  }

  async #show(place: Place, hasMoved = false): Promise<void> {
    this.problem = undefined;
    this.#asked = place;
    const isOther = this.place.language !== place.language || !this.catalog;
    try {
      // The tab shows one lesson at a time: the current lesson stays until the next is loaded.
      const catalog = isOther ? await loadCatalog(place.language) : this.catalog;
      if (isExtraPage(place.lesson)) await loadExtra[place.lesson]();
      else if (place.lesson && place.lesson !== 'defects') await import('./lesson-frame.js');
      if (place !== this.#asked) return;
      this.catalog = catalog;
    } catch (error) {
      if (place !== this.#asked) return;
      this.problem = toProblem(error);
    }
    this.place = place;
    if (hasMoved) {
      await this.updateComplete;
      scrollTo({ top: 0 });
      this.renderRoot.querySelector<HTMLElement>('h1')?.focus();
    }
    if (place.lesson === 'defects') await this.#loadDefects();
  }

  async #loadDefects(): Promise<void> {
    try {
      const [{ loadModules }] = await Promise.all([import('./modules.js'), import('./defects-lesson.js')]);
      this.modules ??= await loadModules();
    } catch (error) {
      this.problem = toProblem(error);
    }
  }

  #toggleType(): void {
    this.isLarge = !this.isLarge;
    this.#setType();
  }

  // All sizes on the page are relative to the root's.
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
        padding: 1.25rem 0 1.35rem 3.75rem;
        border-bottom: 1px solid var(--rule);
      }
      .lessons li::before {
        content: counter(lesson);
        position: absolute;
        left: 0.25rem;
        top: 1.05rem;
        font-size: 1.75rem;
        line-height: 1.2;
        font-weight: 600;
        color: var(--soft);
        font-variant-numeric: tabular-nums;
      }
      .lessons h2 {
        font-size: clamp(1.0625rem, 1rem + 0.5vw, 1.25rem);
      }
      .lessons a {
        text-decoration-thickness: 1px;
      }
      .lessons p {
        color: var(--soft);
      }
      @media (min-width: 60rem) {
        .lessons {
          display: grid;
          grid-template-columns: 1fr 1fr;
          column-gap: 3rem;
        }
      }
      .lessons .facts {
        margin-top: 0.25rem;
      }
      .pages {
        list-style: none;
        margin: 0;
        padding: 0;
      }
      .pages li {
        margin-top: 0.6rem;
      }
      .beyond {
        margin-top: 2.5rem;
        font-size: 1.0625rem;
      }
      .top {
        margin-bottom: 1.5rem;
        gap: 0.5rem 1.25rem;
      }
      .tools,
      .languages {
        display: flex;
        flex-wrap: wrap;
        gap: 0.5rem;
      }
      .tools,
      .top > .languages {
        margin-inline-start: auto;
      }
      .top button {
        min-height: 2.25rem;
        padding: 0.2rem 0.75rem;
        font-size: 0.9375rem;
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
      @media (forced-colors: active) {
        button[aria-pressed='true'] {
          border: 3px solid Highlight;
        }
      }
      @media print {
        .top,
        nav {
          display: none;
        }
      }
    `,
  ];
}

customElements.define('learn-tab', LearnTab);
