// Additional results of the Audit tab: scores, subgroups, comparisons of two models or versions, and saved charts.

import { readFile } from 'node:fs/promises';
import { load, readReport } from 'fairwasm';
import { load as loadThresholds } from 'fairwasm/thresholds';
import { present } from '../present.mjs';
import { findViolations } from './axe.mjs';
import { save, saveFile } from './saving.mjs';
import {
  chooseBreakdown,
  chooseFile,
  csvFile,
  getBox,
  holdWorkers,
  openExample,
  readTable,
  runAudit,
  useSite,
} from './support.mjs';

const site = await useSite();

const plain = (text) => text.replace(/\s+/g, ' ').trim();

// Old women in the north are hired far less often than their qualification predicts.
const rows = Array.from({ length: 1200 }, (_, i) => {
  const sex = i % 2 ? 'Female' : 'Male';
  const age = ['young', 'middle', 'old'][i % 3];
  const region = ['north', 'south'][Math.floor(i / 6) % 2];
  const isHit = sex === 'Female' && age === 'old' && region === 'north';
  const qualified = (i * 7919) % 100 < 50 ? 1 : 0;
  const score = (0.2 + 0.5 * qualified + ((i * 31) % 25) / 100).toFixed(2);
  const hired = isHit && (i * 13) % 10 < 8 ? 0 : Number(score) >= 0.5 ? 1 : 0;
  const second = Number(score) >= 0.55 ? 1 : 0;
  return { sex, age_group: age, region, qualified, score, hired, second };
});
const toCsv = (list) => [Object.keys(list[0]), ...list.map(Object.values)].map((row) => row.join(',')).join('\n');

async function openAudit(options) {
  const page = await site.open(options);
  await chooseFile(page, csvFile('hiring.csv', toCsv(rows)));
  await page.getByLabel('Decision or prediction').selectOption('hired');
  await page.getByLabel('True outcome').selectOption('qualified');
  await chooseScore(page);
  return page;
}

// Columns in use are visible from the start.
async function chooseScore(page) {
  const field = page.getByLabel('Score', { exact: true });
  if (!(await field.isVisible())) await page.getByText('Scores, a second model').click();
  await field.selectOption('score');
}

describe('find groups', () => {
  test('finds the planted subgroup with its p-value', async () => {
    const page = await openAudit();
    await runAudit(page);
    await page.getByLabel('Question').selectOption('Who most often gets a false unfavorable prediction?');
    await page.getByRole('button', { name: 'Search' }).click();
    const region = page.getByRole('region', { name: 'Subgroups found' });
    await region.waitFor();
    const clauses = region.getByRole('rowheader').first().locator('span.clause');
    const heading = (await clauses.allTextContents()).map(plain);
    expect(heading).toEqual(['sex Female', 'age_group old', 'region north']);
    const cells = await region.locator('tbody tr').first().locator('td').allTextContents();
    const [size, missed, all, p, shared] = cells.map(plain);
    expect([size, all, p, shared]).toEqual(['48of 600', '6.0%', '0.01', '–']);
    expect(missed).toMatch(/^75\.0%\d/); // and its interval
    expect(page.complaints).toEqual([]);
  });

  test('searches all columns, with numbers in ranges; scores only the chosen groups', async () => {
    const page = await site.open();
    const all = Array.from({ length: 2000 }, (_, i) => {
      const wrong = Number(i % 10 === 0 || (i % 4 === 1 && i >= 1800));
      const label = Math.floor(i / 4) % 2; // no column determines it
      return `${label},${label ^ wrong},${['f', 'm'][i % 3 === 0 ? 1 : 0]},${['x', 'y', 'z', 'w'][i % 4]},${i},${(i % 7) / 10}`;
    });
    const text = ['label,predicted,sex,place,day,score', ...all].join('\n');
    await chooseFile(page, csvFile('hidden.csv', text));
    await page.getByLabel('Decision or prediction').selectOption('predicted');
    await page.getByLabel('True outcome').selectOption('label');
    await chooseScore(page);
    for (const name of ['sex', 'place', 'day']) {
      await page.getByRole('checkbox', { name, exact: true }).setChecked(name === 'sex');
    }
    await runAudit(page);
    await page.getByLabel('Question').selectOption('Whose predictions are wrong most often?');
    await page.getByRole('button', { name: 'Search' }).click();
    const region = page.getByRole('region', { name: 'Subgroups found' });
    await region.waitFor();
    const clauses = region.getByRole('rowheader').first().locator('span.clause');
    expect((await clauses.allTextContents()).map(plain)).toEqual(['place y', 'day > 1799']);
    await page.getByLabel('Question').selectOption('For whom are scores too low?');
    await page.getByRole('button', { name: 'Search' }).click();
    await page
      .getByText('No subgroup stands out from the others.')
      .or(page.getByRole('columnheader', { name: 'Expected from scores' }))
      .first()
      .waitFor();
    expect(page.complaints).toEqual([]);
  });

  test('can be canceled and restarted', async () => {
    const page = await openAudit();
    await runAudit(page);
    const [worker] = page.workers();
    const ended = worker.waitForEvent('close');
    const workers = await holdWorkers(page);
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await ended;
    await workers.release();
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByRole('region', { name: 'Subgroups found' }).waitFor();
  });
});

describe('scores', () => {
  test('shows the AUC, calibration, and thresholds of the package', async () => {
    const page = await openAudit();
    await runAudit(page);
    await chooseBreakdown(page, 'sex');
    const fair = await load();
    const tally = fair.scoreTally(['sex']);
    tally.update({
      groups: { sex: rows.map(({ sex }) => sex) },
      label: rows.map(({ qualified }) => qualified),
      score: rows.map(({ score }) => Number(score)),
    });
    const groups = tally.by(['sex']);
    const women = present(groups.find(({ categories }) => categories.sex === 'Female'));
    const table = await readTable(page, 'Score statistics');
    expect(table.Female['AUC (area under the ROC curve)']).toBe(women.areaUnderCurve.toFixed(3));
    expect(table.Female['Calibration error']).toBe(`${(women.expectedCalibrationError * 100).toFixed(1)}%`);
    await page.getByRole('slider', { name: 'Threshold of Female' }).fill('0.8');
    const point = present(women.rocCurve.filter(({ threshold }) => threshold >= 0.8).at(-1));
    const moved = await readTable(page, 'Thresholds by group');
    expect(moved.Female['Selection rate']).toBe(`${(point.selectionRate * 100).toFixed(1)}%`);
    await page.getByRole('button', { name: 'Equal selection rates' }).click();
    const alike = await readTable(page, 'Thresholds by group');
    const rate = (name) => Number.parseFloat(alike[name]['Selection rate']);
    expect(Math.abs(rate('Female') - rate('Male'))).toBeLessThan(4); // a step of the scores
    expect(page.complaints).toEqual([]);
  });

  test('that are not probabilities can only make decisions', async () => {
    const page = await site.open();
    const tenfold = rows.map((row) => ({ ...row, score: (Number(row.score) * 10).toFixed(1) }));
    await chooseFile(page, csvFile('hiring.csv', toCsv(tenfold)));
    await chooseScore(page);
    await page.getByLabel('True outcome').selectOption('qualified');
    await page.getByLabel('Decision or prediction').selectOption('hired');
    await page.getByRole('button', { name: 'Run the audit' }).click();
    await page.getByText('Choose probabilities from 0 to 1').waitFor();
    await page.getByLabel('Decision or prediction').selectOption('');
    await runAudit(page);
    await page.getByText(/Scores: expected .*found/).waitFor();
  });
});

describe('cost of equal rates', () => {
  test('matches the package, and includes the current decisions', async () => {
    const page = await openAudit();
    await runAudit(page);
    const view = page.locator('frontier-view');
    await view.getByLabel('Between groups by').selectOption({ label: 'sex' });
    await view.getByLabel('Rates to equalize').selectOption('selection rates');
    await view.getByRole('button', { name: 'Draw the frontier' }).click();
    await view.getByRole('img', { name: /best accuracy by gap in selection rates/ }).waitFor();
    const thresholds = await loadThresholds();
    const column = (name) => rows.map((row) => row[name]);
    const curves = thresholds.curves({
      label: column('qualified'),
      score: column('score').map(Number),
      groups: { sex: column('sex') },
    });
    const percent = (value) => `${(100 * value).toFixed(1)}%`;
    const frontier = curves.frontier({ constraint: 'demographicParity' });
    const text = await view.getByRole('list').first().textContent();
    expect(text).toContain(`the best accuracy is ${percent(frontier[0].value)}`);
    expect(text).toContain(percent(present(frontier.at(-1)).value));
    const right = rows.filter(({ hired, qualified }) => hired === qualified).length;
    expect(text).toContain(`Decisions of this report: accuracy ${percent(right / rows.length)}`);
    // Another rate has its own chart, which must be drawn first.
    await view.getByLabel('Rates to equalize').selectOption('true and false positive rates');
    expect(await view.getByRole('img').count()).toBe(0);
    await view.getByRole('button', { name: 'Draw the frontier' }).click();
    await view.getByRole('img', { name: /true and false positive rates/ }).waitFor();
    expect(await findViolations(page)).toEqual([]);
    expect(page.complaints).toEqual([]);
  });

  test('is stored with the report, and restored from the file', async () => {
    const page = await openAudit();
    await runAudit(page);
    const kept = async () => readReport(await save(page, 'JSON', 'hiring-audit.json')).extras;
    const view = page.locator('frontier-view');
    await view.getByLabel('Between groups by').selectOption({ label: 'sex' });
    await view.getByRole('button', { name: 'Draw the frontier' }).click();
    await view.getByRole('img', { name: /best accuracy by gap/ }).waitFor();
    const frontier = present(present(await kept()).frontier);
    expect(frontier).toMatchObject({ by: ['sex'], constraint: 'demographicParity' });
    const file = await save(page, 'HTML', 'hiring-audit.html');
    // After a reload it is there without a new request.
    await page.waitForTimeout(400);
    await page.reload();
    await view.getByRole('img', { name: /best accuracy by gap in selection rates/ }).waitFor();
    // Hidden results are no longer stored.
    await view.getByLabel('Rates to equalize').selectOption('true positive rates');
    expect(await kept()).not.toHaveProperty('frontier');
    const other = await site.open();
    await chooseFile(other, { name: 'hiring-audit.html', mimeType: 'text/html', buffer: Buffer.from(file) });
    await other.getByRole('table', { name: 'Demographic parity: best accuracy by gap' }).waitFor();
    const table = await readTable(other, 'Demographic parity: best accuracy by gap');
    const { gap, accuracy } = frontier.single;
    expect(table['Best single threshold']).toEqual({ 'Largest gap': gap.toFixed(3), Accuracy: accuracy.toFixed(3) });
    await other.getByRole('img', { name: /^Demographic parity: best accuracy by gap/ }).waitFor();
    expect(other.complaints).toEqual([]);
  });

  test('shows the numbers of curves at the pointer, until it leaves or Escape is pressed', async () => {
    const page = await openAudit();
    await runAudit(page);
    const chart = page.locator('fairwasm-curve-chart').first();
    const picture = chart.getByRole('img', { name: /ROC curves/ });
    const said = chart.locator('.readout');
    await picture.scrollIntoViewIfNeeded();
    // All curves end in the upper right, where everyone is selected.
    const at = async () => {
      const { width } = await getBox(picture);
      const scale = width / 378; // of the drawing's own lengths
      await picture.hover({ position: { x: 366 * scale, y: 11 * scale } });
    };
    await at();
    await said.getByText(/: false positive rate 100\.0%, true positive rate 100\.0%$/).waitFor();
    await page.keyboard.press('Escape');
    expect(await said.textContent()).toBe('');
    await page.mouse.move(0, 0);
    await at();
    await said.getByText(/100\.0%/).waitFor();
    await page.mouse.move(0, 0);
    expect(await said.textContent()).toBe('');
    expect(page.complaints).toEqual([]);
  });
});

describe('side by side', () => {
  test('compares two models on the same rows', async () => {
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
    expect(plain(table.Female.hired)).toContain(`${(rate('hired') * 100).toFixed(1)}%`);
    expect(plain(table.Female.second)).toContain(`${(rate('second') * 100).toFixed(1)}%`);
  });

  test('uses paired intervals and tests for the same rows', async () => {
    const page = await openAudit();
    await page.getByLabel('Second model').selectOption('second');
    await runAudit(page);
    await page.getByRole('img', { name: /Gap in selection rate of both/ }).waitFor();
    await page.getByLabel('Measure to compare').selectOption('Accuracy');
    const fair = await load();
    const column = (name) => rows.map((row) => row[name]);
    const compared = await fair.compare({
      label: column('qualified'),
      predictions: { a: column('hired'), b: column('second') },
      groups: { sex: column('sex'), age_group: column('age_group'), region: column('region') },
    });
    const report = compared.report();
    const table = await readTable(page, 'Both side by side');
    const { groups } = present(report.breakdowns.find(({ by }) => by.join() === 'sex'));
    const { rates, decisions } = present(groups.find(({ name }) => name === 'Female'));
    const { value, adjustedCi: ci, adjustedPValue: pValue } = present(rates.accuracy).difference;
    const points = (number) =>
      `${number < 0 ? '−' : '+'}${Math.abs(number * 100).toFixed(1)}`.replace(/^.0\.0$/, '0.0');
    expect(plain(table.Female.Change)).toBe(`${points(value)} pp ${present(ci).map(points).join(' to ')} pp`);
    expect(table.Female.p).toBe(present(pValue) < 0.001 ? '< 0.001' : present(pValue).toFixed(3));
    expect(table.Female.Gained).toBe(String(decisions.onlyB));
    expect(table.Female.Lost).toBe(String(decisions.onlyA));
    const gaps = await readTable(page, 'Gaps side by side');
    const other = present(groups.find(({ gaps: each }) => each && 'accuracy' in each));
    const { change } = present(present(other.gaps).accuracy);
    expect(Object.keys(gaps)).toEqual([other.name]);
    expect(plain(gaps[other.name]['Change of the gap'])).toContain(`${points(change.value)} pp`);
    expect(page.complaints).toEqual([]);
  });

  test('compares two versions of a file', async () => {
    const page = await openAudit();
    await runAudit(page);
    const better = rows.map((row) => ({ ...row, hired: row.qualified }));
    const file = csvFile('hiring-2.csv', toCsv(better));
    await page.getByLabel('Choose the other file').setInputFiles(file);
    const heading = page.getByRole('heading', { name: 'Side by side' });
    await heading.waitFor();
    await page.getByLabel('Measure to compare').selectOption('Accuracy');
    const table = await readTable(page, 'Both side by side');
    expect(plain(table.Female['hiring-2.csv'])).toMatch(/^100\.0%/);
    expect(plain(table.Female['hiring.csv'])).not.toMatch(/^100\.0%/);
  });
});

describe('statistical power', () => {
  const openSmall = async () => {
    const page = await openAudit();
    await runAudit(page);
    await page.getByText('Equivalence test: is a gap below a margin?').click();
    return page;
  };

  test('tests a gap against the entered margin, as the package does', async () => {
    const page = await openSmall();
    await page.getByLabel('Margin, in percentage points').fill('30');
    await page.getByRole('button', { name: 'Test', exact: true }).click();
    await chooseBreakdown(page, 'sex');
    await page.getByRole('region', { name: 'Equivalence tests by sex' }).waitFor();
    const fair = await load();
    const column = (name) => rows.map((row) => row[name]);
    const frame = fair
      .audit({ label: column('qualified'), prediction: column('hired'), groups: { sex: column('sex') } })
      .frame('sex');
    const { group, pValue, isEquivalent } = frame.equivalence('statisticalParityDifference', 0.3);
    const table = await readTable(page, 'Equivalence tests by sex');
    const row = table[`Statistical parity difference of ${group.name}`];
    expect(row.Result).toBe('equivalent');
    expect(row.Margin).toBe('±30 points');
    expect(row.p).toBe(pValue < 0.001 ? '< 0.001' : pValue.toFixed(3));
    expect(isEquivalent).toBe(true);
    await page.getByText('within ±30 points: equivalent for 1 of 1 group.').first().waitFor();
    const { bytes } = await saveFile(page, 'Save as JSON');
    expect(JSON.parse(String(bytes)).equivalenceMargins.statisticalParityDifference).toEqual([-0.3, 0.3]);
    expect(page.complaints).toEqual([]);
  });

  test('rejects an invalid margin at its field', async () => {
    const page = await openSmall();
    const field = page.getByLabel('Margin, in percentage points');
    for (const wrong of ['0', '100', '']) {
      await field.fill(wrong);
      await page.getByRole('button', { name: 'Test', exact: true }).click();
      await page.getByText('Enter a number from 0.1 to 99.').waitFor();
      expect(await field.getAttribute('aria-invalid')).toBe('true');
    }
    expect(await page.getByRole('region', { name: /^Equivalence tests by/ }).count()).toBe(0);
  });

  test('shows shrunken rates of many small groups, and keeps the choices above', async () => {
    const page = await site.open();
    const small = rows.slice(0, 240);
    await chooseFile(page, csvFile('hiring.csv', toCsv(small)));
    await page.getByLabel('Decision or prediction').selectOption('hired');
    await page.getByLabel('True outcome').selectOption('qualified');
    await runAudit(page);
    await page.getByLabel('Show exact values').check();
    const box = page.getByLabel('Show shrunken rates');
    await box.check();
    await chooseBreakdown(page, 'sex × age_group × region');
    const title = 'Shrunken rates by sex and age_group and region';
    await page.getByRole('region', { name: title }).waitFor();
    const fair = await load();
    const names = ['sex', 'age_group', 'region'];
    const frame = fair
      .audit({
        label: small.map(({ qualified }) => qualified),
        prediction: small.map(({ hired }) => hired),
        groups: Object.fromEntries(names.map((name) => [name, small.map((row) => row[name])])),
      })
      .frame(names);
    const table = await readTable(page, title);
    for (const { group, shrunken } of frame.shrunken('selectionRate')) {
      const shown = table[group.name]['Selection rate'];
      expect(shown).toContain(`${(100 * shrunken.value).toFixed(1)}%`);
    }
    expect(await page.getByLabel('Show exact values').isChecked()).toBe(true);
    await box.uncheck();
    await page.getByRole('region', { name: title }).waitFor({ state: 'detached' });
    expect(page.complaints).toEqual([]);
    await page.locator('power-view').evaluate((view) => {
      view.origin = { file: new File([], 'empty.csv'), choice: view.origin.choice };
    });
    await box.click();
    await page.locator('power-view').getByRole('alert').waitFor();
    expect(await box.isChecked()).toBe(false);
  });

  test('offers a margin for an example, and no shrinkage for large groups', async () => {
    const page = await site.open();
    await openExample(page, /Open example: COMPAS/);
    await page.getByText('Equivalence test: is a gap below a margin?').click();
    await page.getByRole('button', { name: 'Test', exact: true }).click();
    await page.getByRole('region', { name: /^Equivalence tests by/ }).waitFor();
    const table = await readTable(page, /^Equivalence tests by/);
    const row = table['Statistical parity difference of African-American'];
    expect(row.Result).toBe('larger');
    expect(await page.getByLabel('Show shrunken rates').count()).toBe(0);
  });
});

describe('charts are saved', () => {
  test('as self-contained SVG', async () => {
    const page = await site.open();
    await openExample(page, /Open example: COMPAS/);
    await page.getByRole('img', { name: /Chart/ }).first().waitFor();
    const { name, bytes } = await saveFile(page, /^Save as SVG/);
    expect(name).toMatch(/\.svg$/);
    const text = bytes.toString();
    expect(text).toContain('xmlns="http://www.w3.org/2000/svg"');
    expect(text).toContain('African-American');
    expect(text).toContain('False positive rate difference by group</text>');
    expect(text).toContain('Bars: 95% intervals.</text>');
    expect(text).not.toMatch(/var\(|class=|<script/);
  });

  test('with a title and a legend, in the colors of the curves', async () => {
    const page = await openAudit();
    await runAudit(page);
    await chooseBreakdown(page, 'sex');
    const { bytes } = await saveFile(page, /^Save as SVG the chart of ROC/);
    const picture = bytes.toString();
    const [first, second] = ['Male', 'Female'];
    expect(picture).toContain(`ROC curves of ${first} and ${second}</text>`);
    for (const name of [first, second]) expect(picture).toContain(`>${name}</text>`);
    const strokes = (tag) =>
      [...picture.matchAll(new RegExp(`<${tag} [^>]*stroke="([^"]+)"`, 'g'))].map(([, color]) => color);
    for (const color of strokes('polyline')) expect(strokes('line')).toContain(color);
    expect(picture).not.toMatch(/var\(|class=/);
  });

  test('as PNG at three times the size', async () => {
    const page = await site.open();
    await openExample(page, /Open example: COMPAS/);
    const chart = page.getByRole('img', { name: /Chart/ }).first();
    await chart.waitFor();
    const { width } = await getBox(chart);
    const { name, bytes } = await saveFile(page, /^Save as PNG/);
    expect(name).toMatch(/\.png$/);
    expect(bytes.subarray(1, 4).toString()).toBe('PNG');
    expect(bytes.readUInt32BE(16)).toBeCloseTo((width + 32) * 3, -1);
    expect(bytes.length).toBeGreaterThan(5000);
    expect(page.complaints).toEqual([]);
  });
});

test('prints the report in light colors without buttons', async () => {
  const page = await site.open({ colorScheme: 'dark' });
  await openExample(page, /Open example: COMPAS/);
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  expect(await page.getByRole('button', { name: 'Save as JSON' }).isVisible()).toBe(false);
  expect(await page.getByRole('button', { name: 'New audit' }).isVisible()).toBe(false);
  expect(await page.getByRole('heading', { name: 'Main findings' }).isVisible()).toBe(true);
  const width = () => document.documentElement.scrollWidth - innerWidth;
  await page.setViewportSize({ width: 720, height: 1000 }); // about an A4 page
  expect(await page.evaluate(width)).toBeLessThanOrEqual(0);
  const paper = () => getComputedStyle(document.documentElement).backgroundColor;
  expect(await page.evaluate(paper)).toBe('rgb(255, 255, 255)');
});

test('prints rows that the screen hides', async () => {
  const page = await site.open();
  const teams = Array.from({ length: 30 }, (_, i) => `team ${String(i).padStart(2, '0')}`);
  const rows = teams.flatMap((team, i) =>
    Array.from({ length: 40 }, (_, row) => `${team},${row % 2},${row % (2 + (i % 3)) ? 1 : 0},${row / 40}`),
  );
  await chooseFile(page, csvFile('teams.csv', ['team,label,predicted,score', ...rows].join('\n')));
  await page.getByRole('checkbox', { name: 'team' }).check();
  await runAudit(page);
  await page.emulateMedia({ media: 'print' });
  await page.setViewportSize({ width: 720, height: 1000 });
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  const region = page.getByRole('region', { name: 'Rates by team' });
  for (const team of teams) {
    const heading = region.getByRole('columnheader', { name: team });
    expect([team, await heading.isVisible()]).toEqual([team, true]);
  }
  const tooWide = await page.evaluate(() => {
    const all = (root) =>
      [...root.querySelectorAll('*')].flatMap((each) => [each, ...(each.shadowRoot ? all(each.shadowRoot) : [])]);
    const cells = all(document).filter((element) => element.matches('td, th'));
    return cells.filter((cell) => cell.getBoundingClientRect().right > innerWidth + 1).length;
  });
  expect(tooWide).toBe(0);
  for (const role of ['slider', 'button']) {
    const shown = await page.getByRole(role).filter({ visible: true }).allInnerTexts();
    // A group has the same name on the screen and on paper.
    expect([role, shown.filter((text) => !teams.includes(text))]).toEqual([role, []]);
  }
  await page.evaluate(() => dispatchEvent(new Event('afterprint')));
  await region.first().waitFor({ state: 'detached' });
});

test('prints every rate of every group from the saved report', async () => {
  const page = await site.open();
  await openExample(page, /Open example: COMPAS/);
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as HTML' }).click();
  const saved = await page.context().newPage(); // without the page's own policy
  await saved.setViewportSize({ width: 720, height: 1000 }); // about an A4 page
  await saved.setContent(await readFile(await (await saving).path(), 'utf8'));
  await saved.emulateMedia({ media: 'print' });
  const rates = saved.getByRole('region', { name: 'Rates by race' });
  const named = await rates.locator('td[data-name="False positive rate"]').all();
  const last = await rates.locator('td[data-name="Balanced accuracy"]:not(:empty)').all();
  // All rows, three groups, and the gap.
  expect([named.length, last.length]).toEqual([5, 5]);
  for (const cell of [...named, ...last]) {
    const { left, right, height } = await cell.evaluate((element) => {
      const box = element.getBoundingClientRect();
      return { left: box.left, right: box.right, height: box.height };
    });
    expect(left).toBeGreaterThanOrEqual(0);
    expect(right).toBeLessThanOrEqual(720);
    expect(height).toBeGreaterThan(0);
  }
});
