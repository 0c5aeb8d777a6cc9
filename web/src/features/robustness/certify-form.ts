// SPDX-License-Identifier: Apache-2.0
//
// Form for the columns and the network's Lipschitz constant, which is entered or bounded from weights. Dispatches
// `choice-change` on each change, `pick-network` for weights, and `start-certifying` on submit.

import { css, html, nothing } from 'lit';
import { box, boxStyle } from '../../widgets/chooser.js';
import { same, selectField } from '../../widgets/fields.js';
import { ChoiceForm } from '../../widgets/form-element.js';
import { countText } from '../../widgets/number.js';
import { textAreaStyle } from '../../widgets/text-area.js';
import {
  type Choice,
  chosenFeatures,
  getProblems,
  groupColumns,
  inputColumns,
  labelColumns,
  type Problems,
} from './choice.js';
import { networkSection } from './network-section.js';

export class CertifyForm extends ChoiceForm<Choice, Problems> {
  override render() {
    const { wrong } = this;
    const content = html`
      ${networkSection(this.choice, wrong, this.#names, {
        change: (part) => this.change(part),
        pickFile: (file) => this.tell('pick-network', file),
      })}
      ${this.#columns(wrong)}
    `;
    return this.form(content, 'start-certifying', { button: 'Certify' });
  }

  get #names(): string[] {
    return this.profile.columns.map(({ name }) => name);
  }

  #columns(wrong: Problems) {
    const { profile, choice } = this;
    const isNetwork = choice.network !== undefined;
    const toggle = (part: 'inputs' | 'groups') => (name: string, isOn: boolean) => {
      const wanted = isOn ? [...choice[part], name] : choice[part].filter((each) => each !== name);
      // In the order of the file, whatever the order of the clicks.
      const ordered = profile.columns.flatMap((c) => (wanted.includes(c.name) ? c.name : []));
      const groups = part === 'inputs' ? choice.groups.filter((each) => each !== name) : ordered;
      this.change({ [part]: ordered, groups });
    };
    return html`
      <section aria-labelledby="label-title">
        <h2 id="label-title">The rows</h2>
        <div class="fields">
          ${selectField(
            {
              id: 'label',
              title: 'True class',
              hint: 'With one score: 0 and 1, or −1 and 1. With several scores: the name of the score column or its position, starting at 0.',
              wrong: wrong.label,
            },
            [{ value: '', text: 'Choose one' }, ...labelColumns(profile).map(({ name }) => same(name))],
            choice.label,
            (label) =>
              this.change({
                label,
                inputs: choice.inputs.filter((name) => name !== label),
                groups: choice.groups.filter((name) => name !== label),
              }),
          )}
        </div>
      </section>
      ${
        choice.model
          ? nothing
          : html`<section>
        ${this.#checks(
          'inputs',
          isNetwork ? 'The network’s inputs, in its order' : 'Scores',
          isNetwork
            ? 'Numbers in the order of the network’s inputs; for images: channel, row, column.'
            : 'The network’s outputs before softmax or sigmoid: one column, or one per class.',
          inputColumns(profile, choice).map(({ name }) => ({ name, note: '' })),
          choice.inputs,
          toggle('inputs'),
          wrong.inputs,
        )}
        ${
          chosenFeatures(profile, choice)
            ? html`<div class="checks">
                ${box('These columns are the network’s outputs', choice.areOutputs === true, (areOutputs) => this.change({ areOutputs }))}
              </div>`
            : nothing
        }
      </section>`
      }
      <section>
        ${this.#checks(
          'groups',
          'Groups to compare',
          'Any number of columns, or none.',
          groupColumns(profile, choice).map(({ name, values }) => ({
            name,
            note: `${countText(values.length)} ${values.length === 1 ? 'group' : 'groups'}`,
          })),
          choice.groups,
          toggle('groups'),
          undefined,
        )}
      </section>
    `;
  }

  #checks(
    id: string,
    title: string,
    hint: string,
    columns: readonly { name: string; note: string }[],
    chosen: readonly string[],
    toggle: (name: string, isOn: boolean) => void,
    wrong: string | undefined,
  ) {
    return html`
      <fieldset aria-describedby="${id}-hint ${wrong ? `${id}-problem` : ''}">
        <legend><h2>${title}</h2></legend>
        <p class="small soft" id="${id}-hint">
          ${hint} ${columns.length === 0 ? 'No column is left.' : ''}
        </p>
        ${wrong ? html`<p class="problem small" id="${id}-problem">${wrong}</p>` : nothing}
        <div class="checks">
          ${columns.map(
            ({ name, note }) => html`
              <label>
                <input
                  type="checkbox"
                  data-part=${id}
                  .checked=${chosen.includes(name)}
                  @change=${(event: Event) => toggle(name, (event.target as HTMLInputElement).checked)}
                />
                <span>${name}${note ? html` <span class="small soft">${note}</span>` : nothing}</span>
              </label>
            `,
          )}
        </div>
      </fieldset>
    `;
  }

  protected override getProblems() {
    return getProblems(this.choice, this.profile);
  }

  static override styles = [
    ...ChoiceForm.styles,
    textAreaStyle,
    boxStyle,
    css`
      .checks {
        display: grid;
        gap: 0.25rem 2rem;
        margin-top: 0.5rem;
        grid-template-columns: repeat(auto-fill, minmax(min(14rem, 100%), 1fr));
      }
      .checks label {
        display: flex;
        gap: 0.75rem;
        align-items: center;
        min-height: 2.5rem;
        overflow-wrap: anywhere;
      }
      .layers {
        margin-block: 0.5rem 1rem;
        overflow-wrap: anywhere;
      }
      .file {
        display: flex;
        flex-wrap: wrap;
        gap: 0.25rem 0.75rem;
        align-items: center;
        margin-top: 1rem;
      }
      .file input {
        min-height: 24px;
        font: inherit;
        max-width: 100%;
        color: var(--soft);
      }
      section > button {
        margin-top: 1rem;
      }
    `,
  ];
}

customElements.define('certify-form', CertifyForm);
