// SPDX-License-Identifier: Apache-2.0
//
// Guesses which of two labels is positive if they are not a usual pair: by the meaning of the words, or else the rarer
// label, as in fields that study rare events. The page marks it as a guess.

import { guessFavorable } from '#fairwasm/data/favorable.js';
import { isBad, isGood } from './answers.js';

/** `labels`: more frequent ones first. */
export function likelyPositive(labels: readonly string[]): string | undefined {
  const usual = guessFavorable(labels);
  if (usual !== undefined) return usual;
  const words = labels.filter(isGood);
  if (words.length === 1) return words[0];
  // Credit files and surveys write 1 for good or yes, and 2 for bad or no.
  if (labels.length === 2 && labels.includes('1') && labels.includes('2')) return '1';
  const others = labels.filter((label) => !isBad(label));
  if (words.length === 0 && others.length === 1) return others[0];
  return labels.length > 2 ? undefined : labels.at(-1);
}
