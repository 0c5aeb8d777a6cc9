// SPDX-License-Identifier: Apache-2.0
//
// Which number of a comparison a name stands for, so that a limit can be set to it: how a rate of a group changes, how
// large its gap is with the new predictions, and how much wider it became.

import type { ComparisonReport, PairedBreakdown } from '../audit/comparison.js';
import type { PairedGroup } from '../audit/paired.js';
import type { Estimate } from '../core/estimate.js';
import { nearest } from '../core/nearest.js';
import { oneLine } from '../report/shown.js';
import { UsageError } from './command.js';
import { byWhat, type Guarded } from './gate-target.js';
import { requireMetric } from './metric-name.js';

/** A number of a comparison. */
export type Compared = Guarded<ComparisonReport, PairedBreakdown>;

interface Statistic {
  /** Its value where groups are alike; a limit on a change may lie on either side. */
  equal?: number;
  of(group: PairedGroup, rate: string): Estimate | undefined;
}

const statistics: Readonly<Record<string, Statistic>> = {
  change: { of: ({ rates }, rate) => rates[rate]?.difference },
  gap: { equal: 0, of: ({ gaps }, rate) => gaps[rate]?.b },
  widening: { of: ({ gaps }, rate) => gaps[rate]?.widening },
};

/** The number of that name, such as `accuracy.change`; throws {@link UsageError} otherwise. */
export function requireCompared(option: string, asked: string): Compared {
  const known = Object.keys(statistics);
  const at = asked.lastIndexOf('.');
  const name = asked.slice(at + 1);
  if (at < 0) {
    throw new UsageError(`${option} takes a rate with ${known.join(', ')}: ${asked}.change`);
  }
  const metric = requireMetric(asked.slice(0, at));
  if (metric.kind !== 'rate') {
    throw new UsageError(`${option}: only rates are compared, and ${metric.name} is none`);
  }
  if (!Object.hasOwn(statistics, name)) {
    const meant = nearest(name, known);
    const hint = meant ? `did you mean '${meant}'?` : `there are ${known.join(', ')}`;
    throw new UsageError(`${option}: a compared rate has no '${name}'; ${hint}`);
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
