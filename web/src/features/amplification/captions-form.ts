// SPDX-License-Identifier: Apache-2.0
//
// Form for captions, one per line, pasted or loaded from a file: training captions and the model's captions.
// Dispatches `texts-change` on each change and `start-tagging` on submit.

import type { ObjectKind } from 'fairwasm/amplification';
import { css, html, nothing } from 'lit';
import { tableFiles } from '../../table/files.js';
import { toFileListener } from '../../widgets/choose-file.js';
import { selectField } from '../../widgets/fields.js';
import { FormElement } from '../../widgets/form-element.js';
import { linesField, linesStyle } from '../../widgets/lines-field.js';
import { countText } from '../../widgets/number.js';
import { toProblem } from '../../widgets/problem.js';
import { textAreaStyle } from '../../widgets/text-area.js';
import { ask } from '../../worker/ask.js';
import type { CaptionTexts, News, Results, Work } from './protocol.js';
import { standardWords, wordsIn } from './words.js';
import workerUrl from './worker.ts?worker&url';

export interface Texts {
  train: string;
  test: string;
  objects: ObjectKind;
  /** The divisor of the sum. */
  divideBy: CaptionTexts['divideBy'];
  /** Whether objects that the model's captions do not mention are omitted, or counted as 0. */
  seenOnly: boolean;
  /** The words that indicate each group; see words.ts. */
  words: string;
  /** Whether words are counted by lemma. */
  lemma?: boolean;
  matchCase?: boolean;
  definition?: NonNullable<CaptionTexts['definition']>;
}

type Part = 'train' | 'test';

const parts: Record<Part, { title: string; hint: string }> = {
  train: { title: 'Training captions', hint: 'Captions by people, or the captions that the model was trained on.' },
  test: { title: 'The model’s captions', hint: 'Captions that the model generated.' },
};

const noCaptions = 'Enter at least one caption.';

const captionFiles = `${tableFiles},text/plain`;

/** Returns the captions of a text: its nonempty lines. */
export const getLines = (text: string): string[] =>
  text
    .split(/\r\n|\n|\r/)
    .map((line) => line.trim())
    .filter((line) => line !== '');

const inOneLine = (caption: string): string => caption.replace(/[\r\n]+/g, ' ');

export class CaptionsForm extends FormElement<Record<Part | 'words', string>> {
  static override properties = { texts: { attribute: false }, unread: { state: true } };
  declare texts: Texts;
  /** The file that could not be read. */
  declare unread: Partial<Record<Part, string>> | undefined;

  override render() {
    const content = html`
      <div class="texts">${this.#text('train')} ${this.#text('test')}</div>
      <div class="fields">
        ${selectField(
          {
            id: 'objects',
            title: 'Words to measure',
            hint: 'The compromise library tags the words on your device. English only.',
          },
          [
            { value: 'noun', text: 'Nouns' },
            { value: 'verb', text: 'Verbs' },
            { value: 'adjective', text: 'Adjectives' },
          ],
          this.texts.objects,
          (objects) => this.#change({ objects: objects as ObjectKind }),
        )}
        ${selectField(
          {
            id: 'divisor',
            title: 'Divide the sum by',
            hint: 'Both are published: pairs in the project’s code, words in its formula.',
          },
          [
            { value: 'biasedPairs', text: 'Pairs biased in training' },
            { value: 'trainObjects', text: 'Words in the training captions' },
          ],
          this.texts.divideBy,
          (divideBy) => this.#change({ divideBy: divideBy as Texts['divideBy'] }),
        )}
        ${selectField(
          { id: 'unmentioned', title: 'Words that the model never mentions', hint: 'The result reports their number.' },
          [
            { value: 'count', text: 'Count as 0' },
            { value: 'omit', text: 'Omit' },
          ],
          this.texts.seenOnly ? 'omit' : 'count',
          (value) => this.#change({ seenOnly: value === 'omit' }),
        )}
      </div>
      ${this.#more()} ${this.#words()}
    `;
    return this.form(content, 'start-tagging', { button: 'Tag and compare' });
  }

  #text(part: Part) {
    const { title, hint } = parts[part];
    const text = this.texts[part];
    const count = getLines(text).length;
    const counted = `${hint} ${countText(count)} ${count === 1 ? 'caption' : 'captions'}.`;
    return html`
      <div>
        ${linesField(
          { id: part, title, hint: counted, wrong: this.wrong[part] ?? this.unread?.[part] },
          { rows: 10, placeholder: 'One caption per line' },
          text,
          (typed) => this.#change({ [part]: typed }),
        )}
        <label class="file small">
          Load from a file
          <input type="file" accept=${captionFiles} @change=${toFileListener((file) => this.#load(part, file))} />
        </label>
      </div>
    `;
  }

  #more() {
    const { lemma = false, matchCase = false, definition = 'notebook' } = this.texts;
    return html`
      <details ?open=${lemma || matchCase || definition !== 'notebook'}>
        <summary>More options</summary>
        <div class="fields">
          ${selectField(
            { id: 'form', title: 'Forms of a word', hint: 'Lemma: dog and dogs are one word.' },
            [
              { value: 'surface', text: 'As written' },
              { value: 'lemma', text: 'By lemma' },
            ],
            lemma ? 'lemma' : 'surface',
            (form) => this.#change({ lemma: form === 'lemma' }),
          )}
          ${selectField(
            { id: 'case', title: 'Uppercase and lowercase', hint: 'Kite and kite.' },
            [
              { value: 'fold', text: 'The same word' },
              { value: 'match', text: 'Different words' },
            ],
            matchCase ? 'match' : 'fold',
            (value) => this.#change({ matchCase: value === 'match' }),
          )}
          ${selectField(
            {
              id: 'definition',
              title: 'Definition',
              hint: 'The code of the authors sums over 24 fixed words; use it only for comparison.',
            },
            [
              { value: 'notebook', text: 'The published formula' },
              { value: 'bias_analysis', text: 'The code of its authors' },
            ],
            definition,
            (value) => this.#change({ definition: value as NonNullable<Texts['definition']> }),
          )}
        </div>
      </details>
    `;
  }

  #words() {
    const { words } = this.texts;
    const field = {
      id: 'words',
      title: 'One group per line: its name, a colon, and its words',
      hint: 'Two groups or more, such as ages or occupations. A caption counts for each group that one of its words names.',
      wrong: this.wrong.words,
    };
    return html`
      <details>
        <summary>Words that indicate a group${words === standardWords ? '' : ' (your own)'}</summary>
        ${linesField(field, { rows: 6 }, words, (typed) => this.#change({ words: typed }))}
        ${
          words === standardWords
            ? nothing
            : html`<button type="button" class="plain small" @click=${() => this.#change({ words: standardWords })}>
                Restore the default words
              </button>`
        }
      </details>
    `;
  }

  async #load(part: Part, file: File): Promise<void> {
    try {
      const work: Work = { kind: 'read', file };
      const captions = await ask<Results['read'], News>(workerUrl, work);
      this.unread = { ...this.unread, [part]: '' };
      this.#change({ [part]: captions.map(inOneLine).join('\n') });
    } catch (error) {
      const { title, detail } = toProblem(error);
      this.unread = { ...this.unread, [part]: `“${file.name}”: ${title} ${detail}` };
    }
  }

  protected override getProblems() {
    const problem = wordsIn(this.texts.words);
    const isEmpty = (part: Part) => getLines(this.texts[part]).length === 0;
    return {
      ...(isEmpty('train') && { train: noCaptions }),
      ...(isEmpty('test') && { test: noCaptions }),
      ...(typeof problem === 'string' && { words: problem }),
    };
  }

  #change(part: Partial<Texts>): void {
    this.tell('texts-change', { ...this.texts, ...part });
  }

  static override styles = [
    ...FormElement.styles,
    textAreaStyle,
    linesStyle,
    css`
      details {
        margin-top: 1.5rem;
      }
      details .label {
        margin-top: 0.75rem;
      }
      textarea::placeholder {
        color: var(--soft);
        opacity: 1;
      }
      .file {
        display: flex;
        flex-wrap: wrap;
        gap: 0.25rem 0.75rem;
        align-items: center;
        margin-top: 0.5rem;
      }
      .file input {
        min-height: 24px;
        font: inherit;
        max-width: 100%;
        color: var(--soft);
      }
    `,
  ];
}

customElements.define('captions-form', CaptionsForm);
