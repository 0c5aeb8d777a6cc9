// SPDX-License-Identifier: Apache-2.0
//
// `fairwasm sql`: prints a query that counts rows in a database. `fairwasm audit --counts` reads its result.

import { FairwasmError } from '../../core/error.js';
import type { Condition } from '../../sql/conditions.js';
import { dialectNames } from '../../sql/dialects.js';
import { type Counted, type Dialect, type Parameter, type Statement, statement } from '../../sql/index.js';
import { optionCommand } from '../command.js';
import { getParameter } from '../input/intake.js';
import { choice, number, ranges, required, requireNumber, text } from '../options/options.js';
import { rows } from '../options/rows.js';
import { getList, pairWith, requireOnce, requirePair, UsageError } from '../options/usage.js';
import { writeOutput } from '../output/output.js';

export const sql = optionCommand({
  name: 'sql',
  usage: ['--dialect NAME --table TABLE --label COLUMN --prediction COLUMN --group COLUMN'],
  about:
    'Prints a SQL query that counts the rows of a table by group and outcome. Run the query ' +
    'with any client, save the result (usually a few dozen rows) as CSV, and pass the file to ' +
    'fairwasm audit --counts n with the same columns: the report is the same as that of an audit ' +
    'of the rows. fairwasm sql does not connect to the database.',
  sections: {
    '': {
      dialect: required({ ...choice(dialectNames, dialectNames.join(', ')), value: 'NAME' }),
      table: rows.table,
      query: rows.query,
      label: rows.label,
      prediction: rows.prediction,
      score: rows.score,
      threshold: rows.threshold,
      group: rows.group,
      weight: rows.weight,
      bins: rows.bins,
      where: rows.where,
      counts: text('NAME', ['name of the column with the row counts', 'Default: n']),
      'min-cell-size': number(ranges.whole(2), [
        'omit counts below this number from the result',
        'Pass the same number to fairwasm audit, which bounds the effect',
      ]),
      output: rows.output,
    },
  },
  closing:
    'The query has placeholders for values. The values are listed below the query, as ' +
    'comments; bind them in your client.' +
    '\n\n' +
    'Exit codes: 0 success, 1 the output cannot be written, 2 invalid usage.',
  examples: [
    '--dialect clickhouse --table decisions --label outcome --prediction decision --group race,sex',
    'fairwasm audit counts.csv --counts n --label outcome --prediction decision --group race,sex',
  ],
  async run({ group: groups = [], 'min-cell-size': minCellSize, ...values }) {
    const { label, prediction, score, weight, counts, dialect, threshold } = values;
    const settings = {
      ...getSource(values, groups),
      ...{ groups, label, prediction, score, weight, counts, threshold, minCellSize },
    };
    await writeOutput(printed(writing(settings, dialect)), values.output);
  },
});

/** Returns the query; an input that makes no valid query is a usage error. */
export function writing(settings: Counted, dialect: Dialect): Statement {
  try {
    return statement(settings, dialect);
  } catch (error) {
    throw error instanceof FairwasmError ? new UsageError(error.message) : error;
  }
}

/** Formats the query for a client, with its parameters as comments. */
export function printed({ text, parameters }: Statement): string {
  const named = Array.isArray(parameters)
    ? parameters.map((value, i) => [`parameter ${i + 1}`, value] as const)
    : Object.entries(parameters);
  const comments = named.map(([name, value]) => `-- ${name}: ${JSON.stringify(value)}\n`);
  return `${text};\n${comments.join('')}`;
}

interface SourceValues {
  table?: string | undefined;
  query?: string | undefined;
  where?: string[] | undefined;
  bins?: string[] | undefined;
  counts?: string | undefined;
}

/**
 * Returns the source of the rows. Throws {@link UsageError} for a missing table and query, or an invalid
 * condition or range.
 */
export function getSource(values: SourceValues, groups: readonly string[]): Partial<Counted> {
  const { table, query } = values;
  if ((table === undefined) === (query === undefined)) {
    throw new UsageError('pass --table or --query');
  }
  const bins = (values.bins ?? []).map((text) => getBins(text, groups));
  requireOnce(
    '--bins',
    bins.map(([name]) => name),
  );
  return {
    ...(table === undefined ? { query } : { table: getParts(table) }),
    bins: Object.fromEntries(bins),
    where: getConditions(values.where ?? []),
  };
}

/** Splits `schema.table` into its parts; a dot after a backslash belongs to a name. */
const getParts = (table: string): string[] => table.split(/(?<!\\)\./).map((part) => part.replaceAll('\\.', '.'));

function getBins(text: string, groups: readonly string[]): [string, number[]] {
  const [name, limits] = pairWith(groups, '--bins', text);
  if (!groups.includes(name)) throw new UsageError(`--bins names '${name}', which is not in --group`);
  return [name, getList([limits]).map((limit) => requireNumber('--bins', limit))];
}

// Several conditions on one column are alternatives.
function getConditions(texts: readonly string[]): Record<string, Condition> {
  const values = new Map<string, Parameter[]>();
  for (const text of texts) {
    const [name, value] = requirePair('--where', text);
    values.set(name, [...(values.get(name) ?? []), getParameter(value)]);
  }
  const conditions = [...values].map(([name, among]): [string, Condition] => [
    name,
    among.length === 1 ? (among[0] as Parameter) : among,
  ]);
  return Object.fromEntries(conditions);
}
