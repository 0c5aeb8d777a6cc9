// SPDX-License-Identifier: Apache-2.0
//
// In which order classes stand: as they were given, or numbers by size and text by code point.

import { invalid, invalidState } from '../core/error.js';
import { shown } from '../core/options.js';
import { labelsNamed, listed } from '../data/favorable.js';
import { requireName } from '../data/value.js';

/** Values of classes, in their order. */
export type ClassList = readonly (string | number | boolean)[];

const isNumber = (text: string): boolean => text.trim() !== '' && Number.isFinite(Number(text));

/** What a class or label is called. Throws `invalidArgument` for what is no text, number or truth value. */
export function requireClassName(value: unknown, argument: string): string {
  if (typeof value !== 'object') return requireName(value, argument);
  throw invalid(argument, 'a text, a number, true or false', shown(value));
}

/** Numbers by size where all are numbers, text by code point otherwise. */
export function sortedClasses(labels: readonly string[]): string[] {
  if (labels.every(isNumber)) return [...labels].sort((a, b) => Number(a) - Number(b));
  const points = new Map(
    labels.map((label) => [label, Array.from(label, (c) => c.codePointAt(0))]),
  );
  return [...labels].sort((a, b) => {
    const [one, other] = [points.get(a) ?? [], points.get(b) ?? []];
    const place = one.findIndex((point, i) => point !== other[i]);
    if (place < 0) return one.length - other.length;
    return (one[place] as number) - (other[place] ?? -1);
  });
}

/** The values of a list of classes. Throws `invalidArgument` for what is none, or names one twice. */
export function requireClasses(given: unknown): readonly string[] {
  const names = Array.isArray(given)
    ? given.map((each) => requireClassName(each, 'classes'))
    : undefined;
  const twice = names?.find((name, i) => names.indexOf(name) !== i);
  if (names && names.length > 0 && twice === undefined) return names;
  throw invalid(
    'classes',
    "a list of different classes, such as ['low', 'medium', 'high']",
    twice === undefined ? shown(given) : `'${twice}' twice`,
  );
}

/**
 * The classes as `labels` call them: those given, which may name some that do not occur, or the labels sorted.
 *
 * @throws FairwasmError `invalidArgument` for a list without a label that occurs; `invalidState` without labels.
 */
export function orderOf(given: ClassList | undefined, labels: readonly string[]): string[] {
  if (labels.length === 0) {
    throw invalidState('rows', 'at least one row', 'none');
  }
  if (given === undefined) return sortedClasses(labels);
  const classes = labelsNamed(requireClasses(given), labels);
  const absent = labels.filter((label) => !classes.includes(label));
  if (absent.length === 0) return classes;
  throw invalid(
    'classes',
    `all classes that occur, ${listed(labels)}`,
    `a list without ${listed(absent)}`,
  );
}
