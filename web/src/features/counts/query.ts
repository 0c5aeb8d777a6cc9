// SPDX-License-Identifier: Apache-2.0
//
// Input for a query that counts rows in a database which the page cannot access.

import type { CountsAudit, Dialect } from 'fairwasm/sql';
import { parseList } from '../../table/lists.js';
import { guessOutcome } from '../../table/outcome.js';

/** The fields of the form, as strings. */
export interface Asked {
  dialect: Dialect;
  table: string;
  prediction: string;
  label: string;
  groups: string;
  /** The positive label; empty: guessed. */
  favorable: string;
  /** Counts below this stay in the database; empty: none do. */
  minCellSize: string;
}

export const nothingAsked: Asked = {
  dialect: 'postgresql',
  table: '',
  prediction: '',
  label: '',
  groups: '',
  favorable: '',
  minCellSize: '',
};

export const dialectTitles: Readonly<Record<Dialect, string>> = {
  postgresql: 'PostgreSQL',
  mysql: 'MySQL, MariaDB',
  sqlserver: 'SQL Server',
  sqlite: 'SQLite',
  duckdb: 'DuckDB',
  clickhouse: 'ClickHouse',
  bigquery: 'BigQuery',
  snowflake: 'Snowflake',
  spark: 'Spark SQL',
};

/** Returns the problems by field. */
export type Problems = { [Field in keyof Asked]?: string };

export function findProblems(asked: Asked): Problems {
  const { table, prediction, label, minCellSize } = asked;
  const groups = getGroups(asked);
  const least = minCellSize.trim() === '' ? 2 : Number(minCellSize);
  return {
    ...(table.trim() === '' && { table: 'Enter the name of the table.' }),
    ...(prediction.trim() === '' &&
      label.trim() === '' && { prediction: 'Enter a decision column or an outcome column.' }),
    ...(groups.length === 0 && { groups: 'Enter at least one column.' }),
    ...(new Set(groups).size < groups.length && { groups: 'Enter each column only once.' }),
    ...(!(Number.isSafeInteger(least) && least >= 2) && {
      minCellSize: 'Enter a whole number of at least 2, or leave the field empty.',
    }),
  };
}

const getGroups = ({ groups }: Asked): string[] => parseList(groups);

const given = (text: string): string | undefined => (text.trim() === '' ? undefined : text.trim());

/** The table of the rows: `schema.table` in its parts. */
export const getTable = ({ table }: Asked): string[] => table.trim().split('.');

/** How the counts are interpreted. */
export function getCounts(asked: Asked): CountsAudit {
  const { prediction, label, favorable, minCellSize } = asked;
  const named = { prediction: given(prediction), label: given(label), favorable: given(favorable) };
  return {
    ...named,
    groups: getGroups(asked),
    outcome: guessOutcome({ ...named, score: undefined }),
    minCellSize: given(minCellSize) === undefined ? undefined : Number(minCellSize),
  };
}
