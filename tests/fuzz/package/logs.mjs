// SPDX-License-Identifier: Apache-2.0
//
// Logs of evaluations: a log with random results has the scores with which it was written, in any form and in any order of
// its parts; and a log that was changed anywhere is read or rejected.

import { toArchive } from '../../js/data/archive.mjs';
import { toZstd } from '../../js/data/zstd.mjs';
import { acceptedLater, choices, getColumns, require } from '../support.mjs';

const values = ['C', 'I', 'P', 1, 0.5, true, null, Number.NaN];
const scores = { C: '1', I: '0', P: '0.5', 0: '0', 1: '1', 0.5: '0.5', true: '1', null: '', NaN: '' };
const lines = (rows) => rows.map((row) => JSON.stringify(row)).join('\n');

export async function fuzz(data) {
  if (data.length < 2) return;
  const among = choices(data);
  const pick = (list) => list[among(list.length)];
  const rows = Array.from({ length: 1 + among(12) }, (_, i) => ({
    id: `s${i}`,
    value: pick(values),
    name: pick(['f', 'm']),
  }));
  const [source, name, expected] = pick([inspect, archive, lmEval, promptfoo, openai, helm])(rows, among);
  const columns = await acceptedLater(() => getColumns(source));
  require(columns !== undefined, 'the log is read');
  const found = columns.item.map((item, i) => [item, columns[name]?.[i] ?? '']).sort();
  require(JSON.stringify(found) ===
    JSON.stringify(expected.sort()), `scores of ${name}: ${JSON.stringify(found)} are ${JSON.stringify(expected)}`);

  const bytes = Uint8Array.from(typeof source === 'string' ? Buffer.from(source) : source);
  for (let i = 0; i <= among(8); i++) bytes[(among(256) * 256 + among(256)) % bytes.length] = among(256);
  await acceptedLater(() => getColumns(bytes));
}

const scoreOf = (value) => scores[String(value)];
const expect = (rows, toScore = scoreOf) => rows.map(({ id, value }) => [id, toScore(value)]);
const sampleOf = ({ id, value, name }) => ({
  id,
  epoch: 1,
  metadata: { name, deep: { list: [1] } },
  scores: { s: { value } },
});
const withNaN = (rows) => rows.map((row) => (Number.isNaN(row.value) ? { ...row, value: 987654321 } : row));
const written = (json) => json.replaceAll('987654321', 'NaN');

const inspect = (rows, among) => {
  const log = { eval: { model: 'm' }, samples: withNaN(rows).map(sampleOf) };
  return [written(JSON.stringify(log, null, among(3))), 's', expect(rows)];
};

const archive = (rows, among) => {
  const files = Object.fromEntries(rows.map((row) => [`samples/${row.id}_epoch_1.json`, sampleOf(row)]));
  const [method, pack] = among(2) === 0 ? [0, (bytes) => bytes] : [93, toZstd];
  return [
    toArchive({ 'header.json': { eval: {} }, ...files }, method, pack, { isZip64: among(2) === 0 }),
    's',
    expect(rows),
  ];
};

const toNumber = (value) => ({ C: 1, I: 0, P: 0.5 })[value] ?? value;
const numbered = (rows) => rows.map(({ value, ...row }) => ({ ...row, value: toNumber(value) }));

const lmEval = (rows) => {
  const sample = ({ id, value, name }) => ({ doc_id: id, doc: { name }, filter: 'none', metrics: ['s'], s: value });
  return [written(lines(withNaN(numbered(rows)).map(sample))), 's', expect(numbered(rows))];
};

const promptfoo = (rows, among) => {
  const results = numbered(rows).map(({ id, value }) => ({ vars: { id }, success: true, score: value, provider: 'p' }));
  const source = among(2) === 0 ? lines(results) : JSON.stringify({ results: { results } });
  return [source, 'score', expect(numbered(rows)).map(([id, score]) => [JSON.stringify([id]), score])];
};

const openai = (rows, among) => {
  const events = numbered(rows).flatMap(({ id, value }) => [
    { sample_id: id, type: 'sampling', data: {} },
    { sample_id: id, type: 'match', data: { correct: value } },
  ]);
  const shuffled = events.map((event) => [among(256), event]).sort(([a], [b]) => a - b);
  const all = [{ spec: { completion_fns: ['m'] } }, ...shuffled.map(([, event]) => event), { final_report: {} }];
  return [lines(all), 'correct', expect(numbered(rows))];
};

const helm = (rows) => {
  const stat = (name, mean) => ({ name: { name, split: 'test' }, mean });
  const entries = numbered(rows).flatMap(({ id, value }) => [
    { instance_id: id, train_trial_index: 0, stats: [stat('s', value)] },
    { instance_id: id, train_trial_index: 0, stats: [stat('tokens', 3)] },
  ]);
  return [JSON.stringify(entries), 's', expect(numbered(rows))];
};
