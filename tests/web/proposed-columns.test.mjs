// Columns that are proposed as a network's outputs, and as what makes people similar.

import { getProfile } from './profile-of.mjs';
import { importSources } from './source.mjs';

const [{ guess: guessScores, getProblems }, { guess }, { getFeatures, getProposed }] = await importSources([
  'features/robustness/choice',
  'table/guess',
  'features/individual/questions',
]);

const rows = 400;
const each = (make) => Array.from({ length: rows }, (_, i) => make(i));
const bits = each((i) => (i * 7) % 2);
// Standardized: mean 0 and variance 1 exactly.
const standardized = (factor) => {
  const values = each((i) => Math.sin(i * factor) + ((i * 37) % 11) / 5);
  const mean = values.reduce((sum, value) => sum + value, 0) / rows;
  const deviation = Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / rows);
  return values.map((value) => ((value - mean) / deviation).toFixed(6));
};
const scores = each((i) => (3 + Math.sin(i) * 4).toFixed(4));

const proposed = (columns) => {
  const profile = getProfile(columns);
  const choice = { ...guessScores(profile), lipConst: 1 };
  return { profile, choice, inputs: choice.inputs };
};
const features = Object.fromEntries(
  ['age', 'income', 'debt', 'tenure', 'limit'].map((name, i) => [name, standardized(i + 1.3)]),
);

describe('the outputs of a network', () => {
  test('are not five columns for two classes', () => {
    const five = { ...Object.fromEntries(Object.keys(features).map((name) => [name, scores])), label: bits };
    const { profile, choice, inputs } = proposed(five);
    expect(inputs).toEqual([]);
    const chosen = { ...choice, inputs: Object.keys(features) };
    expect(getProblems(chosen, profile).inputs).toMatch(/^5 columns are chosen, but label has 2 classes/);
    expect(getProblems({ ...chosen, areOutputs: true }, profile)).toEqual({});
  });

  test('are not standardized columns', () => {
    const { age, income } = features;
    const { profile, choice, inputs } = proposed({ age, income, label: bits });
    expect(inputs).toEqual([]);
    expect(getProblems({ ...choice, inputs: ['age', 'income'] }, profile).inputs).toMatch(
      /mean 0, standard deviation 1/,
    );
    expect(proposed({ age, label: bits }).inputs).toEqual([]);
  });

  test('are one column, one per class, or columns named as outputs', () => {
    expect(proposed({ margin_of_net: scores, label: bits }).inputs).toEqual(['margin_of_net']);
    expect(proposed({ a: scores, b: scores.toReversed(), label: bits }).inputs).toEqual(['a', 'b']);
    const named = { cat: scores, dog: scores, fox: scores, label: each((i) => ['cat', 'dog'][i % 2]) };
    const { profile, choice } = proposed(named);
    expect(getProblems({ ...choice, inputs: ['cat', 'dog', 'fox'] }, profile)).toEqual({});
    expect(proposed({ score: features.age, label: bits }).inputs).toEqual(['score']);
  });
});

test('decisions, outcomes, and scores do not make people similar', () => {
  const columns = {
    age: each((i) => 20 + (i % 50)),
    priors_count: each((i) => (i * 3) % 8),
    decile_score: each((i) => 1 + (i % 10)),
    is_recid: bits,
    two_year_recid: each((i) => (i * 5) % 2),
    predicted_recid: each((i) => (i % 10 > 4 ? 1 : 0)),
  };
  const profile = getProfile(columns);
  const choice = guess(profile);
  expect(getFeatures(profile, choice)).toEqual(['age', 'priors_count', 'decile_score', 'is_recid']);
  expect(getProposed(profile, choice)).toEqual(['age', 'priors_count']);
});
