// “Within strata”: compares groups among people with the same value of another column.

import { readFile } from 'node:fs/promises';
import { findExample, load, readReport } from 'fairwasm';
import { findViolations } from './axe.mjs';
import { chooseFile, csvFile, openExample, readTable, runAudit, useSite } from './support.mjs';

const site = await useSite();

const plain = (text) => text.replace(/\s+/g, ' ').trim();
const title = 'Gaps by sex, within department, compared with Men';

test('warns about the reversal in the Berkeley example, and shows it', async () => {
  const page = await site.open();
  await openExample(page, /Berkeley/);
  await page.getByText(/among rows with equal department \(Simpson’s paradox\)/).waitFor();
  await page.getByLabel('Compare people with the same').selectOption('department');
  await page.getByRole('button', { name: 'Compare within' }).click();
  await page.getByRole('region', { name: title }).waitFor();
  const found = await readTable(page, title);
  const [[name, row]] = Object.entries(found);
  expect(name).toBe('Selection rate of Women');
  expect(plain(row['Over all rows (points)'])).toMatch(/^−14\.2 /);
  expect(plain(row['Within strata (points)'])).toMatch(/^\+4\.3 /);
  expect(plain(row['The gap'])).toBe('reverses');
  expect(plain(row.p)).toBe('0.217');
  expect(plain(row['Common odds ratio'])).toBe('1.105 0.943–1.295');
  expect(await findViolations(page)).toEqual([]);
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as JSON' }).click();
  const { conditional, breakdowns } = readReport(await readFile(await (await saving).path(), 'utf8'));
  expect(breakdowns.map(({ by }) => by.join())).toContain('department');
  const fair = await load();
  const { counted } = findExample('berkeley');
  const tally = fair.tally({ groups: ['sex', 'department'], prediction: true });
  tally.updateCounted(counted);
  const audit = fair.auditTally(tally, { favorable: 'Admitted', privileged: { sex: 'Men' } });
  expect(conditional).toEqual([audit.conditional('sex', { within: 'department' })]);
  expect(page.complaints).toEqual([]);
});

test('accepts a column that does not define groups as the condition', async () => {
  const page = await site.open();
  const rows = Array.from(
    { length: 240 },
    (_, i) => `${(i * 7) % 5 < 2 ? 1 : 0},${['f', 'm'][i % 2]},${['x', 'y', 'z'][i % 3]}`,
  );
  await chooseFile(page, csvFile('hires.csv', ['hired,sex,site', ...rows].join('\n')));
  await page.getByLabel('Decision or prediction').selectOption('hired');
  await page.getByRole('checkbox', { name: 'sex', exact: true }).check();
  await page.getByRole('checkbox', { name: 'site', exact: true }).uncheck();
  await runAudit(page);
  await page.getByLabel('Compare people with the same').waitFor();
  await page.getByRole('button', { name: 'Compare within' }).click();
  await page.getByRole('region', { name: /^Gaps by sex, within site/ }).waitFor();
  const strata = await readTable(page, /^Selection rate in each stratum/);
  expect(Object.keys(strata)).toEqual(['x', 'y', 'z']);
  expect(page.complaints).toEqual([]);
});
