// SPDX-License-Identifier: Apache-2.0
//
// The options of `fairwasm audit --from`, which are read before it is known whether an engine is asked at all.

import { UsageError } from './command.js';
import { sourceOptions } from './counting.js';
import { flag, text } from './options.js';

/** The options that belong to `--from`. */
export const fromOptions = {
  from: text(
    'ADDRESS',
    'count rows in a database: duckdb:FILE, sqlite:FILE, postgres://HOST/NAME, or ' +
      "clickhouse://HOST/NAME. Needs the engine's client for Node; passwords are read from " +
      'PGPASSWORD and CLICKHOUSE_PASSWORD. Accepts --table or --query, --where, and --bins like ' +
      '`fairwasm sql`',
  ),
  ...sourceOptions,
  timeout: text('SECONDS', 'time limit for the query. Default: 600'),
  explain: flag('print the query instead of running it'),
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
