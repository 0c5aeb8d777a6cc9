// SPDX-License-Identifier: Apache-2.0
//
// SQL statements: the differences between dialects, and rejected options.

import { statement } from 'fairwasm/sql';
import { misuse } from '../../misuse.mjs';
import { getError } from '../support.mjs';

const what = { table: 'decisions', label: 'y', prediction: 'p', groups: ['race', 'sex'] };

test('counts rows by group and outcome', () => {
  expect(statement(what, 'postgresql')).toEqual({
    text: [
      'SELECT',
      '  fw_key0 AS "race",',
      '  fw_key1 AS "sex",',
      '  fw_key2 AS "y",',
      '  fw_key3 AS "p",',
      '  COUNT(*) AS "n"',
      'FROM (',
      '  SELECT',
      '    "race" AS fw_key0,',
      '    "sex" AS fw_key1,',
      '    "y" AS fw_key2,',
      '    "p" AS fw_key3',
      '  FROM "decisions"',
      ') AS fw_rows',
      'GROUP BY fw_key0, fw_key1, fw_key2, fw_key3',
    ].join('\n'),
    parameters: [],
    columns: ['race', 'sex', 'y', 'p', 'n'],
  });
});

// A name with every character that some engine uses for quotes or escapes.
const hostile = 'a"b`c]d\\e\'f;--g';
test.each(
  /** @type {[dialect: import('fairwasm/sql').Dialect, quoted: string][]} */ ([
    ['postgresql', '"a""b`c]d\\e\'f;--g"'],
    ['duckdb', '"a""b`c]d\\e\'f;--g"'],
    ['snowflake', '"a""b`c]d\\e\'f;--g"'],
    ['sqlite', '`a"b``c]d\\e\'f;--g`'],
    ['mysql', '`a"b``c]d\\e\'f;--g`'],
    ['spark', '`a"b``c]d\\e\'f;--g`'],
    ['clickhouse', '`a\\"b\\`c]d\\\\e\'f;--g`'],
    ['bigquery', '`a\\"b\\`c]d\\\\e\'f;--g`'],
    ['sqlserver', '[a"b`c]]d\\e\'f;--g]'],
  ]),
)('%s quotes names of tables, columns and counts', (dialect, quoted) => {
  const asked = { table: ['s', hostile], label: hostile, counts: `${hostile}n`, groups: [] };
  const { text } = statement(asked, dialect);
  const schema = quoted.replace(/a.*g/s, 's');
  expect(text).toContain(`FROM ${schema}.${quoted}\n`);
  expect(text).toMatch(/\(\n {2}SELECT\n/);
  expect(text.split('\n')[5]).toContain(quoted);
  expect(text).toContain(`${quoted.slice(0, -1)}n${quoted.slice(-1)}`);
});

test.each(
  /** @type {[dialect: import('fairwasm/sql').Dialect, placeholder: string, parameters: any, above: string][]} */ ([
    ['postgresql', '= $1', ['x'], 'CAST("s" AS DOUBLE PRECISION) >= CAST($1'],
    ['duckdb', '= $1', ['x'], 'CAST("s" AS DOUBLE) >= CAST($1'],
    ['snowflake', '= ?', ['x'], 'CAST("s" AS DOUBLE) >= CAST(?'],
    ['sqlite', '= ?', ['x'], 'CAST(`s` AS REAL) >= CAST(?'],
    ['mysql', '= ?', ['x'], 'CAST(`s` AS DOUBLE) >= CAST(?'],
    ['spark', '= :p1', { p1: 'x' }, 'CAST(`s` AS DOUBLE) >= CAST(:p1'],
    ['clickhouse', '= {p1:String}', { p1: 'x' }, 'toFloat64(`s`) >= toFloat64({p1:Float64}'],
    ['bigquery', '= @p1', { p1: 'x' }, 'CAST(`s` AS FLOAT64) >= CAST(@p1'],
    ['sqlserver', '= @p1', { p1: 'x' }, 'CAST([s] AS FLOAT) >= CAST(@p1'],
  ]),
)('%s receives values as parameters instead of text', (dialect, placeholder, parameters, above) => {
  const filtered = statement({ ...what, where: { state: 'x' } }, dialect);
  expect(filtered.text).toContain(placeholder);
  expect(filtered.parameters).toEqual(parameters);
  const decided = { table: 't', score: 's', threshold: 0.5, groups: [] };
  expect(statement(decided, dialect).text).toContain(above);
});

test.each(
  /** @type {[dialect: import('fairwasm/sql').Dialect, exact: string][]} */ ([
    ['mysql', 'CAST(`race` AS CHAR CHARACTER SET utf8mb4) COLLATE utf8mb4_bin'],
    ['sqlserver', 'GROUP BY fw_key0, CAST(fw_key0 AS VARBINARY(8000))'],
    ['sqlite', 'fw_key0 COLLATE BINARY'],
  ]),
)('%s does not take A and a for one group', (dialect, exact) => {
  expect(statement(what, dialect).text).toContain(exact);
});

// Text under a binary collation would have six digits of 0.1234567 and no seconds of a time.
test('SQL Server returns groups with their types', () => {
  const { text } = statement({ ...what, prediction: 'score', weight: 'w' }, 'sqlserver');
  expect(text).toContain('[score] AS fw_key');
  expect(text).not.toContain('NVARCHAR');
});

test('Spark treats non-numeric text as missing, like its sums do', () => {
  const weighted = statement({ ...what, weight: 'w' }, 'spark').text;
  expect(weighted).toContain('CASE WHEN CAST(`w` AS DOUBLE) IS NULL THEN 1 ELSE 0 END');
  const decided = statement({ table: 't', score: 's', threshold: 0.5 }, 'spark').text;
  expect(decided).toContain('CASE WHEN CAST(`s` AS DOUBLE) IS NULL THEN NULL');
  expect(statement({ ...what, weight: 'w' }, 'snowflake').text).toContain('CASE WHEN "w" IS NULL');
});

test('BigQuery names contain no line breaks', () => {
  expect(statement({ ...what, label: 'a\r\nb' }, 'bigquery').text).toContain('`a\\r\\nb`');
});

test('SQL Server counts more than 2^31 rows', () => {
  expect(statement(what, 'sqlserver').text).toContain('COUNT_BIG(*) AS [n]');
});

test('parameters are in the order of the text', () => {
  const asked = {
    ...what,
    prediction: undefined,
    groups: ['age'],
    bins: { age: [18, 65] },
    score: 's',
    threshold: 0.5,
    where: { state: ['x', null, 'z'], year: { atLeast: 2020, below: 2022 }, left: null },
  };
  const { text, parameters } = statement(asked, 'mysql');
  expect(text.match(/\?/g)).toHaveLength(Object.keys(parameters).length);
  expect(parameters).toEqual([
    ...[18, 'below 18', 65, '18 to below 65', '65 and above'],
    ...[0.5, 'x', 'z', 2020, 2022],
  ]);
  expect(text).toContain('(`state` IN (?, ?) OR `state` IS NULL)');
  expect(text).toContain('`year` >= ? AND `year` < ?');
  expect(text).toContain('`left` IS NULL');
});

test('converts booleans to numbers in engines without booleans', () => {
  const asked = { ...what, where: { open: true } };
  expect(statement(asked, 'sqlite').parameters).toEqual([1]);
  expect(statement(asked, 'postgresql').parameters).toEqual([true]);
  expect(statement(asked, 'clickhouse')).toMatchObject({
    text: expect.stringContaining('{p1:UInt8}'),
    parameters: { p1: 1 },
  });
});

test('sums weights and scores as 64-bit numbers', () => {
  const asked = { ...what, weight: 'w', score: 's' };
  const { text, columns } = statement(asked, 'duckdb');
  expect(text).toContain('CAST("w" AS DOUBLE) AS fw_weight');
  expect(text).toContain('SUM(fw_weight * fw_weight) AS "weight_squares"');
  expect(text).toContain('SUM((fw_weight * fw_score) * (fw_weight * fw_score)) AS "score_squares"');
  expect(text).toContain('SUM(fw_weight * (fw_weight * fw_score)) AS "score_weighted"');
  expect(text).toContain('CASE WHEN "w" IS NULL THEN 1 ELSE 0 END AS fw_weight_missing');
  expect(columns).toEqual([
    ...['race', 'sex', 'y', 'p', 'weight_missing', 'score_missing', 'n'],
    ...['weight_sum', 'weight_squares', 'weight_least'],
    ...['score_sum', 'score_squares', 'score_least', 'score_greatest', 'score_weighted'],
  ]);
});

test('generated names differ from all columns', () => {
  const { text } = statement({ ...what, groups: ['fw_key1', 'FW__x'] }, 'clickhouse');
  expect(text).toContain('`fw_key1` AS fw____key0');
});

test('accepts a query instead of a table', () => {
  const query = 'SELECT * FROM decisions WHERE final;\n';
  const { text } = statement({ ...what, table: undefined, query }, 'duckdb');
  expect(text).toContain('FROM (\nSELECT * FROM decisions WHERE final\n  ) AS fw_source');
});

test('counts a column with two roles once', () => {
  const { columns } = statement({ ...what, groups: ['y', 'sex'] }, 'duckdb');
  expect(columns).toEqual(['y', 'sex', 'p', 'n']);
});

test.each([' sex', 'sex ', '👩'])('MySQL rejects the column %j', (name) => {
  const asked = { ...what, groups: [name] };
  expect(getError(() => statement(asked, 'mysql'))).toMatchObject({ code: 'invalidArgument', argument: 'groups' });
  expect(statement(asked, 'duckdb').columns).toContain(name);
});

test.each([
  ['an empty name', { groups: [''] }, 'groups', 'empty'],
  ['a NUL', { groups: ['a\0b'] }, 'groups', 'NUL'],
  ['an unpaired surrogate', { label: '\ud800' }, 'groups', 'half of a surrogate pair'],
  ['an empty table name', { table: '' }, 'table', 'empty'],
  ['a name that PostgreSQL truncates', { groups: ['é'.repeat(32)] }, 'groups', '64 bytes, of at most 63'],
  ['no outcome', { label: undefined, prediction: undefined }, 'statement', 'a label'],
  ['a threshold without a score', { threshold: 1 }, 'threshold', 'with a score'],
  ['a string as the threshold', { threshold: '1' }, 'threshold', 'a number'],
  ['neither a table nor a query', { table: undefined }, 'table', 'either a table or a query'],
  ['both a table and a query', { query: 'SELECT 1' }, 'table', 'either a table or a query'],
  ['a column called n', { groups: ['N'] }, 'N', 'which the option counts changes'],
  ['a column called weight_sum', { weight: 'w', groups: ['weight_sum'] }, 'weight_sum', 'rename'],
  ['bins for a column that is not a group', { bins: { rac: [1] } }, 'bins', 'among groups'],
  ['descending bins', { bins: { sex: [2, 1] } }, 'bins of sex', 'ascending'],
  ['bins without limits', { bins: { sex: [] } }, 'bins of sex', 'ascending'],
  ['an empty list', { where: { a: [] } }, 'where a', 'a string'],
  ['an invalid value', { where: { a: Number.NaN } }, 'where a', 'a finite number'],
  ['an object in a list', { where: { a: [{}] } }, 'where a', 'a string'],
  ['a range without an end', { where: { a: {} } }, 'where a', 'a string'],
  ['a range of the wrong type', { where: { a: { from: 1 } } }, 'where a', 'atLeast'],
  ['a string as groups', { groups: 'sex' }, 'groups', 'an array'],
])('rejects %s', (_, change, argument, expected) => {
  const error = getError(() => statement(misuse({ ...what, ...change }), 'postgresql'));
  expect(error).toMatchObject({ code: 'invalidArgument', argument });
  expect(error.expected).toContain(expected);
});

test('suggests the correct name', () => {
  expect(getError(() => statement(misuse({ ...what, weights: 'w' }), 'duckdb')).message).toContain(
    "did you mean 'weight'?",
  );
  expect(getError(() => statement(what, misuse('postgres'))).message).toContain("did you mean 'postgresql'?");
});
