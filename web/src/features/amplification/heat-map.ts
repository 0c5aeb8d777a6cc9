// SPDX-License-Identifier: Apache-2.0
//
// A matrix as a heat map: orange cells are amplified by predictions, blue cells are reduced; darker means more. A
// click on a cell dispatches `pick-cell`; keyboard users pick cells in the table below.

import { html, LitElement } from 'lit';
import { getMax } from '#fairwasm/core/extremes.js';
import { chartStyle, type Plot } from '../../widgets/plot-chart.js';
import { style } from '../../widgets/style.js';
import { type Cell, type Matrix, roundedText } from './arithmetic.js';
import { orderedRows } from './row-order.js';
import '../../widgets/plot-chart.js';

/** Maximum number of rows; the table lists all rows. */
export const maxRows = 30;

export class HeatMap extends LitElement {
  static override properties = { matrix: { attribute: false }, order: {}, chosen: {} };
  declare matrix: Matrix;
  /** The order of the rows; see row-order.ts. */
  declare order: string;
  declare chosen: string | undefined;

  override render() {
    const { matrix, order, chosen } = this;
    const rows = orderedRows(matrix, order).slice(0, maxRows);
    const draw = (plot: Plot, width: number) => this.#draw(plot, width, matrix, rows, chosen);
    return html`
      <fairwasm-plot-chart
        .draw=${draw}
        .legend=${[
          { text: 'Amplified by predictions', shape: 'dot', color: 'var(--more)' },
          { text: 'Reduced by predictions', shape: 'dot', color: 'var(--less)' },
        ]}
        .name=${`${matrix.title}, heat map of ${matrix.rowName} and ${matrix.columnName}`}
      ></fairwasm-plot-chart>
    `;
  }

  #draw(plot: Plot, width: number, { cells, columns }: Matrix, rows: readonly string[], chosen: string | undefined) {
    const shown = cells.filter(({ row, value }) => rows.includes(row) && !Number.isNaN(value) && value !== 0);
    const most = getMax(
      shown.map(({ value }) => Math.abs(value)),
      Number.MIN_VALUE,
    );
    const ground = rows.flatMap((row) => columns.map((column) => ({ row, column })));
    const used = columns.filter((column) => cells.some((cell) => cell.column === column));
    const longest = Math.floor((width * 0.38) / 7);
    const short = (text: string) => (text.length > longest ? `${text.slice(0, longest - 1)}…` : text);
    const marginLeft =
      14 +
      7 *
        getMax(
          rows.map((row) => short(row).length),
          3,
        );
    const room = (width - marginLeft) / used.length;
    const svg = plot.plot({
      width: Math.min(width, marginLeft + used.length * 150),
      height: 44 + rows.length * 32,
      marginLeft,
      marginTop: 36,
      marginBottom: 8,
      marginRight: 2,
      style: chartStyle,
      x: {
        domain: used,
        axis: 'top',
        label: null,
        tickSize: 0,
        tickFormat: (name: string) => {
          const fits = Math.max(3, Math.floor(Math.min(room, 150) / 7.5));
          return name.length > fits ? `${name.slice(0, fits - 1)}…` : name;
        },
        padding: 0.04,
      },
      y: { domain: rows, label: null, tickSize: 0, tickFormat: short, padding: 0.08 },
      marks: [
        plot.cell(ground, { x: 'column', y: 'row', fill: 'var(--sunken)', rx: 4 }),
        plot.cell(shown, {
          x: 'column',
          y: 'row',
          rx: 4,
          fill: ({ value }: Cell) => (value > 0 ? 'var(--more)' : 'var(--less)'),
          fillOpacity: ({ value }: Cell) => 0.12 + 0.88 * (Math.abs(value) / most),
        }),
        plot.cell(
          cells.filter(({ key, row }) => key === chosen && rows.includes(row)),
          { x: 'column', y: 'row', rx: 4, fill: 'none', stroke: 'var(--ink)', strokeWidth: 2.5 },
        ),
        ...(room > 84
          ? [
              plot.text(
                cells.filter(({ row, value }) => rows.includes(row) && !Number.isNaN(value)),
                {
                  x: 'column',
                  y: 'row',
                  text: ({ value }: Cell) => roundedText(value),
                  fill: ({ value }: Cell) => textColor(Math.abs(value) / most),
                },
              ),
            ]
          : []),
      ],
    });
    this.#listen(svg, rows, used);
    return svg;
  }

  // The chart's scales locate a click, so that undefined cells respond too.
  #listen(svg: SVGElement | HTMLElement, rows: readonly string[], columns: readonly string[]): void {
    const scaled = svg as ReturnType<Plot['plot']>;
    const [x, y] = [scaled.scale('x'), scaled.scale('y')];
    svg.style.cursor = 'pointer';
    svg.addEventListener('click', (event) => {
      const box = svg.getBoundingClientRect();
      const ratio = box.width / Number(svg.getAttribute('width'));
      const at = [
        ((event as MouseEvent).clientX - box.left) / ratio,
        ((event as MouseEvent).clientY - box.top) / ratio,
      ];
      const within = (scale: typeof x, names: readonly string[], place: number) =>
        names.find((name) => {
          const start = scale?.apply(name) ?? Number.NaN;
          return place >= start && place <= start + (scale?.bandwidth ?? 0);
        });
      const column = within(x, columns, at[0] as number);
      const row = within(y, rows, at[1] as number);
      const cell = this.matrix.cells.find((each) => each.column === column && each.row === row);
      if (cell) this.dispatchEvent(new CustomEvent('pick-cell', { detail: cell.key }));
    });
  }

  static override styles = style;
}

// Text colors that are readable on the color of a cell, in light and in dark mode.
function textColor(strength: number): string {
  if (strength < 0.5) return 'var(--ink)';
  return strength < 0.85 ? 'var(--on-middle)' : 'var(--on-strong)';
}

customElements.define('heat-map', HeatMap);
