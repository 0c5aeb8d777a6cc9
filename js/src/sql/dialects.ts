// SPDX-License-Identifier: Apache-2.0
//
// The differences between dialects: quoted names, parameters, numbers, counts, and groups. Everything else in a
// statement is the same for all of them.

/** A supported SQL dialect. */
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

/** A value that is passed separately from the statement's text. */
export type Parameter = string | number | boolean | bigint;

/** How a dialect writes the parts that differ. */
export interface Writing {
  /** Returns any name in quotes. */
  quote(name: string): string;
  /** Returns the placeholder of a parameter, whose number is counted from 1. */
  placeholder(number: number, value: Parameter): string;
  /** Returns the parameter's name if clients pass parameters by name. */
  parameterName?(number: number): string;
  /** Converts a parameter for the engine's clients. */
  value?(value: Parameter): Parameter;
  /** Converts an expression to a 64-bit floating-point number, because sums of integers could overflow. */
  double(expression: string): string;
  /** True if the conversion turns nonnumeric strings into NULL instead of an error. */
  losesTexts?: boolean;
  /** The number of rows, which may exceed 2^31. */
  count: string;
  /** Compares a group exactly if the engine would treat `A` and `a` as equal. */
  exact?(expression: string): string;
  /** The same for GROUP BY. */
  exactGroup?(expression: string): string;
  /**
   * The exact median of numbers, the mean of the two middle values; omitted if the engine has no median or only an
   * approximate one.
   */
  median?(expression: string): string;
  /** Converts a string to lower case, in any alphabet. */
  lower?(expression: string): string;
  /** Converts a string of any length to a type that the engine compares exactly. */
  text?(expression: string): string;
  /** Concatenates strings with a line break after each; NULL is skipped. Sorted if the engine supports it. */
  list(expression: string): string;
  /** Replaces a substring. */
  replace?(expression: string, from: string, by: string): string;
  /** The longest name in bytes; longer names would be truncated without an error. */
  maxNameLength?: number;
  /** Characters that are not allowed in names, even in quotes. */
  cannotName?: RegExp;
}

const doubled =
  (quote: string, end = quote) =>
  (name: string) =>
    `${quote}${name.replaceAll(end, end + end)}${end}`;
// Quotes a string in which a backslash begins an escape.
const escaped = (quote: string) => (name: string) =>
  `${quote}${name.replace(/[\\`"]/g, (each) => `\\${each}`)}${quote}`;
// For engines that do not allow line breaks within quotes.
const onOneLine = (quoted: string) => quoted.replaceAll('\n', '\\n').replaceAll('\r', '\\r');
const ended = (expression: string) => `${expression} || '|'`;
const aggregated = (expression: string) => `STRING_AGG(${ended(expression)}, '' ORDER BY ${expression})`;
const cast = (type: string) => (expression: string) => `CAST(${expression} AS ${type})`;
const numbered = (prefix: string) => (number: number) => `${prefix}${number}`;
const questionMark = () => '?';
const bits = (value: Parameter) => (typeof value === 'boolean' ? Number(value) : value);

// ClickHouse requires the type of a parameter.
function clickhouseType(value: Parameter): string {
  if (typeof value === 'string') return 'String';
  if (typeof value === 'boolean') return 'UInt8';
  return typeof value === 'bigint' || Number.isSafeInteger(value) ? 'Int64' : 'Float64';
}

const asBinary = (expression: string) => `CAST(${expression} AS CHAR CHARACTER SET utf8mb4) COLLATE utf8mb4_bin`;

/** @internal The dialects by name. */
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
    list: (expression) => `arrayStringConcat(arraySort(groupArray(concat(${expression}, '|'))), '')`,
    replace: (expression, from, by) => `replaceAll(${expression}, '${from}', '${by}')`,
  },
  // In double quotes, SQLite reads an unknown column as a string. Groups may be declared NOCASE.
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
    list: (expression) => `STRING_AGG(${expression} + '|', '') WITHIN GROUP (ORDER BY ${expression})`,
    // As a string, a number would have only six digits, and a time no seconds.
    exactGroup: (expression) => `${expression}, CAST(${expression} AS VARBINARY(8000))`,
  },
};

/** @internal The names of the dialects. */
export const dialectNames = Object.keys(dialects) as Dialect[];
