// SPDX-License-Identifier: Apache-2.0
//
// Features in text form: columns separated by commas, and `column=value` for one value of a column.

import type { Feature } from 'fairwasm/models';
import { formatList, parseList } from '../../table/lists.js';

export const featuresText = (features: readonly Feature[]): string =>
  formatList(
    features.map((feature) => (typeof feature === 'string' ? feature : `${feature.column}=${feature.equals}`)),
  );

/** Parses the features of a text field. */
export function getFeatures(text: string, columns: readonly string[]): Feature[] {
  return parseList(text).map((name) => {
    const at = name.indexOf('=');
    if (at <= 0 || columns.includes(name)) return name;
    return { column: name.slice(0, at), equals: name.slice(at + 1) };
  });
}

/** The problem of features for an input of `width` values; undefined if there is none. */
export function fillingProblem(
  features: readonly Feature[],
  width: number | undefined,
  columns: readonly string[],
): string | undefined {
  if (features.length === 0) return 'Enter the columns for this input.';
  const stray = getColumns(features).find((column) => !columns.includes(column));
  if (stray !== undefined) return `There is no column “${stray}”.`;
  if (width === undefined || width === features.length) return undefined;
  return `The input takes ${width} columns; you entered ${features.length}.`;
}

/** The distinct columns of the features. */
export const getColumns = (features: readonly Feature[]): string[] => [
  ...new Set(features.map((feature) => (typeof feature === 'string' ? feature : feature.column))),
];
