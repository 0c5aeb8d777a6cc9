// SPDX-License-Identifier: Apache-2.0
//
// Which label is the favorable one: the outcome that people would rather have, or the one that counts
// as positive. It is guessed only where there can be no doubt.

import { type FairwasmError, invalid, invalidState } from '../core/error.js';
import { nearest } from '../core/nearest.js';
import { requireArray } from '../core/options.js';
import { keyOf, looseKeyOf, requireName } from './value.js';

/** The favorable label, or several where there are more than two labels. */
export type Favorable = string | number | boolean | readonly (string | number | boolean)[];

/** By their names; see {@link labelsNamed} for what a tally calls them. */
export function toLabels(favorable: Favorable | undefined): string[] | undefined {
  if (favorable === undefined) return undefined;
  const names = [favorable].flat().map((label) => requireName(label, 'favorable'));
  return [...new Set(names)];
}

/** What `labels` call those that mean the same as `given`; the others as they are. */
export function labelsNamed(given: readonly string[], labels: readonly string[]): string[] {
  const names = given.map(
    (label) =>
      labels.find((known) => known === label) ??
      labels.find((known) => keyOf(known) === keyOf(label)) ??
      label,
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

const plain = (label: string): string => keyOf(requireName(label, 'labels')).toLowerCase();

/**
 * The favorable label among `labels` if they are a usual pair such as 1 and 0, otherwise undefined.
 *
 * @example
 * guessFavorable(['no', 'yes']); // "yes"
 * guessFavorable(['red', 'blue']) ?? 'say which it is'; // "say which it is"
 */
export function guessFavorable(labels: readonly string[]): string | undefined {
  requireArray('labels', labels, 'an array of labels');
  const keys = Array.from(labels, plain);
  const pair = usualPairs.find(
    ([yes, no]) => keys.includes(yes) && keys.every((label) => label === yes || label === no),
  );
  return pair && labels[keys.indexOf(pair[0])];
}

/**
 * What to call the label that is not `favorable`, in predictions made from a score: the other one of
 * `labels`, and where there is none yet the other one of a usual pair.
 */
export function otherLabel(favorable: string, labels: readonly string[] = []): string {
  const others = labels.filter((label) => keyOf(label) !== keyOf(favorable));
  if (others.length === 1) return others[0] as string;
  if (favorable === 'true') return 'false';
  const pair = others.length === 0 && usualPairs.find(([yes]) => yes === plain(favorable));
  return pair ? pair[1] : `not ${favorable}`;
}

/** The favorable labels: those given, checked against those seen, or the one that goes without saying. */
export function resolveFavorable(
  given: readonly string[] | undefined,
  labels: readonly string[],
): string[] {
  if (given) return requirePlausible(labelsNamed(given, labels), labels);
  const guess = guessFavorable(labels);
  if (guess !== undefined) return [guess];
  if (labels.length === 0) throw noRows();
  throw invalid(
    'favorable',
    'the favorable label to be named, as it cannot be guessed',
    `the labels ${listed(labels)}`,
  );
}

const noRows = (): FairwasmError => invalidState('rows', 'at least one row', 'none');

const maxListed = 20;

/** Labels in an error message. */
export function listed(labels: readonly string[]): string {
  const shown = labels.slice(0, maxListed).map((label) => `'${label}'`);
  const more = labels.length - shown.length;
  return `${shown.join(', ') || 'no labels'}${more > 0 ? ` and ${more} more` : ''}`;
}

// A label that nobody has is possible: everybody was rejected. Several labels, none of them favorable, or
// one that differs from it by a slip of the finger are a mistake.
function requirePlausible(favorable: string[], labels: readonly string[]): string[] {
  const absent = favorable.filter((label) => !labels.includes(label));
  const misspelled = absent.find((label) => labels.some((known) => isSlip(label, known)));
  const isPlausible = labels.length <= 1 || absent.length < favorable.length;
  if (misspelled === undefined && (isPlausible || favorable.length === 0)) return favorable;
  const wrong = misspelled ?? (absent[0] as string);
  const meant = labels.find((known) => isSlip(wrong, known)) ?? nearest(wrong, labels);
  throw invalid(
    'favorable',
    `labels that occur: ${listed(labels)}`,
    `'${wrong}'${meant === undefined ? '' : `; did you mean '${meant}'?`}`,
  );
}

const shortestWord = 4;

/** Whether two labels differ in case and punctuation only, or by a letter too many or two in the wrong order. */
function isSlip(label: string, known: string): boolean {
  const [one, other] = [looseKeyOf(label), looseKeyOf(known)];
  if (one === other) return true;
  if (Math.min(one.length, other.length) < shortestWord || one[0] !== other[0]) return false;
  const isWord = /^\p{L}+$/u;
  if (!isWord.test(one) || !isWord.test(other)) return false;
  return isOneMore(one, other) || isOneMore(other, one) || isSwapped(one, other);
}

const isOneMore = (long: string, short: string): boolean =>
  long.length === short.length + 1 &&
  [...short, ''].some((_, at) => long.slice(0, at) + long.slice(at + 1) === short);

function isSwapped(one: string, other: string): boolean {
  if (one.length !== other.length) return false;
  const at = [...one].findIndex((letter, i) => letter !== other[i]);
  const swapped = `${one.slice(0, at)}${one[at + 1]}${one[at]}${one.slice(at + 2)}`;
  return swapped === other;
}
