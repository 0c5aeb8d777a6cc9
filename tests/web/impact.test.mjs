// Adverse impact on the page: tables by groups of the audited file, by New York's rule or by none, stored with the
// report.

import { readReport } from 'fairwasm';
import { load } from 'fairwasm/impact';
import { present } from '../present.mjs';
import { findViolations } from './axe.mjs';
import { save, saveFile } from './saving.mjs';
import { chooseFile, csvFile, getOverhang, runAudit, useSite } from './support.mjs';

const site = await useSite();

const hostile = '<img src=x onerror=alert(1)>';
const rows = Array.from({ length: 300 }, (_, i) => ({
  sex: i % 3 ? 'f' : 'm',
  race: i % 149 === 0 ? 'rare' : ['White', 'Black', hostile][i % 3],
  hired: i % 3 === 0 || i % 5 === 0 ? 'yes' : 'no',
  points: (i * 37) % 101,
}));
const names = Object.keys(rows[0]);
const text = [names.join(), ...rows.map((row) => Object.values(row).join())].join('\n');
const column = (name) => rows.map((row) => row[name]);

const opened = async (options) => {
  const page = await site.open(options);
  await chooseFile(page, csvFile('hires.csv', text));
  for (const name of ['sex', 'race']) await page.getByRole('checkbox', { name, exact: true }).check();
  await runAudit(page);
  const section = page.locator('impact-tables');
  await section.getByRole('heading', { name: 'Adverse impact' }).waitFor();
  return { page, section };
};
const make = async (section) => {
  await section.getByRole('button', { name: 'Make the tables' }).click();
  await section.getByRole('table', { name: 'By sex', exact: true }).waitFor();
};

test('shows the rates, ratios, and four-fifths results of the package without a rule', async () => {
  const { page, section } = await opened();
  await make(section);
  const [bySex] = (await load()).tables({ groups: { sex: column('sex') }, selected: column('hired') }).outcomes[0]
    .tables;
  const table = section.getByRole('table', { name: 'By sex', exact: true });
  for (const { name, applicants, selected, rate } of bySex.categories) {
    const cells = await getCells(table, name);
    expect(cells.slice(0, 3)).toEqual([String(applicants), String(selected), `${(100 * rate).toFixed(1)}%`]);
  }
  const { group: highest, comparisons } = present(present(bySex.fourFifths).againstHighest);
  const compared = section.getByRole('table', { name: `Compared with ${highest}, the highest` });
  const [{ group, z, shortfallToParity, smallestCell }] = comparisons;
  const cells = await getCells(compared.first(), group);
  expect(cells[4]).toBe(String(Math.ceil(shortfallToParity)));
  expect([cells[7].replace('−', '-'), cells[11]]).toEqual([z.toFixed(3), String(smallestCell)]);
  expect(page.complaints).toEqual([]);
  expect(await findViolations(page)).toEqual([]);
});

test('applies the rule to both columns and their intersection, excludes small groups, and saves the tables', async () => {
  const { page, section } = await opened();
  await section.getByLabel('Rule').selectOption('New York City, Local Law 144');
  expect(
    await section
      .locator('label', { hasText: /^\s*Sex/ })
      .locator('select')
      .inputValue(),
  ).toBe('sex');
  expect(await section.getByLabel('Race or ethnicity').inputValue()).toBe('race');
  await section.getByLabel(/below 2%/).check();
  await make(section);
  expect(await section.getByRole('table').count()).toBe(3);
  expect(await section.textContent()).not.toContain('four fifths');
  expect(await section.getByRole('row', { name: /^rare / }).textContent()).toContain('excluded');
  const expected = (await load()).localLaw144({
    sex: column('sex'),
    race: column('race'),
    selected: column('hired'),
    favorable: 'yes',
    excludeSmall: true,
  });
  const plain = JSON.parse(JSON.stringify(expected));
  const { bytes } = await saveFile(page, 'Save tables as JSON');
  expect(JSON.parse(String(bytes))).toEqual({ ...plain, source: 'hires.csv' });
  // The complete audit file contains the tables, too.
  const { extras } = readReport(await save(page, 'HTML', 'hires-audit.html'));
  expect(JSON.parse(JSON.stringify(present(extras).impact))).toEqual(plain);
  expect(page.complaints).toEqual([]);
});

test('suppresses small cells, and fits on a phone and in dark mode', async () => {
  const { page, section } = await opened({ viewport: { width: 360, height: 740 }, colorScheme: 'dark' });
  await section.getByLabel('Suppress counts below').selectOption('5');
  await make(section);
  expect(await section.getByText('suppressed', { exact: true }).count()).toBeGreaterThan(0);
  expect(await section.locator('img').count()).toBe(0);
  expect(await getOverhang(page)).toBeLessThanOrEqual(0);
  expect(await findViolations(page)).toEqual([]);
});

/** The cells of a row as a user reads them. */
const getCells = async (table, name) => {
  await table.waitFor();
  const row = table.getByRole('row', { name: new RegExp(`^${name} `) }).locator('td');
  return (await row.allInnerTexts()).map((text) => text.trim().replace(/\s+/g, ' '));
};
const typedCounts = async (page, text) => {
  await page.getByRole('button', { name: 'I have counts of groups' }).click();
  await page.getByText('Type or paste counts').click();
  await page.getByLabel('Start with the column names').fill(text);
  await page.getByRole('button', { name: 'Use these counts' }).click();
  await page.getByRole('heading', { name: '2. Assign the columns' }).waitFor();
};

test('shows the adverse impact ratio against a fixed group with its interval', async () => {
  const { page, section } = await opened();
  await section.getByLabel('Also compare each sex with').selectOption('f');
  await make(section);
  const [bySex] = (await load()).tables({
    groups: { sex: column('sex') },
    selected: column('hired'),
    reference: { sex: 'f' },
  }).outcomes[0].tables;
  const [{ group, ratio }] = present(present(bySex.fourFifths).againstReference).comparisons;
  const table = section.getByRole('table', { name: 'Compared with f, the reference, by sex' });
  const [shown, , isBelow, missing] = await getCells(table, group);
  expect(ratio.value).toBeGreaterThan(1);
  const digits = (number) => number.toFixed(3);
  expect(shown).toBe(`${digits(ratio.value)} ${present(ratio.ci).map(digits).join('–')}`);
  expect([isBelow, missing]).toEqual(['no', '0']);
  // Intersectional groups have no reference if only one attribute has one.
  const crossed = section.getByRole('table', { name: /the reference, by sex and race/ });
  expect(await crossed.count()).toBe(0);
  expect(await findViolations(page)).toEqual([]);
});

test('rejects estimated race under the rule', async () => {
  const { page, section } = await opened();
  await section.getByLabel('Rule').selectOption('New York City, Local Law 144');
  await section.getByText('Were any categories estimated?').click();
  await section.getByLabel('race was estimated').check();
  await section.getByRole('button', { name: 'Make the tables' }).click();
  await section.getByText(/does not allow imputed or inferred categories/).waitFor();
  expect(await section.getByRole('table').count()).toBe(0);
  // Without the rule they are counted and reported.
  await section.getByLabel('Rule').selectOption('none');
  await make(section);
  await section.getByText('Imputed').waitFor();
  expect(page.complaints).toEqual([]);
});

test('compares scores with a fixed group: ratios, mean differences, and residuals', async () => {
  const page = await site.open();
  const lines = rows.map(({ sex, hired, points }, i) => [sex, hired, i % 4 === 0 ? 1 : 0, points / 101].join());
  await chooseFile(page, csvFile('loans.csv', `sex,hired,repaid,score\n${lines.join('\n')}`));
  await page.getByLabel('Decision or prediction').selectOption('hired');
  await page.getByLabel('True outcome').selectOption('None: compare decisions only');
  if (!(await page.getByLabel('Score', { exact: true }).isVisible()))
    await page.getByText('Scores, a second model').click();
  await page.getByLabel('Score', { exact: true }).selectOption('score');
  await page.getByRole('checkbox', { name: 'sex', exact: true }).check();
  await runAudit(page);
  const section = page.locator('impact-scores');
  await section.getByLabel('Compare each sex with').selectOption('m');
  await section.getByLabel('Approval rates').fill('10, 400');
  await section.getByRole('button', { name: 'Compare the scores' }).click();
  await section.getByText('Enter numbers from 0 to 100').waitFor();
  await section.getByLabel('Approval rates').fill('10, 50 %');
  await section.getByRole('button', { name: 'Compare the scores' }).click();
  const given = { groups: { sex: column('sex') }, score: rows.map(({ points }) => points / 101), reference: 'm' };
  const impact = await load();
  const ratios = impact.ratiosByQuantile({ ...given, quantiles: [0.1, 0.5] });
  for (const [i, share] of ['10%', '50%'].entries()) {
    const { approved, rate, ratio } = ratios[i].groups[0];
    const table = section.getByRole('table', { name: new RegExp(`^The best ${share}`) });
    expect((await getCells(table, 'f')).slice(1)).toEqual([
      String(approved),
      rate.toFixed(3),
      present(ratio).value.toFixed(3),
    ]);
  }
  const { difference } = impact.meanDifferences(given).groups[0];
  const means = section.getByRole('table', { name: /^Of score; standard deviation/ });
  expect((await getCells(means, 'f'))[1]).toBe(
    `${present(difference).value > 0 ? '+' : ''}${present(difference).value.toFixed(3)}`,
  );
  const { bytes } = await saveFile(page, 'Save scores as JSON');
  const saved = JSON.parse(String(bytes));
  expect(saved).toMatchObject({ format: 'fairwasm-impact-scores', source: 'loans.csv' });
  // The complete audit file also contains them, and the page shows them when it opens the file.
  const tables = page.locator('impact-tables');
  await tables.getByRole('button', { name: 'Make the tables' }).click();
  await tables.getByRole('table', { name: 'By sex', exact: true }).waitFor();
  const whole = await save(page, 'HTML', 'loans-audit.html');
  const { impactScores, impact: counted } = present(readReport(whole).extras);
  expect(JSON.parse(JSON.stringify(impactScores))).toEqual(saved);
  expect(present(counted).format).toBe('fairwasm-impact');
  const again = await site.open();
  const file = { name: 'loans-audit.html', mimeType: 'text/html', buffer: Buffer.from(whole) };
  await chooseFile(again, file);
  await again.getByRole('heading', { name: 'Scores compared with m' }).waitFor();
  const restored = again.getByRole('table', { name: /^The best 10%/ });
  expect((await getCells(restored, 'f'))[1]).toBe(String(ratios[0].groups[0].approved));
  expect(await findViolations(again)).toEqual([]);
  expect(page.complaints).toEqual([]);
  expect(await findViolations(page)).toEqual([]);
});

describe('where a value is missing', () => {
  // Every tenth row has no decision, and every fourth has no score.
  const gaps = rows.map(({ sex, hired, points }, i) => ({
    sex,
    hired: i % 10 === 0 ? '' : hired,
    score: i % 4 === 1 ? 'NA' : points / 101,
  }));
  const lines = gaps.map(({ sex, hired, score }) => [sex, hired, score].join());
  const file = csvFile('gaps.csv', `sex,hired,score\n${lines.join('\n')}`);

  test('omits its rows as the audit does, and reports their number', async () => {
    const page = await site.open();
    await chooseFile(page, file);
    await page.getByLabel('Decision or prediction').selectOption('hired');
    await page.getByLabel('True outcome').selectOption('None: compare decisions only');
    if (!(await page.getByLabel('Score', { exact: true }).isVisible()))
      await page.getByText('Scores, a second model').click();
    await page.getByLabel('Score', { exact: true }).selectOption('score');
    await page.getByRole('checkbox', { name: 'sex', exact: true }).check();
    await page.getByLabel('Rows without a label, decision, or number').selectOption('drop');
    await runAudit(page);
    const tables = page.locator('impact-tables');
    await make(tables);
    await tables.getByText('30 rows with missing values').waitFor();
    const known = gaps.filter(({ hired }) => hired !== '');
    const [{ categories }] = (await load()).tables({
      groups: { sex: known.map(({ sex }) => sex) },
      selected: known.map(({ hired }) => hired),
    }).outcomes[0].tables;
    const table = tables.getByRole('table', { name: 'By sex', exact: true });
    for (const { name, applicants, selected } of categories) {
      const cells = await getCells(table, name);
      expect(cells.slice(0, 2)).toEqual([String(applicants), String(selected)]);
    }
    const { bytes } = await saveFile(page, 'Save tables as MD');
    expect(String(bytes)).toContain('30 rows with missing values');
    const scores = page.locator('impact-scores');
    await scores.getByRole('button', { name: 'Compare the scores' }).click();
    await scores.getByText('Rows with missing values (dropped): 75.').waitFor();
    const { extras } = readReport(await save(page, 'HTML', 'gaps-audit.html'));
    expect(present(extras).impact).toMatchObject({ droppedRows: 30 });
    expect(present(extras).impactScores).toMatchObject({ droppedRows: 75 });
    expect(page.complaints).toEqual([]);
  });
});

test('computes residuals of regression predictions', async () => {
  const page = await site.open();
  const wages = Array.from({ length: 200 }, (_, i) => ({
    sex: i % 3 ? 'm' : 'f',
    wage: 1000 + ((i * 37) % 211) * 10,
    predicted: 1000 + ((i * 53) % 199) * 10,
  }));
  const lines = wages.map((row) => Object.values(row).join());
  await chooseFile(page, csvFile('wages.csv', `sex,wage,predicted_wage\n${lines.join('\n')}`));
  await page.getByRole('button', { name: 'Run the audit' }).click();
  const section = page.locator('impact-scores');
  await section.getByLabel('Compare each sex with').selectOption('m');
  await section.getByRole('button', { name: 'Compare the scores' }).click();
  const { residual } = (await load()).meanDifferences({
    groups: { sex: wages.map(({ sex }) => sex) },
    score: wages.map(({ predicted }) => predicted),
    label: wages.map(({ wage }) => wage),
    reference: 'm',
  });
  const table = section.getByRole('table', { name: /^Residuals, wage - predicted_wage/ });
  const { value } = present(present(residual).groups[0].difference);
  expect((await getCells(table, 'f'))[1]).toBe(`${value > 0 ? '+' : '−'}${Math.abs(value).toFixed(3)}`);
});

test('shows the tables of one class at a time', async () => {
  const page = await site.open();
  const levels = ['low', 'medium', 'high'];
  const people = Array.from({ length: 240 }, (_, i) => ({
    sex: i % 2 ? 'm' : 'f',
    truth: levels[i % 3],
    predicted: levels[(i * 7 + (i % 2)) % 3],
  }));
  const lines = people.map((row) => Object.values(row).join());
  await chooseFile(page, csvFile('levels.csv', `sex,actual,predicted\n${lines.join('\n')}`));
  await page.getByRole('button', { name: 'Run the audit' }).click();
  const section = page.locator('impact-tables');
  await section.getByRole('button', { name: 'Make the tables' }).click();
  const { outcomes } = (await load()).tables({
    groups: { sex: people.map(({ sex }) => sex) },
    assigned: people.map(({ predicted }) => predicted),
  });
  for (const { name, tables } of outcomes) {
    await section.getByLabel('Class that counts as selected').selectOption(name);
    const table = section.getByRole('table', { name: `By sex: ${name}`, exact: true });
    await table.waitFor();
    const { applicants, selected } = tables[0].categories[0];
    expect((await getCells(table, 'f')).slice(0, 2)).toEqual([String(applicants), String(selected)]);
    expect(await section.getByRole('table', { name: /^By sex/ }).count()).toBe(1);
  }
});

test('reads typed counts, keeps them on reload, and matches results from rows', async () => {
  const page = await site.open();
  await typedCounts(page, 'race,applicants,hired\nBlack,120,38\nWhite,200,90\n');
  const section = page.locator('impact-input');
  expect(await section.getByRole('combobox', { name: /^Applicants/ }).inputValue()).toBe('applicants');
  expect(await section.getByRole('combobox', { name: /^Selected/ }).inputValue()).toBe('hired');
  await section.getByLabel('Also compare each race with').selectOption('Black');
  await section.getByRole('button', { name: 'Make the tables' }).click();
  const table = section.getByRole('table', { name: 'By race', exact: true });
  // 38 of 120 compared with 90 of 200: 0.3167 / 0.45 = 0.704; four fifths of 0.45 × 120 are 43.2, so 44 - 38 are
  // missing.
  const cells = await getCells(table, 'Black');
  expect(cells.slice(0, 3)).toEqual(['120', '38', '31.7%']);
  expect(cells[4]).toMatch(/^0\.704 /);
  const highest = section.getByRole('table', { name: /Compared with White, the highest/ });
  expect((await getCells(highest, 'Black')).slice(2, 4)).toEqual(['yes', '6']);
  const fixed = section.getByRole('table', { name: /Compared with Black, the reference/ });
  expect((await getCells(fixed, 'White'))[0]).toMatch(/^1\.421 /);
  await page.waitForTimeout(400); // stages are kept a moment after they change
  await page.reload();
  await section.getByRole('table', { name: 'By race', exact: true }).waitFor();
  expect(await section.getByLabel('Also compare each race with').inputValue()).toBe('Black');
  expect(page.complaints).toEqual([]);
  expect(await findViolations(page)).toEqual([]);
});

test('rejects impossible counts with their row, and requires a column', async () => {
  const page = await site.open();
  await typedCounts(page, 'race,applicants,hired\nBlack,20,38\nWhite,200,90\n');
  const section = page.locator('impact-input');
  await section.getByRole('checkbox', { name: 'race', exact: true }).uncheck();
  await section.getByRole('button', { name: 'Make the tables' }).click();
  await section.getByText('Select at least one group column.').waitFor();
  await section.getByRole('checkbox', { name: 'race', exact: true }).check();
  await section.getByRole('button', { name: 'Make the tables' }).click();
  await section.getByText(/“selected”, at data row 1/).waitFor();
  await section.getByText(/found 38 of 20/).waitFor();
});

test('weights group probabilities, with bounds and without a rule', async () => {
  const page = await site.open({ viewport: { width: 360, height: 740 } });
  const people = Array.from({ length: 120 }, (_, i) => ({
    White: [0.8, 0.3, 0.5][i % 3],
    Black: [0.2, 0.7, 0.5][i % 3],
    hired: i % 4 ? 'no' : 'yes',
  }));
  await page.getByRole('button', { name: 'I have counts of groups' }).click();
  const lines = people.map((row) => Object.values(row).join());
  await chooseFile(page, csvFile('probable.csv', `White,Black,hired\n${lines.join('\n')}`));
  const section = page.locator('impact-input');
  expect(await section.getByLabel('Each row is').inputValue()).toBe('probable');
  expect(await section.getByLabel('Rule').count()).toBe(0);
  await section.getByText(/cannot be applied/).waitFor();
  await section.getByRole('button', { name: 'Make the tables' }).click();
  const { categories, reference } = (await load()).byProbability({
    probabilities: { White: people.map(({ White }) => White), Black: people.map(({ Black }) => Black) },
    selected: people.map(({ hired }) => hired),
  });
  const table = section.getByRole('table', { name: new RegExp(`^Ratios are to ${reference}`) });
  const range = (ends) => ends.map((end) => end.toFixed(3)).join('–');
  for (const { name, applicants, weightedRate, rateBounds, rateInterval } of categories) {
    const cells = await getCells(table, name);
    expect(cells[0]).toBe(applicants.toFixed(3));
    expect(cells.slice(2, 5)).toEqual([
      `${weightedRate.value.toFixed(3)} ${range(weightedRate.ci)}`,
      range(rateBounds),
      range(rateInterval),
    ]);
  }
  await section.getByText(/^Categories are known only as probabilities/).waitFor();
  expect(await getOverhang(page)).toBeLessThanOrEqual(0);
  expect(await findViolations(page)).toEqual([]);
});

test('infers probabilities from names and places by tables of the user', async () => {
  const page = await site.open({ viewport: { width: 360, height: 740 } });
  const people = Array.from({ length: 120 }, (_, i) => ({
    last_name: ['Olson', 'García', 'Nobody'][i % 3],
    tract: ['t1', 't2'][i % 2],
    hired: i % 4 ? 'no' : 'yes',
  }));
  await page.getByRole('button', { name: 'I have counts of groups' }).click();
  const lines = people.map((row) => Object.values(row).join());
  await chooseFile(page, csvFile('people.csv', `last_name,tract,hired\n${lines.join('\n')}`));
  const section = page.locator('impact-input');
  expect(await section.getByLabel('Each row is').inputValue()).toBe('names');
  const makeTables = () => section.getByRole('button', { name: 'Make the tables' }).click();
  await makeTables();
  await section.getByText('Choose a table for each column.').waitFor();
  const surnames = 'name,rank,count,white,hispanic\nOLSON,1,100,95,(S)\nGARCIA,2,300,6,94\n';
  await section.getByLabel('Table of surnames').setInputFiles(csvFile('surnames.csv', surnames));
  await section.getByRole('combobox', { name: /^Place/ }).selectOption('tract');
  await section
    .getByLabel('Table of places')
    .setInputFiles(csvFile('tracts.csv', 'tract,white,hispanic\nt1,90,10\nt2,20,80\n'));
  await makeTables();
  // Its columns differ from those of the table of surnames.
  await section.getByText(/no such column/).waitFor();
  await section
    .getByLabel('Table of places')
    .setInputFiles(csvFile('tracts.csv', 'tract,count,white,hispanic\nt1,50,90,10\nt2,80,20,80\n'));
  await makeTables();
  const impact = await load();
  const pick = (name) => people.map((row) => row[name]);
  const { probabilities, unmatched } = impact.inferProbabilities({
    surname: pick('last_name'),
    place: pick('tract'),
    tables: {
      surname: { name: ['OLSON', 'GARCIA'], counts: { white: [95, 6], hispanic: [5, 94] }, people: [100, 300] },
      place: { name: ['t1', 't2'], counts: { white: [90, 20], hispanic: [10, 80] }, people: [50, 80] },
    },
  });
  expect(unmatched).toEqual({ surname: 1 / 3, place: 0 });
  const { categories } = impact.byProbability({ probabilities, selected: pick('hired') });
  const table = section.getByRole('table', { name: /^Ratios are to/ });
  for (const { name, applicants, rateBounds } of categories) {
    const cells = await getCells(table, name);
    expect(cells[0]).toBe(applicants.toFixed(3));
    expect(cells[3]).toBe(rateBounds.map((end) => end.toFixed(3)).join('–'));
  }
  await section.getByText('Not in the tables: surname 33.3%, place 0.0%').waitFor();
  expect(await section.getByLabel('Rule').count()).toBe(0);
  expect(await getOverhang(page)).toBeLessThanOrEqual(0);
  expect(await findViolations(page)).toEqual([]);
});
