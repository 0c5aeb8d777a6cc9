// SPDX-License-Identifier: Apache-2.0
//
// Maps the names used in limits to numbers of a report: a rate, a disparity, a spread such as `rate.difference`, a count, or
// a custom metric; a metric of multiclass labels; or the change of a rate between two sets of predictions. Some spreads also
// have the names that other libraries use.

import type { ComparisonReport, PairedBreakdown } from '../../audit/comparison/comparison.js';
import type { PairedGroup } from '../../audit/comparison/paired-results.js';
import type { CustomBreakdown, CustomMetric } from '../../audit/custom/custom-figures.js';
import type { Group } from '../../audit/frame/group.js';
import type { Breakdown } from '../../audit/report.js';
import type { ClassBreakdown, ClassReport } from '../../classes/report.js';
import type { Estimate } from '../../core/estimate.js';
import { getMin } from '../../core/extremes.js';
import { didYouMean, didYouMeanAny, nearest } from '../../core/nearest.js';
import { oneLine } from '../../document/format.js';
import { classMetrics, findClassMetric } from '../../metrics/classes.js';
import { findGroupMetric } from '../../metrics/group.js';
import { type Metric, metrics } from '../../metrics/table.js';
import type { Report } from '../../report/report.js';
import { requireMetric, spreadNamed } from '../metric/name.js';
import { UsageError } from '../options/usage.js';

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
  const present = spreadNamed(asked) ?? asked;
  if (Object.hasOwn(counts, present)) return count(asked, present);
  const at = present.lastIndexOf('.');
  const metric = requireMetric(at < 0 ? present : present.slice(0, at));
  if (at >= 0) return spread(option, asked, metric, present.slice(at + 1));
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
  const names = Object.keys(statistics);
  const hint = didYouMeanAny(statistic, names);
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

/** Returns a version of {@link requireGuarded} that also finds these custom metrics. */
export const guardedAmong =
  (own: readonly string[]) =>
  (option: string, asked: string): Guarded => {
    const [name = '', statistic, ...more] = asked.split('.');
    if (!own.includes(name)) return requireGuarded(option, asked);
    if (metrics.some((metric) => metric.name === name)) {
      throw new UsageError(`${option}: '${name}' is both a built-in and a custom metric; rename the custom metric`);
    }
    if (statistic === undefined) return customNumber(asked, name, getValues);
    if (statistic === 'difference' && more.length === 0) {
      return { ...customNumber(asked, name, getGap), equal: 0 };
    }
    throw new UsageError(
      `${option}: use ${name} (each group's value) or ${name}.difference for a custom metric, not '${asked}'`,
    );
  };

/** Returns the names of the report's custom metrics. */
export const customNames = ({ extras }: Report): string[] =>
  (extras?.customMetrics?.metrics ?? []).map(({ name }) => name);

type PickValues = (breakdown: CustomBreakdown) => Candidate[];

function customNumber(asked: string, name: string, pick: PickValues): Guarded {
  const match = ({ extras }: Report): CustomMetric | undefined =>
    extras?.customMetrics?.metrics.find((metric) => metric.name === name);
  return {
    name: asked,
    inputs: [],
    isIn: (report) => match(report) !== undefined,
    of: ({ by }: Breakdown, report) => {
      const same = match(report)?.breakdowns.find((own) => own.by.join('\n') === by.join('\n'));
      return same ? pick(same) : [];
    },
  };
}

const getValues: PickValues = ({ by, groups }) =>
  groups.map(({ id, name, rows, value }) => ({
    who: `of ${oneLine(name)} (${byWhat({ by })})`,
    id,
    estimate: value,
    rows,
  }));

const getGap: PickValues = ({ by, gap }) => [{ who: byWhat({ by }), id: '', estimate: gap }];

/** A number of a multiclass report that a limit can name. */
type GuardedClasses = Guarded<ClassReport, ClassBreakdown>;

/**
 * Returns the number with this name, such as `kappa` or `truePositiveRate.difference`; throws
 * {@link UsageError} for unknown names.
 */
export function requireGuardedClasses(option: string, asked: string): GuardedClasses {
  const at = asked.lastIndexOf('.');
  const name = at < 0 ? asked : asked.slice(0, at);
  const statistic = at < 0 ? undefined : requireStatistic(option, asked.slice(at + 1));
  const equal = statistic === undefined ? undefined : statistics[statistic];
  const common = { name: asked, equal, inputs: ['label', 'prediction'] as const };
  if (name === 'accuracy' || findClassMetric(name)) {
    return {
      ...common,
      isIn: ({ overall }) => Object.hasOwn(overall.values, name),
      of: (breakdown) => getOverall(breakdown, name, statistic),
    };
  }
  if (findGroupMetric(name)?.kind === 'rate') {
    return {
      ...common,
      isIn: ({ breakdowns }) => breakdowns.every(({ classes }) => classes.every(({ spreads }) => name in spreads)),
      of: (breakdown) => getByClass(breakdown, name, statistic),
    };
  }
  const names = classMetrics.map((each) => each.name);
  const hint = didYouMean(nearest(name, names));
  throw new UsageError(
    `${option} requires a metric of all classes or a rate of each class against the rest, got '${name}'${hint}`,
  );
}

const getMember = (spread: unknown, statistic: string): Estimate =>
  (spread as Readonly<Record<string, Estimate>>)[statistic] as Estimate;

function getOverall(breakdown: ClassBreakdown, name: string, statistic: string | undefined): Candidate[] {
  if (statistic !== undefined) {
    const estimate = getMember(breakdown.spreads[name], statistic);
    return [{ who: byWhat(breakdown), id: '', estimate }];
  }
  return breakdown.groups.map(({ id, name: group, values }) => ({
    who: `of ${oneLine(group)} (${byWhat(breakdown)})`,
    id,
    estimate: values[name] as Estimate,
  }));
}

function getByClass(breakdown: ClassBreakdown, name: string, statistic: string | undefined): Candidate[] {
  return breakdown.classes.flatMap(({ class: of, groups, spreads }) => {
    const whose = `of ${oneLine(of)}`;
    if (statistic !== undefined) {
      const estimate = getMember(spreads[name], statistic);
      return [{ who: `${whose} (${byWhat(breakdown)})`, id: of, estimate }];
    }
    return breakdown.groups.map(({ id, name: group }) => ({
      who: `${whose}, for ${oneLine(group)} (${byWhat(breakdown)})`,
      id: JSON.stringify([of, id]),
      estimate: groups[id]?.[name] as Estimate,
    }));
  });
}

/** A number of a comparison that a limit can name. */
type Compared = Guarded<ComparisonReport, PairedBreakdown>;

interface Statistic {
  /** Value for equal groups; a limit on a change may be on either side of it. */
  equal?: number;
  of(group: PairedGroup, rate: string): Estimate | undefined;
}

const comparedStatistics: Readonly<Record<string, Statistic>> = {
  change: { of: ({ rates }, rate) => rates[rate]?.difference },
  gap: { equal: 0, of: ({ gaps }, rate) => gaps[rate]?.b },
  widening: { of: ({ gaps }, rate) => gaps[rate]?.widening },
};

/**
 * Returns the number with this name, such as `accuracy.change`; throws {@link UsageError} for unknown names.
 */
export function requireCompared(option: string, asked: string): Compared {
  const names = Object.keys(comparedStatistics);
  const at = asked.lastIndexOf('.');
  const name = asked.slice(at + 1);
  if (at < 0) {
    throw new UsageError(`${option} requires a rate followed by ${names.join(', ')}, such as ${asked}.change`);
  }
  const metric = requireMetric(asked.slice(0, at));
  if (metric.kind !== 'rate') {
    throw new UsageError(`${option}: ${metric.name} is not a rate. fairwasm compare has limits only for rates.`);
  }
  if (!Object.hasOwn(comparedStatistics, name)) {
    const hint = didYouMeanAny(name, names);
    throw new UsageError(`${option}: unknown suffix '${name}' of a compared rate${hint}`);
  }
  const { equal, of } = comparedStatistics[name] as Statistic;
  return {
    name: asked,
    equal,
    inputs: metric.inputs,
    isIn: ({ rates }) => rates.includes(metric.name),
    of: (breakdown) =>
      breakdown.groups.flatMap((group) => {
        const estimate = of(group, metric.name);
        const extras = name === 'change' ? '' : ` compared with ${oneLine(breakdown.reference)}`;
        const who = `of ${oneLine(group.name)}${extras} (${byWhat(breakdown)})`;
        return estimate ? [{ who, id: group.id, estimate }] : [];
      }),
  };
}
