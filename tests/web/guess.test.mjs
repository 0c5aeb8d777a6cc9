// The guessed roles of columns.

import { getProfile, repeat } from './profile-of.mjs';
import { importSources } from './source.mjs';

const [{ guess }, { getOutcome }, { getProblems }] = await importSources([
  'table/guess',
  'table/outcome',
  'table/choice',
]);

/** The guess for a table that is passed as columns. */
const guessFor = (columns) => guess(getProfile(columns));

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
  ['only labels, as decisions', { sex: sexes, label: flags }, [undefined, 'label']],
  ['nothing', { colour: ['red', 'green', 'blue'] }, [undefined, undefined]],
  ['no answers', { sex: sexes, plan: repeat(['a', 'b']) }, [undefined, undefined]],
  ['the last of two numbers', { sex: sexes, plan: flags }, [undefined, 'plan']],
])('label and prediction: %s', (_name, columns, [label, prediction]) => {
  expect(guessFor(columns)).toMatchObject({ label, prediction });
});

test('does not guess among several possible outcomes', () => {
  const columns = { smoker: flags, owner: flags, predicted: flags };
  expect(guessFor(columns).label).toBeUndefined();
});

test('guesses groups from known names, without measurements and identifiers', () => {
  const many = Array.from({ length: 400 }, (_, i) => i);
  const columns = {
    region_id: many,
    age: many.map((i) => 18 + (i % 60)),
    'Age Group': many.map((i) => ['young', 'old'][i % 2]),
    race: many.map((i) => ['a', 'b', 'c'][i % 3]),
    gender: many.map(() => 'one value'),
    colour: many.map((i) => ['red', 'green'][i % 2]),
  };
  expect(guessFor(columns).groups).toEqual(['Age Group', 'race']);
});

test('guesses a probability as the score, with a threshold if there is no prediction', () => {
  const probabilities = [0.1, 0.4, 0.35, 0.8, 0.9, 0.05];
  const score = guessFor({ risk_score: probabilities, label: flags });
  expect(score).toMatchObject({ score: 'risk_score', threshold: 0.5, prediction: undefined });
  expect(guessFor({ score: probabilities, predicted: flags }).threshold).toBeUndefined();
  expect(guessFor({ score: [1, 5, 10, 3, 2, 7], label: flags }).score).toBeUndefined();
});

test('guesses a weight only from nonnegative numbers with a clear name', () => {
  const columns = { weight: [71, 83, 64], priors_count: [0, 1, 2], label: [0, 1, 1] };
  expect(guessFor(columns).weight).toBeUndefined();
  expect(guessFor({ sample_weight: [1, 2, 0.5], label: [0, 1, 1] }).weight).toBe('sample_weight');
  expect(guessFor({ sampleWeight: [1, -2, 0.5], label: [0, 1, 1] }).weight).toBeUndefined();
  expect(guessFor({ weights: ['heavy', 'light', ''], label: [0, 1, 1] }).weight).toBeUndefined();
});

test.each([
  ['a usual pair', ['no', 'yes'], 'yes'],
  ['words that mean it', ['bad', 'good'], 'good'],
  ['the word that is not bad', ['default', 'in time'], 'in time'],
  ['limits', ['<=50K', '>50K'], '>50K'],
  ['otherwise the rarer', ['well', 'well', 'ill'], 'ill'],
])('the favorable label to begin with: %s', (_name, label, favorable) => {
  expect(guessFor({ label: repeat(label), sex: sexes }).favorable).toBe(favorable);
});

describe('guesses raw census data with blanks, question marks, and periods', () => {
  const many = Array.from({ length: 420 }, (_, i) => i);
  const of = (values) => many.map((i) => values[i % values.length]);
  const columns = {
    age: many.map((i) => 17 + (i % 70)),
    workclass: of([' Private', ' State-gov', ' ?']),
    fnlwgt: many.map((i) => 10_000 + i * 7),
    'marital-status': many.map((i) => ` Status ${i % 7}`),
    race: many.map((i) => ` Race ${i % 5}`),
    sex: of([' Male', ' Female']),
    'native-country': many.map((i) => ` Country ${i % 41}`),
    income: of([' <=50K.', ' >50K.']),
    pred_lr: of(['<=50K', '>50K']),
    pred_rf: of(['>50K', '<=50K']),
  };
  const choice = guessFor(columns);

  test('guesses the column that no model made as the outcome', () => {
    expect(choice).toMatchObject({ label: 'income', prediction: 'pred_lr' });
  });

  test('allows intersectional groups, and adds no weight on its own', () => {
    expect(choice.groups).toEqual(['race', 'sex']);
    expect(choice.weight).toBeUndefined();
  });

  test('proposes a choice that can be run', () => {
    expect(getProblems(getProfile(columns), choice)).toEqual({});
    expect(choice.favorable).toBe('>50K.');
  });

  test('trims values, and treats ? as missing', () => {
    const workclass = getProfile(columns).columns.find(({ name }) => name === 'workclass');
    expect(workclass).toMatchObject({ values: ['Private', 'State-gov'], missing: 140 });
  });
});

describe('problems', () => {
  const problemsFor = (columns, change) => {
    const profile = getProfile(columns);
    return getProblems(profile, { ...guess(profile), ...change });
  };

  test('reports decisions without a label in common with the outcomes', () => {
    const columns = { sex: sexes, label: repeat(['yes', 'no']), predicted: repeat(['a', 'b']) };
    expect(problemsFor(columns)).toEqual({}); // the outcome is left open
    const { prediction } = problemsFor(columns, { label: 'label', favorable: 'yes' });
    expect(prediction).toContain('predicted has the values a, b, and label has yes, no');
    const rival = { ...columns, predicted: repeat(['yes', 'no']), other: repeat(['a', 'b']) };
    expect(problemsFor(rival, { favorable: 'yes', rival: 'other' })).toEqual({
      rival: expect.stringContaining('other has the values a, b'),
    });
    const spelled = { sex: sexes, label: repeat(['1.0', '0.0']), predicted: repeat([true, false]) };
    expect(problemsFor(spelled)).toEqual({});
  });

  test('reports scores that are not probabilities next to a decision', () => {
    const columns = { sex: sexes, label: flags, predicted: flags, points: [1, 5, 10, 3, 2, 7] };
    expect(problemsFor(columns, { score: 'points' })).toHaveProperty('score');
    const alone = { sex: sexes, label: flags, points: [1, 5, 10, 3, 2, 7] };
    const only = { label: 'label', prediction: undefined, score: 'points', threshold: 4 };
    expect(problemsFor(alone, only)).toEqual({});
  });
});

describe('the effect of a positive decision', () => {
  const outcomeFor = (columns, part = {}) => getOutcome({ ...guessFor(columns), ...part });

  test.each([
    ['COMPAS', { two_year_recid: flags, predicted_recid: flags }, 'burden'],
    ['a loan', { repaid: flags, approved: flags }, 'benefit'],
    ['who defaults', { label: flags, predicted_default: flags }, 'burden'],
    ['fraud', { isFraud: flags, prediction: flags }, 'burden'],
    ['hiring', { qualified: repeat(['yes', 'no']), hired: repeat(['yes', 'no']) }, 'benefit'],
    ['scores of risk', { risk_score: [0.1, 0.4, 0.35, 0.8, 0.9, 0.05], label: flags }, 'burden'],
  ])('is guessed: %s', (_name, columns, outcome) => {
    expect(outcomeFor(columns)).toBe(outcome);
  });

  test('gives precedence to the user, then to the positive label', () => {
    const columns = { default: repeat(['yes', 'no']), prediction: repeat(['yes', 'no']) };
    expect(outcomeFor({ ...columns, label: columns.default })).toBeUndefined();
    const credit = { label: repeat(['repaid', 'defaulted']), prediction: repeat(['repaid', 'defaulted']) };
    expect(outcomeFor(credit, { favorable: 'repaid' })).toBe('benefit');
    expect(outcomeFor(credit, { favorable: 'defaulted' })).toBe('burden');
    const recid = { predicted_recid: flags, two_year_recid: flags };
    expect(outcomeFor(recid, { favorable: '0' })).toBe('benefit');
    expect(outcomeFor(recid, { outcome: 'benefit' })).toBe('benefit');
    expect(outcomeFor({ approved: flags }, { outcome: 'burden' })).toBe('burden');
  });
});
