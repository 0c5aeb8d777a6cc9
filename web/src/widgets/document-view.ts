// SPDX-License-Identifier: Apache-2.0
//
// Draws descriptions of results: the same sentences, tables, and charts, with the same numbers, as in saved files.
// Dispatches `open-details` with the name of the section that the user opens.

import type { Block, Cell, Document, DocumentTable, DotPlot, HeatMap, Sentences, TableColumn } from 'fairwasm/report';
import { css, html, LitElement, nothing, svg, type TemplateResult, unsafeCSS } from 'lit';
import { dotRows } from '#fairwasm/document/dot-plot.js';
import { showCell, showShade } from '#fairwasm/document/model.js';
import dotPlotStyle from './dot-plot.css?inline';
import { countText } from './number.js';
import { scrollTable } from './scroll-table.js';
import { style } from './style.js';

export class DocumentView extends LitElement {
  static override properties = { sections: { attribute: false }, level: { type: Number }, isPaper: { type: Boolean } };
  declare sections: readonly Block[];
  /** Without details, and with tables that fit on paper. */
  declare isPaper: boolean;
  /** Level of the headings of sections. Default: 2. */
  declare level: number;

  constructor() {
    super();
    this.sections = [];
    this.level = 2;
    this.addEventListener('click', (event) => {
      const button = (event.composedPath()[0] as Element).closest<HTMLElement>('[data-details]');
      if (!button) return;
      const { details: detail } = button.dataset;
      this.dispatchEvent(new CustomEvent('open-details', { detail }));
    });
  }

  override render() {
    const sections = this.isPaper ? this.sections.flatMap(forPaper) : this.sections;
    return blocksTemplate(sections, '', this.level);
  }

  // Few documents have charts, so the code that draws them is loaded with the first chart.
  protected override updated(): void {
    if (!this.renderRoot.querySelector('fairwasm-figure')) return;
    import('./figure-view.js').catch((error: unknown) => console.error(error));
  }

  static override styles = [
    style,
    unsafeCSS(dotPlotStyle),
    css`
      section {
        margin-top: 3.25rem;
      }
      section section {
        margin-top: 2rem;
      }
      .figures {
        display: flex;
        flex-wrap: wrap;
        gap: 1.5rem 2.5rem;
        margin-top: 1rem;
      }
      .scroll {
        margin-top: 1rem;
      }
      .facts div {
        display: grid;
        grid-template-columns: 8rem minmax(0, 1fr);
      }
      dt,
      td small {
        color: var(--soft);
      }
      dd {
        margin: 0;
      }
      td {
        white-space: nowrap;
      }
      td small {
        display: block;
      }
      .maps {
        display: grid;
        grid-template-columns: repeat(auto-fill, minmax(min(22rem, 100%), 1fr));
        gap: 1rem;
      }
      .maps td small {
        color: inherit;
      }
      ${shades()}
      .card {
        padding: 0.8rem 1.1rem 0.9rem;
        border: 1px solid var(--rule);
        border-radius: 14px;
        background: var(--card);
      }
      .card h3 {
        margin: 0;
      }
      .card button {
        min-height: 2.25rem;
        padding: 0;
      }
      .cards {
        display: grid;
        grid-template-columns: repeat(auto-fill, minmax(min(30rem, 100%), 1fr));
        gap: 1rem;
        margin-top: 1rem;
      }
      section .card {
        margin-top: 0;
      }
      summary h2 {
        display: inline;
      }
      figcaption,
      .plot small {
        color: var(--soft);
        font-size: 0.875rem;
      }
      .mark {
        stroke: var(--soft);
      }
      .bar {
        stroke: var(--accent);
        stroke-width: 4;
        stroke-opacity: 0.4;
      }
      .dot {
        stroke: var(--accent);
        stroke-width: 8;
        stroke-linecap: round;
      }
      @media print {
        :host {
          font-size: 0.6875rem;
          line-height: 1.35;
        }
        h2 {
          font-size: 1rem;
        }
        h3 {
          font-size: 0.8125rem;
        }
        .plot ul {
          grid-template-columns: fit-content(6.75rem) minmax(2rem, 1fr) max-content;
          column-gap: 0.4rem;
          font-size: 0.625rem;
        }
        .plot svg {
          height: 1.1rem;
        }
        section,
        section section {
          margin-top: 0.75rem;
        }
        .cards {
          display: block;
          columns: 2;
          column-gap: 0.5rem;
          margin-top: 0.5rem;
        }
        section .card {
          margin: 0 0 0.5rem;
          padding: 0.4rem 0.6rem;
        }
        .card {
          break-inside: avoid;
        }
        p,
        ul {
          max-width: none;
          margin-block: 0.25rem;
        }
        .scroll {
          margin-top: 0.4rem;
          border: 0;
        }
        table,
        figcaption,
        thead th,
        .plot small {
          font-size: 0.625rem;
        }
        caption {
          padding: 0;
        }
        th,
        td,
        tbody th {
          min-width: 0;
          padding: 0.1rem 0.3rem;
          white-space: normal;
        }
        td small {
          display: inline-block;
          margin-inline-start: 0.4em;
        }
        .card button,
        details:not([open]) {
          display: none;
        }
      }
    `,
  ];
}

// The page's policy forbids inline styles, so each level of shading has a class.
function shades() {
  const steps = Array.from({ length: 21 }, (_, step) => step);
  return unsafeCSS(
    steps
      .map((step) => `.share-${step} { background: color-mix(in srgb, var(--accent) ${step * 1.75}%, transparent); }`)
      .join('\n'),
  );
}

function blocksTemplate(blocks: readonly Block[], title: string, level: number): TemplateResult[] {
  const maps = blocks.filter((block) => 'proportions' in block);
  const isCard = (block: Block | undefined) => block !== undefined && 'blocks' in block && block.details !== undefined;
  return blocks.map((block) => {
    if ('blocks' in block) {
      if (!isCard(block)) return sectionTemplate(block, level);
      const cards = blocks.filter(isCard) as Document[];
      if (block !== cards[0]) return html``;
      return html`<div class="cards">${cards.map((card) => sectionTemplate(card, level))}</div>`;
    }
    if ('rows' in block) return tableTemplate(block, title);
    if ('lines' in block) {
      return html`<div class="figures"><fairwasm-figure .figure=${block}></fairwasm-figure></div>`;
    }
    if ('dots' in block) return dotPlotTemplate(block);
    if (!('proportions' in block)) return sentencesTemplate(block);
    return block === maps[0] ? html`<div class="maps">${maps.map(mapTemplate)}</div>` : html``;
  });
}

function sectionTemplate(section: Document, level: number) {
  const { name, title, facts = [], blocks, details, isFolded } = section;
  const terms = facts.map(([term, text]) => html`<div><dt>${term}</dt><dd>${text}</dd></div>`);
  const content = html`
    ${terms.length > 0 ? html`<dl class="facts">${terms}</dl>` : nothing}
    ${blocksTemplate(blocks, title, level + 1)}
    ${details ? html`<button class="plain" data-details=${details.name}>${details.title}</button>` : nothing}
  `;
  // Only whole results are landmarks, because the names of their parts may repeat.
  const heading = level === 2 ? html`<h2 id=${name}>${title}</h2>` : html`<h3>${title}</h3>`;
  const whole = isFolded
    ? html`<details><summary>${heading}</summary>${content}</details>`
    : html`${heading}${content}`;
  return level === 2
    ? html`<section aria-labelledby=${name}>${whole}</section>`
    : html`<section class=${details ? 'card' : ''}>${whole}</section>`;
}

function sentencesTemplate({ texts, heading, style: kind }: Sentences) {
  if (heading !== undefined || kind === 'list') {
    return html`
      ${heading === undefined ? nothing : html`<p>${heading}:</p>`}
      <ul>
        ${texts.map((text) => html`<li>${text}</li>`)}
      </ul>
    `;
  }
  const tone = kind === 'faint' ? 'soft' : (kind ?? '');
  return html`${texts.map((text) => html`<p class=${tone}>${text}</p>`)}`;
}

const groupsOnPaper = 7;

/** Returns a block without details. Paper cannot scroll: values of a table with many columns become its rows. */
function forPaper(block: Block): Block[] {
  if ('isFolded' in block && block.isFolded) return [];
  if ('blocks' in block) return [{ ...block, blocks: block.blocks.flatMap(forPaper) }];
  if (!('rows' in block) || !block.isTurned) return [block];
  const { caption, columns } = block;
  const rows = block.rows.filter(({ isSummary }) => !isSummary);
  const parts = Array.from({ length: Math.ceil(rows.length / groupsOnPaper) }, (_, i) =>
    rows.slice(i * groupsOnPaper, (i + 1) * groupsOnPaper),
  );
  return parts.map((part) => ({
    ...(caption !== undefined && { caption }),
    heading: 'Value',
    columns: part.map(({ name }) => ({ heading: name, hasTest: true })),
    rows: columns.map((column, i) => ({
      name: column.heading,
      cells: part.map(({ cells }) => withFormat(cells[i], column)),
    })),
  }));
}

function withFormat(cell: Cell, { format = 'number' }: TableColumn): Cell {
  if (cell === undefined) return undefined;
  const whole = typeof cell === 'object' && cell !== null ? cell : { value: cell };
  return { format, ...whole };
}

const maxRows = 200; // A browser takes seconds for thousands.

function tableTemplate({ caption: own, heading, columns, rows, isFolded }: DocumentTable, title: string) {
  if (rows.length === 0) return html``;
  const caption = own ?? title;
  const cells = ({ cells: all }: DocumentTable['rows'][number]) =>
    columns.map((column, i) => {
      const { value, details } = showCell(all[i], column);
      return html`<td>${value}${details.map((text) => html`<small>${text}</small>`)}</td>`;
    });
  const drawn = html`
    ${scrollTable(
      caption,
      [heading, ...columns.map((column) => column.heading)],
      rows.slice(0, maxRows).map((row) => html`<tr><th scope="row">${row.name}</th>${cells(row)}</tr>`),
      caption,
      own === undefined,
    )}
    ${
      rows.length > maxRows
        ? html`<p class="small soft">${countText(rows.length - maxRows)} more rows are in the saved report.</p>`
        : nothing
    }
  `;
  return isFolded ? html`<details><summary>${caption}</summary>${drawn}</details>` : drawn;
}

const lineTemplate = (kind: string, from?: string, to = from, ends = ['50%', '50%']) =>
  from === undefined ? nothing : svg`<line class=${kind} x1=${from} x2=${to} y1=${ends[0]} y2=${ends[1]}></line>`;

const dotPlotTemplate = (plot: DotPlot) => html`
  <figure class="plot">
    <figcaption>${plot.caption}</figcaption>
    <ul>
      ${dotRows(plot).map(
        ({ name, text, note, dot, ends, mark }) => html`
          <li>
            <span>${name}</span>
            <svg aria-hidden="true">
              ${lineTemplate('mark', mark, mark, ['0', '100%'])}${lineTemplate('bar', ends?.[0], ends?.[1])}${lineTemplate('dot', dot)}
            </svg>
            <span>${text} <small>${note}</small></span>
          </li>
        `,
      )}
    </ul>
  </figure>
`;

const mapTemplate = ({ caption, heading, names, columns, proportions, weights }: HeatMap) =>
  scrollTable(
    caption,
    [heading, ...columns],
    weights.map(
      (cells, i) => html`
        <tr>
          <th scope="row">${names[i]}</th>
          ${cells.map((weight, j) => shadeTemplate(weight, proportions[i]?.[j] ?? Number.NaN))}
        </tr>
      `,
    ),
    caption,
  );

const shadeTemplate = (weight: number, proportion: number) => html`
  <td class="share-${Math.round((proportion || 0) * 20)}">
    ${showShade(proportion)}<small>${countText(weight)}</small>
  </td>
`;

customElements.define('fairwasm-document', DocumentView);
