// SPDX-License-Identifier: Apache-2.0
//
// What several tests need: one loaded core, and a check that a FairwasmError points at the right place.

import { FairwasmError, load } from 'fairwasm';

export const fair = await load({
  families: ['individual', 'amplification', 'predictability', 'replay', 'robustness'],
});

/** The FairwasmError that `call` throws. */
export function errorOf(call) {
  try {
    call();
  } catch (error) {
    if (error instanceof FairwasmError) return error;
    throw error;
  }
  throw new Error('expected a FairwasmError, but nothing was thrown');
}

/** Eight rows that can be worked out by hand; in group a one of each TP, FP, TN, FN. */
export const eightRows = () => ({
  groups: {
    race: ['a', 'a', 'a', 'a', 'b', 'b', 'b', 'c'],
    sex: ['f', 'm', 'f', 'm', 'f', 'm', 'f', 'm'],
  },
  label: [1, 0, 0, 1, 1, 1, 1, 0],
  prediction: [1, 1, 0, 0, 1, 1, 0, 1],
  weight: [1, 2, 1, 2, 0.5, 0.5, 1, 3],
  score: [0.9, 0.6, 0.2, 0.4, 0.8, 0.7, 0.3, 0.5],
});
