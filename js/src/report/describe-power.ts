// SPDX-License-Identifier: Apache-2.0
//
// Describes statistical power: equivalence tests and shrunken rates, if they were requested.

import type { Breakdown, GroupReport } from '../audit/report.js';
import type { Estimate } from '../core/estimate.js';
import { showConfidence, showCount, showGroup, showRange } from '../document/format.js';
import { type Block, type Document, getFormat, showInline, type TableRow } from '../document/model.js';
import type { Metric } from '../metrics/metric.js';
import { essentialDisparities, knownMetrics } from './ranking.js';
import type { Report } from './report.js';

/** Describes equivalence tests and shrunken rates for each breakdown. */
export function describePower(report: Report): Document[] {
  const sections = report.breakdowns.flatMap((breakdown, i): Document[] => {
    const blocks = [...equivalences(report, breakdown), ...shrunkenRates(breakdown)];
    const title = `By ${breakdown.by.join(' and ')}, compared with ${breakdown.reference}`;
    return blocks.length > 0 ? [{ name: `power-${i}`, title, blocks }] : [];
  });
  return sections.length > 0 ? [{ name: 'power', title: 'Statistical power', blocks: sections }] : [];
}

/** Returns the margin as "±0.05", or as "0.8–1.25" for a ratio. */
export function showMargin([low, high]: readonly [number, number]): string {
  const [from, to] = [low, high].map((end) => String(Number(end.toPrecision(4)))) as [string, string];
  return low < 0 ? `±${to}` : showRange([from, to]);
}

/** Returns the margin in the unit of the table. */
const marginIn = (margin: readonly [number, number]): string =>
  margin[0] < 0 ? `±${Number((100 * margin[1]).toPrecision(4))} points` : showMargin(margin);

/** Returns the confidence level of the interval that an equivalence test compares with the margin. */
export const equivalenceConfidence = ({ uncertainty }: Report): string =>
  showConfidence(Math.max(0, 2 * (uncertainty?.confidence ?? 0) - 1));

const [maxMetrics, maxNamed] = [5, 8];

/** Describes equivalence tests; only those of the essential disparities if there are many. */
function equivalences(report: Report, breakdown: Breakdown): Block[] {
  const { equivalenceMargins = {}, outcome } = report;
  const names = Object.keys(equivalenceMargins);
  if (names.length === 0 || breakdown.comparisons.length === 0) return [];
  const metrics = names.length > maxMetrics ? essentialDisparities(names, outcome) : knownMetrics(names, outcome);
  const interval = `the ${equivalenceConfidence(report)} interval`;
  const left = names.length - metrics.length;
  return [
    {
      texts: [
        `Two one-sided tests (TOST). Equivalent: ${interval} is within the margin; larger: it is outside the margin; ` +
          'inconclusive: neither.',
      ],
    },
    { style: 'list', texts: metrics.map((metric) => equivalenceSentence(metric, equivalenceMargins, breakdown)) },
    {
      caption: `Equivalence tests by ${breakdown.by.join(' and ')}`,
      heading: 'Disparity',
      columns: [
        { heading: 'Result' },
        { heading: 'Margin' },
        { heading: `Value, ${equivalenceConfidence(report)} interval` },
        { heading: 'p', format: 'p' },
      ],
      rows: metrics.flatMap((metric) => equivalenceRows(metric, equivalenceMargins, breakdown)),
    },
    ...(left > 0
      ? [
          {
            style: 'faint' as const,
            texts: [`${showCount(left)} more disparities have equivalence tests; see the JSON or CSV report.`],
          },
        ]
      : []),
  ];
}

type Margins = NonNullable<Report['equivalenceMargins']>;

/** Returns the number of equivalent groups, and the names of the others. */
function equivalenceSentence({ name, title }: Metric, margins: Margins, { comparisons }: Breakdown): string {
  const not = comparisons.filter(({ equivalence }) => !equivalence?.[name]?.isEquivalent);
  const named = not.slice(0, maxNamed).map(({ group }) => group);
  const more = not.length > maxNamed ? ` and ${showCount(not.length - maxNamed)} more` : '';
  const others = not.length === 0 ? '' : `; not for ${named.join('; ')}${more}`;
  const count = `${comparisons.length - not.length} of ${comparisons.length} ${comparisons.length === 1 ? 'group' : 'groups'}`;
  return `${title} within ${marginIn(margins[name] as [number, number])}: equivalent for ${count}${others}.`;
}

function equivalenceRows(metric: Metric, margins: Margins, { groups, comparisons }: Breakdown): TableRow[] {
  const warned = new Map(groups.map(({ id, warning }) => [id, warning]));
  return comparisons.flatMap(({ id, group, equivalence }) => {
    const result = equivalence?.[metric.name];
    if (result === undefined) return [];
    const { disparity, pValue, verdict } = result;
    return {
      name: `${metric.title} of ${showGroup(group, warned.get(id))}`,
      group,
      cells: [
        verdict === 'undefined' ? null : verdict,
        marginIn(margins[metric.name] as [number, number]),
        { ...disparity, format: getFormat(metric) },
        { value: disparity.value, pValue },
      ],
    };
  });
}

const shrunkenNote =
  'Shrunken rates, next to the raw ones: each is shrunk toward the overall rate (empirical Bayes), more for groups with ' +
  'fewer rows, because the extremes among many small groups are mostly chance.';

/** Describes shrunken rates, or why there are none. */
function shrunkenRates({ by, groups }: Breakdown): Block[] {
  const all = groups.flatMap(({ shrunken = {} }) => Object.values(shrunken));
  if (all.length === 0) return [];
  if (!all.some(({ value }) => Number.isFinite(value))) return [{ texts: [`No shrunken rates: ${all[0]?.reason}.`] }];
  const metrics = knownMetrics(Object.keys((groups[0] as GroupReport).shrunken ?? {}));
  return [
    { texts: [shrunkenNote] },
    {
      caption: `Shrunken rates by ${by.join(' and ')}`,
      heading: 'Group',
      isTurned: true,
      columns: [
        { heading: 'Rows', format: 'count' },
        ...metrics.map((metric) => ({ heading: metric.title, format: getFormat(metric) })),
      ],
      rows: groups.map(({ name, warning, counts, rates, shrunken }) => ({
        name: showGroup(name, warning),
        group: name,
        cells: [
          counts.rows,
          ...metrics.map((metric) => ({
            ...(shrunken?.[metric.name] as Estimate),
            notes: [`raw ${showInline(rates[metric.name]?.value, { heading: '', format: getFormat(metric) })}`],
          })),
        ],
      })),
    },
  ];
}
