// A tab restores the opened file and the chosen options after a reload and after the browser tab was closed. One button
// deletes what all tabs have stored.

import { network, people } from '../js/models/models.mjs';
import { chooseFile, csvFile, getHeading, isKept, readTable, useSite } from './support.mjs';

const site = await useSite();

const lines = people.map((row) => Object.values(row).join());
const table = csvFile('people.csv', ['age,income,sex,region', ...lines].join('\n'));
const pairs = Array.from({ length: 80 }, (_, i) => [i % 2 ? 'F' : 'M', i % 3 ? 1 : 0, i % 5 ? 1 : 0]);
const decisions = csvFile('hiring.csv', ['sex,qualified,predicted_qualified', ...pairs].join('\n'));
const model = { name: 'loans.onnx', mimeType: 'application/octet-stream', buffer: Buffer.from(network()) };

const press = (page, name) => page.getByRole('button', { name, exact: true }).click();
const filledIn = (label) => (page) => page.getByLabel(label).first().inputValue();
const getRows = (name) => (page) => readTable(page, name);

/** The steps to a state, its name, and the values that must be restored. */
const stages = [
  {
    tab: 'leakage',
    title: 'hiring.csv: settings',
    reach: async (page) => {
      await chooseFile(page, decisions);
      await page.getByLabel('Trials').fill('33');
      await page.getByLabel('Epochs').fill('44');
      await page.getByLabel('Trials').focus();
    },
    seen: async (page) => [
      await filledIn('Trials')(page),
      await filledIn('Epochs')(page),
      await filledIn('Prediction of the task')(page),
    ],
  },
  {
    tab: 'leakage',
    title: 'Rows with a known answer: attack results',
    reach: async (page) => {
      await press(page, 'Generate rows');
      await page.getByLabel('Trials').fill('3');
      await press(page, 'Let attackers learn');
      await page.getByRole('heading', { name: 'Attack results' }).waitFor();
    },
    seen: async (page) => page.locator('learning-view dl, learning-view .figure').allInnerTexts(),
  },
  {
    tab: 'amplification',
    title: 'Captions',
    reach: async (page) => {
      await press(page, 'Paste captions');
      await page.getByLabel('Training captions').fill('A man cooks.');
    },
    seen: filledIn('Training captions'),
  },
  {
    tab: 'amplification',
    title: 'hiring.csv: report',
    reach: async (page) => {
      await chooseFile(page, decisions);
      await press(page, 'Count and compare');
      await page.getByRole('heading', { name: 'Bias amplification of the model' }).waitFor();
    },
    seen: (page) => page.locator('.figure').allInnerTexts(),
  },
  {
    tab: 'robustness',
    title: 'people.csv: choice of columns',
    reach: async (page) => {
      await chooseFile(page, table);
      await page.getByLabel('Lipschitz constant').fill('2.5');
      await page.getByLabel('The constant applies to').focus();
    },
    seen: filledIn('Lipschitz constant'),
  },
  {
    tab: 'model',
    title: 'loans.onnx on people.csv: scores',
    reach: async (page) => {
      await chooseFile(page, table);
      await page.locator('input[accept=".onnx"]').setInputFiles(model);
      await page.getByLabel(/^x \(/).fill('age, income, sex=female');
      await page.getByLabel('Groups to compare').selectOption('sex');
      await press(page, 'Run the model');
      await page.getByRole('heading', { name: 'Scores of loans.onnx' }).waitFor();
    },
    seen: getRows('Scores by sex'),
    next: async (page) => {
      await press(page, 'Change settings');
      expect(await filledIn(/^x \(/)(page)).toBe('age, income, sex=female');
      await press(page, 'Run the model');
      await page.getByRole('heading', { name: 'Scores of loans.onnx' }).waitFor();
    },
  },
];

test.each(stages)(
  '$tab, “$title”: after a reload, and after its tab was closed',
  async ({ tab, title, reach, seen, next }) => {
    const page = await site.open({ tab });
    await reach(page);
    const heading = await getHeading(page).textContent();
    const before = await seen(page);
    expect(before.length ?? Object.keys(before).length).toBeGreaterThan(0);
    await isKept(page);
    const isThere = async (shown) => {
      await shown.getByRole('heading', { level: 1, name: heading.trim(), exact: true }).waitFor();
      expect(await seen(shown)).toEqual(before);
    };
    await page.reload();
    await isThere(page);
    expect(page.complaints).toEqual([]);
    const context = page.context();
    await page.close();
    const anew = await context.newPage();
    await anew.goto(`${site.url}#/${tab}`);
    await anew.getByRole('button', { name: title, exact: true }).click();
    await isThere(anew);
    await next?.(anew);
    await context.close();
  },
);

test('deletes the stored stages of every tab with one button', async () => {
  const page = await site.open({ tab: 'leakage' });
  await press(page, 'Generate rows');
  await isKept(page);
  await page.goto(`${site.url}#/amplification`);
  await press(page, 'Paste captions');
  await isKept(page);
  const next = await page.context().newPage();
  await next.goto(`${site.url}#/leakage`);
  await next.getByRole('button', { name: 'Rows with a known answer: settings' }).waitFor();
  expect(await next.getByRole('button', { name: 'Captions', exact: true }).count()).toBe(0);
  await next.goto(`${site.url}#/amplification`);
  await next.getByRole('button', { name: 'Captions', exact: true }).waitFor();
  await press(next, 'Forget everything now');
  await next.getByText('Deleted: nothing is stored').waitFor();
  const other = await page.context().newPage();
  await other.goto(`${site.url}#/leakage`);
  await other.getByRole('button', { name: 'Generate rows' }).waitFor();
  expect(await other.getByRole('heading', { name: 'Continue where you left off' }).count()).toBe(0);
});
