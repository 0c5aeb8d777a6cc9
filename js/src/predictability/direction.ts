// SPDX-License-Identifier: Apache-2.0
//
// The direction of attackers, and the source of its definition. The directions measure different things: predicting
// more of one class affects attackers that predict the outcome, but not attackers that predict the attribute.

import type { Direction } from '../metrics/amplification.js';

/** The target of Leakage's attackers, and the columns that they predict it from. */
export type LeakageDirection = 'outcome-from-attribute' | 'attribute-from-outcome';

/** @internal */
export const leakageDirections = ['outcome-from-attribute', 'attribute-from-outcome'] as const;

/** @internal The definitions as sentences with their sources. */
export const definitions: Readonly<Record<LeakageDirection | Direction, string>> = {
  'outcome-from-attribute':
    'Attackers guess labels and predictions from the attribute or another feature: Leakage in the package ' +
    'bias_amplification. Wang et al. (2019) use the other direction.',
  'attribute-from-outcome':
    'Attackers guess the attribute from labels and from predictions: leakage as Wang, Zhao, Yatskar, Chang and ' +
    'Ordonez define it (Balanced Datasets Are Not Enough, ICCV 2019).',
  AtoT:
    'Attackers guess true and predicted tasks from the attribute: directional predictability amplification ' +
    '(bias_amplification), attribute to task.',
  TtoA:
    'Attackers guess true and predicted attributes from the task: directional predictability amplification ' +
    '(bias_amplification), task to attribute.',
};
