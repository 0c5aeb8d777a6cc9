// SPDX-License-Identifier: Apache-2.0
//
// “How scores depend on a column”: the mean score at each value by group, and curves of individual rows.

import type { Dependence } from 'fairwasm/models';
import { css, html, nothing } from 'lit';
import { fieldStyle, same, selectField } from '../../widgets/fields.js';
import { lineColors } from '../../widgets/line-colors.js';
import { countText, rangeText, valueText } from '../../widgets/number.js';
import { chartStyle, type Draw } from '../../widgets/plot-chart.js';
import { style } from '../../widgets/style.js';
import { Asking } from './model-request.js';
import '../../widgets/data-table.js';
import '../../widgets/plot-chart.js';

const maxGroups = 6;

export class CurveSection extends Asking {
  static override properties = {
    columns: { attribute: false },
    column: { state: true },
    curve: { state: true },
    draw: { state: true },
  };
  /** The columns that fill the model. */
  declare columns: readonly string[];
  declare column: string;
  declare curve: Dependence | undefined;
  declare draw: Draw;

  override willUpdate(changed: Map<string, unknown>): void {
    if (changed.has('setup')) {
      this.column = this.columns[0] ?? '';
      this.curve = undefined;
    }
    if (changed.has('curve') && this.curve) this.draw = drawing(this.curve);
  }

  override render() {
    return html`
      <h2 id="curve">How scores depend on a column</h2>
      <p class="soft">Every row receives each value of the column in turn; all other columns stay the same.</p>
      <div class="fields">
        ${selectField({ id: 'column', title: 'Column to vary' }, this.columns.map(same), this.column, (column) => {
          this.column = column;
          this.curve = undefined;
        })}
      </div>
      <p><button @click=${this.#ask} ?disabled=${this.abort !== undefined}>Draw the curves</button></p>
      ${this.progressOf('Querying the model')} ${this.curve ? this.#shown(this.curve) : nothing}
    `;
  }

  async #ask(): Promise<void> {
    const { column } = this;
    this.curve = (await this.answer('curve', { column })) ?? this.curve;
  }

  #shown({ column, values, groups, note }: Dependence) {
    const shown = groups.slice(0, maxGroups);
    return html`
      <ul class="legend">
        ${shown.map(
          ({ name, rows }, i) => html`
            <li>
              <svg width="30" height="10" aria-hidden="true">
                <line x1="0" x2="30" y1="5" y2="5" stroke=${getColor(i)} stroke-width="2.5" stroke-dasharray=${dashes[i] ?? ''} />
              </svg>
              ${name} <span class="small soft">${countText(rows)} rows</span>
            </li>
          `,
        )}
      </ul>
      <fairwasm-plot-chart .draw=${this.draw} name=${`mean score by ${column}`}></fairwasm-plot-chart>
      <p class="small soft">
        Thick lines: mean score of each group${groups.length > maxGroups ? `, of the first ${maxGroups} groups` : ''}. Thin lines: individual rows. ${note}
      </p>
      <details>
        <summary>Figures</summary>
      <data-table
        name=${`Mean score by ${column}`}
        .columns=${[{ title: column, isText: true }, ...shown.map(({ name }) => ({ title: name }))]}
        .rows=${values.map((value, i) => ({
          cells: [
            { text: String(value), ...(typeof value === 'number' && { order: value }) },
            ...shown.map(({ means }) => ({
              text: valueText(means[i]?.value ?? Number.NaN, 'number'),
              note: means[i]?.ci ? rangeText(means[i].ci, 'number') : '',
              order: means[i]?.value ?? Number.NaN,
            })),
          ],
        }))}
      ></data-table>
      </details>
    `;
  }

  static override styles = [
    style,
    fieldStyle,
    lineColors,
    css`
      .legend {
        list-style: none;
        padding: 0;
        display: flex;
        flex-wrap: wrap;
        gap: 0.25rem 1.5rem;
      }
      .legend svg {
        vertical-align: middle;
      }
    `,
  ];
}

const dashes = ['none', '7 3', '2 3', '9 3 2 3', '4 4', '12 4'];
const getColor = (i: number) => `var(--line-${i + 1})`;

function drawing({ column, values, isNumeric, groups, curves }: Dependence): Draw {
  const x = (i: number) => (isNumeric ? (values[i] as number) : String(values[i]));
  const shown = groups.slice(0, maxGroups);
  const place = new Map(shown.map(({ name }, i) => [name, i]));
  return (plot, width) =>
    plot.plot({
      width,
      height: Math.max(260, Math.min(420, width * 0.55)),
      marginLeft: 48,
      marginBottom: 46,
      style: chartStyle,
      x: { label: column, labelOffset: 40, type: isNumeric ? 'linear' : 'point' },
      y: { label: 'Score', grid: true },
      marks: [
        ...curves
          .filter(({ group }) => place.has(group))
          .map(({ group, scores }) =>
            plot.line(
              scores.map((score, i) => ({ at: x(i), score })),
              {
                x: 'at',
                y: 'score',
                stroke: getColor(place.get(group) as number),
                strokeOpacity: 0.25,
                strokeWidth: 1,
              },
            ),
          ),
        ...shown.map(({ means }, k) =>
          plot.line(
            means.map(({ value }, i) => ({ at: x(i), score: value })),
            { x: 'at', y: 'score', stroke: getColor(k), strokeWidth: 3, strokeDasharray: dashes[k] ?? 'none' },
          ),
        ),
      ],
    });
}

customElements.define('curve-section', CurveSection);
