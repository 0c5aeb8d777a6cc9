// SPDX-License-Identifier: Apache-2.0
//
// The options of `fairwasm audit --from`, which are read before it is known whether an engine is asked at all.

import { UsageError } from './command.js';
import { sourceOptions } from './counting.js';

/** The options that belong to `--from`. */
export const fromOptions = {
  from: { type: 'string' },
  ...sourceOptions,
  timeout: { type: 'string' },
  explain: { type: 'boolean' },
} as const;

/** What they were given. */
export type FromValues = {
  [Name in 'from' | 'table' | 'query' | 'timeout']?: string | undefined;
} & {
  [Name in 'where' | 'bins']?: string[] | undefined;
} & { explain?: boolean | undefined };

/** Throws {@link UsageError} for options that say something of an engine where none is named. */
export function requireNoEngine(values: FromValues): void {
  const names = Object.keys(fromOptions) as (keyof typeof fromOptions)[];
  const stray = names.find((name) => values[name] !== undefined);
  if (stray !== undefined) throw new UsageError(`--${stray} belongs to --from`);
}
