// SPDX-License-Identifier: Apache-2.0
//
// Certified robustness as a report carries it: every figure, and curves that have a step for each row with fewer of them.

import { downsampled, stepsOf } from './downsample.js';
import type { ExtraCertified, ExtraRobustness } from './extras.js';

export function extraRobustness(found: ExtraRobustness): ExtraRobustness {
  const all = [found.overall, ...found.breakdowns.flatMap(({ groups }) => groups)];
  const steps = stepsOf(all.length);
  if (all.every(({ curve }) => curve.epsilon.length <= steps)) return found;
  const cut = (group: ExtraCertified): ExtraCertified => {
    const { epsilon, accuracy } = group.curve;
    return {
      ...group,
      curve: { epsilon: downsampled(epsilon, steps), accuracy: downsampled(accuracy, steps) },
    };
  };
  const breakdowns = found.breakdowns.map((each) => ({ ...each, groups: each.groups.map(cut) }));
  return { ...found, overall: cut(found.overall), breakdowns, steps };
}
