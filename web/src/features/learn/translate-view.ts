// SPDX-License-Identifier: Apache-2.0
//
// The page for translators: save the table of strings, fill it in with a spreadsheet, and try it in the lessons.
// Dispatches `language-added` with the tag of the language.

import { css, html, LitElement, nothing } from 'lit';
import { chooseFileStyle, toFileListener } from '../../widgets/choose-file.js';
import { download } from '../../widgets/download.js';
import { type Problem, toProblem } from '../../widgets/problem.js';
import { style } from '../../widgets/style.js';
import type { Say } from './lesson.js';
import { addLanguage, languages } from './texts/catalog.js';
import english from './texts/en.js';
import { catalogSource, readTranslation, type Translation, translationTable } from './texts/translation.js';
import '../../widgets/error-note.js';

const maxShown = 12;

export class TranslateView extends LitElement {
  static override properties = { say: { attribute: false }, translation: { state: true }, problem: { state: true } };
  declare say: Say;
  declare translation: Translation | undefined;
  declare problem: Problem | undefined;

  override render() {
    const { say } = this;
    return html`
      <p class="lead">${say('translate.lead')}</p>
      <section aria-labelledby="save">
        <h2 id="save">${say('translate.save')}</h2>
        <p>${say('translate.save.how')}</p>
        <p class="row">
          <button class="primary" @click=${() => this.#save('en')}>${say('translate.table')}</button>
          <button @click=${() => this.#save('de')}>${say('translate.german')}</button>
        </p>
      </section>
      <section aria-labelledby="fill">
        <h2 id="fill">${say('translate.fill')}</h2>
        <ul>
          ${[1, 2, 3, 4].map((each) => html`<li>${say(`translate.rule.${each}`, { size: '{size}' })}</li>`)}
        </ul>
      </section>
      <section aria-labelledby="try">
        <h2 id="try">${say('translate.try')}</h2>
        <p>
          <input
            id="table"
            type="file"
            accept=".csv,.tsv,.txt,text/csv"
            class="spoken"
            @change=${this.#choose}
          />
          <label for="table" class="choose">${say('translate.open')}</label>
        </p>
        <fairwasm-error-note .problem=${this.problem}></fairwasm-error-note>
        <div role="status">${this.translation ? this.#read(this.translation) : nothing}</div>
      </section>
    `;
  }

  #read(translation: Translation) {
    const { say } = this;
    const { done, all, problems, title, tag } = translation;
    const places = problems.filter(({ reason }) => reason !== 'missing');
    const missing = problems.filter(({ reason }) => reason === 'missing');
    const list = [...places, ...missing];
    return html`
      <p>${say('translate.done', { title, tag, done: String(done), all: String(all) })}</p>
      <ul>
        ${list
          .slice(0, maxShown)
          .map(({ key, reason }) => html`<li><code>${key}</code>: ${say(`translate.${reason}`)}</li>`)}
        ${list.length > maxShown ? html`<li>${say('translate.more', { count: String(list.length - maxShown) })}</li>` : nothing}
      </ul>
      <p class="row">
        <button class="primary" ?disabled=${tag === 'en'} @click=${() => this.#try(translation)}>
          ${say('translate.show', { title })}
        </button>
        <button
          ?disabled=${problems.length > 0}
          @click=${() => download(`${tag}.ts`, 'text/plain', catalogSource(translation))}
        >
          ${say('translate.source')}
        </button>
      </p>
    `;
  }

  async #save(language: 'en' | 'de'): Promise<void> {
    const entry = languages[language];
    const given =
      language === 'en' || !entry
        ? undefined
        : { tag: language, title: entry.title, catalog: (await entry.load()).default };
    download(`lessons-${given?.tag ?? 'new'}.csv`, 'text/csv', translationTable(english, given));
  }

  #choose = toFileListener(async (file) => {
    this.problem = undefined;
    try {
      this.translation = readTranslation(await file.text(), english);
    } catch (error) {
      this.problem = toProblem(error);
    }
  });

  #try({ tag, title, catalog }: Translation): void {
    addLanguage(tag, title, catalog);
    this.dispatchEvent(new CustomEvent('language-added', { detail: tag }));
  }

  static override styles = [
    style,
    chooseFileStyle,
    css`
      section {
        margin-top: 2.25rem;
      }
      section > p,
      ul {
        margin-top: 0.75rem;
      }
      li {
        margin-top: 0.35rem;
      }
      code {
        font-family: var(--mono);
      }
    `,
  ];
}

customElements.define('translate-view', TranslateView);
