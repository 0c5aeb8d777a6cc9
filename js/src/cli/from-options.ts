// SPDX-License-Identifier: Apache-2.0
//
// Options of `fairwasm audit --from`; kept separate so that audits of files do not load the engines.

import { UsageError } from './command.js';
import { flag, text } from './options.js';
import { rows } from './rows.js';

/** Options that require `--from`. */
export const fromOptions = {
  from: text(
    'ADDRESS',
    'count rows in a database: duckdb:FILE, sqlite:FILE, postgres://HOST/NAME, or ' +
      "clickhouse://HOST/NAME. Needs the engine's client for Node; passwords are read from " +
      'PGPASSWORD and CLICKHOUSE_PASSWORD. Accepts --table or --query, --where, and --bins like ' +
      '`fairwasm sql`',
  ),
  table: rows.table,
  query: rows.query,
  timeout: text('SECONDS', 'time limit for the query. Default: 600'),
  explain: flag('print the query instead of running it'),
} as const;

/** Parsed values of these options. */
export type FromValues = {
  [Name in 'from' | 'table' | 'query' | 'timeout']?: string | undefined;
} & {
  [Name in 'where' | 'bins']?: string[] | undefined;
} & { explain?: boolean | undefined };

/** Throws {@link UsageError} for engine options without `--from`. */
export function requireNoEngine(values: FromValues): void {
  const names = Object.keys(fromOptions) as (keyof typeof fromOptions)[];
  const stray = names.find((name) => values[name] !== undefined);
  if (stray !== undefined) throw new UsageError(`--${stray} requires --from`);
}
