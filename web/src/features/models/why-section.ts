// SPDX-License-Identifier: Apache-2.0
//
// “Feature importance: which columns affect the scores”: how much scores and gaps between groups depend on each column.

import type { Estimate } from 'fairwasm';
import type { Importance } from 'fairwasm/models';
import { html, nothing } from 'lit';
import { rangeText, valueText } from '../../widgets/number.js';
import { style } from '../../widgets/style.js';
import { Asking } from './model-request.js';
import '../../widgets/data-table.js';

const maxGroups = 4;

export class WhySection extends Asking {
  static override properties = { why: { state: true } };
  declare why: Importance | undefined;

  override willUpdate(changed: Map<string, unknown>): void {
    if (changed.has('setup')) this.why = undefined;
  }

  override render() {
    return html`
      <h2 id="why">Feature importance: which columns affect the scores</h2>
      <p class="soft">
        Each column is shuffled among the rows, so that it carries no information. How much do scores change, and how
        much of the gap between groups disappears?
      </p>
      <p><button @click=${this.#ask} ?disabled=${this.abort !== undefined}>Compute importance</button></p>
      ${this.progressOf('Querying the model')} ${this.why ? shown(this.why) : nothing}
    `;
  }

  async #ask(): Promise<void> {
    this.why = (await this.answer('why', {})) ?? this.why;
  }

  static override styles = [style];
}

const cell = ({ value, ci }: Estimate) => ({
  text: valueText(value, 'number'),
  note: ci ? rangeText(ci, 'number') : '',
  order: value,
});

function shown({ columns, groups, reference, note }: Importance) {
  const others = groups.filter(({ name }) => name !== reference);
  const compared = others.sort((a, b) => Math.abs(b.gap) - Math.abs(a.gap)).slice(0, maxGroups);
  const shownGroups = [...compared.map(({ name }) => name), reference];
  return html`
    <ul>
      ${compared.map(
        ({ name, gap }) =>
          html`<li>${name}: mean score ${valueText(Math.abs(gap), 'number')} ${gap < 0 ? 'below' : 'above'} the ${reference} group</li>`,
      )}
    </ul>
    <data-table
      name="Feature importance: which columns affect the scores"
      .columns=${[
        { title: 'Column', isText: true },
        { title: 'Change of scores' },
        ...shownGroups.map((group) => ({ title: `Change in ${group}` })),
        ...compared.map(({ name }) => ({ title: `Reduction of the gap of ${name}` })),
      ]}
      .rows=${columns.map(({ column, change, groups: own }) => ({
        cells: [
          { text: column },
          cell(change),
          ...shownGroups.map((group) => cell(own.find(({ name }) => name === group)?.change ?? { value: Number.NaN })),
          ...compared.map(({ name }) => cell(own.find((each) => each.name === name)?.gap ?? { value: Number.NaN })),
        ],
      }))}
    ></data-table>
    <p class="small soft">95% confidence intervals below the values. ${note}</p>
  `;
}

customElements.define('why-section', WhySection);
