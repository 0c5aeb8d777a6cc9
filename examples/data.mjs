// Writes the invented files that the guides in docs/ use into the current folder, or into the folder that is named.
//
//   node examples/data.mjs [FOLDER]

import { Buffer } from 'node:buffer';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { argv } from 'node:process';
import { fileURLToPath } from 'node:url';

const numbers = Array.from({ length: 40 }, (_, i) => i);
const people = numbers.map((i) => [
  i % 3 === 0 ? 1 : 0,
  i % 4 < 2 ? 1 : 0,
  i % 5 < 2 ? 'f' : 'm',
  ['a', 'b'][i % 2],
  20 + i,
  (i % 10) / 10,
]);
const columns = ['outcome', 'decision', 'sex', 'race', 'age', 'probability'];
const urgency = ['low', 'medium', 'high'];

/** The header and the rows of each file. */
const tables = {
  'people.csv': [columns, ...people],
  // The people again after a change of the model, which decided differently about one of them.
  'newer.csv': [
    [...columns, 'old_decision'],
    ...people.map(([outcome, old, ...others], i) => [outcome, i === 3 ? 0 : old, ...others, old]),
  ],
  'wages.csv': [
    ['wage', 'predicted', 'sex', 'region'],
    ...numbers.map((i) => [900 + 10 * i, 905 + 9 * i, i % 2 ? 'f' : 'm', i % 3]),
  ],
  'triage.csv': [
    ['urgency', 'predicted', 'sex'],
    ...numbers.map((i) => [urgency[i % 3], urgency[i % 7 === 0 ? 0 : i % 3], i % 2 ? 'f' : 'm']),
  ],
  'tags.csv': [
    ['cat', 'dog', 'p_cat', 'p_dog', 'site'],
    [1, 0, 1, 1, 'a'],
    [0, 0, 0, 0, 'b'],
    [1, 1, 1, 1, 'a'],
    [1, 1, 0, 1, 'b'],
  ],
  // People whose race is not known, but its probabilities.
  'probable.csv': [
    ['p_white', 'p_black', 'decision'],
    ...numbers.map((i) => [[0.2, 0.7][i % 2], [0.8, 0.3][i % 2], i % 3 ? 1 : 0]),
  ],
  // Lakisha is hired less often than Emily for two of three prompts, and more often for the others.
  'answers.csv': [
    ['prompt', 'name', 'run', 'hired'],
    ...Array.from({ length: 120 }, (_, i) => {
      const [prompt, run] = [i >> 2, i % 2];
      const [name, most] = i % 4 < 2 ? ['Emily', 5] : ['Lakisha', prompt % 3 ? 2 : 8];
      return [prompt, name, run, (3 * prompt + run) % 8 < most ? 1 : 0];
    }),
  ],
  'pairs.csv': [
    ['pair', 'type', 'prefers_stereotype'],
    ...numbers.map((i) => [i, ['age', 'race'][i % 2], i % 3 ? 1 : 0]),
  ],
  'speech.csv': [
    ['accent', 'errors', 'words', 'recording'],
    ...[1, 2, 3, 4, 5, 6].map((i) => ['ab'[i % 2], i, 100 + i, `r${i}`]),
  ],
  'payroll.csv': [
    ['sex', 'grade', 'hourly_pay', 'basic', 'bonus', 'hours'],
    ...numbers.map((i) => {
      const [sex, grade, hours] = [i % 2 ? 'female' : 'male', ['A', 'B'][i % 3 ? 0 : 1], i % 5 ? 1760 : 880];
      const hourly = 18 + (i % 7) + (i % 2 ? 0 : 2);
      return [sex, grade, hourly, hourly * hours, i % 3 ? 0 : 500 + 10 * i, hours];
    }),
  ],
  'staff.csv': [
    ['sex', 'hourly_pay', 'bonus', 'full_pay'],
    ...numbers.map((i) => [i % 2 ? 'female' : 'male', 15 + (i % 9), i % 3 ? 0 : 300 + 5 * i, i % 10 ? 1 : 0]),
  ],
  'cases.csv': [
    ['region', 'office', 'days_waited'],
    ...numbers.map((i) => [i % 2 ? 'north' : 'south', `o${i % 8}`, 3 + (i % 11)]),
  ],
  'denied.csv': [
    ['person', 'sex', 'region', 'course', 'training'],
    ...numbers.map((i) => [i, i % 2 ? 'f' : 'm', i % 3 ? 'n' : 's', i % 4 ? 0 : 1, i % 5 ? 0 : 1]),
  ],
  'actions.csv': [
    ['action', 'cost', 'degree', 'job'],
    ['course', 2, 'yes', ''],
    ['training', 1, '', 'clerk'],
  ],
  'after.csv': [['person', 'action', 'decision'], ...numbers.map((i) => [i, 'course', i % 4 ? 0 : 1])],
  'results.csv': [
    ['sex', 'search', 'rank', 'clicked', 'week'],
    ...numbers.map((i) => [i % 3 ? 'm' : 'f', i % 4, 1 + (i >> 2), i % 2, i >> 3]),
  ],
};

/** Two small models in Base64: a linear classifier of two numbers, and a network of three. */
const models = {
  'loans.onnx':
    'CAgSDmZhaXJ3YXNtLXRlc3RzOvkCCtMBCgF4EgVsYWJlbBIDcmF3GhZMaW5lYXJDbGFzc2lmaWVyX2xhYmVsIhBMaW5lYXJDbGFz' +
    'c2lmaWVyKiMKDGNvZWZmaWNpZW50czoQzcxMvZqZmT7NzEw9mpmZvqABBioZCgppbnRlcmNlcHRzOggAAIA/AACAv6ABBioZChBj' +
    'bGFzc2xhYmVsc19pbnRzQABAAaABByoSCgttdWx0aV9jbGFzcxgBoAECKh0KDnBvc3RfdHJhbnNmb3JtIghMT0dJU1RJQ6ABAzoK' +
    'YWkub25ueC5tbApVCgNyYXcSDXByb2JhYmlsaXRpZXMaGE5vcm1hbGl6ZXJfcHJvYmFiaWxpdGllcyIKTm9ybWFsaXplcioNCgRu' +
    'b3JtIgJMMaABAzoKYWkub25ueC5tbBIFZ3JhcGhaEQoBeBIMCgoIARIGCgAKAggCYhEKBWxhYmVsEggKBggHEgIKAGIdCg1wcm9i' +
    'YWJpbGl0aWVzEgwKCggBEgYKAAoCCAJCAhARQg4KCmFpLm9ubngubWwQAw==',
  'network.onnx':
    'CAgSDmZhaXJ3YXNtLXRlc3RzOs8CCisKAXgKAncxCgJiMRIBaBoGR2VtbV9oIgRHZW1tKg0KBnRyYW5zQhgBoAECChQKAWgSAXIa' +
    'BlJlbHVfciIEUmVsdQorCgFyCgJ3MgoCYjISAXoaBkdlbW1feiIER2VtbSoNCgZ0cmFuc0IYAaABAgoaCgF6EgF5GglTaWdtb2lk' +
    'X3kiB1NpZ21vaWQSBWdyYXBoKjwIBAgDEAFCAncxSjAK16M8mpmZPgAAgD+PwvW8zcxMPgAAAL/NzEw9zczMvQAAgD4K1yM8zczM' +
    'vgAAQD8qGggEEAFCAmIxShAAAAC/AACAPwAAgD4AAAAAKhwIAQgEEAFCAncyShAAAIA/AABAvwAAAD8AAKC/Kg4IARABQgJiMkoE' +
    'AAAAv1oYCgF4EhMKEQgBEg0KBxIFYmF0Y2gKAggDYhgKAXkSEwoRCAESDQoHEgViYXRjaAoCCAFCAhARQg4KCmFpLm9ubngubWwQ' +
    'Aw==',
};

/** Writes all files into a folder and returns their names. */
export function writeData(folder) {
  mkdirSync(folder, { recursive: true });
  for (const [name, rows] of Object.entries(tables)) {
    writeFileSync(join(folder, name), `${rows.map((row) => row.join()).join('\n')}\n`);
  }
  for (const [name, model] of Object.entries(models)) {
    writeFileSync(join(folder, name), Buffer.from(model, 'base64'));
  }
  // A custom metric for docs/extending.md.
  const missed = 'export const missed = ({ falseNegatives, positives }) => falseNegatives / positives;\n';
  writeFileSync(join(folder, 'mine.mjs'), missed);
  return [...Object.keys(tables), ...Object.keys(models), 'mine.mjs'];
}

if (argv[1] === fileURLToPath(import.meta.url)) {
  console.log(`Wrote ${writeData(argv[2] ?? '.').join(', ')}`);
}
