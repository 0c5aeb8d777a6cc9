// SPDX-License-Identifier: Apache-2.0
//
// Tables and columns of popular data libraries, none of which is a dependency.

import * as tf from '@tensorflow/tfjs';
import { Table, tableFromArrays, tableFromIPC, tableToIPC, Utf8, vectorFromArray } from 'apache-arrow';
import * as aq from 'arquero';
import { load as loadIndividual } from 'fairwasm/individual';
import { fair, getError } from '../support.mjs';

const columns = {
  y: [1, 0, 1, 0, 1, 1],
  p: [1, 1, 0, 0, 1, 0],
  s: [0.9, 0.6, 0.4, 0.1, 0.8, 0.3],
  g: ['a', 'a', 'b', 'b', 'b', 'a'],
};
const what = { label: 'y', prediction: 'p', score: 's', groups: ['g'], uncertainty: /** @type {const} */ (false) };
const getReport = (table) => fair.auditTable(table, what).report();
const expected = getReport(columns);

// Like danfojs-node: classes whose values are plain arrays.
class Series {
  constructor(values) {
    this.values = values;
  }
}
class DataFrame {
  #columns;
  constructor(data) {
    this.#columns = data;
  }
  get columns() {
    return Object.keys(this.#columns);
  }
  column(name) {
    if (!this.columns.includes(name)) throw new Error(`ParamError: ${name}`);
    return new Series(this.#columns[name]);
  }
}

const tables = {
  'Apache Arrow': () => tableFromArrays(columns),
  'Apache Arrow, read from its file format': () => tableFromIPC(tableToIPC(tableFromArrays(columns))),
  'Apache Arrow, in several chunks': () => {
    const vector = (values) => vectorFromArray(values, typeof values[0] === 'string' ? new Utf8() : undefined);
    const chunks = (values) => vector(values.slice(0, 2)).concat(vector(values.slice(2)));
    return new Table(Object.fromEntries(Object.entries(columns).map(([k, v]) => [k, chunks(v)])));
  },
  Arquero: () => aq.table(columns),
  'Arquero, with rows filtered out': () =>
    aq
      .table({ ...columns, y: [...columns.y] })
      .concat(aq.table({ y: [0], p: [1], s: [0.5], g: ['c'] }))
      .filter((row) => row.g !== 'c'),
  'Danfo.js': () => new DataFrame(columns),
};

describe('auditTable reads a table of', () => {
  test.each(Object.entries(tables))('%s', (_, make) => {
    expect(getReport(make())).toEqual(expected);
  });

  test.each(Object.entries(tables))('%s, and names a missing column', (_, make) => {
    const table = make();
    expect(getError(() => fair.auditTable(table, { ...what, label: 'z' }))).toMatchObject({
      code: 'invalidArgument',
      argument: 'z',
    });
  });
});

describe('a null of Apache Arrow', () => {
  test('is a missing value, whatever the underlying bytes are', () => {
    const x = vectorFromArray([1, 0, null, 0, 1, 1]);
    expect(x.toArray()).not.toContain(null); // the reason for a separate code path
    const error = getError(() => fair.audit({ prediction: x, groups: { g: columns.g } }));
    expect(error).toMatchObject({ code: 'missingValue', argument: 'prediction', row: 2 });
  });

  test('is a separate group among groups', () => {
    const x = vectorFromArray(['a', null, 'b', 'b', null, 'a']);
    const frame = fair.audit({ prediction: columns.p, groups: { x } }).frame('x');
    expect(frame.groups.map(({ name }) => name)).toEqual(['a', 'b', '(missing)']);
  });
});

describe('tensors of TensorFlow.js', () => {
  test('are columns', () => {
    const table = {
      y: tf.tensor1d(columns.y, 'int32'),
      p: tf.tensor1d(columns.p, 'bool'),
      s: tf.tensor1d(columns.s.map(Math.fround)),
      g: columns.g,
    };
    expect(getReport(table)).toEqual(getReport({ ...columns, s: columns.s.map(Math.fround) }));
  });

  test('are row-major matrices', async () => {
    const rows = [
      [0, 1],
      [1, 1],
      [5, 5],
      [6, 5],
    ];
    const labels = [1, 0, 1, 1];
    const individual = await loadIndividual();
    expect(individual.consistency(tf.tensor2d(rows), labels, 2)).toEqual(individual.consistency(rows, labels, 2));
  });
});
