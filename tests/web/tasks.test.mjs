// Six tasks of an auditor, each in at most four clicks; choosing a file counts as one.

import { mulberry32 } from '../random-numbers.mjs';
import { saveFile } from './saving.mjs';
import { chooseFile, csvFile, runAudit, useSite } from './support.mjs';

const site = await useSite();

const most = 4;

/** A page that counts clicks. */
async function openCounting() {
  const page = await site.open();
  await page.evaluate(() => {
    Object.assign(globalThis, { clicks: 0 });
    const count = ({ isTrusted, detail }) => {
      if (isTrusted && detail > 0) globalThis.clicks += 1;
    };
    addEventListener('click', count, true);
  });
  return page;
}
const getClicks = (page) => page.evaluate(() => globalThis.clicks);

/** Decisions of two models about people whose outcomes are known. */
function hiringFile() {
  const random = mulberry32(11);
  const rows = Array.from({ length: 1200 }, (_, i) => {
    const sex = i % 3 === 0 ? 'Female' : 'Male';
    const region = ['north', 'south', 'west'][(i % 7) % 3];
    const qualified = random() < 0.5;
    const decide = (wrong) => (random() < wrong ? !qualified : qualified);
    const first = decide(sex === 'Female' && region === 'north' ? 0.45 : 0.1);
    return [sex, region, ...[qualified, first, decide(0.15)].map(Number)].join();
  });
  return csvFile('hiring.csv', ['sex,region,qualified,model_a,model_b', ...rows].join('\n'));
}

test('from a file to a PDF', async () => {
  const page = await openCounting();
  await chooseFile(page, hiringFile());
  await runAudit(page);
  const pdf = await page.pdf();
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
  expect(1 + (await getClicks(page))).toBeLessThanOrEqual(most);
});

test('share a report that opens again', async () => {
  const page = await openCounting();
  await chooseFile(page, hiringFile());
  await runAudit(page);
  const { bytes } = await saveFile(page, 'Save as HTML');
  expect(1 + (await getClicks(page))).toBeLessThanOrEqual(most);
  const other = await site.open();
  const shared = { name: 'shared.html', mimeType: 'text/html', buffer: bytes };
  await chooseFile(other, shared);
  await other.getByRole('heading', { name: 'Main findings' }).waitFor();
});

test('compare two models', async () => {
  const page = await openCounting();
  await chooseFile(page, hiringFile());
  await runAudit(page);
  await page.getByRole('region', { name: 'Gaps side by side' }).waitFor();
  expect(1 + (await getClicks(page))).toBeLessThanOrEqual(most);
});

test('find the worst groups', async () => {
  const page = await openCounting();
  await chooseFile(page, hiringFile());
  await runAudit(page);
  await page.getByRole('button', { name: 'Search' }).click();
  const found = page.getByRole('region', { name: 'Subgroups found' }).getByRole('rowheader').first().locator('.clause');
  await found.first().waitFor();
  const clauses = (await found.allTextContents()).map((text) => text.trim());
  expect(clauses.sort()).toEqual(['region north', 'sex Female']);
  expect(1 + (await getClicks(page))).toBeLessThanOrEqual(most);
});

test('publish impact ratios by race, sex, and both from counts', async () => {
  const page = await openCounting();
  const counts = 'race,sex,applicants,selected\na,f,120,38\nb,f,200,90\na,m,90,50\nb,m,300,160';
  await page.getByRole('button', { name: 'I have counts of groups' }).click();
  await chooseFile(page, csvFile('counts.csv', counts));
  await page.getByRole('button', { name: 'Make the tables' }).click();
  const { name, bytes } = await saveFile(page, 'Save tables as HTML');
  expect(name).toMatch(/\.html$/);
  for (const text of ['Impact ratio', 'By race', 'By sex', 'By race and sex']) expect(String(bytes)).toContain(text);
  expect(1 + (await getClicks(page))).toBeLessThanOrEqual(most);
});

test('measure leakage', async () => {
  const page = await openCounting();
  await page.getByRole('link', { name: 'Leakage' }).click();
  await page.getByRole('button', { name: 'Generate rows' }).click();
  await page.getByRole('button', { name: 'Let attackers learn' }).click();
  await page.getByRole('heading', { name: 'Attack results' }).waitFor();
  expect(await getClicks(page)).toBeLessThanOrEqual(most);
});
