// SPDX-License-Identifier: Apache-2.0
//
// Form for the columns and the network's Lipschitz constant, which is entered or bounded from weights. Dispatches
// `choice-change` on each change, `pick-network` for weights, and `start-certifying` on submit.

import { css, html, LitElement, nothing } from 'lit';
import type { TableProfile } from '../../table/profile.js';
import { fieldStyle, runButtons, same, selectField } from '../../widgets/fields.js';
import { countText } from '../../widgets/number.js';
import { style } from '../../widgets/style.js';
import { textAreaStyle } from '../../widgets/text-area.js';
import {
  type Choice,
  getProblems,
  groupColumns,
  inputColumns,
  labelColumns,
  type Problems,
} from './choice.js';
import { networkSection } from './network-section.js';

/** The fields where a problem can be fixed. */
const fieldByProblem: Record<keyof Problems, string> = {
  filling: '#filling',
  lipConst: '#lipConst',
  picture: '#height, #width, #activation', // the first that exists
  label: '#label',
  inputs: '[data-part=inputs]',
};

export class CertifyForm extends LitElement {
  static override properties = {
    profile: { attribute: false },
    choice: { attribute: false },
    showsProblems: { state: true },
  };
  declare profile: TableProfile;
  declare choice: Choice;
  declare showsProblems: boolean;

  override render() {
    const wrong = this.showsProblems ? getProblems(this.choice, this.#names) : {};
    return html`
      <form novalidate @submit=${this.#submit}>
        ${networkSection(this.choice, wrong, this.#names, {
          change: (part) => this.#change(part),
          pickFile: (file) => this.#tell('pick-network', file),
        })}
        ${this.#columns(wrong)}
        ${runButtons('Certify', 'Choose other data', () => this.#tell('start-over'))}
      </form>
    `;
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
      this.#change({ [part]: ordered, groups });
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
            [
              { value: '', text: 'Choose one' },
              ...labelColumns(profile).map(({ name }) => same(name)),
            ],
            choice.label,
            (label) =>
              this.#change({
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

  #change(part: Partial<Choice>): void {
    this.#tell('choice-change', { ...this.choice, ...part });
  }

  #tell(type: string, detail?: Choice | File): void {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }

  async #submit(event: Event): Promise<void> {
    event.preventDefault();
    const problems = getProblems(this.choice, this.#names);
    const [first] = Object.keys(problems) as (keyof Problems)[];
    this.showsProblems = first !== undefined;
    if (first === undefined) return this.#tell('start-certifying');
    await this.updateComplete;
    this.renderRoot.querySelector<HTMLElement>(fieldByProblem[first])?.focus();
  }

  static override styles = [
    style,
    fieldStyle,
    textAreaStyle,
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
