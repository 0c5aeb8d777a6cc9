// SPDX-License-Identifier: Apache-2.0
//
// Warnings about columns that are valid but determine the result by construction.

import { load as loadClasses } from 'fairwasm/classes';
import { errorReport } from 'fairwasm/scores';
import { ColumnWatch } from '#fairwasm/data/column-watch.js';
import { fair, impact, scores } from '../support.mjs';

const rows = Array.from({ length: 60 }, (_, i) => i);
const sex = rows.map((i) => (i % 2 ? 'f' : 'm'));
const label = rows.map((i) => (i % 3 ? 1 : 0));
const prediction = rows.map((i) => (i % 5 ? 1 : 0));

const determined = (name, outcome) => expect.stringContaining(`Each group of ${name} has only one ${outcome}`);
const equal = expect.stringContaining('Every prediction equals the true outcome');
const ranges = expect.stringContaining('The groups of age are more than 30 different numbers');

describe('an audit warns', () => {
  const getWarnings = (columns, options = {}) =>
    fair.audit({ label, groups: { sex }, ...columns, ...options }).warnings;

  test('not about usual columns', () => {
    expect(getWarnings({ prediction })).toEqual([]);
  });

  test('about an outcome as a group', () => {
    expect(getWarnings({ prediction, groups: { sex, y: label } })).toEqual([determined('y', 'true outcome')]);
    const groups = { decided: prediction.map((each) => (each ? 'yes' : 'no')) };
    expect(getWarnings({ prediction, groups })).toEqual([determined('decided', 'prediction')]);
  });

  test('about the true outcome as the prediction', () => {
    expect(getWarnings({ prediction: label })).toEqual([equal]);
    expect(getWarnings({ prediction: label.map(String) })).toEqual([equal]);
  });

  test('about many numbers as groups', () => {
    expect(getWarnings({ prediction, groups: { age: rows } })).toEqual([ranges]);
    expect(getWarnings({ prediction, groups: { age: rows.map((i) => `${i} years`) } })).toEqual([]);
  });

  test('about a threshold that no row or every row reaches', () => {
    const score = rows.map((i) => 0.01 + (0.98 * i) / 59);
    expect(getWarnings({ score, threshold: 50 })).toEqual([
      'No row reaches the threshold 50: scores range from 0.0100 to 0.990. Set a threshold in this range (--threshold).',
    ]);
    expect(getWarnings({ score, threshold: 0.01 })).toEqual([
      'All 60 rows reach the threshold 0.01: scores range from 0.0100 to 0.990. Set a threshold in this range (--threshold).',
    ]);
    expect(getWarnings({ score, threshold: 0.5 })).toEqual([]);
  });

  test('in batches and in counts, until a row contradicts', () => {
    const auditor = fair.auditor({ groups: ['g'], prediction: true });
    auditor.update({ groups: { g: sex }, prediction: sex.map((each) => (each === 'f' ? 1 : 0)) });
    expect(auditor.audit().warnings).toEqual([determined('g', 'prediction')]);
    auditor.updateCounted({ groups: { g: ['f', 'm'] }, prediction: [1, 0], rows: [40, 40] });
    expect(auditor.audit().warnings).toEqual([determined('g', 'prediction')]);
    auditor.updateCounted({ groups: { g: ['f', 'm'] }, prediction: [0, 1], rows: [0, 1] });
    expect(auditor.audit().warnings).toEqual([]);
  });
});

test('does not warn about few rows or a group for each row', () => {
  const watch = (groups, outcome) => new ColumnWatch().add({ groups, outcomes: { outcome } }).warnings();
  expect(watch({ g: ['a', 'b'] }, [1, 0])).toEqual([]);
  expect(watch({ g: rows.map((i) => `person ${i}`) }, label)).toEqual([]);
  expect(watch({ g: sex }, sex)).toEqual([determined('g', 'outcome')]);
});

test('reports of other commands have the warnings', async () => {
  const classes = await loadClasses();
  const groups = { y: label };
  expect(classes.audit({ label, prediction: label, groups }).report().warnings).toEqual([
    determined('y', 'true outcome'),
    determined('y', 'prediction'),
    equal,
  ]);
  const tags = { label: { cat: label }, prediction: { cat: label }, groups };
  expect(classes.labels(tags).report().warnings).toEqual([equal, determined('y', 'cat')]);
  const compared = await fair.compare({ label, predictions: { a: prediction, b: label }, groups: { age: rows } });
  expect(compared.report().warnings).toEqual([ranges, expect.stringContaining('Every prediction b equals')]);
  expect(errorReport({ fair, scores }, { label: rows, prediction: rows, groups: { age: rows } }).warnings).toEqual([
    ranges,
    equal,
  ]);
  expect(impact.tables({ groups: { sex: label.map(String) }, selected: label }).warnings).toContainEqual(
    determined('sex', 'outcome'),
  );
});
