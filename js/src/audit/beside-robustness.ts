// SPDX-License-Identifier: Apache-2.0
//
// Certified robustness as a report carries it: every figure, and curves that have a step for each row with fewer of them.

import type { BesideCertified, BesideRobustness } from './beside.js';
import { stepsOf, thinned } from './thinned.js';

export function besideRobustness(found: BesideRobustness): BesideRobustness {
  const all = [found.overall, ...found.breakdowns.flatMap(({ groups }) => groups)];
  const steps = stepsOf(all.length);
  if (all.every(({ curve }) => curve.epsilon.length <= steps)) return found;
  const cut = (group: BesideCertified): BesideCertified => {
    const { epsilon, accuracy } = group.curve;
    return {
      ...group,
      curve: { epsilon: thinned(epsilon, steps), accuracy: thinned(accuracy, steps) },
    };
  };
  const breakdowns = found.breakdowns.map((each) => ({ ...each, groups: each.groups.map(cut) }));
  return { ...found, overall: cut(found.overall), breakdowns, steps };
}
