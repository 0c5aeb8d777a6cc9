// SPDX-License-Identifier: Apache-2.0
//
// Form for the measure, the rows, and the training of attackers. Dispatches `choice-change` on each change and
// `start-attack` on submit.

import { numbers } from 'virtual:numbers/leakage';
import { css, html, type TemplateResult } from 'lit';
import { selectField } from '../../widgets/fields.js';
import { FormElement } from '../../widgets/form-element.js';
import { optionField } from '../../widgets/range.js';
import { type Choice, getProblems, type RowChoice } from './choice.js';
import { moreFields } from './more-fields.js';
import type { Settings } from './protocol.js';
import { type RowChange, rowFields } from './row-fields.js';

export class AttackForm extends FormElement<ReturnType<typeof getProblems>> {
  static override properties = { choice: { attribute: false } };
  declare choice: Choice;

  override render() {
    const { rows, settings } = this.choice;
    const { wrong } = this;
    const content = html`
      <section aria-labelledby="measure-title">
        <h2 id="measure-title">What to measure</h2>
        ${this.#measures(settings, rows)}
        ${settings.measure === 'leakage' ? this.#direction(settings, rows) : ''}
      </section>
      ${rowFields(rows, wrong, (part) => this.#change(part))}
      <section aria-labelledby="learning">
        <h2 id="learning">How attackers learn</h2>
        <div class="fields">
          ${(['trials', 'epochs', 'seed'] as const).map((id) =>
            optionField(id, numbers[id], settings[id], wrong[id], (value) => this.#set({ [id]: value })),
          )}
        </div>
        ${moreFields(settings.more, wrong, (part) => this.#set({ more: { ...settings.more, ...part } }))}
      </section>
    `;
    return this.form(content, 'start-attack', { button: 'Let attackers learn' });
  }

  #measures({ measure }: Settings, { kind }: RowChoice) {
    const option = (value: Settings['measure'], title: string, about: TemplateResult) => html`
      <label class="measure">
        <input
          type="radio"
          name="measure"
          value=${value}
          .checked=${measure === value}
          @change=${() => this.#set({ measure: value })}
        />
        <span><strong>${title}</strong><br /><span class="small soft">${about}</span></span>
      </label>
    `;
    return html`
      <fieldset>
        <legend class="spoken">Measure</legend>
        ${option(
          'leakage',
          'Leakage',
          html`λ<sub>M</sub> − λ<sub>D</sub>: how much better attackers guess the predicted task from the attribute than
            the true task, in percentage points.`,
        )}
        ${
          kind === 'numbers'
            ? ''
            : option(
                'dpa',
                'Predictability amplification (DPA)',
                html`(λ<sub>M</sub> − λ<sub>D</sub>) / (λ<sub>M</sub> + λ<sub>D</sub>), from attribute to task and from
            task to attribute, if the predictions are available.`,
              )
        }
      </fieldset>
    `;
  }

  #direction({ guesses }: Settings, { kind }: RowChoice) {
    const ways = [
      { value: 'outcome-from-attribute', text: 'The outcome, from the attribute' },
      { value: 'attribute-from-outcome', text: 'The attribute, from the outcome' },
    ];
    const isAttribute = guesses === 'attribute-from-outcome';
    const field = {
      id: 'guesses',
      title: 'Target of the attackers',
      hint: isAttribute
        ? 'Attackers guess from the true outcome and from the predicted one, as in Wang et al. (2019), who coined the term. The value ' +
          'does not change if a prediction is merely made too often.'
        : 'Attackers guess the true outcome and the predicted one, as in the bias_amplification package. A prediction that is made ' +
          'too often is easier to guess for that reason alone.',
    };
    const options = kind === 'numbers' ? ways.slice(0, 1) : ways;
    return html`<div class="fields">
      ${selectField(field, options, guesses, (value) => this.#set({ guesses: value as Settings['guesses'] }))}
    </div>`;
  }

  protected override getProblems() {
    return getProblems(this.choice);
  }

  #set(part: Partial<Settings>): void {
    const { rows, settings } = this.choice;
    this.tell('choice-change', { rows, settings: { ...settings, ...part } });
  }

  #change(part: RowChange): void {
    const { rows, settings } = this.choice;
    this.tell('choice-change', { rows: { ...rows, ...part } as RowChoice, settings });
  }

  static override styles = [
    ...FormElement.styles,
    css`
      fieldset {
        display: grid;
        gap: 0.75rem;
        margin-top: 0.75rem;
        grid-template-columns: repeat(auto-fit, minmax(min(20rem, 100%), 1fr));
      }
      .measure {
        display: flex;
        gap: 0.75rem;
        padding: 0.85rem 1rem;
        border: 1px solid var(--rule);
        border-radius: 10px;
        background: var(--card);
        cursor: pointer;
      }
      .measure:has(:checked) {
        border-color: var(--accent);
        background: var(--accent-soft);
      }
      sub {
        line-height: 0;
      }
      .measure input {
        margin-top: 0.2rem;
      }
    `,
  ];
}

customElements.define('attack-form', AttackForm);
