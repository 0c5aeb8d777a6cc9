// SPDX-License-Identifier: Apache-2.0
//
// Options of `fairwasm audit --from`; kept separate so that audits of files do not load the engines.

import { flag, number, text } from './options.js';
import { rows } from './rows.js';

const seconds = { type: 'number', exclusiveMinimum: 0, maximum: 86_400 } as const;

/** Options that require `--from`. */
export const fromOptions = {
  from: text(
    'ADDRESS',
    'count rows in a database: duckdb:FILE, sqlite:FILE, postgres://HOST/NAME, or ' +
      "clickhouse://HOST/NAME. Needs the engine's client for Node; passwords are read from " +
      'PGPASSWORD and CLICKHOUSE_PASSWORD. Accepts --table or --query, --where, and --bins like ' +
      '`fairwasm sql`',
  ),
  table: { ...rows.table, requires: ['from'] },
  query: { ...rows.query, requires: ['from'] },
  timeout: { ...number(seconds, 'time limit for the query. Default: 600'), value: 'SECONDS', requires: ['from'] },
  explain: { ...flag('print the query instead of running it'), requires: ['from'] },
} as const;

/** Parsed values of these options. */
export type FromValues = {
  [Name in 'from' | 'table' | 'query']?: string | undefined;
} & { timeout?: number | undefined } & {
  [Name in 'where' | 'bins']?: string[] | undefined;
} & { explain?: boolean | undefined };
