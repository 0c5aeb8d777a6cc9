// SPDX-License-Identifier: Apache-2.0
//
// `load()` of this entry point, as every entry point has one. Nothing is downloaded: the metrics are counted in JavaScript.

import { Accuracy, SelectionRate } from './class-metrics.js';
import { ConfusionMatrix } from './confusion-matrix.js';
import { Loss } from './loss.js';
import { Fbeta, Precision, Recall } from './precision-recall.js';
import {
  DemographicParityDifference,
  SubgroupAccuracyDifference,
  SubgroupDifference,
  SubgroupMetric,
} from './subgroups.js';

/**
 * Resolves with ignite's classes, which can be imported by their names, too.
 *
 * @example
 * const { Accuracy } = await load();
 * const accuracy = new Accuracy();
 * accuracy.update([[1, 0], [1, 1]]);
 * accuracy.compute(); // 0.5
 */
export const load = async () => ({
  Accuracy,
  ConfusionMatrix,
  DemographicParityDifference,
  Fbeta,
  Loss,
  Precision,
  Recall,
  SelectionRate,
  SubgroupAccuracyDifference,
  SubgroupDifference,
  SubgroupMetric,
});
