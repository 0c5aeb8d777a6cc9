// SPDX-License-Identifier: Apache-2.0
//
// `load()` of this entry point, for consistency with the others. Nothing is downloaded, because the metrics are
// computed in JavaScript.

import { Accuracy, SelectionRate } from './class-metrics.js';
import {
  DemographicParityDifference,
  SubgroupAccuracyDifference,
  SubgroupDifference,
  SubgroupMetric,
} from './subgroups.js';

/**
 * Resolves with ignite's classes, which can also be imported by name.
 *
 * @example
 * const { Accuracy } = await load();
 * const accuracy = new Accuracy();
 * accuracy.update([[1, 0], [1, 1]]);
 * accuracy.compute(); // 0.5
 */
export const load = async () => ({
  Accuracy,
  DemographicParityDifference,
  SelectionRate,
  SubgroupAccuracyDifference,
  SubgroupDifference,
  SubgroupMetric,
});
