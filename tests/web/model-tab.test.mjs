// SPDX-License-Identifier: Apache-2.0
//
// The Model tab: a table and a model, the scores of ONNX Runtime's native build, and the analyses. Nothing is loaded
// before a model is opened, and never from another origin.

import { readFileSync } from 'node:fs';
import { vi } from 'vitest';
import {
  filled,
  forest,
  hostilelyNamed,
  hostileTexts,
  linear,
  network,
  people,
  pipeline,
  zipped,
} from '../js/models/models.mjs';
import { findViolations, violationsInBothSchemes } from './axe.mjs';
import { noHarm, recordHarm } from './hostile-text.mjs';
import { importSource } from './source.mjs';
import { chooseFile, csvFile, getBox, isKept, useSite } from './support.mjs';

const golden = JSON.parse(readFileSync(new URL('../js/models/golden.json', import.meta.url), 'utf8')).models;
const makers = { linear, forest, network, pipeline };
const lines = people.map(({ age, income, sex, region }, i) => [age, income, sex, region, i % 3 ? 1 : 0].join());
const table = csvFile('people.csv', `age,income,sex,region,repaid\n${lines.join('\n')}`);
const onnx = (name, bytes) => ({
  name: `${name}.onnx`,
  mimeType: 'application/octet-stream',
  buffer: Buffer.from(bytes),
});

const site = await useSite();

/** Opens the tab, the table, and the model, up to the form for the inputs. */
async function openModel(name, bytes, options) {
  const page = await site.open({ tab: 'model', ...options });
  await chooseFile(page, table);
  await page.getByRole('heading', { level: 1, name: 'people.csv' }).waitFor();
  expect(page.requests.some((url) => /ort-wasm/.test(url))).toBe(false);
  await page.locator('input[type=file][accept=".onnx"]').setInputFiles(onnx(name, bytes));
  return page;
}

const getText = (features) => features.map((each) => (each.column ? `${each.column}=${each.equals}` : each)).join(', ');

/** Opens the tab with the scores of a model. */
async function scored(name, options) {
  const page = await openModel(name, makers[name](), options);
  await page.getByRole('heading', { level: 1, name: `${name}.onnx` }).waitFor();
  const features = filled[name];
  if (Array.isArray(features)) await page.getByLabel(/^x \(/).fill(getText(features));
  else await page.getByLabel(/^home_region/).selectOption('region');
  await page.getByLabel('Groups to compare').selectOption('sex');
  await page.getByRole('button', { name: 'Run the model' }).click();
  await page.getByRole('heading', { level: 1, name: `Scores of ${name}.onnx` }).waitFor();
  return page;
}

/** The stages of the other tab are also entries of the browser's history. */
async function goBackToScores(page) {
  const entry = () => `${location.href} ${JSON.stringify(history.state)}`;
  while (!page.url().endsWith('#/model/scored')) {
    const left = await page.evaluate(entry);
    await page.goBack();
    // On a slow machine, the entry changes after the call returns: another step would go too far.
    await page.waitForFunction((before) => `${location.href} ${JSON.stringify(history.state)}` !== before, left);
  }
  await page.getByRole('heading', { level: 1, name: /^Scores of / }).waitFor();
}

/** The rows of the saved table with scores. */
async function savedRows(page) {
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save the table with scores' }).click();
  const text = readFileSync(await (await saving).path(), 'utf8');
  const [header, ...rows] = text.split('\n').map((line) => line.slice(1, -1).split('","'));
  return rows.map((row) => Object.fromEntries(header.map((name, i) => [name, row[i]])));
}

describe('a model’s scores', () => {
  test.each(Object.keys(makers))('of a %s match the native runtime', async (name) => {
    const page = await scored(name);
    const rows = await savedRows(page);
    expect(rows).toHaveLength(people.length);
    golden[name].scores.forEach((expected, i) => {
      expect(Math.abs(Number(rows[i].score) - expected)).toBeLessThan(1e-6);
      expect(rows[i].prediction).toBe(expected >= 0.5 ? '1' : '0');
    });
    expect(page.complaints).toEqual([]);
    const foreign = page.requests.filter((url) => !url.startsWith(site.url) && !url.startsWith('blob:'));
    expect(foreign).toEqual([]);
    expect(page.requests.some((url) => /ort-wasm/.test(url))).toBe(true);
  });
});

test('the weights of the example maximize the likelihood of its rows', async () => {
  const { modelExample, weights } = await importSource('features/models/example');
  const rows = (await modelExample().table.text())
    .split('\n')
    .slice(1)
    .map((line) => line.split(',').slice(1).map(Number));
  const [intercept, income, debt] = weights;
  const gradient = [0, 0, 0];
  for (const [x, y, loan] of rows) {
    const residual = loan - 1 / (1 + Math.exp(-(intercept + income * x + debt * y)));
    [1, x, y].forEach((value, i) => {
      gradient[i] += residual * value;
    });
  }
  for (const each of gradient) expect(each).toBeCloseTo(0, 4);
});

describe('the example', () => {
  let page;
  let section;
  beforeAll(async () => {
    page = await site.open({ tab: 'model' });
    await page.getByRole('button', { name: 'Open example model' }).click();
    section = page.locator('person-section');
    await section.getByRole('status').getByText('Certified radius').waitFor();
  });
  afterAll(() => page.context().close());

  const cells = async (row) => {
    const texts = await row.getByRole('cell').allTextContents();
    return texts.map((text) => text.trim());
  };
  const openTable = async () => {
    const points = section.getByRole('table', { name: 'Points' });
    if (!(await points.isVisible())) await section.getByText('The points as a table').click();
    return points;
  };

  test('has exact radii: at their distance, the score of a logistic regression is the threshold', async () => {
    const points = await openTable();
    await section.getByRole('button', { name: 'Show all 80 rows' }).click();
    const rows = (await points.getByRole('row').all()).slice(1);
    expect(rows).toHaveLength(80);
    const known = (await Promise.all(rows.map(cells))).map(([income, debt, own, decision, radius]) => ({
      at: [Number(income), Number(debt)],
      logit: Math.log(own / (1 - own)),
      decision,
      radius: Number(radius),
    }));
    // logit = a income + b debt + c, and radius = |logit| / |(a, b)|.
    const slope = known.map(({ logit, radius }) => Math.abs(logit) / radius);
    for (const each of slope) expect(each / slope[3]).toBeCloseTo(1, 1);
    for (const { logit, decision } of known) expect(decision).toBe(logit >= 0 ? 'favorable' : 'unfavorable');
    for (const one of known) {
      for (const other of known) {
        if (one.decision === other.decision) continue;
        const distance = Math.hypot(one.at[0] - other.at[0], one.at[1] - other.at[1]);
        expect(distance).toBeGreaterThan(one.radius);
      }
    }
  });

  test('explains the point that is clicked, or reached by arrow keys', async () => {
    const chart = section.getByRole('listbox');
    const place = section.getByLabel('Row', { exact: true });
    const point = chart.getByRole('option', { name: /^Row 12,/ });
    await point.scrollIntoViewIfNeeded();
    const box = await getBox(point);
    await page.mouse.click(box.x + box.width / 2 + 2, box.y + box.height / 2 + 2);
    await vi.waitFor(async () => expect(await place.inputValue()).toBe('12'));
    expect(await point.getAttribute('aria-selected')).toBe('true');
    const points = await openTable();
    const own = points.getByRole('row').filter({ has: page.getByRole('button', { name: '12' }) });
    const [, , score, decision, radius] = await cells(own.first());
    const status = section.getByRole('status');
    await status.getByText(`Score ${score} ${decision}`).waitFor();
    await status.getByText(`Certified radius ${radius}`).waitFor();
    await status.getByText(/the most similar row with the other decision/).waitFor();
    await chart.press('Home');
    await chart.press('ArrowRight');
    await chart.press('ArrowRight');
    const incomes = (await Promise.all((await points.getByRole('row').all()).slice(1).map(cells)))
      .map(([income], i) => [Number(income), i + 1])
      .toSorted(([a], [b]) => a - b);
    expect(await place.inputValue()).toBe(String(incomes[2][1]));
  });

  test('opens a row of the table, and has other axes', async () => {
    const points = await openTable();
    await points.getByRole('button', { name: '5', exact: true }).click();
    const chart = section.getByRole('listbox');
    await chart.getByRole('option', { name: /^Row 5,/, selected: true }).waitFor();
    await section.getByLabel('Vertical axis').selectOption('Score');
    await section.getByRole('listbox', { name: 'Rows by income and Score' }).waitFor();
    expect(await violationsInBothSchemes(page)).toEqual([]);
    expect(page.complaints).toEqual([]);
  });
});

describe('questions about a model', () => {
  let page;
  beforeAll(async () => {
    page = await scored('network');
  });
  afterAll(() => page.context().close());

  test('updates the score when a row is edited', async () => {
    const status = page.locator('person-section').getByRole('status');
    const own = golden.network.scores[0];
    await status.getByText(String(Number(own.toPrecision(4)))).waitFor();
    await page.locator('person-section').getByLabel('sex', { exact: true }).first().selectOption('male');
    await page.getByRole('button', { name: 'Restore the original values' }).waitFor();
    const text = await status.textContent();
    expect(text).toContain('with the original values');
    await page.getByRole('button', { name: 'Restore the original values' }).click();
    await page.getByRole('button', { name: 'Restore the original values' }).waitFor({ state: 'detached' });
  });

  test('finds changes that would reverse the decision', async () => {
    const section = page.locator('person-section');
    await section.getByRole('button', { name: 'Smallest change' }).click();
    await section.getByText(/changes? (was|were) tried/).waitFor();
    await section.getByText(/With (age|income|sex)/).waitFor();
    await section.getByText(/the most similar row with the other decision/).waitFor();
  });

  test('changes one column in every row', async () => {
    await page.getByRole('button', { name: 'Change it in every row' }).click();
    const figures = page.getByRole('table', { name: 'Changed decisions by value of sex' });
    await figures.waitFor();
    const [, first] = await figures.getByRole('row').all();
    expect(await first.textContent()).toContain('female → male');
    await page.getByText('not a causal effect').waitFor();
  });

  test('draws curves by group', async () => {
    await page.locator('curve-section').getByLabel('Column to vary').selectOption('income');
    await page.getByRole('button', { name: 'Draw the curves' }).click();
    await page.getByRole('img', { name: /mean score by income/ }).waitFor();
    await page.locator('curve-section').getByText('Figures').click();
    const figures = page.getByRole('table', { name: 'Mean score by income' });
    expect(await figures.getByRole('columnheader').allInnerTexts()).toEqual(
      expect.arrayContaining([expect.stringContaining('female'), expect.stringContaining('male')]),
    );
  });

  test('computes the importance of columns', async () => {
    await page.getByRole('button', { name: 'Compute importance' }).click();
    const figures = page.getByRole('table', { name: 'Feature importance: which columns affect the scores' });
    await figures.waitFor();
    const rows = await figures.getByRole('rowheader').allInnerTexts();
    expect(rows.toSorted()).toEqual(['age', 'income', 'sex']);
    expect(page.complaints).toEqual([]);
  });

  test('certifies the decisions of a network, and measures amplification', async () => {
    await page.getByRole('button', { name: 'Certify robustness (networks)' }).click();
    await page.getByText('its weights bound the constant by').waitFor();
    expect(page.url()).toContain('#/robustness');
    await goBackToScores(page);
    await page.getByRole('button', { name: 'Measure amplification' }).click();
    await page.getByRole('heading', { level: 1, name: 'people, scored.csv' }).waitFor();
    expect(page.url()).toContain('#/amplification');
    await goBackToScores(page);
  });

  test('audits decisions without leaving the page', async () => {
    await page.getByRole('button', { name: 'Audit these decisions' }).click();
    await page.getByRole('heading', { level: 1, name: 'people, scored.csv' }).waitFor();
    expect(page.url()).toContain('#/audit');
    await page.getByRole('button', { name: 'Run the audit' }).click();
    await page.getByRole('button', { name: 'Change columns' }).waitFor();
  });
});

describe('explains files that are not models or do not fit', () => {
  test.each([
    ['text', Buffer.from('age,income'), 'complete ONNX file'],
    ['half', linear().slice(0, 80), 'complete ONNX file'],
  ])('rejects %s, and accepts another file', async (name, bytes, sentence) => {
    const page = await openModel(name, bytes);
    await page.getByText(sentence).waitFor();
    await page.locator('input[type=file][accept=".onnx"]').setInputFiles(onnx('linear', linear()));
    await page.getByRole('heading', { level: 1, name: 'linear.onnx' }).waitFor();
  });

  test('reports a runtime that fails to load, and retries', async () => {
    const page = await site.open({ tab: 'model' });
    await page.context().route('**/ort-wasm*', (route) => route.abort());
    await chooseFile(page, table);
    const field = page.locator('input[type=file][accept=".onnx"]');
    await field.setInputFiles(onnx('linear', linear()));
    await page.getByText('A part of this page could not be loaded').waitFor();
    await page.context().unroute('**/ort-wasm*');
    await field.setInputFiles(onnx('linear', linear()));
    await page.getByRole('heading', { level: 1, name: 'linear.onnx' }).waitFor();
  });

  test('reports a missing network, and opens later models from the cache', async () => {
    const page = await site.open({ tab: 'model', serviceWorkers: 'allow' });
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.waitForFunction(() => navigator.serviceWorker.controller);
    await page.context().setOffline(true);
    await chooseFile(page, table);
    const field = page.locator('input[type=file][accept=".onnx"]');
    await field.setInputFiles(onnx('linear', linear()));
    await page.getByText('A part of this page could not be loaded').waitFor();
    await page.getByText('is downloaded with the first model').waitFor();
    await page.context().setOffline(false);
    await field.setInputFiles(onnx('linear', linear()));
    await page.getByRole('heading', { level: 1, name: 'linear.onnx' }).waitFor();
    await isKept(page);
    // After a reload without a network, the opened files come back, and other models can be opened.
    await page.context().setOffline(true);
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'linear.onnx' }).waitFor();
    await page.getByRole('button', { name: 'Choose other data' }).click();
    await chooseFile(page, table);
    await page.locator('input[type=file][accept=".onnx"]').setInputFiles(onnx('network', network()));
    await page.getByRole('heading', { level: 1, name: 'network.onnx' }).waitFor();
  });

  test('reports missing input in the form', async () => {
    const page = await openModel('network', network());
    const field = page.getByLabel(/^x \(/);
    await field.fill('age, wage');
    await page.getByRole('button', { name: 'Run the model' }).click();
    await page.getByText('There is no column “wage”.').waitFor();
    await field.fill('age, income');
    await field.blur();
    await page.getByText('The input takes 3 columns; you entered 2.').waitFor();
  });

  test('explains ZipMap', async () => {
    const page = await openModel('zipped', zipped());
    await page.getByLabel(/^x \(/).fill('age, income');
    await page.getByLabel('Groups to compare').selectOption('sex');
    await page.getByRole('button', { name: 'Run the model' }).click();
    await page.getByText("options={'zipmap': False}").waitFor();
  });
});

test('renders names from a model as text, without formulas in the saved table', async () => {
  const page = await openModel('named', hostilelyNamed());
  const harm = recordHarm(page);
  await page.getByRole('heading', { level: 1, name: 'named.onnx' }).waitFor();
  await page.getByLabel(/onerror=alert\(1\)> \(/).fill('age, income');
  await page.getByLabel('Groups to compare').selectOption('sex');
  await page.getByRole('button', { name: 'Run the model' }).click();
  await page.getByRole('heading', { level: 1, name: 'Scores of named.onnx' }).waitFor();
  const [formula, markup] = hostileTexts;
  const rows = await savedRows(page);
  golden.linear.scores.forEach((score, i) => {
    const expected = score >= 0.5 ? markup.replace('\x1b', '\ufffd') : `'${formula}`;
    expect(rows[i].prediction).toBe(expected);
  });
  await page.getByRole('button', { name: 'Audit these decisions' }).click();
  await page.getByRole('heading', { level: 1, name: 'people, scored.csv' }).waitFor();
  expect(await harm()).toEqual(noHarm);
});

test('compares two models by scoring the scored table again', async () => {
  const page = await scored('linear');
  await page.getByRole('button', { name: 'Add another model' }).click();
  await page.getByRole('heading', { level: 1, name: 'people, scored.csv' }).waitFor();
  await page.locator('input[type=file][accept=".onnx"]').setInputFiles(onnx('network', network()));
  await page.getByLabel(/^x \(/).fill(getText(filled.network));
  await page.getByLabel('Groups to compare').selectOption('sex');
  await page.getByRole('button', { name: 'Run the model' }).click();
  await page.getByRole('heading', { level: 1, name: 'Scores of network.onnx' }).waitFor();
  const [first] = await savedRows(page);
  expect(Number(first.score)).toBeCloseTo(golden.linear.scores[0], 6);
  expect(Number(first['score of network.onnx'])).toBeCloseTo(golden.network.scores[0], 6);
  // An audit of the table compares both.
  await page.getByRole('button', { name: 'Audit these decisions' }).click();
  await page.getByRole('button', { name: 'Run the audit' }).click();
  await page.getByRole('region', { name: 'Gaps side by side' }).waitFor();
});

test('compares recourse, saves it, and keeps it on reload', async () => {
  const page = await scored('linear');
  const section = page.locator('recourse-section');
  const start = section.getByRole('button', { name: 'Compare recourse' });
  expect(await start.isDisabled()).toBe(true);
  await section.getByRole('checkbox', { name: 'income' }).check();
  await section.getByRole('checkbox', { name: 'age' }).check();
  await section.getByLabel('Columns changed at once').selectOption('2');
  await start.click();
  const table = section.getByRole('table', { name: 'Largest gaps' });
  await table.waitFor();
  const saving = page.waitForEvent('download');
  await section.getByRole('button', { name: 'Save as JSON' }).click();
  const saved = await saving;
  expect(saved.suggestedFilename()).toMatch(/-recourse\.json$/);
  const found = JSON.parse(readFileSync(await saved.path(), 'utf8'));
  // Everyone has another value in at least one of two columns with three quartiles each.
  expect(found.actions.map(({ cost }) => cost)).toEqual([...Array(6).fill(1), ...Array(9).fill(2)]);
  expect(found.rows).toBe(golden.linear.scores.filter((score) => score < 0.5).length);
  expect(await findViolations(page)).toEqual([]);
  await isKept(page);
  const before = await table.textContent();
  await page.reload();
  await table.waitFor();
  expect(await table.textContent()).toBe(before);
  expect(await section.getByRole('checkbox', { name: 'income' }).isChecked()).toBe(true);
  expect(page.complaints).toEqual([]);
});
