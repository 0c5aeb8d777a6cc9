// Regression predictions on the page: guessed for columns with measurements, and reported with their errors.

import { readFile } from 'node:fs/promises';
import { format, load } from 'fairwasm';
import { errorReport, load as loadScores } from 'fairwasm/scores';
import { findViolations } from './axe.mjs';
import { chooseFile, csvFile, getHeading, useSite } from './support.mjs';

const site = await useSite();

// Predictions for women are 100 too low, and all are off by up to 300.
const rows = Array.from({ length: 400 }, (_, i) => {
  const wage = 2000 + 7 * ((i * 37) % 400);
  const sex = i % 3 === 0 ? 'f' : 'm';
  return { wage, predicted_wage: wage + ((i * 53) % 601) - 300 - (sex === 'f' ? 100 : 0), sex };
});
const text = ['wage,predicted_wage,sex', ...rows.map((row) => Object.values(row).join(','))].join('\n');
const open = async (options, content = text) => {
  const page = await site.open(options);
  await chooseFile(page, csvFile('wages.csv', content));
  return page;
};

test('are guessed from names, and match the package', async () => {
  const page = await open();
  expect(await page.getByLabel('Decision or prediction').inputValue()).toBe('predicted_wage');
  expect(await page.getByLabel('True outcome').inputValue()).toBe('wage');
  expect(await page.getByLabel(/Positive/).count()).toBe(0);
  await page.getByRole('button', { name: 'Run the audit' }).click();
  await page.getByRole('heading', { name: 'By sex' }).waitFor();
  expect(await getHeading(page).textContent()).toBe('wages.csv');
  const [said] = await page.getByText(/^On average, predictions are off by/).allTextContents();
  expect(said).toMatch(/for f \(too low\)/);
  expect(await page.getByRole('img', { name: /Errors by sex/ }).count()).toBe(1);
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as JSON' }).click();
  const saved = await readFile(await (await saving).path(), 'utf8');
  const [fair, scores] = [await load(), await loadScores()];
  const column = (name) => rows.map((row) => row[name]);
  const report = errorReport(
    { fair, scores },
    {
      label: column('wage'),
      prediction: column('predicted_wage'),
      groups: { sex: column('sex') },
      source: 'wages.csv',
      columns: { label: 'wage', prediction: 'predicted_wage' },
    },
  );
  expect(saved).toBe(format(report, 'json'));
  expect(await findViolations(page)).toEqual([]);
  expect(page.complaints).toEqual([]);
});

test('of a predicted quantile have pinball losses and their gap', async () => {
  const page = await open();
  const field = page.getByLabel('Predicted quantile');
  await field.fill('9');
  await page.getByRole('button', { name: 'Run the audit' }).click();
  await page.getByText('Enter a number from 0 to 1').waitFor();
  await field.fill('0.9');
  await field.press('Enter');
  await page.getByText('The 90% quantile of the targets').waitFor();
  const table = page.getByRole('table', { name: 'Errors by sex', exact: true });
  const last = async (name) =>
    (
      await table
        .getByRole('row', { name: new RegExp(`^${name} `) })
        .locator('td')
        .allInnerTexts()
    ).at(-1);
  const getLoss = (wanted) => {
    const own = rows.filter(({ sex }) => sex === wanted);
    const losses = own.map(({ wage, predicted_wage: predicted }) => {
      const above = wage - predicted;
      return above > 0 ? 0.9 * above : -0.1 * above;
    });
    return losses.reduce((sum, loss) => sum + loss, 0) / own.length;
  };
  const text = (value) => String(Number(value.toPrecision(4)));
  expect(await last('f')).toMatch(new RegExp(`^${text(getLoss('f'))}`));
  expect(await last('Largest gap')).toMatch(new RegExp(`^${text(getLoss('f') - getLoss('m'))}\\n\\d.*–\\d.*$`));
  expect(await findViolations(page)).toEqual([]);
});

test('fit on a phone, and rows can be omitted', async () => {
  const page = await open({ viewport: { width: 320, height: 640 }, colorScheme: 'dark' }, `${text}\n,5000,f`);
  await page.getByLabel('Rows without a label, decision, or number').selectOption('drop');
  await page.getByRole('button', { name: 'Run the audit' }).click();
  await page.getByRole('heading', { name: 'By sex' }).waitFor();
  await page.getByText('1 row with missing values').waitFor();
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(320);
  expect(await findViolations(page)).toEqual([]);
});

test('reports a measurement next to labels, with the columns to choose', async () => {
  const page = await open();
  await page.getByLabel('Decision or prediction').selectOption('sex');
  await page.getByRole('button', { name: 'Run the audit' }).click();
  await page.getByText('wage contains measured numbers. For a regression audit, choose').waitFor();
});
