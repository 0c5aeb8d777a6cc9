// The Leakage tab: the user watches attackers that learn, and their results equal the package's results in Node.

import { load } from 'fairwasm/predictability';
import { present } from '../present.mjs';
import {
  chooseFile,
  csvFile,
  firstLine,
  getHeading,
  isFocused,
  readTable,
  tabTo,
  toParquet,
  useSite,
} from './support.mjs';

const site = await useSite();
const predictability = await load();

const learn = (page) => page.getByRole('button', { name: 'Let attackers learn' }).click();
const found = (page) => page.getByRole('heading', { level: 1, name: 'Attack results' }).waitFor();
const showFigures = (page) => page.getByText('The figures of the charts').first().click();
const percent = (share) => `${(share * 100).toFixed(1)}%`;

// 60 rows: the true label does not depend on sex, the prediction equals sex.
const rows = Array.from({ length: 60 }, (_, i) => {
  const [sex, truth] = [i % 2 ? 'F' : 'M', i % 4 < 2 ? 'yes' : 'no'];
  return [sex, truth, sex === 'F' ? 'yes' : 'no'];
});
const copying = ['sex,outcome,predicted', ...rows.map((row) => row.join(','))].join('\n');

test('guesses columns, and shows the same result as the package', async () => {
  const page = await site.open({ tab: 'leakage' });
  await chooseFile(page, csvFile('copying.csv', copying));
  await page.getByRole('heading', { level: 1, name: 'copying.csv' }).waitFor();
  expect(await page.getByLabel('Protected attribute').inputValue()).toBe('sex');
  expect(await page.getByLabel('Task: the true outcome').inputValue()).toBe('outcome');
  expect(await page.getByLabel('Prediction of the task').inputValue()).toBe('predicted');
  await page.getByLabel('Trials').fill('4');
  await page.getByLabel('Seed').fill('7');
  await learn(page);
  await found(page);
  const [feature, label, prediction] = [0, 1, 2].map((i) => rows.map((row) => row[i]));
  const expected = await predictability.leakage({ feature, label, prediction, trials: 4, seed: 7 });
  await showFigures(page);
  const table = await readTable(page, 'Trials, sex to outcome');
  expect(Object.keys(table)).toEqual(['Trial 1', 'Trial 2', 'Trial 3', 'Trial 4']);
  expected.trials.forEach(({ lambdaD, lambdaM }, i) => {
    expect(Object.values(table[`Trial ${i + 1}`]).slice(0, 2)).toEqual([percent(lambdaD), percent(lambdaM)]);
  });
  // Each worker's attackers reach the values of their trials; predictions equal sex.
  const learning = await readTable(page, 'Learning, sex to outcome');
  const [epochs, , onTruth, onPredictions] = Object.values(learning['From trial 1']).map(firstLine);
  expect([epochs, onPredictions]).toEqual(['100', percent(1)]);
  expect(Number.parseFloat(onTruth)).toBeLessThan(100);
  await page.getByText('the predictions leak more than the true values').waitFor();
  const { lambdaD, lambdaM } = present(expected.exact);
  await page.getByText(`λD ${percent(lambdaD)}, λM ${percent(lambdaM)}`).waitFor();
  expect(page.complaints).toEqual([]);
});

test('reads a Parquet file like a CSV file', async () => {
  const page = await site.open({ tab: 'leakage' });
  await chooseFile(page, toParquet('copying.parquet', copying));
  await learn(page);
  await found(page);
  await page.getByText('the predictions leak more than the true values').waitFor();
});

test('measures generated rows in both directions, and shows the limit', async () => {
  const page = await site.open({ tab: 'leakage' });
  await page.getByRole('button', { name: 'Generate rows' }).click();
  await page.getByRole('radio', { name: /Predictability amplification/ }).check();
  await learn(page);
  await found(page);
  const { P, D, M2 } = predictability.dataCreator({ rows: 4096, error: 0.2, seed: 1 });
  const expected = await predictability
    .dpaMetric({ trials: 10, epochs: 100, seed: 1 })
    .computeBiasAmp({ attribute: P, task: D, taskPrediction: M2 }, 'AtoT');
  const value = Number(expected.value.toPrecision(4)).toString();
  await page.getByText(value, { exact: true }).waitFor();
  await page.getByRole('heading', { name: 'From task to attribute' }).waitFor();
  expect(await page.getByText('the predictions leak more').count()).toBe(2);
  await page.getByRole('img', { name: /accuracy in each trial, attribute to task/ }).waitFor();
  await page.getByRole('img', { name: /accuracy by epoch, attribute to task/ }).waitFor();
  await page.getByRole('img', { name: /loss by epoch, attribute to task/ }).waitFor();
});

test('does not report leakage for a shift of the margin only', async () => {
  const page = await site.open({ tab: 'leakage' });
  const shifted = Array.from({ length: 400 }, (_, i) =>
    [i % 2 ? 'F' : 'M', (i * 7) % 10 < 6 ? 'yes' : 'no', (i * 11) % 20 < 18 ? 'yes' : 'no'].join(),
  );
  await chooseFile(page, csvFile('shifted.csv', ['sex,outcome,predicted', ...shifted].join('\n')));
  await learn(page);
  await found(page);
  await page.getByText(/are distributed differently from the true ones/).waitFor();
  await page.getByText(/A shift of the margin alone makes a leakage of 0\.38/).waitFor();
  expect(await page.getByText('leak more than the true values').count()).toBe(0);
});

test('labels every field, and calls no score the best possible', async () => {
  const page = await site.open({ tab: 'leakage' });
  await page.getByRole('button', { name: 'Generate rows' }).click();
  const field = page.getByRole('spinbutton', { name: 'Rows', exact: true });
  expect(await field.inputValue()).toBe('4096');
  await field.fill('512');
  await learn(page);
  await found(page);
  await page.getByText('Expected from the counts', { exact: true }).first().waitFor();
  expect(await page.getByText(/best possible/i).count()).toBe(0);
});

test('does not report leakage if errors favor no group', async () => {
  const page = await site.open({ tab: 'leakage' });
  await page.getByRole('button', { name: 'Generate rows' }).click();
  await page.getByLabel('Errors favor').selectOption('Neither group');
  await learn(page);
  await found(page);
  expect(await page.getByText('the predictions leak more').count()).toBe(0);
});

test('shows training live in workers under the page’s policy, and can stop it', async () => {
  const page = await site.open({ tab: 'leakage' });
  const workers = [];
  page.on('worker', (worker) => workers.push(worker.url()));
  await page.getByRole('button', { name: 'Open example: COMPAS' }).click();
  await page.getByLabel('Trials').fill('1000');
  await learn(page);
  await page.getByRole('heading', { level: 1, name: 'Training the attackers' }).waitFor();
  expect(await isFocused(getHeading(page))).toBe(true);
  await page.getByText(/[1-9]\d* of 1,000 trials done, about \d+ (s|min) left/).waitFor();
  await page.getByRole('progressbar', { name: 'Learning' }).waitFor();
  await page.getByRole('img', { name: /accuracy in each trial/ }).waitFor();
  await showFigures(page);
  expect(Object.keys(await readTable(page, 'Trials, race to two_year_recid')).length).toBeGreaterThan(0);
  await page.getByRole('button', { name: 'Stop' }).click();
  await page.getByRole('button', { name: 'Let attackers learn' }).waitFor();
  expect(await page.getByLabel('Trials').inputValue()).toBe('1000');
  expect(workers.length).toBeGreaterThan(0);
  expect(workers.filter((url) => !url.startsWith('blob:'))).toEqual([]);
  const others = page.requests.filter((url) => !url.startsWith(site.url) && !url.startsWith('blob:'));
  expect(others).toEqual([]);
  expect(page.complaints).toEqual([]);
});

test('stops its work when the user leaves the tab', async () => {
  const page = await site.open({ tab: 'leakage' });
  await page.getByRole('button', { name: 'Open example: COMPAS' }).click();
  await page.getByLabel('Trials').fill('1000');
  await learn(page);
  await page.getByText(/of 1,000 trials done/).waitFor();
  const learning = page.workers();
  expect(learning.length).toBeGreaterThan(1);
  await page.getByRole('link', { name: 'Audit' }).click();
  await page.getByRole('heading', { level: 1, name: /groups of people/ }).waitFor();
  await page.goBack();
  await page.getByRole('button', { name: 'Let attackers learn' }).waitFor();
  expect(page.workers().filter((worker) => learning.includes(worker))).toEqual([]);
});

test('replays a run in steps, with the attackers’ decisions', async () => {
  const page = await site.open({ tab: 'leakage' });
  await page.getByRole('button', { name: 'Open example: COMPAS' }).click();
  await learn(page);
  await found(page);
  // Reoffending among African-American defendants: 1,901 of 3,696, the most frequent answer.
  const decisions = page.getByRole('region', { name: /Decisions by race: True “two_year_recid”/ });
  const row = decisions.getByRole('row').filter({ hasText: 'African-American' });
  expect(await row.getByRole('cell').allInnerTexts()).toEqual([
    expect.stringMatching(/1,795/),
    expect.stringMatching(/◆[\s\S]*1,901/),
  ]);
  const slider = page.getByRole('slider', { name: 'Watch it again' });
  const last = await slider.inputValue();
  expect(Number(last)).toBeGreaterThan(1);
  await slider.fill('0');
  await page.getByText('before they learn').waitFor();
  await page.getByRole('button', { name: 'Step', exact: true }).click();
  // The frequency of progress messages depends on the speed: on a slow machine, the first may come at the end of a
  // trial.
  await page.getByText(/^epoch \d+, \d+ trials done$/).waitFor();
  expect(await slider.inputValue()).toBe('1');
  // With reduced motion there are only steps, and nothing plays automatically.
  expect(await page.getByRole('button', { name: /^Play/ }).count()).toBe(0);
  await slider.fill(last);
  await page.getByText('the end', { exact: true }).waitFor();
});

test('plays and pauses a replay without reduced motion', async () => {
  const page = await site.open({ tab: 'leakage', reducedMotion: 'no-preference' });
  await page.getByRole('button', { name: 'Open example: COMPAS' }).click();
  await learn(page);
  await found(page);
  await page.getByRole('button', { name: 'Play slowly, in 60 s' }).click();
  await page.getByRole('button', { name: 'Pause' }).click();
  await page.getByRole('button', { name: 'Play in 15 s' }).waitFor();
  expect(page.complaints).toEqual([]);
});

describe('explains input that cannot be measured', () => {
  const open = async (name, text) => {
    const page = await site.open({ tab: 'leakage' });
    await chooseFile(page, csvFile(name, text));
    return page;
  };

  test.each([
    ['a binary file', '\u0000\u0001\u0002', /cannot be read as a table/],
    ['no rows', 'sex,outcome,predicted\n', /cannot be read as a table/],
    ['a short row', 'sex,outcome\nF,1\nM\n', /at data row 2/],
  ])('%s', async (_name, text, message) => {
    const page = await open('bad.csv', text);
    await page.getByRole('alert').filter({ hasText: message }).waitFor();
    await page.getByLabel('Choose a CSV or Parquet file').waitFor();
  });

  test('names the column and row of a missing value', async () => {
    const page = await open('gap.csv', copying.replace('\nF,yes,yes', '\nF,,yes'));
    await learn(page);
    await page.getByRole('alert').filter({ hasText: '“outcome”, at data row 2' }).waitFor();
  });

  test('reports what is missing, and moves the focus there', async () => {
    const page = await open('names.csv', 'a,b,c\n1,2,3\n2,3,4\n');
    await page.getByLabel('Trials').fill('0');
    await learn(page);
    await page.getByText('Choose the protected attribute.').waitFor();
    await page.getByText('Enter a whole number from 1 to 2,147,483,647.').waitFor();
    expect(await isFocused(page.getByLabel('Protected attribute'))).toBe(true);
  });

  test('does not list a column with a single value', async () => {
    const page = await open('one.csv', 'sex,outcome,predicted,country\nF,1,1,x\nM,0,0,x\n');
    const attribute = page.getByLabel('Protected attribute');
    await attribute.waitFor();
    const options = await attribute.getByRole('option').allTextContents();
    expect(options).toEqual(['Choose one', 'sex', 'outcome', 'predicted']);
  });
});

test('never renders text from files as markup', async () => {
  const page = await site.open({ tab: 'leakage' });
  const evil = '<img src=x onerror=alert(1)>';
  const text = copying.replaceAll('sex', evil).replaceAll('yes', '<script>alert(1)</script>');
  await chooseFile(page, csvFile(`${evil}.csv`, text));
  await page.getByLabel('Protected attribute').selectOption(evil);
  await learn(page);
  await found(page);
  await page.getByRole('heading', { name: `From ${evil} to outcome` }).waitFor();
  expect(page.complaints).toEqual([]);
});

test('reaches the results with the keyboard only', async () => {
  const page = await site.open({ tab: 'leakage' });
  await tabTo(page, page.getByRole('button', { name: 'Generate rows' }));
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Let attackers learn' }).waitFor();
  expect(await isFocused(getHeading(page))).toBe(true);
  await tabTo(page, page.getByRole('button', { name: 'Let attackers learn' }));
  await page.keyboard.press('Enter');
  await found(page);
  expect(await isFocused(getHeading(page))).toBe(true);
});

describe('a rule that has to be learned', () => {
  const result = async (page) => {
    const text = (await page.locator('learning-view dl').textContent()).replace(/\s+/g, ' ');
    const [, value] = present(/Leakage \+?([−\d.]+)/.exec(text));
    const [, best] = present(/predictions, λ ?M ([\d.]+)/.exec(text));
    return { value: Number(value.replace('−', '-')), best: Number(best) };
  };

  test('learns it with three layers and not with one, without an expected value', async () => {
    const page = await site.open({ tab: 'leakage' });
    await page.getByRole('button', { name: 'Generate numbers' }).click();
    await page.getByText('a leakage of 28.8 points').waitFor();
    expect(await page.getByRole('radio', { name: /DPA/ }).count()).toBe(0);
    await page.getByLabel('Epochs').fill('30');
    await learn(page);
    await found(page);
    const three = await result(page);
    expect(three.value).toBeGreaterThan(25);
    expect(three.value).toBeLessThan(32);
    expect(three.best).toBeGreaterThan(90);
    expect(await page.getByText('Expected from the counts').count()).toBe(0);
    expect(await page.getByRole('region', { name: /Decisions by/ }).count()).toBe(0);
    await page.getByRole('button', { name: 'Change settings' }).click();
    await page.getByText(/^More: layers/).click();
    await page.getByLabel('Layers').fill('1');
    await learn(page);
    await found(page);
    const one = await result(page);
    expect(Math.abs(one.value)).toBeLessThan(10);
    expect(one.best).toBeLessThan(65);
    expect(page.complaints).toEqual([]);
  });

  test('passes advanced settings to the attackers', async () => {
    const page = await site.open({ tab: 'leakage' });
    await chooseFile(page, csvFile('copying.csv', copying));
    const more = page.getByText(/^More: layers/);
    expect(await page.getByLabel('Learning rate').isVisible()).toBe(false);
    await more.click();
    await page.getByLabel('Batch size').fill('0');
    await more.click();
    await learn(page);
    const wrong = page.getByLabel('Batch size'); // the place with the problem is opened
    await page.getByText('Enter a whole number from 1 to 2,147,483,647.').waitFor();
    expect(await isFocused(wrong)).toBe(true);
    const set = { 'Batch size': '16', Layers: '2', 'First width': '8', Patience: '5' };
    for (const [label, value] of Object.entries(set)) await page.getByLabel(label, { exact: true }).fill(value);
    await page.getByLabel('Learning rate').fill('0.01');
    await page.getByLabel('Weight decay').fill('0.001');
    await page.getByLabel('Test size').fill('0.3');
    await page.getByLabel('Optimizer').selectOption('sgd');
    await page.getByLabel('Initial weights of attackers on predictions').selectOption('warm');
    await page.getByLabel('Trials').fill('3');
    await learn(page);
    await found(page);
    const [feature, label, prediction] = [0, 1, 2].map((i) => rows.map((row) => row[i]));
    const expected = await predictability.leakage({
      ...{ feature, label, prediction, trials: 3, batchSize: 16, patience: 5 },
      ...{ attacker: { layers: 2, firstWidth: 8 }, learningRate: 0.01, weightDecay: 0.001 },
      ...{ testSize: 0.3, optimizer: 'sgd', warmStart: true },
    });
    await showFigures(page);
    const table = await readTable(page, 'Trials, sex to outcome');
    expected.trials.forEach(({ lambdaD, lambdaM }, i) => {
      expect(Object.values(table[`Trial ${i + 1}`]).slice(0, 2)).toEqual([percent(lambdaD), percent(lambdaM)]);
    });
  });

  test('shows loss, score, and summary, and keeps them on reload', async () => {
    const page = await site.open({ tab: 'leakage' });
    await chooseFile(page, csvFile('copying.csv', copying));
    await page.getByText('More: layers').click();
    const chosen = { Loss: 'mse', Score: 'mse', 'Scored values': 'outputs', 'Reported value': 'median' };
    const field = (label) => page.getByLabel(label, { exact: true });
    const before = await Promise.all(Object.keys(chosen).map((name) => field(name).inputValue()));
    expect(before).toEqual(['suitable', 'accuracy', 'answers', 'mean']);
    for (const [name, value] of Object.entries(chosen)) await field(name).selectOption(value);
    await page.getByLabel('Trials').fill('4');
    await page.getByLabel('Epochs').fill('30');
    await learn(page);
    await found(page);
    await page.getByText('score: 1 / mean squared error of their outputs as they are').waitFor();
    await page.getByText('the median over trials, not the mean').waitFor();
    await page.getByText('Loss: the squared error.').waitFor();
    await page.getByRole('img', { name: /1 \/ mean squared error in each trial/ }).waitFor();
    const [feature, label, prediction] = [0, 1, 2].map((i) => rows.map((row) => row[i]));
    const expected = await predictability.leakage({
      ...{ feature, label, prediction, trials: 4, epochs: 30, loss: 'mse', metric: 'mse' },
      ...{ threshold: false, aggregate: 'median' },
    });
    const shown = (value) => String(Number(value.toPrecision(4))).replace('-', '−');
    await page
      .getByRole('definition')
      .filter({ hasText: shown(expected.value) })
      .first()
      .waitFor();
    await showFigures(page);
    const table = await readTable(page, 'Trials, sex to outcome');
    expected.trials.forEach(({ lambdaD, lambdaM, leakage }, i) => {
      const cells = Object.values(table[`Trial ${i + 1}`]);
      expect(cells).toEqual([lambdaD, lambdaM, leakage].map(shown));
    });
    await page.reload();
    await page.getByText('the median over trials, not the mean').waitFor();
    await page.getByRole('button', { name: 'Change settings' }).click();
    await page.getByText('More: layers').click();
    for (const [name, value] of Object.entries(chosen)) expect(await field(name).inputValue()).toBe(value);
    expect(page.complaints).toEqual([]);
  });

  test('names the other direction, and matches the package', async () => {
    const page = await site.open({ tab: 'leakage' });
    await chooseFile(page, csvFile('copying.csv', copying));
    const way = page.getByLabel('Target of the attackers');
    await page.getByText('as in the bias_amplification package').waitFor();
    await way.selectOption('The attribute, from the outcome');
    await page.getByText('Wang et al. (2019)').waitFor();
    await page.getByLabel('Trials').fill('4');
    await learn(page);
    await found(page);
    await page.getByRole('heading', { name: 'From outcome to sex' }).waitFor();
    await page.getByText('Attackers guess “sex” from the model’s “outcome” better').waitFor();
    await page.getByText('The model’s “outcome” is correct in').waitFor();
    const [attribute, label, prediction] = [0, 1, 2].map((i) => rows.map((row) => row[i]));
    const direction = 'attribute-from-outcome';
    const expected = await predictability.leakage({ attribute, label, prediction, direction, trials: 4 });
    await showFigures(page);
    const table = await readTable(page, 'Trials, outcome to sex');
    expected.trials.forEach(({ lambdaD, lambdaM }, i) => {
      expect(Object.values(table[`Trial ${i + 1}`]).slice(0, 2)).toEqual([percent(lambdaD), percent(lambdaM)]);
    });
  });
});
