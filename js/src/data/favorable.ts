// SPDX-License-Identifier: Apache-2.0
//
// Which label is the favorable one: the outcome that people would rather have, or the one that counts
// as positive. It is guessed only where there can be no doubt.

import { FairwasmError } from '../core/error.js';

/** The favorable label, or several where there are more than two labels. */
export type Favorable = string | number | boolean | readonly (string | number | boolean)[];

/** As the tally names them. */
export function toLabels(favorable: Favorable | undefined): string[] | undefined {
  return favorable === undefined ? undefined : [favorable].flat().map(String);
}

const usualPairs: readonly [favorable: string, other: string][] = [
  ['1', '0'],
  ['1.0', '0.0'],
  ['1', '-1'],
  ['true', 'false'],
  ['yes', 'no'],
  ['y', 'n'],
  ['t', 'f'],
  ['positive', 'negative'],
  ['accepted', 'rejected'],
  ['approved', 'denied'],
];

/** The favorable label among `labels` if they are a usual pair such as 1 and 0, otherwise undefined. */
export function guessFavorable(labels: readonly string[]): string | undefined {
  const lower = labels.map((label) => label.toLowerCase());
  const pair = usualPairs.find(
    ([yes, no]) => lower.includes(yes) && lower.every((label) => label === yes || label === no),
  );
  return pair && labels[lower.indexOf(pair[0])];
}

/** What to call the label that is not `favorable`, in predictions made from a score. */
export function otherLabel(favorable: string): string {
  const pair = usualPairs.find(([yes]) => yes === favorable.toLowerCase());
  return pair ? pair[1] : `not ${favorable}`;
}

/** The favorable labels: those given, checked against those seen, or the one that goes without saying. */
export function resolveFavorable(
  given: readonly string[] | undefined,
  labels: readonly string[],
): string[] {
  const seen = labels.map((label) => `'${label}'`).join(', ') || 'no labels';
  if (given) {
    const unknown = given.find((label) => !labels.includes(label));
    if (unknown === undefined) return [...given];
    throw new FairwasmError('invalidArgument', {
      argument: 'favorable',
      expected: `labels that occur: ${seen}`,
      actual: `'${unknown}'`,
    });
  }
  const guess = guessFavorable(labels);
  if (guess !== undefined) return [guess];
  throw new FairwasmError('invalidArgument', {
    argument: 'favorable',
    expected: 'to be told which label is the favorable one, as it cannot be guessed',
    actual: `the labels ${seen}`,
  });
}
