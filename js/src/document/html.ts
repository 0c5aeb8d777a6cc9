// SPDX-License-Identifier: Apache-2.0
//
// A document as HTML: one self-contained page without scripts or requests, or a section of a page. Strings from the data
// are escaped.
import { fromPlainData } from '../core/plain-data.js';
import { style, styleHash } from '../vendor/report-file.js';
import { dotRows } from './dot-plot.js';
import { figureHtml } from './figure-html.js';
import { showCount } from './format.js';
import {
  atOnce,
  caveat,
  cell,
  escapeHtml,
  heading,
  htmlPage,
  type Later,
  marked,
  namedCell,
  row,
  rowHeading,
  table,
} from './html-parts.js';
import {
  type Block,
  type Document,
  type DocumentTable,
  type DotPlot,
  type Fact,
  getHeading,
  type HeatMap,
  isDotPlot,
  isFigure,
  isHeatMap,
  isSection,
  isTable,
  requireDocument,
  type Sentences,
  showCell,
  showShade,
} from './model.js';

const policy = `default-src 'none'; style-src ${styleHash}; base-uri 'none'; form-action 'none'`;

/**
 * Returns the document as one self-contained HTML page without scripts.
 *
 * @param after Elements that are not displayed.
 */
export const documentHtml = (document: Document, after = ''): string =>
  fromPlainData('document', () => {
    requireDocument(document);
    const main = `${factsHtml(document.facts ?? [])}
${blocksHtml(document, atOnce, 2)}
${caveat}`;
    return htmlPage({ title: escapeHtml(getHeading(document)), policy, style, main, after });
  });

/** Returns facts as a list of terms. */
export function factsHtml(facts: readonly Fact[]): string {
  const items = facts.map(([name, text]) => `<dt>${escapeHtml(name)}</dt><dd>${escapeHtml(text)}</dd>`);
  return `<dl class="facts">${items.join('\n')}</dl>`;
}

/** Returns the document as a section; `later` receives its tables and figures. */
export const sectionHtml = (section: Document, later: Later, level = 2): string => {
  const { name, title, facts = [], details, isFolded } = section;
  const getContent = (ofTables: Later) => `${facts.length > 0 ? factsHtml(facts) : ''}
${blocksHtml(section, ofTables, level + 1)}
${details ? `<p class="details"><a href="#${escapeHtml(details.name)}">${escapeHtml(details.title)}</a></p>` : ''}`;
  const heading = `<h${level}>${escapeHtml(title)}</h${level}>`;
  const content = isFolded
    ? `<details><summary>${heading}</summary>${later(getContent(atOnce))}</details>`
    : `${heading}\n${getContent(later)}`;
  // Names of parts may repeat.
  const id = level === 2 ? ` id="${escapeHtml(name)}"` : '';
  return `<section data-panel="${escapeHtml(name)}"${id}>
${content}
</section>`;
};

function blocksHtml({ title, blocks }: Document, later: Later, level: number): string {
  const parts = getRuns(blocks).map((run) => {
    const [first] = run as [Block];
    if (isSection(first)) return sectionHtml(first, later, level);
    if (isFigure(first)) return later(`<div class="figures">${run.filter(isFigure).map(figureHtml).join('\n')}</div>`);
    if (isHeatMap(first)) return later(`<div class="maps">${run.filter(isHeatMap).map(heatMapHtml).join('\n')}</div>`);
    if (isDotPlot(first)) return later(dotPlotHtml(first));
    return isTable(first) ? later(tableHtml(first, title)) : sentencesHtml(first);
  });
  return parts.join('\n');
}

// Figures next to each other.
function getRuns(blocks: readonly Block[]): Block[][] {
  const runs: Block[][] = [];
  for (const block of blocks) {
    const last = runs.at(-1)?.[0];
    const isNext = last && ((isFigure(last) && isFigure(block)) || (isHeatMap(last) && isHeatMap(block)));
    if (isNext) runs.at(-1)?.push(block);
    else runs.push([block]);
  }
  return runs;
}

const listHtml = (texts: readonly string[]) =>
  `<ul>${texts.map((text) => `<li>${escapeHtml(text)}</li>`).join('')}</ul>`;

function sentencesHtml({ texts, heading: title, style: kind }: Sentences): string {
  if (title !== undefined) return `<p>${escapeHtml(title)}:</p>${listHtml(texts)}`;
  if (kind === 'list') return listHtml(texts);
  const attributes = kind === undefined ? '' : ` class="${kind === 'faint' ? 'soft' : kind}"`;
  return texts.map((text) => `<p${attributes}>${escapeHtml(text)}</p>`).join('\n');
}

function tableHtml(
  { caption, heading: first, columns, rows, isFolded, isTurned = false }: DocumentTable,
  title: string,
): string {
  if (rows.length === 0) return '';
  const name = escapeHtml(caption ?? title);
  const drawn = table(
    name,
    [first, ...columns.map((column) => column.heading)].map(escapeHtml),
    rows.map(({ name: of, group, cells }) => {
      const texts = columns.map((column, i) => {
        const { value, details } = showCell(cells[i], column);
        const small = details.map((text) => `<small>${escapeHtml(text)}</small>`);
        const content = [escapeHtml(value), ...small].join(' ');
        return isTurned ? namedCell(escapeHtml(column.heading), content) : cell(content);
      });
      return row([rowHeading(escapeHtml(of)), ...texts], group === undefined ? '' : marked(group));
    }),
    isTurned,
  );
  return isFolded ? `<details><summary>${name}</summary>${drawn}</details>` : drawn;
}

const steps = 10; // levels of shading, as classes because the policy forbids inline styles

function heatMapHtml({ caption, heading: first, names, columns, proportions, weights }: HeatMap) {
  const name = escapeHtml(caption);
  const rows = weights.map((cells, i) => {
    const texts = cells.map((weight, j) => {
      const proportion = proportions[i]?.[j] ?? Number.NaN;
      const shade = Number.isNaN(proportion) ? 0 : Math.round(proportion * steps);
      return `<td class="h${shade}">${showShade(proportion)} <small>${showCount(weight)}</small></td>`;
    });
    return row([rowHeading(escapeHtml(names[i] as string)), ...texts]);
  });
  const headings = [first, ...columns].map((text) => heading(escapeHtml(text)));
  return `<div class="scroll map" tabindex="0" role="region" aria-label="${name}"><table>
<caption>${name}</caption><thead>${row(headings)}</thead><tbody>${rows.join('\n')}</tbody></table></div>`;
}

/** Returns the plot as a figure; the script of saved files links the groups with those of tables. */
function dotPlotHtml(plot: DotPlot): string {
  const line = (kind: string, from: string | undefined, to = from, [top, bottom] = ['50%', '50%']) =>
    from === undefined ? '' : `<line class="${kind}" x1="${from}" x2="${to}" y1="${top}" y2="${bottom}"/>`;
  const rows = dotRows(plot).map(({ name, text, note, dot, ends, mark }) => {
    const drawn = line('m', mark, mark, ['0', '100%']) + line('b', ends?.[0], ends?.[1]) + line('d', dot);
    return `<li${marked(name)}><span>${escapeHtml(name)}</span><svg aria-hidden="true">${drawn}</svg><span>${escapeHtml(text)} <small>${escapeHtml(note)}</small></span></li>`;
  });
  return `<figure class="plot"><figcaption>${escapeHtml(plot.caption)}</figcaption><ul>
${rows.join('\n')}</ul></figure>`;
}
