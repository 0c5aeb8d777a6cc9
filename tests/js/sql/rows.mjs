// SPDX-License-Identifier: Apache-2.0
//
// Reproducible rows for the tests of precomputed counts: with missing groups and weights, groups that differ in case,
// and all decisions.

import { lehmer } from '../../random-numbers.mjs';

/** Returns columns of `count` rows, ordered like the counts. */
export function manyRows(count = 600, seed = 7) {
  const next = lehmer(seed);
  const rows = Array.from({ length: count }, () => {
    const sex = next() < 0.05 ? null : next() < 0.4 ? 'f' : 'm';
    const race = ['a', 'A', "o'b"][Math.floor(next() ** 1.5 * 3)];
    const y = next() < (sex === 'f' ? 0.4 : 0.55) ? 1 : 0;
    const p = next() < 0.3 + 0.4 * y ? 1 : 0;
    const s = Math.round((0.2 * next() + 0.5 * p + 0.3 * y * next()) * 1e6) / 1e6;
    return { sex, race, y, p, s, w: Math.round(next() * 3e6) / 1e6, age: Math.floor(next() * 80) };
  });
  const keys = ['race', 'sex', 'y', 'p'];
  const text = (row, key) => (row[key] === null ? '\uffff' : String(row[key]));
  return rows.sort((a, b) => {
    const key = keys.find((each) => text(a, each) !== text(b, each));
    if (key === undefined) return 0;
    return text(a, key) < text(b, key) ? -1 : 1;
  });
}

export const column = (rows, name) => rows.map((row) => row[name]);

const literal = (value) => {
  if (value === null) return 'NULL';
  return typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value);
};

/** Returns the rows as SQL values. */
export const getValues = (rows) =>
  `VALUES ${rows.map((row) => `(${Object.values(row).map(literal).join(', ')})`).join(', ')}`;

/** Returns statements that create a table of the rows, for engines with standard SQL. */
export function toTable(name, rows) {
  const types =
    'sex VARCHAR(9), race VARCHAR(9), y INTEGER, p INTEGER, s DOUBLE PRECISION, w DOUBLE PRECISION, age INTEGER';
  return [`CREATE TABLE ${name} (${types})`, `INSERT INTO ${name} ${getValues(rows)}`];
}

/** Returns columns by name of rows that are arrays; unlike assignment to an object, it supports any name. */
export const getColumns = (names, rows) =>
  Object.fromEntries(names.map((name, i) => [name, rows.map((row) => row[i])]));

/**
 * Returns the differences between two reports: numbers that differ by more than 1e-12, relative, or absolute near 0.
 */
export function differences(one, other, path = '') {
  if (typeof one === 'number' && typeof other === 'number') {
    const isClose = Math.abs(one - other) <= 1e-12 * Math.max(1, Math.abs(one));
    return isClose || Object.is(one, other) ? [] : [`${path}: ${one} and ${other}`];
  }
  const areObjects = [one, other].every((each) => typeof each === 'object' && each !== null);
  if (!areObjects) return one === other ? [] : [`${path}: ${one} and ${other}`];
  const keys = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...keys].flatMap((key) => differences(one[key], other[key], `${path}.${key}`));
}
