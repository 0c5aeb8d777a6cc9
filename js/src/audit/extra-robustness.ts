// SPDX-License-Identifier: Apache-2.0
//
// Certified robustness in a report: all figures, and curves with a reduced number of points.

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
