// The Learn room: moving something changes the figures at once, and they are what they should be.

import { jest } from '@jest/globals';
import { violationsOf } from './axe.mjs';
import { headingOf, readTable, startSite } from './support.mjs';

jest.setTimeout(60_000);

let site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site?.close());

const lessons = ['conflict', 'amplification', 'small-groups', 'simpson', 'defects'];

async function openLesson(id, options) {
  const page = await site.open(options);
  await page.evaluate((id) => location.assign(`#/learn/${id}`), id);
  await page.getByRole('heading', { name: 'The point' }).waitFor();
  return page;
}

const slide = (page, name, value) => page.getByRole('slider', { name }).fill(String(value));
const plain = (text) => text.replace(/\s+/g, ' ').trim();
const said = async (locator) => plain(await locator.textContent());

describe('the room', () => {
  test('leads from the overview through all lessons, and focus follows', async () => {
    const page = await site.open();
    await page.getByRole('link', { name: 'Learn', exact: true }).click();
    await page.getByRole('heading', { name: 'What do the numbers mean?' }).waitFor();
    await page.getByRole('link', { name: 'Why do definitions of fairness conflict?' }).click();
    for (const id of lessons.slice(1)) {
      await page.getByRole('heading', { name: 'The point' }).waitFor();
      await page.getByRole('link', { name: /^Next: / }).click();
      await page.waitForURL(new RegExp(`#/learn/${id}$`));
      const isFocused = (heading) => heading.getRootNode().activeElement === heading;
      expect(await headingOf(page).evaluate(isFocused)).toBe(true);
    }
    await page.getByRole('link', { name: 'All lessons' }).click();
    await page.getByRole('heading', { name: 'What do the numbers mean?' }).waitFor();
    expect(page.complaints).toEqual([]);
  });

  test('large type makes everything larger, and is gone with the room', async () => {
    const page = await openLesson('conflict');
    const size = () => page.evaluate(() => getComputedStyle(document.documentElement).fontSize);
    expect(await size()).toBe('16px');
    await page.getByRole('button', { name: 'Large type' }).click();
    expect(await size()).toBe('22px');
    await page.getByRole('link', { name: 'Audit' }).click();
    await page.getByText('or drop it here').waitFor();
    expect(await size()).toBe('16px');
  });
});

describe('conflict', () => {
  const summary = (page) => page.getByRole('status').filter({ hasText: 'shares are alike' });

  test('groups that do not differ have everything alike; groups that do cannot', async () => {
    const page = await openLesson('conflict');
    await slide(page, 'How far the groups’ scores lie apart', 0);
    expect(await said(summary(page))).toContain('4 of 4 shares are alike.');
    await slide(page, 'How far the groups’ scores lie apart', 0.3);
    expect(await said(summary(page))).toContain('0 of 4 shares are alike.');
  });

  test.each([
    ['Equal share of loans', 'Of all, get the loan'],
    ['Equal share among those who would repay', 'Of those who would repay, get it'],
  ])('“%s” makes that share alike, and repayment differ', async (button, row) => {
    const page = await openLesson('conflict');
    await page.getByRole('button', { name: button }).click();
    const table = await readTable(page, 'Rates of both groups');
    expect(table[row].Apart).toBe('alike');
    const others = Object.keys(table).filter((name) => name !== row);
    // The groups are no mirror images, so that one error rate does not bring the other along.
    for (const name of others) expect([name, table[name].Apart]).not.toEqual([name, 'alike']);
  });

  test('a threshold at the end gives everybody a loan, or nobody', async () => {
    const page = await openLesson('conflict');
    await slide(page, 'Threshold of A', 0);
    await slide(page, 'Threshold of B', 1);
    const table = await readTable(page, 'Rates of both groups');
    expect(plain(table['Of all, get the loan'].A)).toBe('100.0 %');
    expect(plain(table['Of all, get the loan'].B)).toBe('0.0 %');
    expect(table['Of the loans given, are repaid'].B).toBe('undefined');
    expect(page.complaints).toEqual([]);
  });

  test('the arrow keys move a threshold', async () => {
    const page = await openLesson('conflict');
    const before = await readTable(page, 'Rates of both groups');
    await page.getByRole('slider', { name: 'Threshold of B' }).focus();
    for (let press = 0; press < 10; press++) await page.keyboard.press('ArrowLeft');
    await page.getByText('40 in 100').waitFor();
    const after = await readTable(page, 'Rates of both groups');
    const share = (table) => Number.parseFloat(table['Of all, get the loan'].B);
    expect(share(after)).toBeGreaterThan(share(before));
  });
});

describe('amplification', () => {
  // By hand, of 100 pictures each: directional is half the sum of both changes, MALS the change of
  // women's share of the pictures with cooking.
  test.each([
    ['Repeats the data', '0.0 pp', '0.0 pp'],
    ['Exaggerates', '+15.0 pp', '+13.3 pp'], // (20 + 10) / 2; 80/100 - 60/90
    ['Evens out', '−15.0 pp', '−16.7 pp'], // (-15 - 15) / 2; 45/90 - 60/90
    ['Tags everyone more often', '0.0 pp', '−5.1 pp'], // (20 - 20) / 2; 80/130 - 60/90
    ['Right shares, wrong people', '0.0 pp', '0.0 pp'],
  ])('%s', async (name, directional, mals) => {
    const page = await openLesson('amplification');
    await page.getByRole('button', { name, exact: true }).click();
    await page.getByRole('definition').filter({ hasText: directional }).first().waitFor();
    const values = page.getByRole('definition');
    expect((await values.allInnerTexts()).map(plain)).toEqual([directional, mals]);
  });

  test('where the measures disagree, that is what is said', async () => {
    const page = await openLesson('amplification');
    await page.getByRole('button', { name: 'Tags everyone more often' }).click();
    await page
      .getByText(
        'The measures disagree: the difference between women and men is as large as in truth,',
      )
      .waitFor();
    await page.getByText('but the tagged pictures lean less to one side.').waitFor();
    expect(await page.getByText('without amplification').count()).toBe(0);
    await page.getByRole('button', { name: 'Exaggerates' }).click();
    await page.getByText('bias was amplified').waitFor();
    await page.getByRole('button', { name: 'Repeats the data' }).click();
    await page.getByText('bias, without amplification').waitFor();
  });

  test('of right shares for the wrong people three tags of ten are right', async () => {
    const page = await openLesson('amplification');
    await page.getByRole('button', { name: 'Right shares, wrong people' }).click();
    await page.getByText('as many as can be').waitFor();
    const figures = await readTable(page, 'What it is not');
    expect(plain(figures['Accuracy: tags that are right'].Value)).toBe('30.0 %');
    await page.getByText(/only 30\s% of tags are right/).waitFor();
  });

  test('mistakes change the accuracy and nothing else', async () => {
    const page = await openLesson('amplification');
    const figures = () => readTable(page, 'What it is not');
    const accuracy = 'Accuracy: tags that are right';
    expect(plain((await figures())[accuracy].Value)).toBe('85.0 %');
    await slide(page, 'Mistakes that do not change the shares', 1);
    await page.getByText('as many as can be').waitFor();
    // Women: 80 tagged, 60 cook, at least 40 right; men: 20 tagged, none of the 30 right.
    expect(plain((await figures())[accuracy].Value)).toBe('45.0 %');
    expect((await page.getByRole('definition').allInnerTexts()).map(plain)).toEqual([
      '+15.0 pp',
      '+13.3 pp',
    ]);
  });
});

describe('small groups', () => {
  test('7 of 10 could be almost anything, 3,500 of 5,000 could not', async () => {
    const page = await openLesson('small-groups');
    const row = async () =>
      (await readTable(page, 'The small group beside the large one'))['Small group'];
    expect(plain((await row())['95 % interval'])).toBe('39.7 to 89.2 %'); // Wilson
    await slide(page, 'People in the small group', 10);
    expect(plain((await row())['95 % interval'])).toBe('68.7 to 71.3 %');
    await page.getByText('Chance alone would hardly make such a difference.').waitFor();
  });

  test('twenty groups are drawn, and the picture, the table and the count agree', async () => {
    const page = await openLesson('small-groups');
    await slide(page, 'People in the small group', 0);
    await page.getByRole('button', { name: 'Draw twenty groups' }).click();
    await page.getByText('The figures as a table').click();
    const table = Object.values(await readTable(page, 'Twenty groups drawn by chance'));
    expect(table).toHaveLength(20);
    const inside = table.filter((row) => {
      const [low, high] = row['95 % interval'].match(/[\d.]+/g).map(Number);
      return low <= 50 && 50 <= high;
    });
    const told = page.getByRole('status').filter({ hasText: 'intervals hold the true share' });
    expect(await said(told)).toContain(`${inside.length} of 20 intervals`);
  });
});

describe('Simpson’s paradox', () => {
  // Applicants and admitted of the departments A to F, as published.
  const men = [825, 560, 325, 417, 191, 373];
  const women = [108, 25, 593, 375, 393, 341];
  const admittedWomen = [89, 17, 202, 131, 94, 24];
  const share = (rate) => `${(rate * 100).toFixed(1)} %`;

  test('moving the applications turns the difference round, and no department changes', async () => {
    const page = await openLesson('simpson');
    const before = await readTable(page, 'Admissions');
    expect(plain(before['All together']['Women admitted'])).toBe(share(557 / 1835));
    await slide(page, 'Women apply where men applied', 1);
    const after = await readTable(page, 'Admissions');
    const standardized = men.reduce(
      (sum, applied, i) => sum + (applied / 2691) * (admittedWomen[i] / women[i]),
      0,
    );
    expect(plain(after['All together']['Women admitted'])).toBe(share(standardized));
    expect(standardized).toBeGreaterThan(1198 / 2691);
    for (const name of 'ABCDEF')
      expect(after[name]['Women admitted']).toBe(before[name]['Women admitted']);
    await page.getByText(/points more/).waitFor();
  });

  test('departments can be left out, all of them too', async () => {
    const page = await openLesson('simpson');
    for (const name of 'AB') await page.getByRole('checkbox', { name, exact: true }).uncheck();
    const table = await readTable(page, 'Admissions');
    expect(Object.keys(table)).toEqual(['All together', 'C', 'D', 'E', 'F']);
    expect(plain(table['All together']['Women admitted'])).toBe(share(451 / 1702));
    for (const name of 'CDEF') await page.getByRole('checkbox', { name, exact: true }).uncheck();
    await page.getByText('Choose at least one department.').waitFor();
    expect(page.complaints).toEqual([]);
  });
});

describe('peer defects', () => {
  const values = async (page, heading) =>
    (await page.getByRole('region', { name: heading }).getByRole('definition').allInnerTexts()).map(
      plain,
    );

  test('a tag that is said more often is no amplification', async () => {
    const page = await openLesson('defects');
    const heading = 'How often, taken for how biased';
    await page.getByText('+12.0').waitFor(); // half of 1.4 times 60 % - 60 %
    expect(await values(page, heading)).toEqual(['0.0 pp', '+12.0 pp']);
    await slide(page, 'How often the model says “cooking”', 1);
    await page.getByText('as often as it should', { exact: true }).waitFor();
    expect(await values(page, heading)).toEqual(['0.0 pp', '0.0 pp']);
  });

  test('a group without rows is left out', async () => {
    const page = await openLesson('defects');
    const heading = 'Nothing, taken for no bias';
    await slide(page, 'Pictures of the third group', 0);
    await page.getByText('no rows with unknown').waitFor();
    // (20 + 10) / 2 over two groups; the peer adds a 0 for the third.
    expect(await values(page, heading)).toEqual(['+15.0 pp', '+10.0 pp']);
  });

  test('the entropy index is smooth where alpha passes 0', async () => {
    const page = await openLesson('defects');
    const heading = 'A jump where there is none';
    // 30 of 100 have the benefit 2: -mean ln(b / 1.3), and that over 1.3 once more.
    const index = Math.log(1.3) - 0.3 * Math.log(2);
    const text = (value) => String(Number(value.toPrecision(4)));
    expect(await values(page, heading)).toEqual([text(index), text(index / 1.3)]);
    await slide(page, 'Alpha', 0.05);
    const [mine, peer] = await values(page, heading);
    expect(mine).toBe(peer);
    expect(Math.abs(Number(mine) - index)).toBeLessThan(0.002);
  });
});

describe.each(['light', 'dark'])('in %s', (colorScheme) => {
  test.each(lessons)('%s: axe finds no violation', async (id) => {
    const page = await openLesson(id, { colorScheme });
    for (const details of await page.locator('summary').all()) await details.click();
    expect(await violationsOf(page)).toEqual([]);
  });

  test('the overview: axe finds no violation', async () => {
    const page = await site.open({ colorScheme });
    await page.getByRole('link', { name: 'Learn', exact: true }).click();
    await page.getByRole('heading', { name: 'What do the numbers mean?' }).waitFor();
    expect(await violationsOf(page)).toEqual([]);
  });
});

test.each([320, 390])('at %i pixels nothing is wider than the screen', async (width) => {
  for (const id of lessons) {
    const page = await openLesson(id, { viewport: { width, height: 700 } });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
      width,
    );
    await page.context().close();
  }
});
