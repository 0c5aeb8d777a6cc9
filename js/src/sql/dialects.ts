// SPDX-License-Identifier: Apache-2.0
//
// What engines write differently: how names are quoted, how parameters stand in the text, and what a number, a count
// and a group are called. Everything else in a statement is the same for all of them.

/** An engine whose SQL can be written. */
export type Dialect =
  | 'postgresql'
  | 'duckdb'
  | 'clickhouse'
  | 'sqlite'
  | 'mysql'
  | 'bigquery'
  | 'spark'
  | 'snowflake'
  | 'sqlserver';

/** A value that a statement is given beside its text. */
export type Parameter = string | number | boolean | bigint;

/** What a dialect writes in its own way. */
export interface Writing {
  /** A name between quotes, whatever is in it. */
  quote(name: string): string;
  /** What stands for the parameter of that number, counted from 1. */
  placeholder(number: number, value: Parameter): string;
  /** Its name, where clients want parameters by name. */
  parameterName?(number: number): string;
  /** The parameter as clients of the engine take it. */
  value?(value: Parameter): Parameter;
  /** An expression as a number of 64 bits: sums of whole numbers could overflow. */
  double(expression: string): string;
  /** Whether a text that is no number may become NULL so, instead of being refused. */
  losesTexts?: boolean;
  /** The number of rows, which may be more than 2^31. */
  count: string;
  /** A group, where the engine would take `A` and `a` for one. */
  exact?(expression: string): string;
  /** The same where groups are made. */
  exactGroup?(expression: string): string;
  /** The exact median of numbers, half-way between the middle two; left out where there is none, or an approximation. */
  median?(expression: string): string;
  /** A text in lower case, whatever its alphabet. */
  lower?(expression: string): string;
  /** A text as one that the engine tells from every other, of any length. */
  text?(expression: string): string;
  /** Texts with a line behind each, as one text; NULL is passed over. Sorted where the engine can. */
  list(expression: string): string;
  /** A text with another one in the place of a third. */
  replace?(expression: string, from: string, by: string): string;
  /** The longest name that the engine keeps whole, in bytes; a longer one would be cut without a word. */
  maxNameLength?: number;
  /** What the engine takes in no name, between quotes or not. */
  cannotName?: RegExp;
}

const doubled =
  (quote: string, end = quote) =>
  (name: string) =>
    `${quote}${name.replaceAll(end, end + end)}${end}`;
// Text within quotes in which a backslash begins an escape.
const escaped = (quote: string) => (name: string) =>
  `${quote}${name.replace(/[\\`"]/g, (each) => `\\${each}`)}${quote}`;
// Where nothing within quotes may run over a line's end.
const onOneLine = (quoted: string) => quoted.replaceAll('\n', '\\n').replaceAll('\r', '\\r');
const ended = (expression: string) => `${expression} || '|'`;
const aggregated = (expression: string) =>
  `STRING_AGG(${ended(expression)}, '' ORDER BY ${expression})`;
const cast = (type: string) => (expression: string) => `CAST(${expression} AS ${type})`;
const numbered = (prefix: string) => (number: number) => `${prefix}${number}`;
const questionMark = () => '?';
const bits = (value: Parameter) => (typeof value === 'boolean' ? Number(value) : value);

// ClickHouse wants to know the type of a parameter.
function clickhouseType(value: Parameter): string {
  if (typeof value === 'string') return 'String';
  if (typeof value === 'boolean') return 'UInt8';
  return typeof value === 'bigint' || Number.isSafeInteger(value) ? 'Int64' : 'Float64';
}

const asBinary = (expression: string) =>
  `CAST(${expression} AS CHAR CHARACTER SET utf8mb4) COLLATE utf8mb4_bin`;

/** @internal By dialect, how it is written. */
export const dialects: Readonly<Record<Dialect, Writing>> = {
  postgresql: {
    quote: doubled('"'),
    placeholder: numbered('$'),
    double: cast('DOUBLE PRECISION'),
    median: (expression) => `PERCENTILE_CONT(0.5) WITHIN GROUP (ORDER BY ${expression})`,
    count: 'COUNT(*)',
    list: aggregated,
    maxNameLength: 63,
  },
  duckdb: {
    quote: doubled('"'),
    placeholder: numbered('$'),
    double: cast('DOUBLE'),
    median: (expression) => `QUANTILE_CONT(${expression}, 0.5)`,
    count: 'COUNT(*)',
    list: aggregated,
  },
  clickhouse: {
    quote: escaped('`'),
    placeholder: (number, value) => `{p${number}:${clickhouseType(value)}}`,
    parameterName: numbered('p'),
    value: bits,
    double: (expression) => `toFloat64(${expression})`,
    median: (expression) => `quantileExactInclusive(0.5)(${expression})`,
    count: 'COUNT(*)',
    lower: (expression) => `lowerUTF8(${expression})`,
    list: (expression) =>
      `arrayStringConcat(arraySort(groupArray(concat(${expression}, '|'))), '')`,
    replace: (expression, from, by) => `replaceAll(${expression}, '${from}', '${by}')`,
  },
  // Between double quotes a column that there is not would be a text. Groups may be declared NOCASE.
  sqlite: {
    quote: doubled('`'),
    placeholder: questionMark,
    value: bits,
    double: cast('REAL'),
    count: 'COUNT(*)',
    text: (expression) => `CAST(${expression} AS TEXT) COLLATE BINARY`,
    list: (expression) => `GROUP_CONCAT(${ended(expression)}, '')`,
    exactGroup: (expression) => `${expression} COLLATE BINARY`,
  },
  mysql: {
    quote: doubled('`'),
    cannotName: /[\u{10000}-\u{10ffff}]|^\s|\s$/u,
    placeholder: questionMark,
    double: cast('DOUBLE'),
    count: 'COUNT(*)',
    exact: asBinary,
    text: asBinary,
    list: (expression) => `GROUP_CONCAT(${expression}, '|' ORDER BY ${expression} SEPARATOR '')`,
  },
  bigquery: {
    quote: (name) => onOneLine(escaped('`')(name)),
    placeholder: numbered('@p'),
    parameterName: numbered('p'),
    double: cast('FLOAT64'),
    median: (expression) => `PERCENTILE_CONT(${expression}, 0.5) OVER ()`,
    count: 'COUNT(*)',
    list: aggregated,
  },
  spark: {
    quote: doubled('`'),
    placeholder: numbered(':p'),
    parameterName: numbered('p'),
    double: cast('DOUBLE'),
    losesTexts: true, // unless spark.sql.ansi.enabled
    median: (expression) => `PERCENTILE(${expression}, 0.5)`,
    count: 'COUNT(*)',
    list: (expression) => `ARRAY_JOIN(ARRAY_SORT(COLLECT_LIST(${ended(expression)})), '')`,
  },
  snowflake: {
    quote: doubled('"'),
    placeholder: questionMark,
    double: cast('DOUBLE'),
    median: (expression) => `MEDIAN(${expression})`,
    count: 'COUNT(*)',
    list: (expression) => `LISTAGG(${ended(expression)}, '') WITHIN GROUP (ORDER BY ${expression})`,
  },
  sqlserver: {
    quote: doubled('[', ']'),
    placeholder: numbered('@p'),
    parameterName: numbered('p'),
    double: cast('FLOAT'),
    median: (expression) => `PERCENTILE_CONT(0.5) WITHIN GROUP (ORDER BY ${expression}) OVER ()`,
    count: 'COUNT_BIG(*)',
    text: (expression) => `CAST(${expression} AS NVARCHAR(MAX)) COLLATE Latin1_General_100_BIN2`,
    list: (expression) =>
      `STRING_AGG(${expression} + '|', '') WITHIN GROUP (ORDER BY ${expression})`,
    // As text a number would have six digits, and a time no seconds.
    exactGroup: (expression) => `${expression}, CAST(${expression} AS VARBINARY(8000))`,
  },
};

/** @internal Their names. */
export const dialectNames = Object.keys(dialects) as Dialect[];
