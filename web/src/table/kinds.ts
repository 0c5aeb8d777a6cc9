// SPDX-License-Identifier: Apache-2.0
//
// Recognizes the kind of a column by its values: attributes of people, answers, or identifiers of rows.

import { getMax, getMin } from '#fairwasm/core/extremes.js';
import { spellingKey } from '#fairwasm/data/intake/merge-spellings.js';
import { isBad, isGood } from './answers.js';
import type { ColumnProfile } from './profile.js';
import { getWords } from './words.js';

const sexes =
  /^(m|f|w|d|x|u|h|male|female|man|woman|men|women|boy|girl|nonbinary|divers|männlich|weiblich|mann|frau|herr|mrs?|ms|miss|monsieur|madame|mme|mlle|homme|femme|hombre|mujer|senor|señor|senora|señora|sra?|signora?|senhora?|masculino|femenino|masculin|féminin|other|unknown|preferNotToSay)$/i;
const races =
  /white|black|asian|hispanic|latin[oax]|african|caucasian|pacific|eskimo|nativeamerican|americanindian|multiracial/;
/** Undefined if values do not indicate a kind. */
export function guessMeaning({ values, hasMore }: ColumnProfile): 'sex' | 'race' | 'answer' | undefined {
  if (hasMore || values.length < 2 || values.length > 60) return undefined;
  const words = values.map(spellingKey);
  if (words.every((word) => sexes.test(word)) && words.some((word) => /^[mfwhs]/.test(word))) return 'sex';
  if (words.filter((word) => races.test(word)).length >= 2) return 'race';
  return values.every((value) => isGood(value) || isBad(value)) ? 'answer' : undefined;
}

const namesRow = /^(id|ids|uuid|guid|key|nr|no|num|number|index|idx|ssn|email|phone|row|record|case)$/;

/** True for an identifier of rows: nearly every value is unique, or the name is that of an identifier. */
export function isIdentifier({ name, values, counts, hasMore, range }: ColumnProfile): boolean {
  const isUnique = counts.every((count) => count === 1);
  const isDistinct = values.length >= 20 && isUnique;
  const last = getWords(name).at(-1) ?? '';
  const isNamed = namesRow.test(last) || /^unnamed/i.test(name) || name === '';
  if (isNamed && (isDistinct || hasMore || values.length > 20)) return true;
  if (isUnique && !hasMore && values.length >= 5 && isCounting(values)) return true;
  if (!isDistinct) return false;
  return range === undefined;
}

// 1 to n in any order.
function isCounting(values: readonly string[]): boolean {
  const numbers = values.map(Number);
  const isWhole = numbers.every((number) => Number.isInteger(number));
  return isWhole && getMax(numbers) - getMin(numbers) === numbers.length - 1;
}
