// SPDX-License-Identifier: Apache-2.0
//
// The regression audit as plain data: errors of every group with confidence intervals, gaps between groups,
// comparisons with a reference group, distances between distributions, and error quantiles for charts.

import type { RegressionTally } from '../audit/scores/regression.js';
import { among, confidenceOfEach } from '../claims/adjust.js';
import { invalid } from '../core/error.js';
import { type Estimate, requireConfidence } from '../core/estimate.js';
import { requireOptions, requireParts, shown } from '../core/options.js';
import { ColumnWatch } from '../data/column-watch.js';
import { inOrder, largestAmong } from '../data/largest-group.js';
import { requireColumns } from '../data/named-columns.js';
import { type NamedGroup, toGroup } from '../data/named-group.js';
import { clusterOptions } from '../tally/jackknife.js';
import { clusteredErrors } from './clustered-errors.js';
import {
  type ErrorBreakdown,
  type ErrorComparison,
  type ErrorDistance,
  type ErrorInput,
  type ErrorReport,
  type ErrorReportGroup,
  quantileShares,
  searchedErrors,
} from './error-report-shape.js';
import type { ErrorGroup, ErrorSpread, ExactErrors, NumberKind } from './exact-errors.js';

const kinds = ['prediction', 'label', 'error'] as const satisfies readonly NumberKind[];

/**
 * Audits regression predictions by group: for all rows, for each attribute, and for their intersection. The
 * figures are those of `RegressionTally` and `ExactErrors`, which document how they are computed and when
 * they are undefined. With `cluster`, intervals are those of the jackknife over clusters: the errors without each
 * cluster, or without each of 200 random sets of clusters. Medians, extremes, standardized differences, and
 * distances have none then.
 *
 * @example
 * import { load as loadFairwasm } from 'fairwasm';
 * const modules = { fair: await loadFairwasm(), scores: await load() };
 * const wages = { label: [20, 30, 20, 40], prediction: [18, 24, 21, 41], groups: { sex: ['f', 'f', 'm', 'm'] } };
 * const { breakdowns } = errorReport(modules, { ...wages, source: 'wages.csv' });
 * breakdowns[0].groups.map(({ name, errors }) => [name, errors.meanError.value]); // [["f", -4], ["m", 1]]
 *
 * @throws FairwasmError that names the column and the row: for a value that is not finite, and for a weight below 0;
 *   `missingValue` for a missing cluster; `invalidArgument` for a confidence outside (0, 1), a quantile outside [0, 1],
 *   unknown options, and a reference that has no rows.
 */
export function errorReport(
  modules: {
    fair: { regressionTally(groups: readonly string[]): RegressionTally };
    scores: { exactErrors(groups: readonly string[]): ExactErrors };
  },
  input: ErrorInput,
): ErrorReport {
  requireParts('modules', modules, ['fair', 'scores'], 'the results of load() from fairwasm and from fairwasm/scores');
  const { fair, scores } = modules;
  requireParts('fair', fair, ['regressionTally'], 'the result of load() from fairwasm');
  requireParts('scores', scores, ['exactErrors'], 'the result of load() from fairwasm/scores');
  const context = ['source', 'columns', 'droppedRows', 'privileged', 'confidence', 'quantile'];
  const rows = ['groups', 'label', 'prediction', 'weight'];
  requireOptions('errorReport', input, [...rows, ...clusterOptions, ...context]);
  requireColumns('groups', input.groups);
  const { groups, label, prediction, weight, source = null, columns = {} } = input;
  const { quantile } = input;
  const attributes = Object.keys(groups);
  const choices = attributes.map((name) => [name]);
  if (attributes.length > 1) choices.push(attributes);
  const how = {
    confidence: requireConfidence(input.confidence),
    gaps: searchedErrors.length * choices.length,
    privileged: input.privileged ?? {},
    ...(quantile !== undefined && { quantile: requireQuantile(quantile) }),
  };
  const tally = fair.regressionTally(attributes);
  const exact = scores.exactErrors(attributes);
  try {
    tally.update({ groups, label, prediction, weight });
    exact.update({ groups, label, prediction, weight });
    const [overall] = getGroups(exact, [], how);
    const warnings = new ColumnWatch()
      .add({ groups, outcomes: { target: label, prediction } })
      .addPrediction(label, prediction)
      .warnings();
    const report: ErrorReport = {
      format: 'fairwasm-errors',
      version: 1,
      source,
      columns,
      rows: overall?.rows ?? 0,
      droppedRows: input.droppedRows ?? 0,
      ...(warnings.length > 0 && { warnings }),
      confidence: how.confidence,
      ...(quantile !== undefined && { quantile }),
      overall: overall as ErrorReportGroup,
      breakdowns: choices.map((by) => breakdown({ tally, exact }, by, how)),
    };
    const isClustered = input.cluster !== undefined || input.crossedCluster !== undefined;
    return isClustered ? clusteredErrors(report, modules, input) : report;
  } finally {
    tally[Symbol.dispose]();
    exact[Symbol.dispose]();
  }
}

function requireQuantile(quantile: unknown): number {
  if (typeof quantile === 'number' && quantile >= 0 && quantile <= 1) return quantile;
  throw invalid('quantile', 'a number from 0 to 1, such as 0.9', shown(quantile));
}

interface Counted {
  tally: RegressionTally;
  exact: ExactErrors;
}

interface How {
  confidence: number;
  /** Number of gaps of which the report puts the largest first. */
  gaps: number;
  quantile?: number;
  privileged: Readonly<Record<string, string | number | boolean>>;
}

function breakdown({ tally, exact }: Counted, by: readonly string[], how: How): ErrorBreakdown {
  const { confidence, privileged, quantile } = how;
  const groups = getGroups(exact, by, how).filter(({ rows }) => rows > 0);
  const own = Object.entries(privileged).filter(([name]) => by.includes(name));
  const reference = groups[largestAmong(groups, by, Object.fromEntries(own))] as ErrorReportGroup;
  const against = { reference: reference.categories };
  const standardized = kinds.map((of) => {
    const estimated = exact.standardizedMeanDifferences(by, { of, ...against, confidence });
    return [of, byName(estimated, 'standardizedMeanDifference')] as const;
  });
  return {
    by,
    reference: reference.name,
    groups: inOrder(groups),
    spreads: getSpreads({ tally, exact }, by, how),
    ...(quantile !== undefined && { pinballSpread: exact.pinballSpread(quantile, by, { confidence }) }),
    comparisons: tally
      .comparisons(by, { ...against, confidence })
      .map(({ name, differences, ratios }) => ({
        group: name,
        differences,
        ratios,
        standardized: Object.fromEntries(
          standardized.map(([of, found]) => [of, found.get(name) as Estimate]),
        ) as ErrorComparison['standardized'],
      })),
    distances: getDistances(exact, by, confidence),
  };
}

// The intervals of the gaps that a report puts first hold for all of them.
function getSpreads({ exact }: Counted, by: readonly string[], { confidence, gaps }: How): ErrorSpread {
  const alone = exact.spread(by, { confidence });
  const wide = exact.spread(by, { confidence: confidenceOfEach(gaps, confidence) });
  const adjusted = searchedErrors.map((name) => {
    const both = (['difference', 'ratio'] as const).map((member) => [
      member,
      among(alone[name][member], gaps, wide[name][member].ci),
    ]);
    return [name, { ...alone[name], ...Object.fromEntries(both) }];
  });
  return { ...alone, ...Object.fromEntries(adjusted) };
}

const byName = <T extends NamedGroup>(matches: readonly T[], member: keyof T) =>
  new Map(matches.map((each) => [each.name, each[member] as Estimate]));

function getGroups(exact: ExactErrors, by: readonly string[], { confidence, quantile }: How) {
  const quantiles = exact.quantiles(quantileShares, by);
  const losses = quantile === undefined ? [] : exact.pinballLosses(quantile, by, { confidence });
  return exact
    .by(by, { confidence })
    .map(
      (group: ErrorGroup, i): ErrorReportGroup => ({
        ...group,
        ...(losses[i] && { pinballLoss: losses[i].loss }),
        errorQuantiles: quantiles[i]?.values ?? [],
      }),
    );
}

function getDistances(exact: ExactErrors, by: readonly string[], confidence: number): ErrorDistance[] {
  const all = kinds.map((of) => exact.distances(by, of, { confidence }));
  return (all[0] ?? []).map(({ name, other }, i) => {
    const of = (member: 'kolmogorovSmirnov' | 'wasserstein') =>
      Object.fromEntries(kinds.map((kind, k) => [kind, all[k]?.[i]?.[member]])) as Readonly<
        Record<NumberKind, Estimate>
      >;
    return {
      group: name,
      other: other ? toGroup(other).name : null,
      kolmogorovSmirnov: of('kolmogorovSmirnov'),
      wasserstein: of('wasserstein'),
    };
  });
}
