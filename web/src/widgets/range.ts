// SPDX-License-Identifier: Apache-2.0
//
// Numbers of forms and their ranges.

import type { NumberOption } from 'virtual:commands';
import type { TemplateResult } from 'lit';
import { numberField, type Range } from './fields.js';

/** A field for a number that is an option of the command line; `id` is the name of the package's argument. */
export const optionField = (
  id: string,
  option: NumberOption,
  value: number,
  wrong: string | undefined,
  change: (value: number) => void,
): TemplateResult => numberField({ id, ...option, wrong }, option.range, value, change);

/** Returns a message if the number is outside its range. */
export function rangeProblem(
  value: number,
  { type, minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf }: Range,
): string | undefined {
  const factor = multipleOf ?? (type === 'integer' ? 1 : undefined);
  const isInside =
    value >= (minimum ?? Number.NEGATIVE_INFINITY) &&
    value <= (maximum ?? Number.POSITIVE_INFINITY) &&
    value > (exclusiveMinimum ?? Number.NEGATIVE_INFINITY) &&
    value < (exclusiveMaximum ?? Number.POSITIVE_INFINITY);
  if (isInside && (factor === undefined || value % factor === 0)) return undefined;
  const kind = multipleOf ? `multiple of ${multipleOf}` : factor ? 'whole number' : 'number';
  const [low, high] = [minimum ?? exclusiveMinimum, maximum ?? exclusiveMaximum];
  const most = high === Number.MAX_SAFE_INTEGER ? undefined : high?.toLocaleString('en');
  const words = low === minimum ? ['of at least', 'from', 'to'] : ['above', 'between', 'and'];
  const [only, from, to] = words;
  const limits = most === undefined ? [only, low] : [from, low?.toLocaleString('en'), to, most];
  return `Enter a ${[kind, ...(low === undefined ? [] : limits)].join(' ')}.`;
}
