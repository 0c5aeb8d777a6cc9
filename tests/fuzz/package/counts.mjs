// SPDX-License-Identifier: Apache-2.0
//
// The same rows counted twice, by the package from a file and by DuckDB from a table: the sums of all cells are equal,
// or both are rejected.

import { load } from 'fairwasm';
import { statement } from 'fairwasm/sql';
import { engines } from '../../js/sql/engines.mjs';
import { differences, getValues } from '../../js/sql/rows.mjs';
import { accepted, acceptedLater, choices, require } from '../support.mjs';

const inside = (file) => import(`../../../dist/${file}.js`);
const { countCsv } = await inside('audit/audit-csv');
const { usualMissingTexts } = await inside('data/value');
const { countedRows } = await inside('sql/counted');

const fair = await load();
const duckdb = await engines.duckdb.start();
await duckdb.run('SET threads = 1'); // a few rows do not need more

const sexes = ['f', 'm', 'F', ' f', 'é', "o'b", 'a,"b', '', 'NA', '(missing)'];
const races = ['a', 'b', 'A', 'null', '0', '00', ''];
const outcomes = ['1', '0', '1', '0', '', '?', '2'];
const ages = ['17', '18', '64.5', '65', '-1', ''];
const limits = [18, 65];

const getRange = (age) => {
  if (age === '') return '';
  if (Number(age) < 18) return 'below 18';
  return Number(age) < 65 ? '18 to below 65' : '65 and above';
};

// Values of one row; outcomes and numbers are seldom missing or of another type.
function rowFrom(among) {
  const outcome = () => outcomes[among(among(8) === 0 ? outcomes.length : 4)];
  const number = (most) => (among(64) === 0 ? '' : String((among(256) / 255) * most));
  return {
    sex: sexes[among(sexes.length)],
    race: races[among(races.length)],
    age: ages[among(ages.length)],
    y: outcome(),
    p: outcome(),
    s: number(1 + Number(among(99) === 0)),
    w: number(1000),
  };
}

function questionFrom(among) {
  const groups = ['sex', 'race', 'age'].filter(() => among(2) === 0);
  const threshold = [undefined, 0.5, 0.2][among(3)];
  const score = threshold === undefined && among(3) > 0 ? undefined : 's';
  const prediction = threshold === undefined && among(4) > 0 ? 'p' : undefined;
  const label = prediction && among(4) === 0 ? undefined : 'y';
  const weight = among(3) === 0 ? 'w' : undefined;
  const where = among(4) === 0 ? { race: ['a', '00'] } : {};
  return { what: { groups, label, prediction, score, threshold, weight }, where };
}

const quoted = (field) => `"${field.replaceAll('"', '""')}"`;

function getFile(rows) {
  const lines = rows.map((row) => Object.values({ ...row, age: getRange(row.age) }));
  const names = Object.keys(rows[0]);
  return [names, ...lines].map((fields) => `${fields.map(quoted).join()}\n`).join('');
}

function getAnswer(rows, what, where) {
  const known = rows.map((row) => Object.values(row).map((field) => (field === '' ? null : field)));
  const query = `SELECT * FROM (${getValues(known)}) AS t(${Object.keys(rows[0]).join()})`;
  const bins = what.groups.includes('age') ? { age: limits } : {};
  return duckdb.ask(statement({ query, ...what, bins, where }, 'duckdb'));
}

// Returns the counts by the names of their categories.
function getCells(auditor) {
  const { tally, droppedRows } = auditor;
  const { columns, groups, labels, handle } = tally;
  const outcomes = [columns.label, columns.prediction].filter(Boolean).map(() => labels);
  const axes = [...groups.map(({ categories }) => categories), ...outcomes];
  const names = axes.reduce((known, axis) => known.flatMap((name) => axis.map((each) => `${name} ${each}`)), ['']);
  const sums = handle.sums();
  const width = sums.length / Math.max(1, names.length);
  const cells = names.map((name, i) => [name, Array.from(sums.subarray(i * width, ++i * width))]);
  return { droppedRows, cells: Object.fromEntries(cells.filter(([, [rows]]) => rows !== 0)) };
}

// Returns the result of an auditor that only this function uses.
function counted(auditor, update = () => {}) {
  try {
    update();
    return getCells(auditor);
  } finally {
    auditor[Symbol.dispose]();
  }
}

function toldBy(answer, what, how) {
  const { counted: counts } = countedRows(answer, what, usualMissingTexts);
  const { threshold, groups, ...columns } = what;
  const isAsked = Object.entries(columns).map(([role, name]) => [role, name !== undefined]);
  const { weight: _, ...roles } = Object.fromEntries(isAsked);
  const auditor = fair.auditor({ ...how, ...roles, groups, threshold });
  return counted(auditor, () => auditor.updateCounted(counts));
}

export async function fuzz(data) {
  if (data.length < 2) return;
  const among = choices(data);
  const { what, where } = questionFrom(among);
  const rows = Array.from({ length: 1 + among(24) }, () => rowFrom(among));
  const how = {
    favorable: '1',
    missing: among(4) === 0 ? /** @type {const} */ ('error') : /** @type {const} */ ('drop'),
  };
  const kept = where.race ? rows.filter(({ race }) => where.race.includes(race)) : rows;
  if (kept.length === 0) return; // a file without rows is rejected
  const count = () => countCsv(fair, getFile(kept), { ...what, ...how });
  const read = await acceptedLater(async () => counted((await count()).auditor));
  const answer = await getAnswer(rows, what, where);
  const told = accepted(() => toldBy(answer, what, how));
  require((read === undefined) === (told === undefined), 'DuckDB counts what the package reads');
  const apart = differences(read, told);
  require(apart.length === 0, `DuckDB counts the same: ${apart.slice(0, 5).join('; ')}`);
}
