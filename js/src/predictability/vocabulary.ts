// SPDX-License-Identifier: Apache-2.0
//
// One vocabulary for human and generated captions. Otherwise the larger vocabulary of human captions would make them
// look more informative than generated captions.

import { invalid } from '../core/error.js';
import { getNorm } from '../core/extremes.js';
import { shown } from '../core/options.js';
import type { DbacInput } from './dbac-input.js';

type WordVectors = NonNullable<DbacInput['vectors']>;

/** Replacements in the captions of one side, counted in occurrences. */
export interface ReplacedWords {
  /** Number of words in all captions of this side. */
  words: number;
  /** Number of them that were replaced by a word with a similar vector. */
  replaced: number;
  /** Number of them that were replaced by the unknown word. */
  unknown: number;
}

/** Captions as lists of words. */
type Captions = readonly (readonly string[])[];

/** @internal Captions with one vocabulary. */
export interface Equalized {
  human: Captions;
  generated: Captions;
  counts: { human: ReplacedWords; generated: ReplacedWords };
}

/** @internal Placeholders, which no word equals. */
export const maskedWord = '<mask>';
const unknownWord = '<unk>';

/**
 * Replaces words of human captions that occur in no generated caption, and then words of generated captions that occur
 * in no human caption: by the word of the other side with the nearest vector, or by the unknown word if no cosine
 * reaches the limit.
 *
 * @internal
 */
export function equalize(human: Captions, generated: Captions, vectors: WordVectors, similarity: number): Equalized {
  const first = replace(human, generated, vectors, similarity);
  const second = replace(generated, first.captions, vectors, similarity);
  return {
    human: first.captions,
    generated: second.captions,
    counts: { human: first.counts, generated: second.counts },
  };
}

function replace(
  captions: Captions,
  others: Captions,
  vectors: WordVectors,
  similarity: number,
): { captions: Captions; counts: ReplacedWords } {
  const names = new Set(others.flat());
  const find = nearestAmong([...names].sort(), vectors, similarity);
  const kept = new Map<string, string>([
    [maskedWord, maskedWord],
    [unknownWord, unknownWord],
  ]);
  const counts = { words: 0, replaced: 0, unknown: 0 };
  const replaced = captions.map((words) =>
    words.map((word) => {
      const other = kept.get(word) ?? (names.has(word) ? word : (find(word) ?? unknownWord));
      kept.set(word, other);
      counts.words++;
      if (other !== word) counts[other === unknownWord ? 'unknown' : 'replaced']++;
      return other;
    }),
  );
  return { captions: replaced, counts };
}

/** Returns a function that finds the candidate with the nearest vector; ties go to the first candidate. */
function nearestAmong(candidates: readonly string[], vectors: WordVectors, similarity: number) {
  const units = candidates.flatMap((word) => {
    const unit = getUnit(word, vectors);
    return unit ? [{ word, unit }] : [];
  });
  return (word: string): string | undefined => {
    const own = getUnit(word, vectors);
    let [best, result]: [number, string | undefined] = [-1, undefined];
    if (!own) return undefined;
    for (const { word: candidate, unit } of units) {
      if (unit.length !== own.length) {
        throw invalid('vectors', `vectors of length ${own.length}, like '${word}'`, candidate);
      }
      const cosine = unit.reduce((sum, each, i) => sum + each * (own[i] as number), 0);
      if (cosine > best) [best, result] = [cosine, candidate];
    }
    return best >= similarity - rounding ? result : undefined;
  };
}

const rounding = 1e-12; // so that a cosine of 1 reaches the limit 1

/** Returns the vector of a word with length 1; undefined if there is none, or if it is 0. */
function getUnit(word: string, vectors: WordVectors): Float64Array | undefined {
  const isMap = vectors instanceof Map;
  const existing = isMap
    ? vectors.get(word)
    : Object.hasOwn(vectors, word)
      ? (vectors as Record<string, ArrayLike<number>>)[word]
      : undefined;
  if (existing === undefined) return undefined;
  const values = Float64Array.from(typeof existing === 'object' && existing !== null ? existing : []);
  if (values.length === 0 || !values.every(Number.isFinite)) {
    throw invalid('vectors', `finite numbers for each word, also for '${word}'`, shown(existing));
  }
  const length = getNorm(values);
  return length > 0 ? values.map((each) => each / length) : undefined;
}
