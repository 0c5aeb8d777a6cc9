// SPDX-License-Identifier: Apache-2.0
//
// Certified robustness in a report: all figures, and curves with a reduced number of points.

import { downsampled, getSteps } from '../document/downsample.js';
import type { StoredRobustness } from './describe.js';

export function storedRobustness(result: StoredRobustness): StoredRobustness {
  const all = [result.overall, ...result.breakdowns.flatMap(({ groups }) => groups)];
  const steps = getSteps(all.length);
  if (all.every(({ curve }) => curve.epsilon.length <= steps)) return result;
  const cut = (group: StoredRobustness['overall']): StoredRobustness['overall'] => {
    const { epsilon, accuracy } = group.curve;
    return { ...group, curve: { epsilon: downsampled(epsilon, steps), accuracy: downsampled(accuracy, steps) } };
  };
  const breakdowns = result.breakdowns.map((each) => ({ ...each, groups: each.groups.map(cut) }));
  return { ...result, overall: cut(result.overall), breakdowns, steps };
}
