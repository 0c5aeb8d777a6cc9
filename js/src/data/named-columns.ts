// SPDX-License-Identifier: Apache-2.0
//
// Validates objects of columns and lists of names before they are used, so that errors name the invalid argument.

import { invalid } from '../core/error.js';
import { isPlain, shown } from '../core/options.js';
import { type CategoryColumn, isCoded, isForeign } from './column.js';

/** True for a single column, false for an object of columns. */
export const isColumn = (value: unknown): value is CategoryColumn =>
  typeof value === 'object' &&
  value !== null &&
  (Array.isArray(value) || ArrayBuffer.isView(value) || isCoded(value) || isForeign(value));

/**
 * Throws unless `columns` is an object of columns: `{ sex: ['f', 'm'] }`. The columns themselves are not checked.
 *
 * @throws FairwasmError `invalidArgument` for anything else: a column without a name, a Map, a string.
 */
export function requireColumns(argument: string, columns: unknown): void {
  const isOne = isColumn(columns);
  if (!isOne && isPlain(columns)) return;
  throw invalid(argument, 'an object of columns by name, such as { sex: […] }', isOne ? 'one column' : shown(columns));
}

/**
 * Throws unless `names` is a list of distinct strings.
 *
 * @throws FairwasmError `invalidArgument` for anything else, including a single string and a duplicate name.
 */
export function requireNames(argument: string, names: unknown): void {
  // every() would skip the holes of an array.
  const isList = Array.isArray(names) && names.findIndex((name) => typeof name !== 'string') < 0;
  const twice = isList ? names.find((name, i) => names.indexOf(name) !== i) : undefined;
  if (isList && twice === undefined) return;
  const list = isList ? `'${twice}' twice` : 'an array of something else';
  throw invalid(
    argument,
    "an array of distinct names, such as ['sex', 'race']",
    Array.isArray(names) ? list : shown(names),
  );
}

/**
 * Returns a list of names; a single name is a list of one.
 *
 * @throws FairwasmError `invalidArgument` for anything but distinct strings.
 */
export function toNames(argument: string, names: string | readonly string[]): readonly string[] {
  const list = typeof names === 'string' ? [names] : names;
  requireNames(argument, list);
  return list;
}
