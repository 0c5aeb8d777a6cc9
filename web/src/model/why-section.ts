// SPDX-License-Identifier: Apache-2.0
//
// “What moves the scores”: how far scores and the gaps between groups depend on each column.

import type { Estimate } from 'fairwasm';
import type { Importance } from 'fairwasm/models';
import { html, nothing } from 'lit';
import { rangeText, valueText } from '../parts/number.js';
import { style } from '../parts/style.js';
import { Asking } from './model-request.js';
import '../parts/data-table.js';

const maxGroups = 4;

export class WhySection extends Asking {
  static override properties = { ...Asking.properties, why: { state: true } };
  declare why: Importance | undefined;

  override willUpdate(changed: Map<string, unknown>): void {
    if (changed.has('setup')) this.why = undefined;
  }

  override render() {
    return html`
      <h2 id="why">What moves the scores</h2>
      <p class="soft">
        Each column is dealt to the rows anew, so that it says nothing of them. How far do scores move then, and how
        much of the gap between groups is gone?
      </p>
      <p><button @click=${this.#ask} ?disabled=${this.share !== undefined}>Weigh the columns</button></p>
      ${this.news('Asking the model')} ${this.why ? shown(this.why) : nothing}
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
  const others = groups.filter(({ group }) => group !== reference);
  const compared = others.sort((a, b) => Math.abs(b.gap) - Math.abs(a.gap)).slice(0, maxGroups);
  const shownGroups = [...compared.map(({ group }) => group), reference];
  return html`
    <ul>
      ${compared.map(
        ({ group, gap }) =>
          html`<li>${group}: mean score ${valueText(Math.abs(gap), 'number')} ${gap < 0 ? 'below' : 'above'} that of ${reference}</li>`,
      )}
    </ul>
    <data-table
      name="What moves the scores"
      .columns=${[
        { title: 'Column', isText: true },
        { title: 'Scores move by' },
        ...shownGroups.map((group) => ({ title: `Those of ${group}` })),
        ...compared.map(({ group }) => ({ title: `Of the gap of ${group}, gone` })),
      ]}
      .rows=${columns.map(({ column, change, groups: own }) => ({
        cells: [
          { text: column },
          cell(change),
          ...shownGroups.map((group) =>
            cell(own.find((each) => each.group === group)?.change ?? { value: Number.NaN }),
          ),
          ...compared.map(({ group }) =>
            cell(own.find((each) => each.group === group)?.gap ?? { value: Number.NaN }),
          ),
        ],
      }))}
    ></data-table>
    <p class="small soft">Under the values 95% intervals. ${note}</p>
  `;
}

customElements.define('why-section', WhySection);
