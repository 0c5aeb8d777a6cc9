// SPDX-License-Identifier: Apache-2.0
//
// One group of multilabel rows.

import type { MeasuredGroup } from './measured-frame.js';

/** A group and its counts of each label. */
export interface LabelGroup extends MeasuredGroup {
  /** By label: sums of weights of true and false positives and negatives. */
  confusion: Readonly<
    Record<string, { trueNegatives: number; falsePositives: number; falseNegatives: number; truePositives: number }>
  >;
}

/** Sums of weights. */
export type LabelCounts = LabelGroup['confusion'][string];
