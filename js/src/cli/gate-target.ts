// SPDX-License-Identifier: Apache-2.0
//
// Maps the names used in limits to numbers of a report: a rate, a disparity, a spread such as
// `rate.difference`, or a count. Some spreads also have the names that other libraries use.

import type { Group } from '../audit/group.js';
import type { Breakdown } from '../audit/report.js';
import type { Estimate } from '../core/estimate.js';
import { getMin } from '../core/extremes.js';
import { didYouMeanAny } from '../core/nearest.js';
import { oneLine } from '../document/format.js';
import type { Metric } from '../metrics/table.js';
import type { Report } from '../report/report.js';
import { requireMetric, spreadNamed } from './metric-name.js';
import { UsageError } from './usage.js';

/** A number of a report that a limit can name; `Part` is a breakdown of the report `Whole`. */
export interface Guarded<Whole = Report, Part = Breakdown> {
  /** The name in the limit. */
  name: string;
  /** Value for equal groups, if any. */
  equal?: number | undefined;
  /** The rate, or the rate whose difference between two groups this is; undefined for other numbers. */
  rate?: string | undefined;
  /** Whether higher or lower values are better for people, if either. */
  direction?: 'higher' | 'lower' | undefined;
  /** Required inputs, for the message about a report without this number. */
  inputs: Metric['inputs'];
  isIn(report: Whole): boolean;
  /** Returns the values in one breakdown of the report. */
  of(breakdown: Part, report: Whole): Candidate[];
}

/** One value, with its group. */
export interface Candidate {
  who: string;
  /** Unique in its breakdown: ids of the groups; the second is the reference group. */
  id: string;
  estimate: Estimate;
  /** Number of rows of the smaller group; undefined for spreads. */
  rows?: number;
}

// Statistics of a spread with their values for equal groups.
export const statistics: Readonly<Record<string, number | undefined>> = {
  min: undefined,
  max: undefined,
  difference: 0,
  ratio: 1,
  differenceToOverall: 0,
  ratioToOverall: 1,
};

const counts: Readonly<Record<string, Metric['inputs']>> = {
  rows: [],
  instances: [],
  effectiveRows: [],
  positives: ['label'],
  negatives: ['label'],
  predictedPositives: ['prediction'],
  predictedNegatives: ['prediction'],
  truePositives: ['label', 'prediction'],
  falsePositives: ['label', 'prediction'],
  trueNegatives: ['label', 'prediction'],
  falseNegatives: ['label', 'prediction'],
  generalizedTruePositives: ['label', 'score'],
  generalizedFalsePositives: ['label', 'score'],
  generalizedTrueNegatives: ['label', 'score'],
  generalizedFalseNegatives: ['label', 'score'],
};

/** Returns the number with this name; throws {@link UsageError} if no report contains it. */
export function requireGuarded(option: string, asked: string): Guarded {
  const known = spreadNamed(asked) ?? asked;
  if (Object.hasOwn(counts, known)) return count(asked, known);
  const at = known.lastIndexOf('.');
  const metric = requireMetric(at < 0 ? known : known.slice(0, at));
  if (at >= 0) return spread(option, asked, metric, known.slice(at + 1));
  if (metric.kind === 'rate') return rate(asked, metric);
  if (metric.kind === 'disparity') return disparity(asked, metric);
  throw new UsageError(`${option} requires a rate, a disparity, a spread, or a count; ${metric.name} is none of these`);
}

/** Returns the breakdown of a value, for use in a sentence. */
export const byWhat = ({ by }: Pick<Breakdown, 'by'>) => `by ${by.map(oneLine).join(', ')}`;

const getDirection = ({ direction }: Metric) =>
  direction === 'higher' || direction === 'lower' ? direction : undefined;

function rate(name: string, metric: Metric): Guarded {
  return {
    name,
    rate: metric.name,
    direction: getDirection(metric),
    inputs: metric.inputs,
    isIn: ({ rates }) => rates.includes(metric.name),
    of: (breakdown) =>
      breakdown.groups.map(({ id, name: group, rates, counts }) => ({
        who: `of ${oneLine(group)} (${byWhat(breakdown)})`,
        id,
        estimate: rates[metric.name] as Estimate,
        rows: counts.rows,
      })),
  };
}

function disparity(name: string, metric: Metric): Guarded {
  return {
    name,
    equal: metric.ideal,
    rate: metric.ideal === 0 ? metric.rate : undefined,
    inputs: metric.inputs,
    isIn: ({ disparities }) => disparities.includes(metric.name),
    of: (breakdown) =>
      breakdown.comparisons.map(({ id, group, disparities }) => ({
        who: `of ${oneLine(group)} compared with ${oneLine(breakdown.reference)} (${byWhat(breakdown)})`,
        id: JSON.stringify([id, breakdown.referenceId]),
        estimate: disparities[metric.name] as Estimate,
        rows: getMin([id, breakdown.referenceId].map((each) => getRows(breakdown, each))),
      })),
  };
}

const getRows = ({ groups }: Breakdown, id: string) => groups.find((group) => group.id === id)?.counts.rows ?? 0;

function spread(option: string, name: string, metric: Metric, statistic: string): Guarded {
  if (metric.kind !== 'rate') {
    throw new UsageError(`${option}: ${metric.name} is not a rate; only rates have a .${statistic}`);
  }
  requireStatistic(option, statistic);
  return {
    name,
    equal: statistics[statistic],
    direction: getDirection(metric),
    inputs: metric.inputs,
    isIn: ({ rates }) => rates.includes(metric.name),
    of: (breakdown) => {
      const estimates = breakdown.spreads[metric.name] as unknown as Record<string, Estimate>;
      return [{ who: byWhat(breakdown), id: '', estimate: estimates[statistic] as Estimate }];
    },
  };
}

/** Returns a statistic of a spread. Throws {@link UsageError} for an unknown one. */
export function requireStatistic(option: string, statistic: string): string {
  if (Object.hasOwn(statistics, statistic)) return statistic;
  const known = Object.keys(statistics);
  const hint = didYouMeanAny(statistic, known);
  throw new UsageError(`${option}: unknown statistic '${statistic}' of a rate${hint}`);
}

function count(name: string, which: string): Guarded {
  const getCount = ({ counts: all }: Group) => (all as unknown as Readonly<Record<string, number>>)[which] as number;
  return {
    name,
    inputs: counts[which] as Metric['inputs'],
    isIn: ({ overall }) => !Number.isNaN(getCount(overall)),
    of: (breakdown) =>
      breakdown.groups.map((group) => ({
        who: `of ${oneLine(group.name)} (${byWhat(breakdown)})`,
        id: group.id,
        estimate: { value: getCount(group) },
        rows: group.counts.rows,
      })),
  };
}
