// What columns are guessed to be.

import { importSource } from './source.mjs';

const { guess } = await importSource('table/guess');
const { TableProfiler } = await importSource('table/profile');

/** The guess for a table given by columns. */
function guessFor(columns) {
  const profiler = new TableProfiler();
  const texts = Object.entries(columns).map(([name, values]) => [name, values.map(String)]);
  profiler.add(Object.fromEntries(texts));
  return guess(profiler.profile());
}

const repeat = (values, times = 3) => Array.from({ length: times }, () => values).flat();
const flags = repeat([0, 1]);
const sexes = repeat(['f', 'm']);

test.each([
  [
    'COMPAS',
    { sex: sexes, is_recid: flags, two_year_recid: flags, predicted_recid: flags },
    ['two_year_recid', 'predicted_recid'],
  ],
  ['scikit-learn', { y_true: flags, y_pred: flags }, ['y_true', 'y_pred']],
  ['camel case', { trueLabel: flags, predictedLabel: flags }, ['trueLabel', 'predictedLabel']],
  [
    'decisions of people',
    { repaid: repeat(['yes', 'no']), approved: repeat(['yes', 'no']), sex: sexes },
    ['repaid', 'approved'],
  ],
  ['only decisions', { sex: sexes, admitted: flags }, [undefined, 'admitted']],
  ['only labels', { sex: sexes, label: flags }, ['label', undefined]],
  ['nothing', { colour: ['red', 'green'] }, [undefined, undefined]],
])('label and prediction: %s', (_name, columns, [label, prediction]) => {
  expect(guessFor(columns)).toMatchObject({ label, prediction });
});

test('of several columns that could be the outcome, none is taken at random', () => {
  const columns = { smoker: flags, owner: flags, predicted: flags };
  expect(guessFor(columns).label).toBeUndefined();
});

test('groups: known names, of categories; no measurements and no identifiers', () => {
  const many = Array.from({ length: 400 }, (_, i) => i);
  const columns = {
    region_id: many,
    age: many.map((i) => 18 + (i % 60)),
    'Age Group': many.map((i) => ['young', 'old'][i % 2]),
    race: many.map((i) => ['a', 'b', 'c'][i % 3]),
    gender: many.map(() => 'all the same'),
    colour: many.map((i) => ['red', 'green'][i % 2]),
  };
  expect(guessFor(columns).groups).toEqual(['Age Group', 'race']);
});

test('a score is a probability, with a threshold where there is no prediction', () => {
  const probabilities = [0.1, 0.4, 0.35, 0.8, 0.9, 0.05];
  const score = guessFor({ risk_score: probabilities, label: flags });
  expect(score).toMatchObject({ score: 'risk_score', threshold: 0.5, prediction: undefined });
  expect(guessFor({ score: probabilities, predicted: flags }).threshold).toBeUndefined();
  expect(guessFor({ score: [1, 5, 10, 3, 2, 7], label: flags }).score).toBeUndefined();
});

test('a weight is a number that is not negative, and named beyond doubt', () => {
  const columns = { weight: [71, 83, 64], priors_count: [0, 1, 2], label: [0, 1, 1] };
  expect(guessFor(columns).weight).toBeUndefined();
  expect(guessFor({ sample_weight: [1, 2, 0.5], label: [0, 1, 1] }).weight).toBe('sample_weight');
  expect(guessFor({ sampleWeight: [1, -2, 0.5], label: [0, 1, 1] }).weight).toBeUndefined();
  expect(guessFor({ weights: ['heavy', 'light', ''], label: [0, 1, 1] }).weight).toBeUndefined();
});

test('the favorable label is guessed only where there can be no doubt', () => {
  expect(guessFor({ label: repeat(['no', 'yes']) }).favorable).toBe('yes');
  expect(guessFor({ label: repeat(['ill', 'well']) }).favorable).toBeUndefined();
});
