// SPDX-License-Identifier: Apache-2.0
//
// Columns by name, and lists of names: checked before anything is made of them, so that what is no such thing
// is refused by its own name.

import { invalid } from '../core/error.js';
import { isPlain, shown } from '../core/options.js';
import { type CategoryColumn, isCoded, isForeign } from './column.js';

/** True if it is a column by itself, not an object of columns by name. */
export const isColumn = (value: unknown): value is CategoryColumn =>
  typeof value === 'object' &&
  value !== null &&
  (Array.isArray(value) || ArrayBuffer.isView(value) || isCoded(value) || isForeign(value));

/**
 * `columns` are columns by name: `{ sex: ['f', 'm'] }`. The columns themselves are not looked at.
 *
 * @throws FairwasmError `invalidArgument` for anything else: a column without a name, a Map, text.
 */
export function requireColumns(argument: string, columns: unknown): void {
  const isOne = isColumn(columns);
  if (!isOne && isPlain(columns)) return;
  throw invalid(
    argument,
    'an object of columns by name, such as { sex: […] }',
    isOne ? 'one column' : shown(columns),
  );
}

/**
 * `names` are different texts.
 *
 * @throws FairwasmError `invalidArgument` for anything else: one text without a list, or a name given twice.
 */
export function requireNames(argument: string, names: unknown): void {
  // Not every(): it passes over the gaps of an array.
  const isList = Array.isArray(names) && names.findIndex((name) => typeof name !== 'string') < 0;
  const twice = isList ? names.find((name, i) => names.indexOf(name) !== i) : undefined;
  if (isList && twice === undefined) return;
  const list = isList ? `'${twice}' twice` : 'an array of something else';
  throw invalid(
    argument,
    "an array of different names, such as ['sex', 'race']",
    Array.isArray(names) ? list : shown(names),
  );
}
