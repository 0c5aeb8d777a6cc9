// “Columns that reveal a group”: the search for proxies of the audited file.

import { load } from 'fairwasm/slices';
import { mulberry32 } from '../random-numbers.mjs';
import { findViolations } from './axe.mjs';
import { saveFile } from './saving.mjs';
import { chooseFile, csvFile, getOverhang, runAudit, useSite } from './support.mjs';

const site = await useSite();

const random = mulberry32(5);
const rows = Array.from({ length: 400 }, (_, i) => {
  const sex = random() < 0.5 ? 'f' : 'm';
  const isTrue = random() < 0.8;
  return {
    sex,
    race: ['Black', 'White'][i % 2],
    district: (sex === 'f') === isTrue ? 'north' : 'south',
    hours: Math.round(1000 * random()) / 10,
    hired: random() < 0.4 ? 'yes' : 'no',
  };
});
const names = Object.keys(rows[0]);
const text = [names.join(), ...rows.map((row) => Object.values(row).join())].join('\n');
const column = (name) => rows.map((row) => row[name]);

/** @param {{ person?: string, viewport?: { width: number, height: number } }} [options] */
const opened = async ({ person, ...options } = {}) => {
  const page = await site.open(options);
  await chooseFile(page, csvFile('hires.csv', text));
  await page.getByLabel('Decision or prediction').selectOption('hired');
  for (const name of ['sex', 'race']) await page.getByRole('checkbox', { name, exact: true }).check();
  if (person) {
    await page.getByText('Scores, a second model').click();
    await page.getByLabel('Person with several rows').selectOption(person);
  }
  await runAudit(page);
  return { page, section: page.locator('find-proxies') };
};

test('finds what the package finds, without the decision, and saves it', async () => {
  const { page, section } = await opened();
  await section.getByRole('combobox', { name: 'Group' }).selectOption('sex');
  await section.getByRole('combobox', { name: 'Search' }).selectOption('Pairs too');
  await section.getByRole('button', { name: 'Find columns' }).click();
  const table = section.getByRole('table', { name: 'Strongest associations' });
  await table.waitFor();
  const columns = Object.fromEntries(['race', 'district', 'hours'].map((name) => [name, column(name)]));
  const found = await (await load()).proxies({ columns, group: column('sex') }, { maxColumns: 2 });
  expect(found.proxies[0].columns).toEqual(['district']);
  const { bytes } = await saveFile(page, 'Save columns as JSON');
  const saved = JSON.parse(String(bytes));
  // The order of the groups changes only the rounding.
  const strengths = ({ searched, permutations, proxies }) => ({
    searched,
    permutations,
    proxies: proxies.map((each) => ({ ...each, cramersV: each.cramersV.toFixed(12) })),
  });
  expect(strengths(saved)).toEqual(strengths(JSON.parse(JSON.stringify(found))));
  expect(page.complaints).toEqual([]);
  expect(await findViolations(page)).toEqual([]);
});

test('omits p-values if rows belong to people, and fits on a phone', async () => {
  const { page, section } = await opened({ person: 'hours', viewport: { width: 360, height: 740 } });
  await section.getByRole('button', { name: 'Find columns' }).click();
  const table = section.getByRole('table', { name: 'Strongest associations' });
  await table.waitFor();
  await section.getByText('several rows can belong to one person').waitFor();
  expect(await table.getByRole('row').count()).toBe(3); // without the person
  expect(await table.getByRole('columnheader', { name: /^p/ }).count()).toBe(0);
  expect(await getOverhang(page)).toBeLessThanOrEqual(0);
  expect(await findViolations(page)).toEqual([]);
});
