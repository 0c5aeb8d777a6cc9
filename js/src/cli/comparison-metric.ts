// SPDX-License-Identifier: Apache-2.0
//
// Maps the names used in limits to numbers of a comparison: the change of a group's rate, its gap after the
// change, and the widening of the gap.

import type { ComparisonReport, PairedBreakdown } from '../audit/comparison.js';
import type { PairedGroup } from '../audit/paired-results.js';
import type { Estimate } from '../core/estimate.js';
import { didYouMeanAny } from '../core/nearest.js';
import { oneLine } from '../document/format.js';
import { byWhat, type Guarded } from './gate-target.js';
import { requireMetric } from './metric-name.js';
import { UsageError } from './usage.js';

/** A number of a comparison that a limit can name. */
export type Compared = Guarded<ComparisonReport, PairedBreakdown>;

interface Statistic {
  /** Value for equal groups; a limit on a change may be on either side of it. */
  equal?: number;
  of(group: PairedGroup, rate: string): Estimate | undefined;
}

const statistics: Readonly<Record<string, Statistic>> = {
  change: { of: ({ rates }, rate) => rates[rate]?.difference },
  gap: { equal: 0, of: ({ gaps }, rate) => gaps[rate]?.b },
  widening: { of: ({ gaps }, rate) => gaps[rate]?.widening },
};

/**
 * Returns the number with this name, such as `accuracy.change`; throws {@link UsageError} for unknown names.
 */
export function requireCompared(option: string, asked: string): Compared {
  const known = Object.keys(statistics);
  const at = asked.lastIndexOf('.');
  const name = asked.slice(at + 1);
  if (at < 0) {
    throw new UsageError(`${option} requires a rate followed by ${known.join(', ')}, such as ${asked}.change`);
  }
  const metric = requireMetric(asked.slice(0, at));
  if (metric.kind !== 'rate') {
    throw new UsageError(`${option}: ${metric.name} is not a rate. fairwasm compare has limits only for rates.`);
  }
  if (!Object.hasOwn(statistics, name)) {
    const hint = didYouMeanAny(name, known);
    throw new UsageError(`${option}: unknown suffix '${name}' of a compared rate${hint}`);
  }
  const { equal, of } = statistics[name] as Statistic;
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
