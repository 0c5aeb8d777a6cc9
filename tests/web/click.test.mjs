// SPDX-License-Identifier: Apache-2.0
//
// A field that loses the focus shows or removes its error, which moves the elements below. A press that takes the focus
// still counts as a click on the button where it began, with the new value.

import { filled, linear } from '../js/models/models.mjs';
import { chooseFile, csvFile, getBox, getHeading, isFocused, readTable, useSite } from './support.mjs';

const site = await useSite();

// Tall enough for a field and the submit button, so that nothing scrolls.
const viewport = { width: 900, height: 2600 };

async function open(tab, file) {
  const page = await site.open({ tab, viewport });
  await chooseFile(page, file);
  return page;
}

const button = (page, name) => page.getByRole('button', { name });

/** Presses the mouse button, and releases it at the same position after the page has redrawn. */
async function press(page, target) {
  const { x, y, width, height } = await getBox(target);
  await page.mouse.move(x + width / 2, y + height / 2);
  await page.mouse.down();
  await drawn(page);
  expect(await getBox(target)).toEqual({ x, y, width, height });
  await page.mouse.up();
}

const drawn = (page) =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));

async function type(field, text) {
  await field.click();
  await field.press('ControlOrMeta+A');
  await field.pressSequentially(text);
}

const outcomes = ['yes,yes', 'no,no', 'yes,no', 'no,yes'];
const decided = csvFile(
  'decided.csv',
  ['sex,outcome,predicted', ...outcomes.flatMap((each) => [`F,${each}`, `M,${each}`])].join('\n'),
);
const numbers = csvFile(
  'numbers.csv',
  ['sex,actual,predicted', ...Array.from({ length: 40 }, (_, i) => `${i % 2 ? 'F' : 'M'},${i + 0.5},${i + 1.25}`)].join(
    '\n',
  ),
);
const scores = csvFile('scores.csv', 'label,score,sex\n1,2.0,F\n0,-1.0,F\n1,4.0,M\n0,-0.5,M\n');

const forms = {
  async audit() {
    const page = await open('audit', numbers);
    return {
      page,
      field: page.getByLabel('Predicted quantile'),
      go: button(page, 'Run the audit'),
      wrong: '9',
      right: '0.9',
      reached: page.getByText('The 90% quantile of the targets'),
    };
  },
  async leakage() {
    const page = await open('leakage', decided);
    await page.getByLabel('Epochs').fill('1');
    return {
      page,
      field: page.getByLabel('Trials'),
      go: button(page, 'Let attackers learn'),
      wrong: '0',
      right: '2',
      reached: page.getByRole('heading', { level: 1, name: 'Attack results' }),
    };
  },
  async robustness() {
    const page = await open('robustness', scores);
    return {
      page,
      field: page.getByLabel('Lipschitz constant'),
      go: button(page, 'Certify'),
      wrong: '0',
      right: '2',
      reached: page.getByRole('heading', { level: 1, name: 'Robustness of decisions' }),
    };
  },
  async model() {
    const people = 'age,income,sex\n30,2000,F\n40,3000,M\n50,1000,F\n20,4000,M\n';
    const page = await open('model', csvFile('people.csv', people));
    const mimeType = 'application/octet-stream';
    const model = { name: 'linear.onnx', mimeType, buffer: Buffer.from(linear()) };
    await page.locator('input[type=file][accept=".onnx"]').setInputFiles(model);
    await getHeading(page).filter({ hasText: 'linear.onnx' }).waitFor();
    await page.getByLabel(/^x \(/).fill(filled.linear.join(', '));
    await page.getByLabel('Groups to compare').selectOption('sex');
    return {
      page,
      field: page.getByLabel(/^x \(/),
      go: button(page, 'Run the model'),
      wrong: 'age',
      right: filled.linear.join(', '),
      reached: page.getByRole('heading', { level: 1, name: 'Scores of linear.onnx' }),
    };
  },
};

test.each(Object.keys(forms))('presses a button while a field is being corrected: %s', async (name) => {
  const { page, field, go, wrong, right, reached } = await forms[name]();
  await type(field, wrong);
  await press(page, go);
  await page.locator('.problem').first().waitFor();
  expect(await isFocused(field)).toBe(true);
  await type(field, right);
  await press(page, go);
  await reached.waitFor();
  expect(page.complaints).toEqual([]);
});

// The limits of a range need no button: with fewer limits, the names of the ranges need fewer lines.
test('works with checkboxes and summaries, by mouse and by touch', async () => {
  const ages = Array.from({ length: 60 }, (_, i) => `${i + 18},${i % 2 ? 'F' : 'M'},${i % 3}`);
  const page = await site.open({ viewport: { width: 400, height: 2600 }, hasTouch: true });
  await chooseFile(page, csvFile('ages.csv', ['age,sex,hired', ...ages].join('\n')));
  await page.getByRole('checkbox', { name: 'age' }).check();
  const limits = page.getByLabel('Limits of the ranges of age');
  await type(limits, '20, 25, 30, 35, 40, 45, 50, 55, 60, 65');
  const sex = page.getByRole('checkbox', { name: 'sex' });
  const wasChecked = await sex.isChecked();
  await press(page, sex);
  expect(await sex.isChecked()).toBe(!wasChecked);
  await page.getByText('below 20 · 20 to below 25 ·').waitFor();
  await type(limits, '40');
  const more = page.getByText('Scores, a second model, weights');
  await more.tap();
  await page.getByLabel('Weight').waitFor();
  await page.getByText('below 40 · 40 and above').waitFor();
});

test('ignores a press that ends elsewhere, and keeps the typed text', async () => {
  const { page, field, go, right, reached } = await forms.leakage();
  await type(field, right);
  const { x, y } = await getBox(go);
  await page.mouse.move(x + 5, y + 5);
  await page.mouse.down();
  await page.mouse.move(x + 5, y + 200);
  await page.mouse.up();
  expect(await isFocused(field)).toBe(true);
  await page.getByRole('button', { name: 'Choose other data' }).focus();
  await press(page, go);
  await reached.waitFor();
  await page.getByText('The figures of the charts').first().click();
  const trials = await readTable(page, 'Trials, sex to outcome');
  expect(Object.keys(trials)).toEqual(['Trial 1', 'Trial 2']);
});
