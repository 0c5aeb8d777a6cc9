// SPDX-License-Identifier: Apache-2.0
//
// Replaces the intervals of a regression report, which assume independent rows, with intervals for clustered rows.

import { type BoundedErrorName, numberRows, type RegressionTally } from '../audit/scores/regression.js';
import { among } from '../claims/adjust.js';
import type { Estimate } from '../core/estimate.js';
import type { Wasm } from '../core/module.js';
import { CategoryEncoder } from '../data/category.js';
import { clusterings, Jackknife, type Statistic, takeRows, withoutInterval } from '../tally/jackknife.js';
import {
  type ErrorBreakdown,
  type ErrorInput,
  type ErrorModules,
  type ErrorReport,
  type ErrorReportGroup,
  searchedErrors,
} from './error-report-shape.js';
import type { ErrorName } from './exact-errors.js';

// Smooth functions of means. The other errors are medians, extremes, and values of degenerate targets.
const statistics = {
  meanLabel: 'signed',
  meanPrediction: 'signed',
  meanError: 'signed',
  meanAbsoluteError: 'skewed',
  meanSquaredError: 'skewed',
  rootMeanSquaredError: 'skewed',
  meanAbsolutePercentageError: 'skewed',
  r2Score: 'atMostOne',
} as const satisfies Record<BoundedErrorName, Statistic>;
const names = Object.keys(statistics) as BoundedErrorName[];
const getStatistic = (name: string): Statistic | undefined => (statistics as Readonly<Record<string, Statistic>>)[name];
const getPlace = (name: string): number => names.indexOf(name as BoundedErrorName);
// The pinball loss follows the errors.
const ofPinball = names.length;
const width = ofPinball + 1;

type Groups = readonly Pick<ErrorReportGroup, 'categories'>[];
interface Clustered {
  wasm: Wasm;
  jackknife: Jackknife;
  /** Number of gaps of which the report puts the largest first. */
  gaps: number;
}

/** Returns the same report for rows in clusters. */
export function clusteredErrors(report: ErrorReport, { fair }: ErrorModules, input: ErrorInput): ErrorReport {
  const { groups: given, label, prediction, weight } = input;
  const rows = numberRows({ groups: given, label, prediction, weight });
  const columns = Object.entries(rows.groups).map(([name, column]) => {
    const encoder = new CategoryEncoder(name, [], 'category');
    return { name, codes: encoder.encode(column), categories: encoder.categories };
  });
  const parts: { by: readonly string[]; groups: Groups }[] = [
    { by: [], groups: [report.overall] },
    ...report.breakdowns,
  ];
  const inTally = <T>(use: (tally: RegressionTally) => T): T => {
    const tally = fair.regressionTally(columns.map(({ name }) => name));
    try {
      return use(tally);
    } finally {
      tally[Symbol.dispose]();
    }
  };
  const compute = (kept: Uint32Array): number[] =>
    inTally((tally) => {
      const taken = columns.map(({ name, codes, categories }) => [name, { codes: takeRows(codes, kept), categories }]);
      tally.update({
        groups: Object.fromEntries(taken),
        label: takeRows(rows.label, kept),
        prediction: takeRows(rows.prediction, kept),
        weight: rows.weight && takeRows(rows.weight, kept),
      });
      return parts.flatMap(({ by, groups }) => getValues(tally, by, groups, report.quantile));
    });
  const wasm = inTally(({ core }) => core);
  const ways = clusterings(input, rows.label.length);
  const jackknife = Jackknife.fromRows(wasm, ways, compute, report.confidence);
  let end = width;
  return {
    ...report,
    clusters: jackknife.clusters,
    overall: boundGroup(report.overall, jackknife, 0),
    breakdowns: report.breakdowns.map((breakdown) => {
      const start = end;
      end += width * breakdown.groups.length;
      return boundBreakdown(
        breakdown,
        { wasm, jackknife, gaps: searchedErrors.length * report.breakdowns.length },
        start,
      );
    }),
  };
}

const getKey = ({ categories }: Groups[0]) => JSON.stringify(Object.values(categories));

/** Returns the errors of each group, and its pinball loss: the mean of |e| / 2 + (1/2 - alpha) e. */
function getValues(tally: RegressionTally, by: readonly string[], groups: Groups, alpha = Number.NaN): number[] {
  const known = new Map(tally.by(by).map((group) => [getKey(group), group.errors]));
  return groups.flatMap((group) => {
    const errors = known.get(getKey(group));
    if (errors === undefined) return new Array<number>(width).fill(Number.NaN);
    const pinball = errors.meanAbsoluteError / 2 + (0.5 - alpha) * errors.meanError;
    return [...names.map((name) => errors[name]), pinball];
  });
}

interface Bounds {
  statistic: Statistic | undefined;
  isSearched?: boolean;
}

const mapEstimates = <Name extends string, Each>(
  known: Readonly<Record<Name, Each>>,
  map: (each: Each, name: Name) => Each,
) =>
  Object.fromEntries(
    (Object.entries(known) as [Name, Each][]).map(([name, each]) => [name, map(each, name)]),
  ) as Record<Name, Each>;

function boundGroup(group: ErrorReportGroup, jackknife: Jackknife, at: number): ErrorReportGroup {
  const { errors, pinballLoss } = group;
  const bounded = (known: Estimate, index: number, statistic: Statistic) =>
    jackknife.estimate(known, (values) => values[at + index] as number, statistic);
  return {
    ...group,
    errors: mapEstimates(errors, (known, name) => {
      const statistic = getStatistic(name);
      return statistic ? bounded(known, getPlace(name), statistic) : withoutInterval(known);
    }),
    ...(pinballLoss && { pinballLoss: bounded(pinballLoss, ofPinball, 'skewed') }),
  };
}

function boundBreakdown(
  breakdown: ErrorBreakdown,
  { wasm, jackknife, gaps }: Clustered,
  start: number,
): ErrorBreakdown {
  const indices = breakdown.groups.map((_, group) => start + group * width);
  const at = (group: string) => indices[breakdown.groups.findIndex(({ name }) => name === group)] as number;
  const base = at(breakdown.reference);
  const comparisons = breakdown.comparisons.map((comparison) => {
    const own = at(comparison.group);
    const compared = (isRatio: boolean) => (known: Estimate, name: BoundedErrorName) => {
      const index = getPlace(name);
      if (isRatio && statistics[name] !== 'skewed') return known;
      return jackknife.estimate(
        known,
        (values) => {
          const [a, b] = [values[own + index] as number, values[base + index] as number];
          return isRatio ? a / b : a - b;
        },
        isRatio ? 'positive' : 'signed',
      );
    };
    return {
      group: comparison.group,
      differences: mapEstimates(comparison.differences, compared(false)),
      ratios: mapEstimates(comparison.ratios, compared(true)),
      standardized: mapEstimates(comparison.standardized, withoutInterval),
    };
  });
  for (const name of names) {
    const all = comparisons.map(({ differences }) => differences[name]);
    const pValues = Float64Array.from(all, ({ pValue = Number.NaN }) => pValue);
    wasm.adjustPValues(pValues).forEach((adjusted, i) => {
      if (!Number.isNaN(adjusted)) (all[i] as Estimate).adjustedPValue = adjusted;
    });
  }
  const boundSpread = (spread: ErrorBreakdown['spreads'][ErrorName], position: number, of: Bounds) => {
    const at = indices.map((each) => each + position);
    const gap = (alone: Estimate, isRatio: boolean) => {
      const bounded = jackknife.gap(alone, at, isRatio);
      if (!of.isSearched) return bounded;
      return among(bounded, gaps, jackknife.gap(alone, at, isRatio, { comparisons: gaps }).ci);
    };
    const { difference, ratio } = spread;
    return {
      ...mapEstimates(spread, withoutInterval),
      ...(of.statistic && { difference: gap(difference, false) }),
      ...(of.statistic === 'skewed' && { ratio: gap(ratio, true) }),
    };
  };
  const { pinballSpread } = breakdown;
  return {
    ...breakdown,
    groups: breakdown.groups.map((group, i) => boundGroup(group, jackknife, indices[i] as number)),
    spreads: mapEstimates(breakdown.spreads, (spread, name) =>
      boundSpread(spread, getPlace(name), {
        statistic: getStatistic(name),
        isSearched: (searchedErrors as readonly string[]).includes(name),
      }),
    ),
    ...(pinballSpread && { pinballSpread: boundSpread(pinballSpread, ofPinball, { statistic: 'positive' }) }),
    comparisons,
    distances: breakdown.distances.map(({ kolmogorovSmirnov, wasserstein, ...between }) => ({
      ...between,
      kolmogorovSmirnov: mapEstimates(kolmogorovSmirnov, withoutInterval),
      wasserstein: mapEstimates(wasserstein, withoutInterval),
    })),
  };
}
