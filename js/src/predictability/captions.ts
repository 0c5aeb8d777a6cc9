// SPDX-License-Identifier: Apache-2.0
//
// Encodes captions for an attacker on words, with the words that name the protected attribute masked.

import { invalid } from '../core/error.js';
import { getMax } from '../core/extremes.js';

/**
 * Words that name a gender, masked by default. This is the list of the paper's authors, limited to nouns and
 * pronouns.
 */
export const maskedGenderWords: readonly string[] = [
  ...['man', 'men', 'male', 'males', 'father', 'fathers', 'dad', 'dads', 'gentleman', 'gentlemen'],
  ...['boy', 'boys', 'boyfriend', 'uncle', 'husband', 'groom', 'actor', 'actors', 'prince', 'waiter'],
  ...['son', 'sons', 'brother', 'brothers', 'guy', 'guys', 'emperor', 'emperors', 'dude', 'dudes'],
  ...['cowboy', 'policeman', 'policemen', 'fireman', 'he', 'his', 'him', 'himself'],
  ...['woman', 'women', 'female', 'females', 'mother', 'mothers', 'mom', 'moms', 'lady', 'ladies'],
  ...['girl', 'girls', 'girlfriend', 'girlfriends', 'aunt', 'wife', 'bride', 'actress', 'princess'],
  ...['waitress', 'daughter', 'daughters', 'sister', 'sisters', 'queen', 'queens', 'nun', 'pregnant'],
  ...['she', 'her', 'hers', 'herself'],
];

/** @internal Codes of the two placeholder words. */
const unknownWord = 0;
const maskedWord = 1;

/** @internal */
export interface EncodedCaptions {
  human: { words: Uint32Array; starts: Uint32Array }[];
  generated: { words: Uint32Array; starts: Uint32Array };
  /** All codes are below this number. */
  words: number;
}

/** @internal Splits a caption into lower-case words without punctuation; "man's" becomes "man" and "s". */
export function getWords(caption: string): string[] {
  return caption.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
}

/** @internal */
export function requireText(caption: unknown, argument: string, row: number): string {
  if (typeof caption === 'string') return caption;
  throw invalid(argument, 'a caption', caption === null ? 'null' : typeof caption, row);
}

/**
 * Encodes captions. Words of the human captions that occur in no generated caption become the unknown word, as in the
 * paper. Otherwise the larger vocabulary of human captions would make them look more informative.
 *
 * @internal
 */
export function encodeCaptions(
  human: readonly (string | readonly string[])[],
  generated: readonly string[],
  masked: readonly string[],
): EncodedCaptions {
  const codes = new Map<string, number>();
  for (const word of masked) codes.set(word.toLowerCase(), maskedWord);
  const encode = (captions: readonly unknown[], argument: string, learn: boolean) => {
    const words: number[] = [];
    const starts = [0];
    captions.forEach((caption, row) => {
      for (const word of getWords(requireText(caption, argument, row))) {
        let code = codes.get(word);
        if (code === undefined && learn) {
          code = codes.size + 2;
          codes.set(word, code);
        }
        words.push(code ?? unknownWord);
      }
      starts.push(words.length);
    });
    return { words: Uint32Array.from(words), starts: Uint32Array.from(starts) };
  };
  const encodedGenerated = encode(generated, 'generated', true);
  const lists = human.map((each) => (Array.isArray(each) ? each : [each]) as readonly unknown[]);
  const max = getMax(
    lists.map(({ length }) => length),
    1,
  );
  const encodedHuman = Array.from({ length: max }, (_, i) =>
    encode(
      // An image with fewer captions repeats them.
      lists.map((list) => list[i % Math.max(list.length, 1)]),
      'human',
      false,
    ),
  );
  return { human: encodedHuman, generated: encodedGenerated, words: codes.size + 2 };
}
