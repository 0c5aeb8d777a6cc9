// SPDX-License-Identifier: Apache-2.0
//
// Options of `fairwasm audit --from`; kept separate so that audits of files do not load the engines.

import { UsageError } from './command.js';
import { sourceOptions } from './counting.js';
import { flag, text } from './options.js';

/** Options that require `--from`. */
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

/** Parsed values of these options. */
export type FromValues = {
  [Name in 'from' | 'table' | 'query' | 'timeout']?: string | undefined;
} & {
  [Name in 'where' | 'bins']?: string[] | undefined;
} & { explain?: boolean | undefined };

/** Throws {@link UsageError} for engine options without `--from`. */
export function requireNoEngine(values: FromValues): void {
  const ofFiles: readonly string[] = ['where', 'bins'];
  const all = Object.keys(fromOptions) as (keyof typeof fromOptions)[];
  const names = all.filter((name) => !ofFiles.includes(name));
  const stray = names.find((name) => values[name] !== undefined);
  if (stray !== undefined) throw new UsageError(`--${stray} requires --from`);
}
