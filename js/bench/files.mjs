// SPDX-License-Identifier: Apache-2.0
//
// Reads a million rows of six columns from a file and counts two attributes, label, and prediction. Each format is
// compared with a JavaScript parser that only reads the rows, measured in the same run.

import { tableFromArrays, tableToIPC, vectorFromArray } from 'apache-arrow';
import { auditCsv, load, readCsv } from 'fairwasm';
import { parquetReadObjects } from 'hyparquet';
import { parquetWriteBuffer } from 'hyparquet-writer';
import Papa from 'papaparse';
import { duration, medianNanoseconds, report, reportTable } from './support.mjs';

const fair = await load();
const rows = 1e6;
const pick = (values) => Array.from({ length: rows }, () => values[Math.floor(Math.random() * values.length)]);
const ages = Array.from({ length: 60 }, (_, i) => 18 + i);
const table = {
  sex: pick(['Female', 'Male']),
  race: pick(['African-American', 'Asian', 'Caucasian', 'Hispanic', 'Native American', 'Other']),
  hired: pick([0, 1]),
  predicted: pick([0, 1]),
  age: pick(ages),
  score: Array.from({ length: rows }, () => Math.random()),
};
const what = { groups: ['sex', 'race'], label: 'hired', prediction: 'predicted', favorable: 1 };
const counted = { ...what, uncertainty: false };

function toCsv(columns) {
  const lines = [Object.keys(columns).join(',')];
  const values = Object.values(columns);
  for (let row = 0; row < rows; row++) lines.push(values.map((column) => column[row]).join(','));
  return new TextEncoder().encode(`${lines.join('\n')}\n`);
}

function toParquet(columns) {
  const type = { sex: 'STRING', race: 'STRING', score: 'DOUBLE' };
  const columnData = Object.entries(columns).map(([name, data]) => ({ name, data, type: type[name] ?? 'INT32' }));
  return new Uint8Array(parquetWriteBuffer({ columnData, rowGroupSize: 122_880 }));
}

const toArrow = ({ sex, race, hired, predicted, age, score }) =>
  tableToIPC(
    tableFromArrays({
      sex: vectorFromArray(sex),
      race: vectorFromArray(race),
      hired: Int32Array.from(hired),
      predicted: Int32Array.from(predicted),
      age: Int32Array.from(age),
      score: Float64Array.from(score),
    }),
  );

const csv = toCsv(table);
const parquet = toParquet(table);
const blobs = { csv: new Blob([csv]), parquet: new Blob([parquet]), arrow: new Blob([toArrow(table)]) };
const wholeParquet = { byteLength: parquet.byteLength, slice: (start, end) => parquet.slice(start, end).buffer };
const { hired: label, predicted: prediction, sex, race } = table;

async function readAll(options, file = blobs.csv) {
  for await (const _ of readCsv(file, options)) {
    // to its end
  }
}

// About 33 MB of the same rows, to compare reading without decisions with the decisions that an audit makes.
const part = csv.subarray(0, csv.lastIndexOf(10, 33e6) + 1);
const partOfCsv = new Blob([part]);
const coded = { coded: true, columns: ['sex', 'race', 'hired', 'predicted', 'score'], numbers: ['score'] };
const given = { delimiter: ',', skipLines: 0, header: true, encoding: 'utf-8', decimal: '.' };
const decided = { ...coded, plainNumbers: true, spellings: [['sex'], ['race'], ['hired', 'predicted']] };
const everything = { ...decided, invisible: 'remove', blanks: { hired: '0' } };

const times = await medianNanoseconds(
  {
    csv: () => auditCsv(fair, blobs.csv, counted),
    parquet: () => auditCsv(fair, blobs.parquet, counted),
    arrow: () => auditCsv(fair, blobs.arrow, counted),
    memory: () => fair.audit({ label, prediction, groups: { sex, race }, favorable: 1 }),
    coded: () => readAll({ coded: true }),
    texts: () => readAll({}),
    given: () => readAll({ ...coded, ...given }, partOfCsv),
    decided: () => readAll(decided, partOfCsv),
    everything: () => readAll(everything, partOfCsv),
    papa: () => Papa.parse(new TextDecoder().decode(csv), { header: false }),
    hyparquet: () => parquetReadObjects({ file: wholeParquet, columns: ['sex', 'race', 'hired', 'predicted'] }),
  },
  { time: 1500 },
);

const megabytes = (bytes) => `${(bytes / 1e6).toFixed(0)} MB`;
report(`${rows.toExponential(0)} rows of six columns, of which an audit counts four`, [
  {
    work: `CSV of ${megabytes(csv.length)}, counted`,
    wasm: times.csv,
    competitor: ['Papa Parse, parsing only', times.papa],
  },
  {
    work: `Parquet of ${megabytes(parquet.length)}, counted`,
    wasm: times.parquet,
    competitor: ['hyparquet, reading only', times.hyparquet],
  },
  { work: 'Arrow, counted', wasm: times.arrow },
  { work: 'arrays of strings and numbers, counted', wasm: times.memory },
  { work: 'CSV, all six columns as codes', wasm: times.coded },
  { work: 'CSV, all six columns as strings', wasm: times.texts },
]);

const line = (work, time) => [
  work,
  duration(time),
  (time / times.given).toPrecision(3),
  duration(Math.max(0, time - times.given)),
];
reportTable(
  `Decisions about a CSV file of ${megabytes(part.length)}, five columns as codes and numbers`,
  ['', 'Time', 'times reading', 'beyond reading'],
  [
    line('reading only, every decision given', times.given),
    line('detected, with notations of numbers and one spelling per value', times.decided),
    line('the same, without invisible characters, and with a meaning of blanks', times.everything),
  ],
);
