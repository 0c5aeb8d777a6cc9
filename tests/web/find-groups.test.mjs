// “Find groups”: different groups in little time, kept on reload, each one click from its audit.

import { mulberry32 } from '../random-numbers.mjs';
import { importSources } from './source.mjs';
import { chooseFile, csvFile, isKept, readTable, runAudit, useSite } from './support.mjs';

const [{ getDistinct, maxOverlap }] = await importSources(['features/slices/distinct']);

test('omits groups that share most rows with a worse one', () => {
  const slices = [
    { rows: 100, sharedRows: [100, 90, 10] },
    { rows: 400, sharedRows: [90, 400, 10] },
    { rows: 50, sharedRows: [10, 10, 50] },
  ];
  const found = getDistinct({ slices });
  expect(found.slices).toEqual([
    { rows: 100, sharedRows: [100, 10] },
    { rows: 50, sharedRows: [10, 50] },
  ]);
  expect(found.omitted).toBe(1);
});

const site = await useSite();

describe('on the page', () => {
  /** Rows of `columns` columns whose errors depend on several of them. */
  function getRows(count, columns) {
    const random = mulberry32(3);
    const names = Array.from({ length: columns }, (_, i) => `c${i}`);
    const lines = Array.from({ length: count }, (_, row) => {
      const values = names.map((_, i) => Math.floor((3 + (i % 8)) * random() ** 2));
      const often = 0.05 + [0, 1, 2, 3].reduce((sum, i) => sum + (values[i] === i % 3 ? 0.1 : 0), 0);
      const label = row % 2;
      const decision = random() < often ? 1 - label : label;
      return [...values.map((value) => `v${value}`), label, decision].join();
    });
    return [[...names, 'label', 'predicted'].join(), ...lines].join('\n');
  }

  async function searched(count, columns) {
    const page = await site.open();
    await chooseFile(page, csvFile('rows.csv', getRows(count, columns)));
    await page.getByLabel('Decision or prediction').selectOption('predicted');
    await page.getByRole('checkbox', { name: 'c0', exact: true }).check();
    await runAudit(page);
    const start = performance.now();
    await page.getByRole('button', { name: 'Search' }).click();
    await foundOn(page).waitFor();
    return { page, milliseconds: performance.now() - start };
  }
  test('omits and names columns that determine the decision', async () => {
    const rows = Array.from({ length: 600 }, (_, i) => {
      const decile = 1 + ((i * 7 + (i >> 3)) % 10);
      const [sex, district] = [i % 2 ? 'f' : 'm', 'abc'[(i >> 1) % 3]];
      return [
        sex,
        district,
        decile,
        decile >= 5 ? 'High' : 'Low',
        (i * 5) % 3 === 0 ? 1 : 0,
        decile >= 5 ? 1 : 0,
      ].join();
    });
    const page = await site.open();
    const text = ['sex,district,decile,score_text,recid,predicted_recid', ...rows].join('\n');
    await chooseFile(page, csvFile('scored.csv', text));
    await runAudit(page);
    await page.getByRole('button', { name: 'Search' }).click();
    const section = page.getByRole('region', { name: 'Find groups' });
    await section
      .getByText(
        /Omitted decile, score_text: in at least 99% of the rows, each determines predicted_recid or is determined by it\./,
      )
      .waitFor();
    expect(await section.textContent()).not.toMatch(/by chance|score_text (High|Low)/);
  });

  const foundOn = (page) => page.getByRole('region', { name: 'Subgroups found' });

  test('48,000 rows of 12 columns take about two seconds', async () => {
    const { page, milliseconds } = await searched(48_000, 12);
    console.log(`groups of 48,000 rows × 12 columns found after ${Math.round(milliseconds)} ms`);
    expect(milliseconds).toBeLessThan(10_000);
    const rows = Object.values(await readTable(page, 'Subgroups found'));
    expect(rows.length).toBeGreaterThan(1);
    const overlaps = rows.slice(1).map((row) => Number.parseFloat(row['Overlap with groups above']));
    expect(Math.max(...overlaps)).toBeLessThanOrEqual(100 * maxOverlap);
  });

  test('keeps the groups on reload, and audits one with a click', async () => {
    const { page } = await searched(3000, 4);
    const first = foundOn(page).getByRole('row').nth(1);
    const [size] = await first.getByRole('cell').allInnerTexts();
    const rows = size.split('of')[0].trim().replace(',', '');
    await isKept(page);
    await page.reload();
    await first.getByRole('button', { name: 'Audit' }).click();
    await page.getByRole('heading', { name: 'By found group, compared with all others' }).waitFor();
    const panel = page.getByRole('region', { name: 'Rates by group' });
    await panel.getByRole('cell', { name: Number(rows).toLocaleString('en'), exact: true }).waitFor();
    expect(page.complaints).toEqual([]);
  });
});
