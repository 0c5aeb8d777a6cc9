// What the Audit room adds to the figures: scores, subgroups that are found, two models or versions side by
// side, and charts that are saved.

import { jest } from '@jest/globals';
import { load } from 'fairwasm';
import { violationsOf } from './axe.mjs';
import { saveFile } from './saving.mjs';
import { chooseFile, csvFile, openExample, readTable, runAudit, startSite } from './support.mjs';

jest.setTimeout(90_000);

let site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site?.close());

const plain = (text) => text.replace(/\s+/g, ' ').trim();

// Old women in the north are hired far less often than their qualification would lead to expect.
const rows = Array.from({ length: 1200 }, (_, i) => {
  const sex = i % 2 ? 'Female' : 'Male';
  const age = ['young', 'middle', 'old'][i % 3];
  const region = ['north', 'south'][Math.floor(i / 6) % 2];
  const isHit = sex === 'Female' && age === 'old' && region === 'north';
  const qualified = (i * 7919) % 100 < 50 ? 1 : 0;
  const score = (0.2 + 0.5 * qualified + ((i * 31) % 25) / 100).toFixed(2);
  const hired = isHit && (i * 13) % 10 < 8 ? 0 : score >= 0.5 ? 1 : 0;
  const second = score >= 0.55 ? 1 : 0;
  return { sex, age_group: age, region, qualified, score, hired, second };
});
const toCsv = (list) =>
  [Object.keys(list[0]), ...list.map(Object.values)].map((row) => row.join(',')).join('\n');

async function openAudit(options) {
  const page = await site.open(options);
  await chooseFile(page, csvFile('hiring.csv', toCsv(rows)));
  await page.getByLabel('Decision or prediction').selectOption('hired');
  await page.getByLabel('True outcome').selectOption('qualified');
  await chooseScore(page);
  return page;
}

// What is used is open from the start.
async function chooseScore(page) {
  const field = page.getByLabel('Score', { exact: true });
  if (!(await field.isVisible())) await page.getByText('Scores, a second model').click();
  await field.selectOption('score');
}

describe('find groups', () => {
  test('finds the subgroup that was put there, and says how sure that is', async () => {
    const page = await openAudit();
    await runAudit(page);
    await page.getByLabel('Question').selectOption('Whose favorable outcome is most often missed?');
    await page.getByRole('button', { name: 'Search' }).click();
    const region = page.getByRole('region', { name: 'Subgroups found' });
    await region.waitFor();
    const found = await readTable(page, 'Subgroups found');
    const [[name, first]] = Object.entries(found);
    const clauses = region.getByRole('rowheader').first().locator('span.clause');
    const heading = (await clauses.allTextContents()).map(plain);
    expect(name).toContain('sex');
    expect(heading).toEqual(['sex Female', 'age_group old', 'region north']);
    expect(plain(first.p)).toBe('0.01 hardly chance');
    expect(page.complaints).toEqual([]);
  });

  test('can be cancelled, and asked again', async () => {
    const page = await openAudit();
    await runAudit(page);
    await page.getByRole('button', { name: 'Search' }).click();
    const [worker] = page.workers();
    const ended = worker.waitForEvent('close');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await ended;
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByRole('region', { name: 'Subgroups found' }).waitFor();
  });
});

describe('scores', () => {
  test('area, calibration and thresholds are those of the package', async () => {
    const page = await openAudit();
    await runAudit(page);
    const fair = await load();
    const tally = fair.scoreTally(['sex']);
    tally.update({
      groups: { sex: rows.map(({ sex }) => sex) },
      label: rows.map(({ qualified }) => qualified),
      score: rows.map(({ score }) => Number(score)),
    });
    const women = tally.by(['sex']).find(({ categories }) => categories.sex === 'Female');
    const table = await readTable(page, 'Figures of the scores');
    expect(table.Female['Area under the ROC curve']).toBe(
      String(Number(women.areaUnderCurve.toPrecision(4))),
    );
    expect(table.Female['Calibration error']).toBe(
      `${(women.expectedCalibrationError * 100).toFixed(1)}\u202f%`,
    );
    await page.getByRole('slider', { name: 'Threshold of Female' }).fill('0.8');
    const point = women.rocCurve.filter(({ threshold }) => threshold >= 0.8).at(-1);
    const moved = await readTable(page, 'Thresholds by group');
    expect(moved.Female['Selection rate']).toBe(`${(point.selectionRate * 100).toFixed(1)}\u202f%`);
    await page.getByRole('button', { name: 'Alike selection rates' }).click();
    const alike = await readTable(page, 'Thresholds by group');
    const rate = (name) => Number.parseFloat(alike[name]['Selection rate']);
    expect(Math.abs(rate('Female') - rate('Male'))).toBeLessThan(4); // a step of the scores
    expect(page.complaints).toEqual([]);
  });

  test('that are no probabilities are said to be none; the audit goes on', async () => {
    const page = await site.open();
    const tenfold = rows.map((row) => ({ ...row, score: (row.score * 10).toFixed(1) }));
    await chooseFile(page, csvFile('hiring.csv', toCsv(tenfold)));
    await chooseScore(page);
    await page.getByLabel('True outcome').selectOption('qualified');
    await page.getByLabel('Decision or prediction').selectOption('hired');
    await runAudit(page);
    await page.getByText(/Scores: expected .*found/).waitFor();
  });
});

describe('side by side', () => {
  test('two models on the same rows', async () => {
    const page = await openAudit();
    await page.getByLabel('Second model').selectOption('second');
    await runAudit(page);
    await page.getByRole('heading', { name: 'Side by side' }).waitFor();
    await page.getByLabel('Measure to compare').selectOption('Selection rate');
    const table = await readTable(page, 'Both side by side');
    const rate = (column) => {
      const women = rows.filter(({ sex }) => sex === 'Female');
      return women.filter((row) => row[column] === 1).length / women.length;
    };
    expect(plain(table.Female.hired)).toContain(`${(rate('hired') * 100).toFixed(1)} %`);
    expect(plain(table.Female.second)).toContain(`${(rate('second') * 100).toFixed(1)} %`);
  });

  test('two versions of a file', async () => {
    const page = await openAudit();
    await runAudit(page);
    const better = rows.map((row) => ({ ...row, hired: row.qualified }));
    const file = csvFile('hiring-2.csv', toCsv(better));
    await page.getByLabel('Choose the other file').setInputFiles(file);
    const heading = page.getByRole('heading', { name: 'Side by side' });
    await heading.waitFor();
    await page.getByLabel('Measure to compare').selectOption('Accuracy');
    const table = await readTable(page, 'Both side by side');
    expect(plain(table.Female['hiring-2.csv'])).toMatch(/^100\.0 %/);
    expect(plain(table.Female['hiring.csv'])).not.toMatch(/^100\.0 %/);
  });
});

describe('charts are saved', () => {
  test('as SVG that stands by itself', async () => {
    const page = await site.open();
    await openExample(page, /Open example: COMPAS/);
    await page.getByRole('img', { name: /Chart/ }).first().waitFor();
    const { name, bytes } = await saveFile(page, /^Save as SVG/);
    expect(name).toMatch(/\.svg$/);
    const text = bytes.toString();
    expect(text).toContain('xmlns="http://www.w3.org/2000/svg"');
    expect(text).toContain('African-American');
    expect(text).not.toMatch(/var\(|class=|<script/);
  });

  test('as PNG of three times its size', async () => {
    const page = await site.open();
    await openExample(page, /Open example: COMPAS/);
    const chart = page.getByRole('img', { name: /Chart/ }).first();
    await chart.waitFor();
    const { width } = await chart.boundingBox();
    const { name, bytes } = await saveFile(page, /^Save as PNG/);
    expect(name).toMatch(/\.png$/);
    expect(bytes.subarray(1, 4).toString()).toBe('PNG');
    expect(bytes.readUInt32BE(16)).toBeCloseTo((width + 32) * 3, -1);
    expect(bytes.length).toBeGreaterThan(5000);
    expect(page.complaints).toEqual([]);
  });
});

test('the contents lead to each part’s heading', async () => {
  const page = await openAudit();
  await runAudit(page);
  const contents = page.getByRole('navigation', { name: 'In this report' });
  const titles = await contents.getByRole('button').allTextContents();
  expect(titles).toContain('Find groups');
  for (const title of titles) {
    await contents.getByRole('button', { name: title }).click();
    const focused = await page.evaluate(() => {
      let element = document.activeElement;
      while (element.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
      return [element.tagName, element.textContent.trim()];
    });
    expect(focused).toEqual([
      'H2',
      title === 'Each measure compared' ? 'Compared with Female' : title,
    ]);
  }
});

test('printed, the report is light and without buttons', async () => {
  const page = await site.open({ colorScheme: 'dark' });
  await openExample(page, /Open example: COMPAS/);
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  expect(await page.getByRole('button', { name: 'Save as JSON' }).isVisible()).toBe(false);
  expect(await page.getByRole('button', { name: 'New audit' }).isVisible()).toBe(false);
  expect(await page.getByRole('heading', { name: 'All figures' }).isVisible()).toBe(true);
  const width = () => document.documentElement.scrollWidth - innerWidth;
  await page.setViewportSize({ width: 720, height: 1000 }); // about an A4 page
  expect(await page.evaluate(width)).toBeLessThanOrEqual(0);
  const paper = () => getComputedStyle(document.documentElement).backgroundColor;
  expect(await page.evaluate(paper)).toBe('rgb(255, 255, 255)');
});

describe.each(['light', 'dark'])('in %s', (colorScheme) => {
  test('scores, subgroups and both models: axe finds no violation', async () => {
    const page = await openAudit({ colorScheme });
    await page.getByLabel('Second model').selectOption('second');
    await runAudit(page);
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByRole('region', { name: 'Subgroups found' }).waitFor();
    await page.getByText(/as tables$/).click();
    expect(await violationsOf(page)).toEqual([]);
  });
});

test('on a narrow phone nothing is wider than the screen', async () => {
  const page = await openAudit({ viewport: { width: 320, height: 640 } });
  await page.getByLabel('Second model').selectOption('second');
  await runAudit(page);
  await page.getByRole('button', { name: 'Search' }).click();
  await page.getByRole('region', { name: 'Subgroups found' }).waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
});
