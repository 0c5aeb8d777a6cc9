// SPDX-License-Identifier: Apache-2.0
//
// Maps the names used in limits to numbers of a multiclass report: a metric of all classes, a rate of each
// class against the rest, or the largest gap of either between groups.

import type { ClassBreakdown, ClassReport } from '../classes/report.js';
import type { Estimate } from '../core/estimate.js';
import { didYouMean, nearest } from '../core/nearest.js';
import { oneLine } from '../document/format.js';
import { classMetrics, findClassMetric } from '../metrics/classes.js';
import { findGroupMetric } from '../metrics/group.js';
import { byWhat, type Candidate, type Guarded, requireStatistic, statistics } from './gate-target.js';
import { UsageError } from './usage.js';

/** A number of a multiclass report that a limit can name. */
export type GuardedClasses = Guarded<ClassReport, ClassBreakdown>;

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
