// SPDX-License-Identifier: Apache-2.0
//
// Form for human and generated captions of the same images. Dispatches `choice-change` on each change,
// `start-attack` on submit, `choose-labels` for a table of labels instead, and `start-over`.

import { css, html, nothing } from 'lit';
import { same, selectField } from '../../widgets/fields.js';
import { ChoiceForm } from '../../widgets/form-element.js';
import { linesField, linesStyle } from '../../widgets/lines-field.js';
import { textAreaStyle } from '../../widgets/text-area.js';
import {
  getCaptionColumns,
  getCaptionProblems,
  getCategoryColumns,
  getWords,
  type ImageCaptions,
} from './image-captions.js';

export class ImageCaptionsForm extends ChoiceForm<ImageCaptions, ReturnType<typeof getCaptionProblems>> {
  override render() {
    const { choice, profile, wrong } = this;
    const captions = getCaptionColumns(profile).map(({ name }) => same(name));
    const isDbac = choice.measure === 'dbac';
    const content = html`
      <div class="fields">
        ${selectField(
          { id: 'measure', title: 'Measure' },
          [
            { value: 'dbac', text: 'DBAC: bias between an attribute and objects' },
            { value: 'lic', text: 'LIC: leakage of an attribute' },
          ],
          choice.measure,
          (measure) => this.change({ measure: measure as ImageCaptions['measure'] }),
        )}
        ${selectField(
          { id: 'human', title: 'Human captions', hint: 'One caption per image.' },
          captions,
          choice.human,
          (human) => this.change({ human }),
        )}
        ${selectField(
          {
            id: 'generated',
            title: 'Generated captions',
            hint: 'The model’s caption of the same image.',
            wrong: wrong.generated,
          },
          captions,
          choice.generated,
          (generated) => this.change({ generated }),
        )}
        ${selectField(
          {
            id: 'attribute',
            title: 'Attribute',
            hint: 'The group of the person in the image.',
            wrong: wrong.attribute,
          },
          [{ value: '', text: 'Choose one' }, ...getCategoryColumns(profile).map(({ name }) => same(name))],
          choice.attribute,
          (attribute) => {
            const column = profile.columns.find(({ name }) => name === attribute);
            this.change({ attribute, words: getWords(column) });
          },
        )}
        ${isDbac ? html`${this.#imageObjects()} ${this.#vectors()}` : nothing}
      </div>
      ${
        isDbac
          ? html`<div class="texts">
              ${this.#lines('objects', 'Objects', 'Separated by commas or lines. If an object has several words, give it a line: its name, a colon, and its words, such as knife: knife, knives.')}
              ${this.#lines('words', 'Words for each category', 'These words are masked, and determine which category a caption states.')}
            </div>`
          : nothing
      }
    `;
    return this.form(content, 'start-attack', {
      button: 'Compare captions',
      end: html`<p>
        <button type="button" class="plain small" @click=${() => this.tell('choose-labels')}>
          Measure columns of labels instead
        </button>
      </p>`,
    });
  }

  #imageObjects() {
    const columns = this.profile.columns.map(({ name }) => same(name));
    return selectField(
      {
        id: 'image-objects',
        title: 'Objects in the image',
        hint: 'Separated by semicolons. With this column, the other direction is measured too.',
      },
      [{ value: '', text: 'None' }, ...columns],
      this.choice.imageObjects,
      (imageObjects) => this.change({ imageObjects }),
    );
  }

  #vectors() {
    const { vectors } = this.choice;
    return html`
      <div>
        ${
          vectors
            ? html`<span class="label">Word vectors</span>
                <p>
                  ${vectors.name}
                  <button type="button" class="plain" @click=${() => this.change({ vectors: undefined })}>
                    Remove word vectors
                  </button>
                </p>`
            : html`<label class="label" for="vectors">Word vectors</label>
                <input
                  id="vectors"
                  type="file"
                  accept=".txt,.vec,text/plain"
                  aria-describedby="vectors-hint"
                  @change=${this.#chooseVectors}
                />`
        }
        <p class="small soft" id="vectors-hint">
          Optional: a text file of word2vec, GloVe, or fastText. Words that only human or only generated captions contain
          are replaced by the most similar word of the others.
        </p>
      </div>
    `;
  }

  #chooseVectors(event: Event): void {
    const [vectors] = (event.target as HTMLInputElement).files ?? [];
    if (vectors) this.change({ vectors });
  }

  #lines(id: 'objects' | 'words', title: string, hint: string) {
    const field = { id, title, hint, wrong: this.wrong[id] };
    return html`<div>
      ${linesField(field, { rows: 6 }, this.choice[id], (text) => this.change({ [id]: text }))}
    </div>`;
  }

  protected override getProblems() {
    return getCaptionProblems(this.choice);
  }

  static override styles = [
    ...ChoiceForm.styles,
    textAreaStyle,
    linesStyle,
    css`
      input[type='file'] {
        min-height: 2.75rem;
        max-width: 100%;
        font: inherit;
      }
    `,
  ];
}

customElements.define('image-captions-form', ImageCaptionsForm);
