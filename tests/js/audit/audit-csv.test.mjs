// SPDX-License-Identifier: Apache-2.0
//
// auditCsv: reports equal those of columns, and errors refer to the file.

import { openAsBlob } from 'node:fs';
import { auditBatches, auditCsv, FairwasmError, findExample, readCsv, reportExample } from 'fairwasm';
import { compas, unless } from '../../optional.mjs';
import { fair, getError } from '../support.mjs';

const roles = { label: 'y', prediction: 'p', groups: ['race'] };
const refusal = (text, /** @type {import('fairwasm').CsvAuditOptions} */ what = roles) =>
  auditCsv(fair, text, what).then(
    () => {
      throw new Error('expected a FairwasmError, but nothing was thrown');
    },
    (error) => {
      expect(error).toBeInstanceOf(FairwasmError);
      return error;
    },
  );

// More than one batch of text, with a few kinds of rows repeated.
const kinds = ['1,1,a,0.9,1', '0,1,a,0.6,2', '0,0,b,0.2,1', '1,0,b,0.4,0.5', '1,1,c,0.8,1'];
const rows = Array.from({ length: 30_000 }, (_, i) => kinds[(7 * i + (i >> 3)) % 5]);
const file = `y,p,race,s,w\n${rows.join('\n')}\n`;
const column = (i) => rows.map((row) => row.split(',')[i]);

test('equals an audit of the columns', async () => {
  const what = { label: 'y', prediction: 'p', score: 's', weight: 'w', groups: ['race'] };
  const report = await auditCsv(fair, file, { ...what, source: 'rows.csv', privileged: { race: 'b' } });
  const audit = fair.audit({
    label: column(0),
    prediction: column(1),
    groups: { race: column(2) },
    score: column(3),
    weight: column(4),
    privileged: { race: 'b' },
  });
  const columns = { label: 'y', prediction: 'p', score: 's', weight: 'w' };
  const expected = audit.report({ source: 'rows.csv', columns });
  // Sums of weights are computed in another order, batch by batch.
  const numbers = [];
  const shape = (value) =>
    JSON.stringify(value, (_, each) => {
      if (typeof each === 'number') numbers.push(each);
      return typeof each === 'number' ? 'number' : each;
    });
  expect(shape(report)).toBe(shape(expected));
  const half = numbers.length / 2;
  const apart = numbers.slice(0, half).map((one, i) => Math.abs(one - numbers[half + i]) / Math.max(1, Math.abs(one)));
  expect(Math.max(...apart.filter((each) => !Number.isNaN(each)))).toBeLessThan(1e-12);
  expect(report.rows).toBe(30_000);
});

test('makes predictions from scores', async () => {
  const what = { label: 'y', score: 's', threshold: 0.5, groups: ['race'] };
  const report = await auditCsv(fair, file, what);
  expect(report.threshold).toBe(0.5);
  const selected = column(3).filter((score) => Number(score) >= 0.5).length;
  expect(report.overall.counts.predictedPositives).toBe(selected);
});

test('names the column of the file and the row in the whole file', async () => {
  expect(await refusal(`${file}1,,a,0.5,1\n`)).toMatchObject({ code: 'missingValue', argument: 'p', row: 30_000 });
  const weighted = { ...roles, weight: 'w' };
  expect(await refusal(`${file}1,1,a,0.5,-1\n`, weighted)).toMatchObject({ argument: 'w', row: 30_000 });
  const scored = { ...roles, score: 's' };
  expect(await refusal(`${file}1,1,a,high,1\n`, scored)).toMatchObject({
    argument: 's',
    actual: "'high'",
    row: 30_000,
  });
});

test('reports the correct row after omitted rows', async () => {
  const text = 'y,p,race,s\n1,1,a,0.5\n,1,a,0.5\n1,1,a,\n1,1,a,high\n';
  const what = refusal(text, { ...roles, score: 's', missing: 'drop' });
  expect(await what).toMatchObject({ argument: 's', row: 3 });
});

test('counts omitted rows and keeps missing groups', async () => {
  const text = 'y,p,race\n1,1,a\n,1,a\n0,1,\n1,0,b\n';
  const report = await auditCsv(fair, text, { ...roles, missing: 'drop' });
  expect(report).toMatchObject({ rows: 3, droppedRows: 1 });
  expect(report.breakdowns[0].groups.map(({ name }) => name).sort()).toEqual(['(missing)', 'a', 'b']);
});

test('ignores labels and groups that occur only in omitted rows', async () => {
  const text = 'y,p,race,w\n1,1,a,1\n0,1,a,2\n1,1,A,\n2,0,b,\n0,0,b,1\n';
  const what = { ...roles, weight: 'w', missing: /** @type {const} */ ('drop') };
  const report = await auditCsv(fair, text, what, { spellings: 'keep' });
  expect(report).toMatchObject({ rows: 3, droppedRows: 2, labels: ['1', '0'], warnings: [] });
});

test('rejects columns with too many values early', async () => {
  let pulled = 0;
  async function* endless() {
    yield 'y,p,race\n';
    for (;;) yield Array.from({ length: 1000 }, () => `0,1,${pulled++}\n`).join('');
  }
  expect(await refusal(endless())).toMatchObject({ code: 'tooLarge', argument: 'race' });
  expect(pulled).toBeLessThan(200_000);
  const labels = Array.from({ length: 5000 }, (_, i) => `${i},a`).join('\n');
  expect(await refusal(`y,race\n${labels}\n`, { label: 'y', groups: ['race'] })).toMatchObject({
    code: 'tooLarge',
    argument: 'y',
  });
});

test('accepts batches of another reader, with the same report and column names in errors', async () => {
  const what = { ...roles, source: 'file' };
  expect(await auditBatches(fair, readCsv(file), what)).toEqual(await auditCsv(fair, file, what));
  const batches = [
    { firstRow: 0, columns: { y: ['1', '0'], p: ['1', '1'], race: ['a', 'b'] } },
    { firstRow: 2, columns: { y: ['1', ''], p: ['1', '1'], race: ['a', 'b'] } },
  ];
  await expect(auditBatches(fair, batches, what)).rejects.toMatchObject({
    code: 'missingValue',
    argument: 'y',
    row: 3,
  });
});

test('returns values before their intervals', async () => {
  const figures = [];
  const onCounted = (report) => figures.push(report);
  const report = await auditBatches(fair, readCsv(file), roles, { onCounted });
  expect(figures).toHaveLength(1);
  expect(figures[0].uncertainty).toBeNull();
  const plain = await auditCsv(fair, file, { ...roles, uncertainty: false });
  expect(figures[0]).toEqual(plain);
  expect(report).toEqual(await auditCsv(fair, file, roles));
});

test('disposes the auditor after valid and invalid rows', async () => {
  const made = [];
  const auditor = (options) => {
    made.push(fair.auditor(options));
    return made.at(-1);
  };
  await auditBatches({ auditor }, readCsv(file), roles);
  await expect(auditBatches({ auditor }, readCsv('y,p,race\n,1,a\n'), roles)).rejects.toThrow();
  reportExample({ auditor }, findExample('berkeley'), { uncertainty: false });
  expect(made).toHaveLength(3);
  for (const each of made) expect(getError(() => each.tally.toBytes()).code).toBe('invalidState');
});

test('uses one column for two purposes', async () => {
  const report = await auditCsv(fair, 'y,race\n1,a\n0,b\n', { label: 'y', groups: ['race', 'y'] });
  expect(report.breakdowns.length).toBe(3);
});

test('stops when aborted, and reports progress', async () => {
  const stop = new AbortController();
  const options = { signal: stop.signal, onProgress: () => stop.abort() };
  await expect(auditCsv(fair, file, roles, options)).rejects.toMatchObject({ name: 'AbortError' });
});

unless(compas.missing, test)('COMPAS, from its rows', async () => {
  const report = await auditCsv(fair, await openAsBlob(compas.path), {
    label: 'two_year_recid',
    prediction: 'predicted_recid',
    groups: ['race', 'sex'],
  });
  const groups = Object.fromEntries(report.breakdowns[0].groups.map((group) => [group.name, group]));
  const rate = (race, name) => groups[race].rates[name].value;
  expect(rate('African-American', 'falsePositiveRate')).toBeCloseTo(0.4485, 4);
  expect(rate('Caucasian', 'falsePositiveRate')).toBeCloseTo(0.2345, 4);
  expect(rate('African-American', 'falseNegativeRate')).toBeCloseTo(0.2799, 4);
  expect(rate('Caucasian', 'falseNegativeRate')).toBeCloseTo(0.4772, 4);
  expect(report.rows).toBe(7214);
});
