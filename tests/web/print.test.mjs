// Reports on paper: the summary first, then each attribute, in few pages and within the width of the paper.

import { mulberry32 } from '../random-numbers.mjs';
import { chooseFile, csvFile, openExample, runAudit, useSite } from './support.mjs';

const site = await useSite();

/** The number of pages of the printed page. */
async function getPages(page) {
  const sides = { top: '1cm', bottom: '1cm', left: '1cm', right: '1cm' };
  const pdf = await page.pdf({ format: 'A4', margin: sides });
  return pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length;
}

/** Rows with the groups of the COMPAS file and about its error rates. */
function compasRows() {
  const random = mulberry32(7);
  const races = [
    ['African-American', 3696, 0.514, 0.448, 0.72],
    ['Caucasian', 2454, 0.394, 0.235, 0.523],
    ['Hispanic', 637, 0.364, 0.215, 0.444],
    ['Other', 377, 0.353, 0.148, 0.323],
    ['Asian', 32, 0.281, 0.087, 0.667],
    ['Native American', 18, 0.556, 0.375, 0.9],
  ];
  const ages = ['25 - 45', '25 - 45', 'Greater than 45', 'Less than 25'];
  const rows = races.flatMap(([race, count, base, falsePositive, truePositive]) =>
    Array.from({ length: Number(count) }, () => {
      const label = Number(random() < Number(base));
      const decision = random() < Number(label ? truePositive : falsePositive);
      const sex = random() < 0.8 ? 'Male' : 'Female';
      return [sex, ages[Math.floor(random() * 4)], race, label, Number(decision)].join();
    }),
  );
  return ['sex,age_cat,race,two_year_recid,predicted_recid', ...rows].join('\n');
}

test('a file with the groups of COMPAS fills at most four pages', async () => {
  const page = await site.open();
  await chooseFile(page, csvFile('compas-two-years.csv', compasRows()));
  await runAudit(page);
  expect(await getPages(page)).toBeLessThanOrEqual(4);
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  await page.emulateMedia({ media: 'print' });
  for (const name of ['Main findings', /^By sex, /, /^By age_cat, /, /^By race, /])
    await page.getByRole('heading', { name, level: 2 }).filter({ visible: true }).waitFor();
});

test('the example of COMPAS fills two pages', async () => {
  const page = await site.open();
  await openExample(page, /Open example: COMPAS/);
  expect(await getPages(page)).toBeLessThanOrEqual(2);
});
