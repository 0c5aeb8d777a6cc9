// The Audit tab from a file or an example to the results, as a user sees them.

import { auditCsv, format, load, readReport } from 'fairwasm';
import { compas, unless } from '../optional.mjs';
import { present } from '../present.mjs';
import { save } from './saving.mjs';
import {
  chooseBreakdown,
  chooseFile,
  csvFile,
  firstLine,
  holdWorkers,
  isFocused,
  openExample,
  readExactRates,
  readTable,
  runAudit,
  useSite,
} from './support.mjs';

const site = await useSite();

// Six women and four men. By hand: selected 2/6 and 3/4; true positive rates 2/4 and 2/2, false
// positive rates 0/2 and 1/2.
const hiring = [
  'applicant,sex,qualified,hired',
  '1,Female,yes,yes',
  '2,Female,yes,yes',
  '3,Female,yes,no',
  '4,Female,yes,no',
  '5,Female,no,no',
  '6,Female,no,no',
  '7,Male,yes,yes',
  '8,Male,yes,yes',
  '9,Male,no,yes',
  '10,Male,no,no',
].join('\n');

describe('examples', () => {
  test('shows the published error rates of COMPAS, rounded and exact', async () => {
    const page = await site.open();
    await openExample(page, /Open example: COMPAS/);
    const rounded = await readTable(page, 'All rates by race');
    // With Wilson's intervals, for 805 of 1795 and 349 of 1488.
    const text = (group) => rounded[group]['False positive rate'].replace(/\s+/g, ' ');
    expect(text('African-American')).toBe('44.8% 42.6 to 47.2%');
    expect(text('Caucasian')).toBe('23.5% 21.4 to 25.7%');
    const exact = await readExactRates(page, 'race');
    expect(exact['African-American']['False positive rate']).toBe(805 / (805 + 990));
    expect(exact.Caucasian['False positive rate']).toBe(349 / (349 + 1139));
    expect(exact['African-American']['False negative rate']).toBe(532 / (532 + 1369));
    expect(exact.Caucasian['False negative rate']).toBe(461 / (461 + 505));
    expect(page.complaints).toEqual([]);
  });

  test('shows meaning, chart, table, formula, and source of the selected measure', async () => {
    const page = await site.open();
    await openExample(page, /Open example: COMPAS/);
    const rates = page.getByRole('region', { name: 'Rates by group' });
    await rates.getByLabel('Measure').selectOption('False negative rate');
    await rates.getByText('Proportion that does not receive the burden').waitFor();
    await rates.getByRole('img', { name: /Chart: False negative rate by group/ }).waitFor();
    await rates.getByText('Formula and source').click();
    await rates.getByText('FN / (TP + FN)').waitFor();
    const table = await readTable(page, 'False negative rate by group');
    expect(table.Caucasian.Rows).toBe('2,454');
    expect(table.Caucasian['False negative rate'].replace(/\s+/g, ' ')).toBe('47.7% 44.6 to 50.9%');
    expect(page.complaints).toEqual([]);
  });

  test('lists incorrectly imposed burdens first, and opens their details', async () => {
    const page = await site.open();
    await openExample(page, /Open example: COMPAS/);
    const findings = page.getByRole('region', { name: 'Main findings' });
    const first = (await findings.textContent()).replace(/\s+/g, ' ');
    // 805 of 1795 compared with 349 of 1488.
    expect(first).toContain(
      'By race, the false positive rate is 44.8% in the African-American group (n = 1,795) and 23.5% in the ' +
        'Caucasian group (n = 1,488): a gap of +21.4 points (95% CI +16.9 to +25.7, p < 0.001).',
    );
    // 2174 of 3696 compared with 854 of 2454.
    expect(first).toContain('a ratio of 1.69 (1.56–1.84)');
    await findings.getByRole('button', { name: 'All values by race' }).last().click();
    expect(await isFocused(page.getByRole('heading', { name: /^By race, compared/ }))).toBe(true);
    const table = await readTable(page, 'False positive rate difference by group');
    expect(Object.keys(table)).toEqual(['African-American', 'Other']);
    expect(table['African-American'].p).toBe('< 0.001');
    expect(await page.getByRole('region', { name: 'Methods' }).textContent()).toContain('2,000 draws, seed 1');
    const name = 'compas-two-year-recidivism-by-race-broward-county-2013-2014-audit.html';
    expect(await save(page, 'HTML', name)).toContain('Positive here means &quot;predicted to reoffend&quot;, a burden');
  });

  test('keeps the selected measures when other groups are selected', async () => {
    const page = await site.open();
    await openExample(page, /Open example: UC Berkeley/);
    const rates = page.getByRole('region', { name: 'Rates by group' });
    const compared = page.getByRole('region', { name: /^Compared with/ });
    await rates.getByLabel('Measure').selectOption('Selection rate');
    await compared.getByLabel('Measure').selectOption('Disparate impact');
    await chooseBreakdown(page, 'sex');
    await page.getByRole('heading', { name: 'By sex, compared with Men' }).waitFor();
    expect(await rates.getByLabel('Measure').inputValue()).toBe('selectionRate');
    expect(await compared.getByLabel('Measure').inputValue()).toBe('disparateImpact');
  });

  test('highlights a selected group in all charts and tables', async () => {
    const page = await site.open();
    await openExample(page, /Open example: COMPAS/);
    const rates = page.getByRole('region', { name: 'All rates by race' });
    await rates.getByRole('button', { name: 'Other' }).click();
    const pressed = page.getByRole('button', { name: 'Other', pressed: true });
    await pressed.nth(3).waitFor(); // two measures, the confusion matrix and the table
    const bar = page.getByRole('region', { name: 'Selection' });
    expect(await bar.getByLabel('Highlight').inputValue()).toBe('Other');
    await bar.getByLabel('Highlight').selectOption('Caucasian');
    expect(await page.getByRole('button', { name: 'Other', pressed: true }).count()).toBe(0);
    await page.mouse.wheel(0, 2000);
    expect(await bar.evaluate((element) => element.getBoundingClientRect().top)).toBe(0);
    expect(page.complaints).toEqual([]);
  });

  test('shows the numbers of a chart at the pointer', async () => {
    const page = await site.open();
    await openExample(page, /Open example: COMPAS/);
    const chart = page.getByRole('img', { name: /Chart: False positive rate by group/ });
    await chart.hover({ position: { x: 200, y: 45 } });
    await chart.getByText('interval:').first().waitFor();
    expect(await chart.textContent()).toContain('3,696 rows');
    expect(page.complaints).toEqual([]);
  });

  test('shows Berkeley by sex, by department, and by both', async () => {
    const page = await site.open();
    await openExample(page, /Open example: UC Berkeley/);
    await chooseBreakdown(page, 'sex');
    const bySex = await readExactRates(page, 'sex');
    expect(bySex.Men['Selection rate']).toBe(1198 / 2691);
    expect(bySex.Women['Selection rate']).toBe(557 / 1835);
    await chooseBreakdown(page, 'sex × department');
    const crossed = await readTable(page, 'All rates by sex and department');
    expect(Number(firstLine(crossed['Women, A']['Selection rate']))).toBe(89 / 108);
    expect(Number(firstLine(crossed['Men, A']['Selection rate']))).toBe(512 / 825);
  });
});

describe('files', () => {
  test('guesses, audits, and saves a file as the same report', async () => {
    const page = await site.open();
    await chooseFile(page, csvFile('hiring.csv', hiring));
    await page.getByRole('heading', { name: 'hiring.csv', level: 1 }).waitFor();
    expect(await page.getByLabel('Decision or prediction').inputValue()).toBe('hired');
    expect(await page.getByLabel('True outcome').inputValue()).toBe('qualified');
    expect(await page.getByLabel('Positive (favorable) label').inputValue()).toBe('yes');
    expect(await page.getByRole('checkbox', { name: 'sex' }).isChecked()).toBe(true);
    await runAudit(page);
    const rates = await readExactRates(page, 'sex');
    expect(rates.Female).toMatchObject({ 'Selection rate': 2 / 6, 'True positive rate': 2 / 4 });
    expect(rates.Male).toMatchObject({ 'Selection rate': 3 / 4, 'False positive rate': 1 / 2 });

    /** @type {import('fairwasm').CsvAuditOptions} */
    const options = {
      label: 'qualified',
      prediction: 'hired',
      groups: ['sex'],
      outcome: 'benefit',
      source: 'hiring.csv',
    };
    const expected = await auditCsv(await load(), hiring, options);
    const json = await save(page, 'JSON', 'hiring-audit.json');
    const { provenance, view, ...report } = readReport(json);
    expect(format(report, 'json')).toBe(format(expected, 'json'));
    expect(provenance).toMatchObject({ where: 'the page', data: { name: 'hiring.csv' } });
    expect(present(view).by).toEqual(['sex']);
    const whole = { ...expected, provenance, view };
    expect(json).toBe(format(whole, 'json'));
    expect(await save(page, 'HTML', 'hiring-audit.html')).toBe(format(whole, 'html'));
    expect(await save(page, 'Markdown', 'hiring-audit.md')).toBe(format(whole, 'markdown'));
    expect(await save(page, 'CSV', 'hiring-audit.csv')).toBe(format(expected, 'csv'));
  });

  test.each([
    ['dropped', (page) => drop(page, 'hiring.csv', hiring), 'hiring.csv'],
    ['pasted', (page) => paste(page, hiring.replaceAll(',', '\t')), 'Pasted rows'],
  ])('a table is %s', async (_how, bring, name) => {
    const page = await site.open();
    await bring(page);
    await page.getByRole('heading', { name, level: 1 }).waitFor();
    await runAudit(page);
    const rates = await readTable(page, 'All rates by sex');
    expect(firstLine(rates.Male['Selection rate'])).toBe('75.0%');
  });

  test('ignores text that is moved within the page or dropped into a field', async () => {
    const page = await site.open();
    await page.getByText('Paste a table').click();
    const dropText = (target) =>
      target.evaluate((element) => {
        const dataTransfer = new DataTransfer();
        dataTransfer.setData('text/plain', 'sex,hired\nF,1\nM,0');
        for (const type of ['dragover', 'drop']) {
          element.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, composed: true, cancelable: true }));
        }
      });
    const isStart = async () => {
      await page.waitForTimeout(300);
      return page.getByText('or drop it here').isVisible();
    };
    await dropText(page.getByLabel('Rows copied from a spreadsheet'));
    expect(await isStart()).toBe(true);
    await page.getByRole('heading', { level: 1 }).dispatchEvent('dragstart');
    await dropText(page.getByText('or drop it here'));
    expect(await isStart()).toBe(true);
    await page.getByRole('heading', { level: 1 }).dispatchEvent('dragend');
    await dropText(page.getByText('or drop it here'));
    await page.getByRole('heading', { name: 'Pasted rows' }).waitFor();
  });

  test('lets users correct a wrong guess and change columns later', async () => {
    const page = await site.open();
    // These names mislead the guess.
    const misnamed = hiring.replace('qualified,hired', 'predicted_fit,outcome');
    await chooseFile(page, csvFile('misnamed.csv', misnamed));
    expect(await page.getByLabel('Decision or prediction').inputValue()).toBe('predicted_fit');
    await page.getByLabel('Decision or prediction').selectOption('outcome');
    await page.getByLabel('True outcome').selectOption('predicted_fit');
    await page.getByLabel('Compare with (reference group of sex)').selectOption('Male');
    await runAudit(page);
    expect((await readExactRates(page, 'sex')).Female['Selection rate']).toBe(2 / 6);
    await page.getByRole('heading', { name: 'By sex, compared with Male' }).waitFor();

    await page.getByRole('button', { name: 'Change columns' }).click();
    await page.getByLabel(/^Positive (\(favorable\) )?label/).selectOption('no');
    await runAudit(page);
    expect((await readExactRates(page, 'sex')).Female['Selection rate']).toBe(4 / 6);
  });

  test('uses a score with a threshold instead of decisions', async () => {
    const page = await site.open();
    const rows = ['sex,outcome,score', 'F,1,0.9', 'F,0,0.2', 'M,1,0.7', 'M,0,0.65', 'M,1,0.1'];
    await chooseFile(page, csvFile('scores.csv', rows.join('\n')));
    await page.getByLabel('Decision or prediction').selectOption('None');
    await page.getByLabel('Threshold').fill('0.7');
    await page.getByLabel('Threshold').press('Tab');
    await runAudit(page);
    const rates = await readExactRates(page, 'sex');
    expect(rates.F['Selection rate']).toBe(1 / 2);
    expect(rates.M['Selection rate']).toBe(1 / 3);
  });

  unless(compas.missing, test)('the real COMPAS file has the published error rates', async () => {
    const page = await site.open();
    await chooseFile(page, compas.path);
    expect(await page.getByLabel('Decision or prediction').inputValue()).toBe('predicted_recid');
    expect(await page.getByLabel('True outcome').inputValue()).toBe('two_year_recid');
    expect(await page.getByLabel('Weight').inputValue()).toBe('');
    await page.getByRole('checkbox', { name: 'sex' }).uncheck();
    await page.getByRole('checkbox', { name: 'age_cat' }).uncheck();
    await runAudit(page);
    const rates = await readExactRates(page, 'race');
    expect(rates['African-American']['False positive rate']).toBeCloseTo(0.4485, 4);
    expect(rates.Caucasian['False positive rate']).toBeCloseTo(0.2345, 4);
    expect(rates['African-American']['False negative rate']).toBeCloseTo(0.2799, 4);
    expect(rates.Caucasian['False negative rate']).toBeCloseTo(0.4772, 4);
    expect(page.complaints).toEqual([]);
  });
});

test('shows warnings about the data above the figures', async () => {
  const page = await site.open();
  // A score that is high for unfavorable outcomes.
  const rows = Array.from(
    { length: 200 },
    (_, i) => `${i % 2 ? 'F' : 'M'},${i % 3 ? 1 : 0},${i % 5 ? 1 : 0},${(i % 3 ? 0.1 : 0.8) + (i % 7) / 100}`,
  );
  const text = ['sex,outcome,predicted,score', ...rows].join('\n');
  await chooseFile(page, csvFile('backward.csv', text));
  expect(await page.getByLabel('Score', { exact: true }).inputValue()).toBe('score');
  await runAudit(page);
  const report = JSON.parse(await save(page, 'JSON', 'backward-audit.json'));
  expect(report.warnings).toHaveLength(1);
  await page.getByText(report.warnings[0]).waitFor();
});

describe('small groups', () => {
  test('are marked, and listed if their gap is certain', async () => {
    const page = await site.open();
    const rows = (group, all, hired) => Array.from({ length: all }, (_, i) => `${group},${i < hired ? 1 : 0}`);
    const text = ['team,hired', ...rows('A', 100, 60), ...rows('B', 90, 40), ...rows('C', 5, 0)];
    await chooseFile(page, csvFile('teams.csv', text.join('\n')));
    await page.getByRole('checkbox', { name: 'team' }).check();
    await runAudit(page);
    const summary = page.getByRole('region', { name: 'Main findings' });
    const findings = (await summary.textContent()).replace(/\s+/g, ' ');
    expect(findings).toContain('the selection rate is 0.0% in the C group (n = 5) and 60.0% in the A group (n = 100)');
    const table = await readTable(page, 'Disparate impact by group');
    expect(Object.keys(table).sort()).toEqual(['B', 'C']);
    await page.getByRole('listitem').getByText('C: few cases in all rates').waitFor();
  });
});

describe('explains files that cannot be audited', () => {
  test.each([
    ['an empty file', '', /an empty file/],
    ['only a header', 'sex,hired\n', /only a header/],
    ['a ragged row', 'sex,hired\nMale,1\nFemale\n', /at data row 2.*Expected 2 fields.*found 1/s],
    ['a binary file', '\x89PNG\r\n\x1a\n\0\0\0\rIHDR', /found an image/],
    ['a quote left open', 'sex,hired\nMale,"1\nFemale,0\n', /Expected a closing quote/],
  ])('%s', async (_what, content, message) => {
    const page = await site.open();
    const buffer = Buffer.from(content, 'latin1');
    await chooseFile(page, { name: 'bad.csv', mimeType: 'text/csv', buffer });
    const alert = page
      .getByRole('alert')
      .filter({ hasText: 'problem' })
      .or(page.getByRole('alert').filter({ hasText: 'cannot be read' }));
    await alert.waitFor();
    expect(await alert.textContent()).toMatch(message);
    // The next step is available.
    await chooseFile(page, csvFile('hiring.csv', hiring));
    await page.getByRole('heading', { name: 'hiring.csv' }).waitFor();
    expect(await page.getByRole('alert').allInnerTexts()).toEqual(['']);
  });

  test('does not audit text that is not a table', async () => {
    const page = await site.open();
    await chooseFile(page, csvFile('letter.csv', 'Dear Sir or Madam\nYours faithfully\n'));
    await page.getByRole('button', { name: 'Run the audit' }).click();
    await page.getByText('Choose a column with decisions').waitFor();
  });

  test('omits a row with a missing value, or reports its column', async () => {
    const page = await site.open();
    await chooseFile(page, csvFile('gap.csv', hiring.replace('3,Female,yes,no', '3,Female,yes,')));
    const gaps = page.getByLabel('Rows without a label, decision, or number');
    expect(await gaps.inputValue()).toBe('drop');
    await gaps.selectOption('error');
    await page.getByRole('button', { name: 'Run the audit' }).click();
    await page.getByText('There is a problem with “hired”, at data row 3').waitFor();
    await page.getByRole('button', { name: 'Omit rows with missing values' }).click();
    await page.getByText('1 row with missing values is omitted.').waitFor();
    await page.getByRole('button', { name: 'Change columns' }).click();
    expect(await gaps.inputValue()).toBe('drop');
  });

  test('treats rows of unknown group as a group, or omits them', async () => {
    const page = await site.open();
    const unknown = hiring.replace('3,Female,yes,no', '3,,yes,no\n300,Prefer not to say,yes,no');
    await chooseFile(page, csvFile('gap.csv', unknown));
    await runAudit(page);
    const getGroups = async () =>
      Object.keys(await readTable(page, 'All rates by sex')).filter((name) => name !== 'All rows');
    const groups = await getGroups();
    expect(groups.slice(-2).sort()).toEqual(['(missing)', 'Prefer not to say']);
    await page.getByRole('button', { name: 'Change columns' }).click();
    await page.getByText('sex: 2 (blank, “Prefer not to say”).').waitFor();
    await page.getByLabel('Rows without a known group').selectOption('drop');
    await runAudit(page);
    await page.getByText('2 rows with missing values are omitted.').waitFor();
    await page.getByText('2 rows have no known “sex” (empty, “Prefer not to say”) and are omitted.').first().waitFor();
    expect(await getGroups()).toEqual(groups.slice(0, -2));
  });

  test('reports that no groups are selected', async () => {
    const page = await site.open();
    await chooseFile(page, csvFile('hiring.csv', hiring));
    await page.getByRole('checkbox', { name: 'sex' }).uncheck();
    await page.getByRole('button', { name: 'Run the audit' }).click();
    await page.getByText('Choose at least one column to compare groups by.').waitFor();
    const first = page.getByRole('checkbox').first();
    expect(await first.evaluate((element) => element.matches(':focus'))).toBe(true);
  });

  test('moves the focus to the first of several problems', async () => {
    const page = await site.open();
    const text = ['sex,decision', 'F,blue', 'M,green', 'F,green', 'M,blue'].join('\n');
    await chooseFile(page, csvFile('colors.csv', text));
    await page.getByLabel('Decision or prediction').selectOption('None');
    await page.getByRole('checkbox', { name: 'sex' }).uncheck();
    await page.getByRole('button', { name: 'Run the audit' }).click();
    await page.getByText('Choose a column with decisions').waitFor();
    await page.getByText('Choose at least one column to compare groups by.').waitFor();
    expect(await isFocused(page.getByLabel('Decision or prediction'))).toBe(true);
  });

  test('reports that there is only one group', async () => {
    const page = await site.open();
    await chooseFile(page, csvFile('hiring.csv', hiring.replaceAll('Female', 'Male')));
    await page.getByRole('checkbox', { name: 'sex' }).check();
    await runAudit(page);
    await page.getByText('There is only one group').first().waitFor();
    const rates = await readTable(page, 'All rates by sex');
    expect(firstLine(rates.Male['Selection rate'])).toBe('50.0%');
  });

  test('compares only the largest of too many groups', async () => {
    const page = await site.open();
    const rows = Array.from(
      { length: 10_000 },
      (_, i) => `shop${i % 7 ? i % 400 : i % 3},town${i % 150},${i % 3 ? 1 : 0}`,
    );
    await chooseFile(page, csvFile('towns.csv', ['shop,region,hired', ...rows].join('\n')));
    await page.getByRole('checkbox', { name: 'shop' }).uncheck();
    await page.getByRole('checkbox', { name: 'region' }).check();
    await runAudit(page);
    expect(Object.keys(await readTable(page, 'All rates by region'))).toHaveLength(13); // with all rows together
    await page.getByRole('button', { name: 'Show all 150 groups' }).last().click();
    expect(Object.keys(await readTable(page, 'All rates by region'))).toHaveLength(151);

    await page.getByRole('button', { name: 'Change columns' }).click();
    await page.getByRole('checkbox', { name: 'region' }).uncheck();
    await page.getByRole('checkbox', { name: 'shop' }).check();
    await page.getByLabel(/Largest groups/).fill('3');
    await page.getByLabel(/Largest groups/).press('Tab');
    await runAudit(page);
    const groups = Object.keys(await readTable(page, 'All rates by shop'));
    expect(groups.sort()).toEqual(['All rows', 'other', 'shop0', 'shop1', 'shop2']);
  });

  test('rejects too many intersectional groups', async () => {
    const page = await site.open();
    const rows = Array.from({ length: 5000 }, (_, i) => `t${i % 100},b${i % 90},${i % 3 ? 1 : 0}`);
    await chooseFile(page, csvFile('towns.csv', ['town,bank,hired', ...rows].join('\n')));
    await page.getByRole('checkbox', { name: 'town' }).check();
    await page.getByRole('checkbox', { name: 'bank' }).check();
    await page.getByRole('button', { name: 'Run the audit' }).click();
    await page.getByText('These columns form 9,000 intersectional groups. Choose fewer').waitFor();
  });

  test('shows figures before their intervals', async () => {
    const page = await site.open();
    const rows = Array.from({ length: 19_000 }, (_, i) => `t${i % 190},${i % 7 ? 1 : 0},${i % 3 ? 1 : 0}`);
    await chooseFile(page, csvFile('towns.csv', ['town,hired,predicted', ...rows].join('\n')));
    await page.getByRole('checkbox', { name: 'town' }).check();
    const workers = await holdWorkers(page);
    await page.getByRole('button', { name: 'Run the audit' }).click();
    await page.getByRole('heading', { name: 'First figures' }).waitFor();
    await page.getByText('computing intervals and tests').waitFor();
    await workers.release();
    await page.getByRole('heading', { name: 'All figures' }).waitFor();
    expect(await page.getByRole('heading', { name: 'First figures' }).count()).toBe(0);
  });

  test('shows the reason for undefined values', async () => {
    const page = await site.open();
    // No man is unqualified, so their false positive rate is 0/0.
    const men = hiring.replaceAll(/Male,no/g, 'Male,yes');
    await chooseFile(page, csvFile('men.csv', men));
    await runAudit(page);
    const rates = await readTable(page, 'All rates by sex');
    expect(rates.Male['False positive rate']).toBe('–');
    await page.getByText('no actual negatives among sex = Male', { exact: true }).waitFor();
  });

  test('never renders text from files as markup', async () => {
    const page = await site.open();
    const attack = '<img src=x onerror=document.title=1><script>document.title=2</script>';
    await chooseFile(page, csvFile(`${attack}.csv`, hiring.replaceAll('Female', attack)));
    await runAudit(page);
    expect(Object.keys(await readTable(page, 'All rates by sex'))).toContain(attack);
    await page.getByRole('img', { name: /Chart/ }).first().waitFor();
    expect(await page.title()).toBe('Audit · fairwasm');
    expect(await page.locator('img, script:not([src])').count()).toBe(0);
    expect(page.complaints).toEqual([]);
  });
});

// Imitates a file manager, with its own DataTransfer.
async function drop(page, name, text) {
  const transfer = await page.evaluateHandle(
    ([name, text]) => {
      const data = new DataTransfer();
      data.items.add(new File([text], name, { type: 'text/csv' }));
      return data;
    },
    [name, text],
  );
  const zone = page.getByText('or drop it here');
  await zone.dispatchEvent('dragover', { dataTransfer: transfer });
  await zone.dispatchEvent('drop', { dataTransfer: transfer });
}

function paste(page, text) {
  return page.evaluate((text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', text);
    document.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
  }, text);
}
