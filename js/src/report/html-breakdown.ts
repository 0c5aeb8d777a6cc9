// SPDX-License-Identifier: Apache-2.0
//
// A breakdown as HTML: each group compared with the reference group, and the rates of all groups.

import type { EquivalenceReport } from '../audit/equivalence-report.js';
import type { Breakdown, GroupReport, Report } from '../audit/report.js';
import type { Estimate } from '../core/estimate.js';
import {
  showConfidence,
  showCount,
  showGroup,
  showInterval,
  showProbability,
  showValue,
} from '../document/format.js';
import {
  cell,
  escapeHtml,
  groupRow,
  type Later,
  namedCell,
  row,
  rowHeading,
  table,
} from '../document/html-parts.js';
import type { Metric } from '../metrics/metric.js';
import { plotOf, type Scale, scaleOf } from './plot.js';
import {
  detectableNote,
  equivalenceConfidence,
  equivalenceNote,
  equivalenceSentences,
  hasShrunken,
  showDetectable,
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
import { notComputed, reasonsOf, showIdeal, tieOf, warningsOf } from './shown.js';

/** Returns a breakdown as a section: comparisons, rates, and notes. */
export function breakdownHtml(
  report: Report,
  breakdown: Breakdown,
  place: number,
  later: Later,
): string {
  const by = breakdown.by.map(escapeHtml).join(' and ');
  return `<section data-breakdown="${place}">
<h2>By ${by}, compared with ${escapeHtml(breakdown.reference)}</h2>
<div data-explore>${isDrawn(breakdown) ? canvas : ''}</div>
${comparisons(report, breakdown, later)}
${equivalences(report, breakdown, later)}
${later(rates(report, breakdown) + shrunken(breakdown))}
${notes(breakdown)}
</section>`;
}

// Tells the script that there are charts to draw, and gives it an SVG element to clone, so that the script
// contains no namespace address.
const canvas = '<svg width="0" height="0" aria-hidden="true"></svg>';

const isDrawn = ({ groups }: Breakdown): boolean =>
  groups.some(({ rates }) => Object.values(rates).some(({ value }) => Number.isFinite(value)));

/** Returns a group's position in its breakdown, by its id. */
type PlaceOf = (id: string) => number;

const placesOf = ({ groups }: Breakdown): PlaceOf => {
  const places = new Map(groups.map(({ id }, place) => [id, place]));
  return (id) => places.get(id) ?? -1;
};

function comparisons(report: Report, breakdown: Breakdown, later: Later): string {
  if (breakdown.comparisons.length === 0) {
    return '<p>There is only one group, so there is nothing to compare.</p>';
  }
  const { disparities, outcome } = report;
  const essential = essentialDisparities(disparities, outcome);
  const others = knownMetrics(disparities, outcome).filter((metric) => !essential.includes(metric));
  const by = breakdown.by.map(escapeHtml).join(' and ');
  const ranked = rankDisparities(breakdown, essential);
  const placeOf = placesOf(breakdown);
  const caption = `${orderNote(ranked)} first, by ${by}`;
  const first = disparityTable(caption, report, ranked, { placeOf, hasPictures: true });
  const least = report.uncertainty ? `<p class="soft">${detectableNote}</p>` : '';
  if (others.length === 0) return first + least;
  const rest = disparityTable(
    `Further disparities by ${by}`,
    report,
    rankDisparities(breakdown, others),
    { placeOf, hasPictures: false },
  );
  return `${first}${least}\n<details><summary>${others.length} more disparities</summary>${later(rest)}</details>`;
}

interface DisparityStyle {
  placeOf: PlaceOf;
  /**
   * Whether rows have charts. Further disparities have none: there are many, and the script draws the
   * selected one.
   */
  hasPictures: boolean;
}

function disparityTable(
  caption: string,
  { uncertainty }: Report,
  ranked: readonly RankedDisparity[],
  { placeOf, hasPictures }: DisparityStyle,
) {
  const hasSurety = uncertainty !== null;
  const surety = hasSurety
    ? [`${showConfidence(uncertainty.confidence)} interval`, 'p', 'Minimum detectable']
    : [];
  const rows = ranked.flatMap(({ metric, groups }) => {
    const estimates = groups.map(({ estimate }) => estimate);
    const scale = hasPictures ? scaleOf(estimates, metric.ideal ?? 0) : undefined;
    return groups.map((item) =>
      groupRow(placeOf(item.id), disparityCells(metric, item, scale, hasSurety)),
    );
  });
  const headings = ['Disparity', 'Value', ...surety, 'Equal', ...(hasPictures ? ['Picture'] : [])];
  return table(caption, headings, rows);
}

function disparityCells(
  metric: Metric,
  { group, warning, estimate }: Item,
  scale: Scale | undefined,
  hasSurety: boolean,
): string[] {
  const name = `${escapeHtml(metric.title)}: ${escapeHtml(showGroup(group, warning))}`;
  return [
    rowHeading(name),
    cell(`<strong>${showValue(estimate, metric)}</strong>`),
    ...(hasSurety
      ? [
          cell(showInterval(estimate, metric)),
          cell(escapeHtml(showProbability(estimate))),
          cell(showDetectable(estimate)),
        ]
      : []),
    cell(showIdeal(metric)),
    ...(scale ? [cell(plotOf(estimate, scale))] : []),
  ];
}

/** Returns the result of the equivalence tests for each other group. */
function equivalences(report: Report, breakdown: Breakdown, later: Later): string {
  const metrics = knownMetrics(Object.keys(report.equivalenceMargins ?? {}));
  if (metrics.length === 0 || breakdown.comparisons.length === 0) return '';
  const warned = new Map(breakdown.groups.map(({ id, warning }) => [id, warning]));
  const places = placesOf(breakdown);
  const rows = metrics.flatMap((metric) =>
    breakdown.comparisons.map(({ id, group, equivalence }) => {
      const margin = report.equivalenceMargins?.[metric.name] as [number, number];
      const found = equivalence?.[metric.name] as EquivalenceReport;
      const { disparity, pValue } = found;
      const test = Number.isNaN(pValue) ? '' : showProbability({ value: 0, pValue });
      return groupRow(places(id), [
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
${later(
  table(
    `Equivalence tests by ${by}`,
    ['Disparity', 'Result', 'Margin', 'Value', interval, 'p'],
    rows,
  ),
)}`;
}

/** Returns the shrunken rates with the raw ones. */
function shrunken(breakdown: Breakdown): string {
  if (!hasShrunken(breakdown)) {
    const why = whyNotShrunken(breakdown);
    return why === undefined ? '' : `<p>${escapeHtml(why)}</p>`;
  }
  const metrics = shrunkenMetrics(breakdown);
  const rows = breakdown.groups.map(
    ({ name, warning, counts, rates: raw, shrunken: values }, place) =>
      groupRow(place, [
        rowHeading(escapeHtml(showGroup(name, warning))),
        namedCell('Rows', showCount(counts.rows)),
        ...metrics.map(({ name: rate, title }) => {
          const figures = figuresOf(values?.[rate] as Estimate);
          const extras = `<small>raw ${showValue(raw[rate] as Estimate)}</small>`;
          return namedCell(escapeHtml(title), figures + extras);
        }),
      ]),
  );
  const by = breakdown.by.map(escapeHtml).join(' and ');
  const headings = ['Group', 'Rows', ...metrics.map(({ title }) => escapeHtml(title))];
  return `<p>${escapeHtml(shrunkenNote)}</p>
${table(`Shrunken rates by ${by}`, headings, rows, true)}`;
}

// There is a column for each rate, too many for a printed page.
function rates(report: Report, breakdown: Breakdown): string {
  const metrics = knownMetrics(report.rates);
  const groups: GroupReport[] = [report.overall, ...breakdown.groups];
  const titles = metrics.map(({ title }) => escapeHtml(title));
  const cells = (texts: readonly string[]) =>
    texts.map((text, i) => namedCell(titles[i] ?? '', text));
  const rows = groups.map(({ name, warning, counts, rates: values }, i) => {
    // The script draws the charts above for the selected rate; static ones would double the size of the file.
    const figures = metrics.map((metric) => figuresOf(values[metric.name] as Estimate));
    const heading = rowHeading(escapeHtml(showGroup(name, warning)));
    // All rows come first.
    return groupRow(i - 1, [heading, namedCell('Rows', showCount(counts.rows)), ...cells(figures)]);
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

const figuresOf = (estimate: Estimate) =>
  `${showValue(estimate)} <small>${showInterval(estimate)}</small>`;

function notes(breakdown: Breakdown): string {
  const list = (heading: string, texts: readonly string[]) =>
    texts.length === 0
      ? ''
      : `<p>${heading}</p><ul>${texts.map((text) => `<li>${escapeHtml(text)}</li>`).join('')}</ul>`;
  const warnings = warningsOf(breakdown).map(([group, warning]) => `${group}: ${warning}`);
  return (
    list('Small groups (*):', warnings) +
    list('Undefined (–):', reasonsOf(breakdown)) +
    list('Not computed:', notComputed(breakdown)) +
    list('Tie:', tieOf(breakdown))
  );
}
