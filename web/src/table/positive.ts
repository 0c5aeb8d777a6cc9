// SPDX-License-Identifier: Apache-2.0
//
// Guesses which label is positive if they are not a usual pair: by the meaning of the words, or else the rarer of two
// labels, as in fields that study rare events. The page marks it as a guess.

import { guessFavorable } from '#fairwasm/data/favorable.js';
import { isBad, isGood } from './answers.js';

/** `labels`: more frequent ones first. */
export function likelyPositive(labels: readonly string[]): string | undefined {
  const usual = guessFavorable(labels);
  if (usual !== undefined) return usual;
  const words = labels.filter(isGood);
  const others = labels.filter((label) => !isBad(label));
  // With more than two labels, no label may be unknown.
  if (labels.length > 2) return words.length === 1 && others.length === 1 ? words[0] : undefined;
  if (words.length === 1) return words[0];
  // Credit files and surveys write 1 for good or yes, and 2 for bad or no.
  if (labels.includes('1') && labels.includes('2')) return '1';
  if (words.length === 0 && others.length === 1) return others[0];
  return labels.at(-1);
}
