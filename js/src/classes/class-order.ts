// SPDX-License-Identifier: Apache-2.0
//
// The order of classes: as given, or numbers by value and strings by code point.

import { invalid, invalidState } from '../core/error.js';
import { shown } from '../core/options.js';
import { labelsNamed, listed } from '../data/favorable.js';
import { requireName } from '../data/value.js';

/** The classes in their order. */
export type ClassList = readonly (string | number | boolean)[];

const isNumber = (text: string): boolean => text.trim() !== '' && Number.isFinite(Number(text));

/** Returns the name of a class or label. Throws `invalidArgument` for anything but a string, number, or boolean. */
export function requireClassName(value: unknown, argument: string): string {
  if (typeof value !== 'object') return requireName(value, argument);
  throw invalid(argument, 'a string, a number, true, or false', shown(value));
}

/** Returns numbers in ascending order if all labels are numbers, otherwise strings by code point. */
export function sortedClasses(labels: readonly string[]): string[] {
  if (labels.every(isNumber)) return [...labels].sort((a, b) => Number(a) - Number(b));
  const points = new Map(labels.map((label) => [label, Array.from(label, (c) => c.codePointAt(0))]));
  return [...labels].sort((a, b) => {
    const [one, other] = [points.get(a) ?? [], points.get(b) ?? []];
    const index = one.findIndex((point, i) => point !== other[i]);
    if (index < 0) return one.length - other.length;
    return (one[index] as number) - (other[index] ?? -1);
  });
}

/** Returns the names of a list of classes. Throws `invalidArgument` for anything else, and for duplicates. */
export function requireClasses(input: unknown): readonly string[] {
  const names = Array.isArray(input) ? input.map((each) => requireClassName(each, 'classes')) : undefined;
  const twice = names?.find((name, i) => names.indexOf(name) !== i);
  if (names && names.length > 0 && twice === undefined) return names;
  throw invalid(
    'classes',
    "a list of distinct classes, such as ['low', 'medium', 'high']",
    twice === undefined ? shown(input) : `'${twice}' twice`,
  );
}

/**
 * Returns the classes, spelled as in `labels`: the given ones, some of which may not occur, or the sorted labels.
 *
 * @throws FairwasmError `invalidArgument` for a list without a label that occurs; `invalidState` without labels.
 */
export function getOrder(input: ClassList | undefined, labels: readonly string[]): string[] {
  if (labels.length === 0) throw invalidState('rows', 'at least one row', 'none');
  if (input === undefined) return sortedClasses(labels);
  const classes = labelsNamed(requireClasses(input), labels);
  const absent = labels.filter((label) => !classes.includes(label));
  if (absent.length === 0) return classes;
  throw invalid('classes', `all classes that occur, ${listed(labels)}`, `a list without ${listed(absent)}`);
}
