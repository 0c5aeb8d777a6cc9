// SPDX-License-Identifier: Apache-2.0
//
// “Another value”: the model's decisions if everyone had another value of one column.

import type { Estimate } from 'fairwasm';
import type { Flip } from 'fairwasm/models';
import { html, nothing } from 'lit';
import { fieldStyle, same, selectField } from '../../widgets/fields.js';
import { countText, rangeText, valueText } from '../../widgets/number.js';
import { style } from '../../widgets/style.js';
import { Asking } from './model-request.js';
import '../../widgets/data-table.js';

export class FlipSection extends Asking {
  static override properties = { columns: { attribute: false }, attribute: { state: true }, flip: { state: true } };
  /** The columns with few values, which can be changed. */
  declare columns: readonly string[];
  declare attribute: string;
  declare flip: Flip | undefined;

  override willUpdate(changed: Map<string, unknown>): void {
    if (!changed.has('setup')) return;
    const { group } = this.setup;
    this.attribute = this.columns.includes(group) ? group : (this.columns[0] ?? '');
    this.flip = undefined;
  }

  override render() {
    return html`
      <h2 id="flip">Counterfactual test: change one column</h2>
      <p class="soft">
        Every row receives each of the other values of one column; all other columns stay the same. How many decisions change?
      </p>
      <div class="fields">
        ${selectField(
          { id: 'attribute', title: 'Column to change' },
          this.columns.map(same),
          this.attribute,
          (attribute) => {
            this.attribute = attribute;
            this.flip = undefined;
          },
        )}
      </div>
      <p><button @click=${this.#ask} ?disabled=${this.abort !== undefined}>Change it in every row</button></p>
      ${this.progressOf('Querying the model')} ${this.flip ? shown(this.flip) : nothing}
    `;
  }

  async #ask(): Promise<void> {
    const { attribute } = this;
    this.flip = (await this.answer('flip', { attribute })) ?? this.flip;
  }

  static override styles = [style, fieldStyle];
}

function shown({ changes, missing, note, attribute }: Flip) {
  const cell = ({ value, ci }: Estimate, unit: 'share' | 'number') => ({
    text: valueText(value, unit),
    note: ci ? rangeText(ci, unit) : '',
    order: value,
  });
  return html`
    <data-table
      name=${`Changed decisions by value of ${attribute}`}
      .columns=${[
        { title: 'From → to', isText: true },
        { title: 'Rows' },
        { title: 'Decided differently' },
        { title: 'Become favorable' },
        { title: 'Become unfavorable' },
        { title: 'Mean change of score' },
      ]}
      .rows=${changes.map((change) => ({
        cells: [
          { text: `${change.from} → ${change.to}` },
          { text: countText(change.rows), order: change.rows },
          cell(change.flipRate, 'share'),
          cell(change.becomeFavorable, 'share'),
          cell(change.becomeUnfavorable, 'share'),
          cell(change.meanChange, 'number'),
        ],
      }))}
    ></data-table>
    <p class="small soft">
      95% confidence intervals below the values.
      ${missing > 0 ? `${countText(missing)} rows have no value and are left as they are. ` : ''}${note}
    </p>
  `;
}

customElements.define('flip-section', FlipSection);
