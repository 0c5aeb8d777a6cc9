// SPDX-License-Identifier: Apache-2.0
//
// The report as one HTML file that needs nothing else: no scripts that run, no requests, light and dark, for
// sending and for printing. It holds the report's data, so that it can be opened again. A policy within the file forbids
// what it does not need, should text from the data ever get past the escaping.

import type { EquivalenceReport } from '../audit/equivalence-report.js';
import type { Group } from '../audit/group.js';
import type { Breakdown, Report } from '../audit/report.js';
import type { Estimate } from '../core/estimate.js';
import type { Metric } from '../metrics/metric.js';
import { embedded } from './embedded.js';
import { requireReport } from './given.js';
import { plotOf, type Scale, scaleOf } from './plot.js';
import {
  equivalenceConfidence,
  equivalenceNote,
  equivalenceSentences,
  hasShrunken,
  leastNote,
  showLeast,
  showMargin,
  showVerdict,
  shrunkenMetrics,
  shrunkenNote,
  whyNotShrunken,
} from './power-shown.js';
import {
  essentialDisparities,
  type Item,
  knownMetrics,
  orderNote,
  type RankedDisparity,
  rankDisparities,
} from './ranking.js';
import {
  factsOf,
  oneLine,
  reasonsOf,
  showConfidence,
  showCount,
  showGroup,
  showIdeal,
  showInterval,
  showProbability,
  showValue,
  warningsOf,
} from './shown.js';

const policy = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text from elsewhere as HTML that shows just this text, in an element or an attribute. */
export const escapeHtml = (text: string): string =>
  oneLine(text).replace(/[&<>"']/g, (character) => entities[character] as string);

/** The report as one HTML page, which holds the report for {@link readReport}. Text from the data is escaped. */
export function reportHtml(report: Report): string {
  requireReport(report);
  const title = escapeHtml(report.source ?? 'Audit');
  const facts = factsOf(report).map(
    ([name, text]) => `<dt>${escapeHtml(name)}</dt><dd>${escapeHtml(text)}</dd>`,
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="generator" content="fairwasm">
<title>${title}</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>${title}</h1>
<dl class="facts">${facts.join('\n')}</dl>
${report.breakdowns.map((breakdown) => breakdownHtml(report, breakdown)).join('\n')}
${glossary(report)}
<p class="soft">Each measure captures one notion of fairness, and some cannot hold at once. No figure here
says that decisions are fair; it says where to look.</p>
<p class="soft">This file holds the report as data too, and no row of what was audited: <code>fairwasm report</code> and
the page open it again.</p>
</main>
${embedded(report)}
</body>
</html>
`;
}

function breakdownHtml(report: Report, breakdown: Breakdown): string {
  const by = breakdown.by.map(escapeHtml).join(' and ');
  return `<section>
<h2>By ${by}, compared with ${escapeHtml(breakdown.reference)}</h2>
${comparisons(report, breakdown)}
${equivalences(report, breakdown)}
${rates(report, breakdown)}
${shrunken(breakdown)}
${notes(breakdown)}
</section>`;
}

const heading = (text: string) => `<th scope="col">${text}</th>`;
const rowHeading = (text: string) => `<th scope="row">${text}</th>`;
const cell = (text: string) => `<td>${text}</td>`;
// Named by its column as well, for where the headings are not above it: on paper a row is a block of its own.
const namedCell = (name: string, text: string) => `<td data-name="${name}">${text}</td>`;
const row = (cells: readonly string[]) => `<tr>${cells.join('')}</tr>`;

// Wide tables scroll within themselves, also by keyboard.
const table = (
  caption: string,
  headings: readonly string[],
  rows: readonly string[],
  isBlocksOnPaper = false,
) =>
  `<div class="scroll${isBlocksOnPaper ? ' blocks' : ''}" tabindex="0" role="region" aria-label="${caption}"><table>
<caption>${caption}</caption>
<thead>${row(headings.map(heading))}</thead>
<tbody>${rows.join('\n')}</tbody>
</table></div>`;

function comparisons(report: Report, breakdown: Breakdown): string {
  if (breakdown.comparisons.length === 0) {
    return '<p>There is only one group: nothing to compare.</p>';
  }
  const { disparities, outcome } = report;
  const essential = essentialDisparities(disparities, outcome);
  const others = knownMetrics(disparities, outcome).filter((metric) => !essential.includes(metric));
  const by = breakdown.by.map(escapeHtml).join(' and ');
  const ranked = rankDisparities(breakdown, essential);
  const first = disparityTable(`${orderNote(ranked)} first, by ${by}`, report, ranked);
  const least = report.uncertainty ? `<p class="soft">${leastNote}</p>` : '';
  if (others.length === 0) return first + least;
  const rest = disparityTable(
    `Further disparities by ${by}`,
    report,
    rankDisparities(breakdown, others),
  );
  return `${first}${least}\n<details><summary>${others.length} more disparities</summary>${rest}</details>`;
}

function disparityTable(caption: string, report: Report, ranked: readonly RankedDisparity[]) {
  const { uncertainty } = report;
  const surety = uncertainty
    ? [`${showConfidence(uncertainty.confidence)} interval`, 'p', 'Shown from']
    : [];
  const rows = ranked.flatMap(({ metric, groups }) => {
    const scale = scaleOf(
      groups.map(({ estimate }) => estimate),
      metric.ideal ?? 0,
    );
    return groups.map((item) => disparityRow(metric, item, scale, uncertainty !== null));
  });
  return table(caption, ['Disparity', 'Value', ...surety, 'Equal', 'Picture'], rows);
}

function disparityRow(
  metric: Metric,
  { group, warning, estimate }: Item,
  scale: Scale,
  hasSurety: boolean,
): string {
  const name = `${escapeHtml(metric.title)}: ${escapeHtml(showGroup(group, warning))}`;
  return row([
    rowHeading(name),
    cell(`<strong>${showValue(estimate, metric)}</strong>`),
    ...(hasSurety
      ? [
          cell(showInterval(estimate, metric)),
          cell(escapeHtml(showProbability(estimate))),
          cell(showLeast(estimate)),
        ]
      : []),
    cell(showIdeal(metric)),
    cell(plotOf(estimate, scale)),
  ]);
}

/** Of each other group, whether a gap below the margin is shown. */
function equivalences(report: Report, breakdown: Breakdown): string {
  const metrics = knownMetrics(Object.keys(report.equivalenceMargins ?? {}));
  if (metrics.length === 0 || breakdown.comparisons.length === 0) return '';
  const warned = new Map(breakdown.groups.map(({ id, warning }) => [id, warning]));
  const rows = metrics.flatMap((metric) =>
    breakdown.comparisons.map(({ id, group, equivalence }) => {
      const margin = report.equivalenceMargins?.[metric.name] as [number, number];
      const found = equivalence?.[metric.name] as EquivalenceReport;
      const { disparity, pValue } = found;
      const test = Number.isNaN(pValue) ? '' : showProbability({ value: 0, pValue });
      return row([
        rowHeading(`${escapeHtml(metric.title)}: ${escapeHtml(showGroup(group, warned.get(id)))}`),
        cell(`<strong>${showVerdict(found)}</strong>`),
        cell(showMargin(margin)),
        cell(showValue(disparity, metric)),
        cell(showInterval(disparity, metric)),
        cell(escapeHtml(test)),
      ]);
    }),
  );
  const by = breakdown.by.map(escapeHtml).join(' and ');
  const interval = `${equivalenceConfidence(report)} interval`;
  const sentences = equivalenceSentences(report, breakdown);
  return `<p>${escapeHtml(equivalenceNote(report))}</p>
<ul>${sentences.map((text) => `<li>${escapeHtml(text)}</li>`).join('')}</ul>
${table(
  `Gaps below a margin, by ${by}`,
  ['Disparity', 'Below the margin', 'Margin', 'Value', interval, 'p'],
  rows,
)}`;
}

/** Rates drawn toward what the groups have in common, beside the raw ones. */
function shrunken(breakdown: Breakdown): string {
  if (!hasShrunken(breakdown)) {
    const why = whyNotShrunken(breakdown);
    return why === undefined ? '' : `<p>${escapeHtml(why)}</p>`;
  }
  const metrics = shrunkenMetrics(breakdown);
  const rows = breakdown.groups.map(({ name, warning, counts, rates: raw, shrunken: values }) =>
    row([
      rowHeading(escapeHtml(showGroup(name, warning))),
      namedCell('Rows', showCount(counts.rows)),
      ...metrics.map(({ name: rate, title }) => {
        const figures = figuresOf(values?.[rate] as Estimate);
        const beside = `<small>raw ${showValue(raw[rate] as Estimate)}</small>`;
        return namedCell(escapeHtml(title), figures + beside);
      }),
    ]),
  );
  const by = breakdown.by.map(escapeHtml).join(' and ');
  const headings = ['Group', 'Rows', ...metrics.map(({ title }) => escapeHtml(title))];
  return `<p>${escapeHtml(shrunkenNote)}</p>
${table(`Shrunken rates by ${by}`, headings, rows, true)}`;
}

// A column for each rate: too many for a sheet of paper.
function rates(report: Report, breakdown: Breakdown): string {
  const metrics = knownMetrics(report.rates);
  const groups: Group[] = [report.overall, ...breakdown.groups];
  const titles = metrics.map(({ title }) => escapeHtml(title));
  const cells = (texts: readonly string[]) =>
    texts.map((text, i) => namedCell(titles[i] ?? '', text));
  const rows = groups.map(({ name, warning, counts, rates: values }) => {
    const figures = metrics.map((metric) =>
      rateFigures(values[metric.name] as Estimate, report.overall.rates[metric.name]?.value ?? 0),
    );
    const heading = rowHeading(escapeHtml(showGroup(name, warning)));
    return row([heading, namedCell('Rows', showCount(counts.rows)), ...cells(figures)]);
  });
  const gaps = metrics.map(({ name }) => breakdown.spreads[name]?.difference as Estimate);
  const bottom = (heading: string, texts: readonly string[]) =>
    row([rowHeading(heading), cell(''), ...cells(texts)]);
  rows.push(
    bottom(
      'Largest gap',
      gaps.map((gap) => figuresOf(gap)),
    ),
  );
  if (gaps.some(({ pValue }) => pValue !== undefined)) {
    const tests = gaps.map((gap) => escapeHtml(showProbability(gap)));
    rows.push(bottom('p of the largest gap', tests));
  }
  const by = breakdown.by.map(escapeHtml).join(' and ');
  return table(`Rates by ${by}`, ['Group', 'Rows', ...titles], rows, true);
}

const figuresOf = (estimate: Estimate, plot = '') =>
  `${showValue(estimate)} <small>${showInterval(estimate)}</small>${plot}`;

const rateFigures = (estimate: Estimate, overall: number) =>
  figuresOf(estimate, plotOf(estimate, { low: 0, high: 1, mark: overall }));

function notes(breakdown: Breakdown): string {
  const list = (heading: string, texts: readonly string[]) =>
    texts.length === 0
      ? ''
      : `<p>${heading}</p><ul>${texts.map((text) => `<li>${escapeHtml(text)}</li>`).join('')}</ul>`;
  const warnings = warningsOf(breakdown).map(([group, warning]) => `${group}: ${warning}`);
  return list('Small groups (*):', warnings) + list('Undefined (–):', reasonsOf(breakdown));
}

function glossary({ disparities, rates: rateNames, outcome }: Report): string {
  const items = knownMetrics([...disparities, ...rateNames], outcome).map(
    ({ title, formula, meaning }) =>
      `<dt>${escapeHtml(title)}</dt><dd><code>${escapeHtml(formula)}</code> ${escapeHtml(meaning)}</dd>`,
  );
  return `<section><h2>What the numbers say</h2>
<p>In the pictures, the dot is the value, the bar its interval, and the line what it is held against: no
difference, or the rate of all rows.</p>
<dl class="glossary">${items.join('\n')}</dl></section>`;
}

const style = `
:root { color-scheme: light dark; --ink: #1b1c1f; --soft: #5a5f68; --paper: #fff; --rule: #dcdfe4;
  --accent: #3a4fc4; }
@media (prefers-color-scheme: dark) { :root { --ink: #e8e9ec; --soft: #a3a8b2; --paper: #16181c;
  --rule: #34383f; --accent: #9db0ff; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink);
  font: 1rem/1.55 system-ui, sans-serif; font-variant-numeric: tabular-nums; }
main { max-width: 72rem; margin: 0 auto; padding: 2rem 1.25rem 4rem; }
h1 { font-size: 1.9rem; line-height: 1.2; margin: 0; overflow-wrap: anywhere; }
h2 { font-size: 1.3rem; margin: 2.75rem 0 0; overflow-wrap: anywhere; }
p, li, dd { max-width: 70ch; overflow-wrap: anywhere; }
small, .soft, caption, dt, thead th { color: var(--soft); }
.facts { display: grid; grid-template-columns: max-content 1fr; gap: 0.25rem 1.5rem; margin: 1.25rem 0 0; }
dd { margin: 0; }
.glossary dt { color: var(--ink); font-weight: 600; margin-top: 0.9rem; }
code { font: 0.9em ui-monospace, monospace; color: var(--soft); display: block; }
.scroll { overflow-x: auto; margin-top: 1rem; border: 1px solid var(--rule); border-radius: 10px; }
table { border-collapse: collapse; width: 100%; font-size: 0.9375rem; }
caption { text-align: start; padding: 0.75rem 1rem 0.25rem; font-size: 0.875rem; }
th, td { padding: 0.45rem 1rem; text-align: end; vertical-align: top; border-top: 1px solid var(--rule);
  font-weight: inherit; white-space: nowrap; }
thead th { border: 0; font-size: 0.8125rem; line-height: 1.3; vertical-align: bottom; white-space: normal;
  min-width: 6rem; }
th:first-child { text-align: start; white-space: normal; min-width: 10rem; overflow-wrap: anywhere; }
td small { display: block; }
summary { cursor: pointer; color: var(--accent); padding: 0.75rem 0 0; }
svg { display: inline-block; vertical-align: middle; }
.mark { stroke: var(--soft); }
.bar { stroke: var(--accent); stroke-width: 4; stroke-opacity: 0.4; }
.dot { fill: var(--accent); }
@media print {
  :root { color-scheme: light; --ink: #1b1c1f; --soft: #5a5f68; --paper: #fff; --rule: #dcdfe4;
    --accent: #3a4fc4; }
  html { font-size: 0.75rem; }
  main { padding: 0; }
  .scroll { overflow: visible; border: 0; }
  th, td { padding: 0.3rem 0.6rem; }
  tr { break-inside: avoid; }
  h2, caption { break-after: avoid; }
  svg { print-color-adjust: exact; }
  .glossary { columns: 2; column-gap: 2rem; }
  dt { break-after: avoid; }
  dd { break-inside: avoid; }
  .blocks thead { display: none; }
  .blocks table, .blocks caption, .blocks tbody { display: block; }
  .blocks tr { display: grid; grid-template-columns: repeat(4, 1fr); padding-block: 0.4rem 0.6rem;
    border-top: 1px solid var(--rule); }
  .blocks th { grid-column: 1 / -1; border: 0; font-weight: 600; }
  .blocks td { border: 0; text-align: start; white-space: normal; break-inside: avoid; }
  .blocks td:empty { display: none; }
  .blocks td::before { content: attr(data-name); display: block; color: var(--soft); font-size: 0.875em; }
}
@media (max-width: 40rem) { .facts { grid-template-columns: 1fr; } .facts dd { margin-bottom: 0.5rem; } }
`;
