// SPDX-License-Identifier: Apache-2.0
//
// Gives names to the module's flat arrays of values, intervals, and spreads, and adds the reasons why a value is
// undefined or has no interval.

import { spreadMembers as members, type Spread } from '../audit/frame/group.js';
import { type Estimate, estimate, whyNoGap } from '../core/estimate.js';
import { getRange, isSigned, noInterval, undefinedWhen } from '../metrics/classes.js';
import { type Jackknife, type Statistic, withoutInterval } from '../tally/jackknife.js';
import type { Wasm } from './module.js';

type Report = ReturnType<Wasm['probabilitiesBy']>;

/** Why nothing in a table has an interval, if nothing has one. */
export type WithoutIntervals = 'none wanted' | 'too many groups' | undefined;

const whyNone = { 'none wanted': undefined, 'too many groups': 'no interval: there are too many groups' } as const;

/** Metrics of some groups and of all rows. */
export class MeasuredTable {
  readonly #report: Report;
  readonly #groups: number;
  readonly #without: WithoutIntervals;
  readonly #jackknife: Jackknife | undefined;

  /**
   * @param groups Number of groups; the row of all groups follows the last.
   * @param jackknife The values without each cluster, if rows are clustered.
   */
  constructor(report: Report, groups: number, without: WithoutIntervals, jackknife?: Jackknife) {
    this.#report = report;
    this.#groups = groups;
    this.#without = without;
    this.#jackknife = without === undefined ? jackknife : undefined;
  }

  /** Returns the value of a group, or that of all rows if `group` is the number of groups. */
  value(metric: number, name: string, group: number, among: string): Estimate {
    const index = metric * (this.#groups + 1) + group;
    const ci = pairAt(this.#report.intervals, index);
    const value = this.#report.values[index] as number;
    const why = () => `${undefinedWhen(name)}${among && ` among ${among}`}`;
    const known = estimate(value, why, { ci, warning: this.#warning(ci, name) });
    // An interval that independent rows do not have is unknown for clusters, too.
    if (this.#jackknife === undefined || known.ci === undefined) return known;
    return this.#jackknife.estimate(known, (values) => values[index] as number, getStatistic(name));
  }

  /** Returns the differences between groups. */
  spread(metric: number, name: string): Spread {
    const entries = members.map((member, i) => {
      const index = metric * members.length + i;
      const ci = pairAt(this.#report.spreadIntervals, index);
      const value = this.#report.spreads[index] as number;
      const min = this.#report.spreads[metric * members.length] as number;
      const why = () => whyUndefined(member, name, min);
      const known = estimate(value, why, { ci, warning: this.#warning(ci, name) });
      return [member, known.ci ? this.#clustered(known, metric, name, member) : known];
    });
    return Object.fromEntries(entries) as unknown as Spread;
  }

  #clustered(known: Estimate, metric: number, name: string, member: string): Estimate {
    if (this.#jackknife === undefined) return known;
    const isRatio = member === 'ratio';
    if (member !== 'difference' && !isRatio) return withoutInterval(known);
    const first = metric * (this.#groups + 1);
    const indices = Array.from({ length: this.#groups }, (_, group) => first + group);
    const [min, max] = getRange(name);
    return this.#jackknife.gap(known, indices, isRatio, { max: max - min });
  }

  #warning(ci: readonly [number, number] | undefined, name: string): string | undefined {
    if (ci && !ci.some(Number.isNaN)) return undefined;
    return this.#without === undefined ? `no interval: ${noInterval(name)}` : whyNone[this.#without];
  }
}

function getStatistic(name: string): Statistic {
  const [min, max] = getRange(name);
  if (min === 0) return max === 1 ? 'share' : 'positive';
  return max === 1 ? 'atMostOne' : 'signed';
}

function whyUndefined(member: string, name: string, min: number): string {
  if (Number.isNaN(min)) return 'the value is defined in no group';
  if (!member.startsWith('ratio')) return whyNoGap();
  return isSigned(name)
    ? 'values that can be negative have no ratio'
    : 'the value is 0 everywhere, or defined in only one group';
}

function pairAt(flat: Float64Array, index: number): [number, number] | undefined {
  const low = flat[2 * index];
  return low === undefined ? undefined : [low, flat[2 * index + 1] as number];
}
