// SPDX-License-Identifier: Apache-2.0
//
// Describes the additions to a report, in display order, each by its own family.

import { type ComparisonReport, essentialRates, rateTitle } from '../audit/comparison/comparison.js';
import type { CustomBreakdown, CustomMetric, CustomMetrics } from '../audit/custom/custom-figures.js';
import type { Estimate } from '../core/estimate.js';
import { showConfidence, showCount } from '../document/format.js';
import type { Document, DocumentTable, TableColumn, TableRow } from '../document/model.js';
import { describeExtra } from '../document/registry.js';
import { requireExtras } from './check.js';
import { describeComparison } from './describe-comparison.js';
import { essentialDisparities } from './ranking.js';
import type { Extras, Report } from './report.js';

/**
 * Describes each addition to the report: sentences, charts, and tables.
 *
 * @throws FairwasmError `invalidArgument` for an incomplete result.
 */
export function describeExtras(report: Report): Document[] {
  if (report.extras === undefined) return [];
  requireExtras(report.extras);
  // Both describe the same decisions, so their effect is described only once.
  const said = (each: ComparisonReport): ComparisonReport =>
    each.outcome === undefined && report.outcome ? { ...each, outcome: report.outcome } : each;
  const { customMetrics, comparison, version } = report.extras;
  const others = (names: readonly (keyof Extras)[]) =>
    names.map((name) => {
      const extra = report.extras?.[name];
      return extra && describeExtra(name, extra);
    });
  return [
    customMetrics && describeCustom(customMetrics),
    ...others(['scores']),
    comparison && describeComparison(said(comparison)),
    version && describeVersion(report, version),
    ...others(['thresholds', 'frontier', 'slices', 'impact', 'impactScores', 'impactByProbability']),
    ...others(['amplification', 'leakage', 'robustness']),
  ].filter((section) => section !== undefined);
}

const sources = {
  counts: 'intervals from draws of the counts under Jeffreys’s prior',
  rows: 'intervals from a bootstrap of each group’s rows',
} as const;

/** Describes custom metrics. */
function describeCustom({ confidence, draws, metrics }: CustomMetrics): Document {
  const kinds = (['counts', 'rows'] as const).flatMap((kind) => {
    const names = metrics.filter(({ from }) => from === kind).map(({ name }) => name);
    const how = confidence === null ? 'without intervals' : sources[kind];
    return names.length === 0 ? [] : [`${names.join(', ')}: functions of ${kind}, ${how}.`];
  });
  const surety =
    confidence === null
      ? []
      : [
          `${showConfidence(confidence)} confidence intervals, ${showCount(draws)} draws; the intervals of the largest gaps cover all pairs of groups.`,
        ];
  return {
    name: 'own',
    title: 'Custom metrics',
    blocks: [
      { texts: [...kinds, ...surety, 'Their range and direction are unknown to fairwasm.', ...getNotes(metrics)] },
      ...metrics.flatMap((metric) => metric.breakdowns.map((each) => getTable(metric, each))),
    ],
  };
}

function getTable({ name, overall }: CustomMetric, { by, reference, groups, gap }: CustomBreakdown): DocumentTable {
  const columns: TableColumn[] = [
    { heading: 'Rows', format: 'count' },
    { heading: 'Value', format: 'quantity' },
    { heading: `Minus ${reference}`, format: 'change' },
  ];
  const rows = groups.map(
    (group): TableRow => ({ name: group.name, group: group.name, cells: [group.rows, group.value, group.difference] }),
  );
  return {
    caption: `${name} by ${by.join(' and ')}`,
    heading: 'Group',
    columns,
    rows: [
      { name: 'All rows', cells: [getRows(groups), overall] },
      ...rows,
      { name: 'Largest gap', isSummary: true, cells: [undefined, gap] },
    ],
  };
}

const getRows = (groups: CustomBreakdown['groups']): number => groups.reduce((sum, { rows }) => sum + rows, 0);

/** Returns the undefined and unreliable values of each metric, without repetition. */
function getNotes(metrics: readonly CustomMetric[]): string[] {
  const notes = metrics.flatMap(({ name, overall, breakdowns }) => {
    const named: (readonly [string, Estimate])[] = [
      ['all rows', overall],
      ...breakdowns.flatMap(({ by, groups, gap }) => [
        ...groups.map(({ name: group, value }) => [group, value] as const),
        [`the largest gap by ${by.join(' and ')}`, gap] as const,
      ]),
    ];
    return named.flatMap(([who, { reason, warning }]) => {
      const why = reason ?? warning;
      return why === undefined ? [] : [`${name} of ${who}: ${why}.`];
    });
  });
  const shown = notes.slice(0, maxNotes);
  const more = notes.length - shown.length;
  return more > 0 ? [...shown, `${showCount(more)} more notes of this kind.`] : shown;
}

const maxNotes = 12;

/** Compares the report with one of other rows, for the groups in both. */
function describeVersion(report: Report, { name, report: other }: NamedReport): Document {
  const shared = report.breakdowns.flatMap((breakdown) => {
    const same = other.breakdowns.find(({ by }) => by.join('\n') === breakdown.by.join('\n'));
    return same ? [{ breakdown, same }] : [];
  });
  return {
    name: 'version',
    title: `Compared with ${name}`,
    blocks: [
      {
        texts: [
          `${name} has ${showCount(other.rows)} rows, this report ${showCount(report.rows)}. The rows are different, so differences are partly due to chance.`,
        ],
      },
      ...shared.map(({ breakdown, same }) => ({
        caption: `By ${breakdown.by.join(' and ')}`,
        heading: 'Figure',
        columns: [{ heading: 'Here' }, { heading: name }],
        rows: [
          ...rateRows(report, breakdown, same),
          ...(breakdown.referenceId === same.referenceId ? disparityRows(report, breakdown, same) : []),
        ],
      })),
    ],
  };
}

interface NamedReport {
  name: string;
  report: Report;
}

type Breakdown = Report['breakdowns'][number];

function rateRows({ rates, outcome }: Report, here: Breakdown, there: Breakdown): TableRow[] {
  return essentialRates(rates, outcome).flatMap((rate) =>
    here.groups.map(({ id, name, rates: values }) => ({
      name: `${rateTitle(rate)}: ${name}`,
      group: name,
      cells: [values[rate], there.groups.find((each) => each.id === id)?.rates[rate]],
    })),
  );
}

function disparityRows(report: Report, here: Breakdown, there: Breakdown): TableRow[] {
  return essentialDisparities(report.disparities, report.outcome).flatMap(({ name, title }) =>
    here.comparisons.map(({ id, group, disparities }) => ({
      name: `${title}: ${group}`,
      group,
      cells: [disparities[name], there.comparisons.find((each) => each.id === id)?.disparities[name]],
    })),
  );
}
