// SPDX-License-Identifier: Apache-2.0
//
// The favorable label: the outcome that people prefer, or that counts as positive. It is inferred only if it is
// unambiguous.

import { type FairwasmError, invalid, invalidState } from '../core/error.js';
import { didYouMean, nearest } from '../core/nearest.js';
import { getKey, getLooseKey, requireName } from './value.js';

/** The favorable label, or several if there are more than two labels. */
export type Favorable = string | number | boolean | readonly (string | number | boolean)[];

/** Returns the labels by name; see {@link labelsNamed} for a tally's names. */
export function toLabels(favorable: Favorable | undefined): string[] | undefined {
  if (favorable === undefined) return undefined;
  const names = [favorable].flat().map((label) => requireName(label, 'favorable'));
  return [...new Set(names)];
}

/** Returns the names in `labels` that mean the same as `input`; other names are unchanged. */
export function labelsNamed(input: readonly string[], labels: readonly string[]): string[] {
  const names = input.map(
    (label) =>
      labels.find((known) => known === label) ?? labels.find((known) => getKey(known) === getKey(label)) ?? label,
  );
  return [...new Set(names)];
}

const usualPairs: readonly [favorable: string, other: string][] = [
  ['1', '0'],
  ['1', '-1'],
  ['yes', 'no'],
  ['y', 'n'],
  ['t', 'f'],
  ['positive', 'negative'],
  ['accepted', 'rejected'],
  ['approved', 'denied'],
];

const plain = (label: string): string => getKey(requireName(label, 'labels')).toLowerCase();

/** Returns the favorable label if `labels` are a usual pair such as 1 and 0, otherwise undefined. */
export function guessFavorable(labels: readonly string[]): string | undefined {
  const keys = Array.from(labels, plain);
  const pair = usualPairs.find(
    ([yes, no]) => keys.includes(yes) && keys.every((label) => label === yes || label === no),
  );
  return pair && labels[keys.indexOf(pair[0])];
}

/**
 * Returns the name of the unfavorable label for predictions from a score: the other entry of `labels` or, if there
 * is none, the other label of a common pair such as yes and no.
 */
export function otherLabel(favorable: string, labels: readonly string[] = []): string {
  const otherNames = labels.filter((label) => getKey(label) !== getKey(favorable));
  if (otherNames.length === 1) return otherNames[0] as string;
  if (favorable === 'true') return 'false';
  const pair = otherNames.length === 0 && usualPairs.find(([yes]) => yes === plain(favorable));
  return pair ? pair[1] : `not ${favorable}`;
}

// Words for yes and no that mean the same; -1 is a word for no only in a column without 0.
const yes = new Set(['1', 'yes', 'y', 't', 'ja', 'j', 'oui', 'o', 'si', 'sí', 'sì', 's', 'sim']);
const no = new Set(['0', '-1', 'no', 'n', 'f', 'nein', 'non', 'nao', 'não']);

/** @internal Returns the meaning of a common word for yes or no; -1 means no. */
export function toAnswer(name: string): 'yes' | 'no' | undefined {
  const key = plain(name);
  return yes.has(key) ? 'yes' : no.has(key) ? 'no' : undefined;
}

/** Returns the labels that mean yes and the labels that mean no, if there are no others; undefined if the meaning is uncertain. */
export function findAnswers(columns: readonly (readonly string[])[]): [string[], string[]] | undefined {
  const areAnswers = columns.every((labels) => {
    const keys = labels.map(plain);
    const isAmbiguous = keys.includes('-1') && keys.includes('0');
    return !isAmbiguous && labels.every((label) => toAnswer(label) !== undefined);
  });
  const all = [...new Set(columns.flat())];
  const positive = all.filter((label) => toAnswer(label) === 'yes');
  if (!areAnswers || positive.length === 0) return undefined;
  return [positive, all.filter((label) => !positive.includes(label))];
}

/** @internal Returns a function that maps labels of `otherNames` to `labels`, if both encode the same answers, such as yes for 1. */
export function getTranslation(
  labels: readonly string[],
  otherNames: readonly string[],
): ((label: string) => string) | undefined {
  if (otherNames.every((each) => labels.includes(each)) || !areAnswers(labels, otherNames)) return undefined;
  const words = new Map(labels.map((label) => [toAnswer(label), label]));
  return (label) => words.get(toAnswer(label)) ?? label;
}

/** True if the labels of two columns, such as yes and no, and 1 and -1, encode the same answers. */
export const areAnswers = (...columns: (readonly string[])[]): boolean => findAnswers(columns) !== undefined;

/**
 * Returns the favorable labels: the given labels, checked against the labels that occur, or the unambiguous label,
 * in all its spellings.
 *
 * @param columns The labels of each column, if several columns have labels. Words with the same meaning in two columns,
 *   such as yes and 1, are then favorable together.
 */
export function resolveFavorable(
  input: readonly string[] | undefined,
  labels: readonly string[],
  columns: readonly (readonly string[])[] = [],
): string[] {
  const answers = findAnswers(columns.length > 0 ? columns : [labels]);
  if (input) {
    const named = requirePlausible(labelsNamed(input, labels), labels);
    const side = columns.length > 1 && answers?.find((all) => named.every((each) => all.includes(each)));
    return side ? [...new Set([...named, ...side])] : named;
  }
  const guess = guessFavorable(labels);
  if (guess !== undefined || answers) {
    const key = guess === undefined ? undefined : plain(guess);
    return answers?.[0] ?? labels.filter((label) => plain(label) === key);
  }
  if (labels.length === 0) throw noRows();
  throw invalid(
    'favorable',
    'the favorable label to be named, as it cannot be guessed',
    `the labels ${listed(labels)}`,
  );
}

/** Returns the favorable labels of one column. Throws `invalidArgument` if only some spellings of a label are favorable. */
export function getFavorable(input: Favorable | undefined, labels: readonly string[]): string[] {
  const favorable = resolveFavorable(toLabels(input), labels);
  requireAllSpellings(favorable, labels);
  return favorable;
}

/** Throws `invalidArgument` if another spelling of a favorable label is not favorable, unless `isDistinct` is true for both. */
export function requireAllSpellings(
  favorable: readonly string[],
  labels: readonly string[],
  isDistinct: (label: string) => boolean = () => false,
): void {
  for (const positive of labels.filter((name) => favorable.includes(name))) {
    const key = getLooseKey(positive);
    const other = labels.find((name) => !favorable.includes(name) && getLooseKey(name) === key);
    if (other === undefined || (isDistinct(positive) && isDistinct(other))) continue;
    throw invalid(
      'favorable',
      `one spelling of each label, or all spellings: ['${positive}', '${other}']`,
      `'${positive}' alone`,
    );
  }
}

const noRows = (): FairwasmError => invalidState('rows', 'at least one row', 'none');

const maxListed = 20;

/** Formats labels for an error message. */
export function listed(labels: readonly string[]): string {
  const shown = labels.slice(0, maxListed).map((label) => `'${label}'`);
  const more = labels.length - shown.length;
  return `${shown.join(', ') || 'no labels'}${more > 0 ? ` and ${more} more` : ''}`;
}

// A label without rows is possible, because everyone may have been rejected. More than one label without a favorable
// label, and a label that differs only by a typing error, are rejected.
function requirePlausible(favorable: string[], labels: readonly string[]): string[] {
  const absent = favorable.filter((label) => !labels.includes(label));
  const misspelled = absent.find((label) => labels.some((known) => isSlip(label, known)));
  const isPlausible = labels.length <= 1 || absent.length < favorable.length;
  if (misspelled === undefined && (isPlausible || favorable.length === 0)) return favorable;
  const wrong = misspelled ?? (absent[0] as string);
  const meant = labels.find((known) => isSlip(wrong, known)) ?? nearest(wrong, labels);
  throw invalid('favorable', `labels that occur: ${listed(labels)}`, `'${wrong}'${didYouMean(meant)}`);
}

const shortestWord = 4;

/** True if two labels differ only in case and punctuation, by one additional letter, or by two swapped letters. */
function isSlip(label: string, known: string): boolean {
  const [one, other] = [getLooseKey(label), getLooseKey(known)];
  if (one === other) return true;
  if (Math.min(one.length, other.length) < shortestWord || one[0] !== other[0]) return false;
  const isWord = /^\p{L}+$/u;
  if (!isWord.test(one) || !isWord.test(other)) return false;
  return isOneMore(one, other) || isOneMore(other, one) || isSwapped(one, other);
}

const isOneMore = (long: string, short: string): boolean =>
  long.length === short.length + 1 && [...short, ''].some((_, at) => long.slice(0, at) + long.slice(at + 1) === short);

function isSwapped(one: string, other: string): boolean {
  if (one.length !== other.length) return false;
  const at = [...one].findIndex((letter, i) => letter !== other[i]);
  const swapped = `${one.slice(0, at)}${one[at + 1]}${one[at]}${one.slice(at + 2)}`;
  return swapped === other;
}
