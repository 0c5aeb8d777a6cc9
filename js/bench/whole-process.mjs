// SPDX-License-Identifier: Apache-2.0
//
// Elapsed time of `fairwasm audit`, from start to exit, for a file of a million rows and for counts. DuckDB for Node, also
// a separate process, counts the same rows without making a report. Each time is the fastest of several runs.

import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { duration, quick, reportTable } from './support.mjs';

const top = fileURLToPath(new URL('../../', import.meta.url));
const command = `${top}dist/cli/main.js`;
const getPath = (name) => `${top}build/bench/${name}`;

const rows = 1e6;
const runs = quick ? 2 : 7;
const pick = (values) => Array.from({ length: rows }, () => values[Math.floor(Math.random() * values.length)]);
const columns = {
  sex: pick(['Female', 'Male']),
  race: pick(['African-American', 'Asian', 'Caucasian', 'Hispanic', 'Native American', 'Other']),
  hired: pick([0, 1]),
  predicted: pick([0, 1]),
  age: pick(Array.from({ length: 60 }, (_, i) => 18 + i)),
  score: Array.from({ length: rows }, () => Math.random()),
};

function writeCsv(path, names, lines) {
  writeFileSync(path, `${[names.join(), ...lines].join('\n')}\n`);
  return path;
}

function toLine(names) {
  const values = names.map((name) => columns[name]);
  return (row) => values.map((column) => column[row]).join();
}

function writeParquet(path) {
  const types = { sex: 'STRING', race: 'STRING', score: 'DOUBLE' };
  const columnData = Object.entries(columns).map(([name, data]) => {
    return { name, data, type: types[name] ?? 'INT32' };
  });
  writeFileSync(path, new Uint8Array(parquetWriteBuffer({ columnData, rowGroupSize: 122_880 })));
  return path;
}

function getCounts(names) {
  const counts = new Map();
  const line = toLine(names);
  for (let row = 0; row < rows; row++) counts.set(line(row), (counts.get(line(row)) ?? 0) + 1);
  return Array.from(counts, ([key, count]) => `${key},${count}`);
}

/** Returns the elapsed time of the fastest of several processes, in nanoseconds. */
function quickest(...args) {
  const times = Array.from({ length: runs }, () => {
    const began = performance.now();
    execFileSync(process.execPath, args, { cwd: top, stdio: ['ignore', 'ignore', 'inherit'] });
    return performance.now() - began;
  });
  return 1e6 * Math.min(...times);
}

/** A program that asks DuckDB. */
const asking = (path) => `
  import { DuckDBInstance } from '@duckdb/node-api';
  const connection = await (await DuckDBInstance.create()).connect();
  const sql = "SELECT sex, race, hired, predicted, COUNT(*) AS n FROM '${path}' GROUP BY ALL";
  (await connection.runAndReadAll(sql)).getRows();
`;
const byDuckdb = (path) => quickest('--input-type=module', '--eval', asking(path));

const what = ['--label', 'hired', '--prediction', 'predicted', '--group', 'sex,race'];
const audited = (...args) => quickest(command, 'audit', ...args, ...what);
const fromDuckdb = (path) => audited('--from', 'duckdb:', '--query', `SELECT * FROM '${path}'`);

const everyRow = Array.from({ length: rows }, (_, row) => row);
const names = Object.keys(columns);
const csv = writeCsv(getPath('people.csv'), names, everyRow.map(toLine(names)));
const parquet = writeParquet(getPath('people.parquet'));
const keys = ['sex', 'race', 'hired', 'predicted'];
const counts = writeCsv(getPath('counts.csv'), [...keys, 'n'], getCounts(keys));

const start = quickest('--eval', '0');
const line = (work, time, other) => [work, duration(time), other ? duration(other) : ''];
reportTable(
  `Elapsed time of whole processes, ${rows.toExponential(0)} rows of six columns (starting Node: ${duration(start)})`,
  ['', 'fairwasm audit', 'DuckDB for Node, counting only'],
  [
    line('CSV', audited(csv), byDuckdb(csv)),
    line('CSV, counted by DuckDB (--from)', fromDuckdb(csv)),
    line('Parquet', audited(parquet), byDuckdb(parquet)),
    line('Parquet, counted by DuckDB (--from)', fromDuckdb(parquet)),
    line('precomputed counts (--counts)', audited(counts, '--counts', 'n')),
  ],
);
