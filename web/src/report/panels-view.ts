// SPDX-License-Identifier: Apache-2.0
//
// What stands beside a stored report, without the data: results of other commands as sentences, curves and tables.

import type { Report } from 'fairwasm';
import { type Panel, type PanelFigure, type PanelTable, panelsOf, spanOf } from 'fairwasm/panels';
import { css, html, LitElement, svg } from 'lit';
import { style } from '../parts/style.js';

const [size, left, bottom, top] = [300, 40, 36, 10] as const;
const dashes = ['', '6 3', '2 3', '10 3 2 3'] as const;

export class PanelsView extends LitElement {
  static override properties = {
    report: { attribute: false },
    panels: { attribute: false },
    without: { attribute: false },
  };
  declare report: Report;
  /** In the place of the report's own. */
  declare panels: readonly Panel[] | undefined;
  /** Results that are shown elsewhere. */
  declare without: readonly string[];

  constructor() {
    super();
    this.without = [];
  }

  override render() {
    return (this.panels ?? panelsOf(this.report))
      .filter(({ name }) => !this.without.includes(name))
      .map(panelTemplate);
  }

  static override styles = [
    style,
    css`
      section {
        margin-top: 3.25rem;
      }
      .figures {
        display: flex;
        flex-wrap: wrap;
        gap: 1.5rem 2.5rem;
        margin-top: 1rem;
      }
      figure {
        margin: 0;
        max-width: 100%;
        break-inside: avoid;
      }
      figcaption {
        font-size: 0.875rem;
        color: var(--soft);
      }
      svg {
        display: block;
        max-width: 100%;
        height: auto;
      }
      text {
        fill: var(--soft);
        font-size: 12px;
      }
      .axis {
        stroke: var(--rule);
        fill: none;
      }
      .line {
        fill: none;
        stroke: var(--accent);
        stroke-width: 2;
      }
      .line.even {
        stroke: var(--ink);
      }
      .scroll {
        margin-top: 1rem;
      }
      ul {
        list-style: none;
        padding: 0;
        display: flex;
        flex-wrap: wrap;
        gap: 0.25rem 1.25rem;
        font-size: 0.875rem;
        max-width: 22rem;
      }
      li {
        display: inline-flex;
        align-items: center;
        gap: 0.4rem;
      }
    `,
  ];
}

const panelTemplate = ({ name, title, said, figures, tables }: Panel) => html`
  <section aria-labelledby=${name}>
    <h2 id=${name}>${title}</h2>
    ${said.map((text) => html`<p>${text}</p>`)}
    <div class="figures">${figures.map(figureTemplate)}</div>
    ${tables.map(tableTemplate)}
  </section>
`;

const tableTemplate = ({ caption, headings, rows }: PanelTable) => html`
  <div class="scroll" tabindex="0" role="region" aria-label=${caption}>
    <table>
      <caption>${caption}</caption>
      <thead>
        <tr>${headings.map((text) => html`<th scope="col">${text}</th>`)}</tr>
      </thead>
      <tbody>
        ${rows.map(
          ({ name, cells }) => html`
            <tr>
              <th scope="row">${name}</th>
              ${cells.map((text) => html`<td>${text}</td>`)}
            </tr>
          `,
        )}
      </tbody>
    </table>
  </div>
`;

const isDrawn = ([x, y]: readonly [number, number]) => Number.isFinite(x) && Number.isFinite(y);
const toneOf = (i: number) => ({
  class: i % 2 === 0 ? 'line' : 'line even',
  dash: dashes[(i >> 1) % dashes.length] as string,
});

function figureTemplate(figure: PanelFigure) {
  const { caption, across, up, lines, hasDiagonal } = figure;
  const [from, to] = spanOf(figure);
  const xOf = (x: number) => (left + ((x - from) / (to - from)) * size).toFixed(1);
  const place = ([x, y]: readonly [number, number]) =>
    `${xOf(x)},${(top + (1 - y) * size).toFixed(1)}`;
  const label = `${caption}: ${lines.map(({ name }) => name).join(', ')}`;
  const [foot, end] = [top + size, left + size];
  return html`
    <figure>
      <figcaption>${caption}</figcaption>
      <svg viewBox="0 0 ${end + 12} ${foot + bottom}" width=${end + 12} role="img" aria-label=${label}>
        <path class="axis" d="M${left} ${top}V${foot}H${end}" />
        ${hasDiagonal ? svg`<path class="axis" d="M${left} ${foot}L${end} ${top}" />` : ''}
        ${from < 0 && to > 0 ? svg`<path class="axis" d="M${xOf(0)} ${top}V${foot}" />` : ''}
        <text x=${left} y=${foot + 15}>${Number(from.toPrecision(3))}</text>
        <text x=${end} y=${foot + 15} text-anchor="end">${Number(to.toPrecision(3))}</text>
        <text x=${left - 6} y=${top + 10} text-anchor="end">1</text>
        <text x=${left + size / 2} y=${foot + bottom - 6} text-anchor="middle">${across}</text>
        <text transform="translate(14 ${top + size / 2}) rotate(-90)" text-anchor="middle">${up}</text>
        ${lines.map((line, i) => {
          const { class: tone, dash } = toneOf(i);
          const drawn = line.points.filter(isDrawn).map(place).join(' ');
          return svg`<polyline class=${tone} stroke-dasharray=${dash} points=${drawn}></polyline>`;
        })}
      </svg>
      <ul>
        ${lines.map(({ name }, i) => {
          const { class: tone, dash } = toneOf(i);
          return html`<li>
            <svg width="24" height="4" aria-hidden="true">
              <path class=${tone} stroke-dasharray=${dash} d="M0 2H24" /></svg
            >${name}
          </li>`;
        })}
      </ul>
    </figure>
  `;
}

customElements.define('fairwasm-panels', PanelsView);
