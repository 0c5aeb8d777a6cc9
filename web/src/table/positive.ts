// SPDX-License-Identifier: Apache-2.0
//
// Which of two labels counts as positive where the usual pairs do not say: by what the words mean, and otherwise the one
// that fewer rows have, as fields that study rare events do. It is a start, shown as a guess, so that every proposal can be run.

import { guessFavorable } from 'fairwasm';
import { isBad, isGood } from './answers.js';

/** `labels`: more frequent ones first. */
export function likelyPositive(labels: readonly string[]): string | undefined {
  const usual = guessFavorable(labels);
  if (usual !== undefined) return usual;
  const words = labels.filter(isGood);
  if (words.length === 1) return words[0];
  // Credit files and surveys write 1 for good or yes, and 2 for the other.
  if (labels.length === 2 && labels.includes('1') && labels.includes('2')) return '1';
  const others = labels.filter((label) => !isBad(label));
  if (words.length === 0 && others.length === 1) return others[0];
  return labels.length > 2 ? undefined : labels.at(-1);
}
