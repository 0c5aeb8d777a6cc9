// The Learn tab: after a guess, moving a control shows the answer, and the figures are correct.

import { readFile } from 'node:fs/promises';
import { findViolations } from './axe.mjs';
import { getHeading, getOverhang, isFocused, readTable, useSite } from './support.mjs';

const lessons = [
  'base-rates',
  'thresholds',
  'calibration',
  'small-groups',
  'intervals-and-tests',
  'four-fifths',
  'simpson',
  'proxies',
  'similar-people',
  'amplification',
  'attackers',
  'certificates',
];

const site = await useSite();
const page = await site.open({ tab: 'learn' });

/** Opens a lesson in the given state on the page that all tests share. */
async function openLesson(name, state = 'guess=0', on = page) {
  await on.evaluate((hash) => location.assign(hash), `#/learn/${name}?${state}`);
  await on.locator(`fairwasm-lesson-frame[name=${name}] .lead`).waitFor();
  if (state.includes('guess')) await on.locator('fairwasm-lesson-frame .stage').waitFor();
}

const slide = (name, value) => page.getByRole('slider', { name, exact: true }).fill(String(value));
const plain = (text) => text.replace(/\s+/g, ' ').trim();
const answer = () => page.getByRole('region', { name: 'Reading the figures' });

/** The table of a chart. */
async function table(name) {
  const details = page.locator('fairwasm-lesson-frame .stage details');
  await details.evaluate((element) => {
    element.open = true;
  });
  return readTable(page, name);
}

describe('the tab', () => {
  test('moves from the overview through the lessons, with the focus', async () => {
    await page.evaluate(() => location.assign('#/learn'));
    await page.getByRole('heading', { name: 'What do the numbers mean?' }).waitFor();
    expect(await page.locator('.lessons li').count()).toBe(12);
    await page.getByRole('link', { name: 'Why do definitions of fairness conflict?' }).click();
    for (const name of lessons.slice(1, 3)) {
      await page.getByRole('link', { name: /^Next: / }).click();
      await page.waitForURL(new RegExp(`#/learn/${name}$`));
      await page.locator(`fairwasm-lesson-frame[name=${name}]`).waitFor();
      expect(await isFocused(getHeading(page))).toBe(true);
    }
    await page.getByRole('link', { name: 'All lessons' }).click();
    await page.getByRole('heading', { name: 'What do the numbers mean?' }).waitFor();
    expect(page.complaints).toEqual([]);
  });

  test('enlarges everything with large type, until the tab is left', async () => {
    await openLesson('simpson');
    const size = () => page.evaluate(() => getComputedStyle(document.documentElement).fontSize);
    expect(await size()).toBe('16px');
    await page.getByRole('button', { name: 'Large type' }).click();
    expect(await size()).toBe('22px');
    await page.getByRole('link', { name: 'Audit' }).click();
    await page.getByText('or drop it here').waitFor();
    expect(await size()).toBe('16px');
    await page.getByRole('link', { name: 'Learn' }).click();
    await page.getByRole('button', { name: 'Large type' }).click();
  });

  test('stores the state of a lesson in the address', async () => {
    await openLesson('four-fifths');
    await slide('Women hired, of 20', 12);
    await page.waitForURL(/#\/learn\/four-fifths\?guess=0&seen=1&women=12$/);
    const other = await site.open({ tab: new URL(page.url()).hash.slice(2) });
    await other.getByRole('region', { name: 'Reading the figures' }).waitFor();
    expect(await other.getByRole('slider', { name: 'Women hired, of 20' }).inputValue()).toBe('12');
  });

  test('ignores impossible values in the address', async () => {
    await openLesson('four-fifths', 'guess=0&women=9.5&men=1000&times=abc&other=1');
    expect(await page.getByRole('slider').evaluateAll((all) => all.map(({ value }) => value))).toEqual([
      '9',
      '48',
      '0',
    ]);
  });

  test('switches to German and keeps the state of the lesson', async () => {
    await openLesson('four-fifths');
    await slide('Men hired, of 80', 40);
    await page.getByRole('button', { name: 'Deutsch' }).click();
    await page.getByRole('heading', { level: 1, name: 'Was sagt die Vier-Fünftel-Regel?' }).waitFor();
    const men = page.getByRole('slider', { name: 'Eingestellte Männer, von 80' });
    await men.waitFor();
    expect(await men.inputValue()).toBe('40');
    await page.getByText('beträgt 0,90: nicht weniger als vier Fünftel').waitFor();
    expect(new URL(page.url()).hash).toContain('lang=de');
    await page.getByRole('button', { name: 'English' }).click();
    await page.getByRole('slider', { name: 'Men hired, of 80' }).waitFor();
  });
});

describe('a lesson', () => {
  test('asks for a guess before the sliders appear, and evaluates it', async () => {
    await openLesson('small-groups', '');
    expect(await page.getByRole('slider').count()).toBe(0);
    await page.getByLabel('About 65 to 75%').check();
    await slide('People in the small group', 2);
    await page.getByText('14 of 20').waitFor();
    expect(await answer().count()).toBe(0);
    await slide('People in the small group', 3);
    await answer().waitFor();
    expect(plain(await answer().textContent())).toContain('The correct answer is: About 40 to 90%.');
  });

  test('does not change another lesson that is being opened', async () => {
    await openLesson('four-fifths');
    await page.getByRole('slider', { name: 'Women hired, of 20' }).evaluate(async (slider) => {
      const move = (value) => {
        slider.value = value;
        slider.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
      };
      const changed = new Promise((resolve) => addEventListener('hashchange', resolve, { once: true }));
      location.assign('#/learn/proxies?');
      move(3);
      await changed;
      for (let turn = 4; turn < 20; turn++) {
        move(turn);
        await Promise.resolve();
      }
    });
    await page.getByLabel('No, unused data cannot have an effect').waitFor();
    expect(await page.getByRole('slider').count()).toBe(0);
    expect(new URL(page.url()).hash).toBe('#/learn/proxies?');
    await page.goBack();
    await page.getByRole('slider', { name: 'Women hired, of 20' }).waitFor();
  });

  test('confirms a correct guess', async () => {
    await openLesson('simpson', '');
    await page.getByLabel('In four').check();
    await page.getByRole('button', { name: 'Show me' }).click();
    await page.getByText('Your guess was right.').waitFor();
  });

  test('saves its sheet as Markdown with the current figures', async () => {
    await openLesson('four-fifths', 'guess=0&seen=1&women=10');
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save the sheet as Markdown' }).click();
    const file = await saved;
    expect(file.suggestedFilename()).toBe('four-fifths-en.md');
    const text = await readFile(await file.path(), 'utf8');
    expect(text).toMatch(/^# What does the four-fifths rule say\?\n/);
    expect(text).toContain('- Women hired, of 20: 10');
    expect(text).toContain('| Women | 20 | 10 | 50.0% |');
    expect(text.match(/^- \[ \] /gm)).toHaveLength(3);
  });

  test('prints a sheet, without the solution until it was shown', async () => {
    await openLesson('four-fifths', 'guess=0');
    await page.emulateMedia({ media: 'print' });
    const sheet = page.locator('.sheet');
    expect(await sheet.isVisible()).toBe(true);
    expect(await page.getByRole('slider').count()).toBe(0);
    expect(await sheet.getByText('Solution').count()).toBe(0);
    await page.emulateMedia({ media: 'screen' });
    await page.getByRole('button', { name: 'Show me' }).click();
    await answer().waitFor();
    expect(await sheet.getByText('Solution').count()).toBe(1);
    await page.emulateMedia({ media: null });
  });
});

describe('figures', () => {
  test('base rates: a button equalizes one rate; equal groups have all rates equal', async () => {
    const caption = 'Rates of both groups.';
    const rows = {
      'Equal approval rates': 'Approval rate (demographic parity)',
      'Equal approval rates among people who would repay': 'Approval rate, would repay (equal opportunity)',
    };
    for (const [button, row] of Object.entries(rows)) {
      await openLesson('base-rates');
      await page.getByRole('button', { name: button, exact: true }).click();
      await page.getByText('1 of 4 rates are equal').waitFor();
      const apart = Object.entries(await table(caption)).map(([name, { Difference }]) => [name, Difference]);
      expect(apart.filter(([, text]) => text === 'equal').map(([name]) => name)).toEqual([row]);
    }
    await openLesson('base-rates');
    await slide('Difference between the groups’ scores', 0);
    await page.getByText('4 of 4 rates are equal').waitFor();
    await slide('Threshold of A', 0);
    await slide('Threshold of B', 1);
    await page.getByText('thresholds of 0% for A and 100% for B').waitFor();
    const ends = (await table(caption))['Repayment rate of loans (predictive parity)'];
    expect(ends.B).toBe('undefined');
  });

  // Computed manually for 100 pictures each: directional is half the sum of both changes, MALS is the change of women's
  // proportion of the pictures with cooking; accuracy includes all 200 tags.
  test.each([
    ['Repeats the data', '0.0 pp', '0.0 pp', '100.0%'],
    ['Exaggerates', '+15.0 pp', '+13.3 pp', '85.0%'], // (20 + 10) / 2; 80/100 - 60/90
    ['Reduces the difference', '−15.0 pp', '−16.7 pp', '85.0%'], // (-15 - 15) / 2; 45/90 - 60/90
    ['Tags everyone more often', '0.0 pp', '−5.1 pp', '80.0%'], // (20 - 20) / 2; 80/130 - 60/90
    ['Right percentages, wrong people', '0.0 pp', '0.0 pp', '30.0%'],
  ])('amplification: %s', async (name, directional, mals, accuracy) => {
    await openLesson('amplification');
    await page.getByRole('button', { name, exact: true }).click();
    await page.getByRole('definition').filter({ hasText: directional }).first().waitFor();
    const values = (await page.getByRole('definition').allInnerTexts()).map(plain);
    expect(values).toEqual([directional, mals]);
    const figures = await table('Bias and amplification');
    expect(plain(figures['Accuracy: correct tags'].Value)).toBe(accuracy);
  });

  test('small groups: shows Wilson’s interval, and redraws the same twenty groups from the address', async () => {
    await openLesson('small-groups');
    const small = async () => plain((await table('Small and large group'))['Small group']['95% confidence interval']);
    expect(await small()).toBe('39.7 to 89.2%');
    await slide('People in the small group', 10);
    await page.getByText('3,500 of 5,000').waitFor();
    expect(await small()).toBe('68.7 to 71.3%');
    const groups = () => table('Twenty groups drawn at random');
    const initial = await groups();
    await openLesson('small-groups', 'guess=0&draw=3');
    await expect.poll(groups).not.toEqual(initial);
    const first = await groups();
    expect(Object.keys(first)).toHaveLength(20);
    await page.getByRole('button', { name: 'Draw twenty groups' }).click();
    await page.waitForURL(/draw=4/);
    await expect.poll(groups).not.toEqual(first);
    await openLesson('small-groups', 'guess=0&draw=3');
    await expect.poll(groups).toEqual(first);
  });

  test('Simpson: moving applications reverses the difference without changing a department', async () => {
    const men = [825, 560, 325, 417, 191, 373];
    const women = [108, 25, 593, 375, 393, 341];
    const admitted = [89, 17, 202, 131, 94, 24];
    const share = (rate) => `${(rate * 100).toFixed(1)}%`;
    await openLesson('simpson');
    const before = await table('Admissions');
    expect(plain(before.Overall['Women admitted'])).toBe(share(557 / 1835));
    await slide('Women who apply where men applied', 1);
    await page.getByText(/now admitted more often/).waitFor();
    const after = await table('Admissions');
    const standardized = men.reduce(
      (sum, applied, i) => sum + (applied / 2691) * ((admitted[i] ?? 0) / (women[i] ?? 1)),
      0,
    );
    expect(plain(after.Overall['Women admitted'])).toBe(share(standardized));
    for (const name of 'ABCDEF') expect(after[name]['Women admitted']).toBe(before[name]['Women admitted']);
  });

  test('attackers: matches a hand calculation for tags of 80% and 20%', async () => {
    await openLesson('attackers', 'guess=0&women=0.8&men=0.2');
    const figures = await table('The attacker');
    // Correct tags for 80 + 80 of 200.
    expect(plain(figures['From the tags'].Value)).toBe('80.0%');
  });

  test('proxies: rates are equal within a district, and overall rates are mixtures', async () => {
    await openLesson('proxies', 'guess=0&apart=0.9');
    const loans = await table('Loans');
    expect(plain(loans.Everywhere.A)).toBe('75.0%'); // 0.9 · 80 + 0.1 · 30
    expect(plain(loans.Everywhere.B)).toBe('35.0%');
    expect(plain(loans.North.A)).toBe(plain(loans.North.B));
  });
});

describe('defects of other libraries', () => {
  const values = async (heading) =>
    (await page.getByRole('region', { name: heading }).getByRole('definition').allInnerTexts()).map(plain);
  beforeEach(async () => {
    await page.evaluate(() => location.assign('#/learn'));
    await page.getByRole('link', { name: 'Why do two libraries return different numbers?' }).click();
    await page.getByText('+12.0').waitFor();
  });

  test('does not count a more frequent tag as amplification', async () => {
    const heading = 'Frequency mistaken for bias';
    expect(await values(heading)).toEqual(['0.0 pp', '+12.0 pp']);
    await slide('How often the model predicts “cooking”', 1);
    await page.getByText('as often as it should', { exact: true }).waitFor();
    expect(await values(heading)).toEqual(['0.0 pp', '0.0 pp']);
  });

  test('excludes a group without rows', async () => {
    await slide('Pictures of the third group', 0);
    await page.getByText('no rows with unknown').waitFor();
    // (20 + 10) / 2 over two groups; the other library adds a 0 for the third.
    expect(await values('An empty group counted as no bias')).toEqual(['+15.0 pp', '+10.0 pp']);
  });

  test('the entropy index is continuous at alpha 0', async () => {
    const heading = 'A false discontinuity';
    // 30 of 100 have the benefit 2: -mean ln(b / 1.3), divided by 1.3 once more.
    const index = Math.log(1.3) - 0.3 * Math.log(2);
    const text = (value) => String(Number(value.toPrecision(4)));
    expect(await values(heading)).toEqual([text(index), text(index / 1.3)]);
    await slide('Alpha', 0.05);
    const [mine, peer] = await values(heading);
    expect(mine).toBe(peer);
    expect(Math.abs(Number(mine) - index)).toBeLessThan(0.002);
  });
});

// Each lesson in one color scheme and language, because axe is slow.
/** @type {{ colorScheme: 'light' | 'dark', language: string }[]} */
const looks = [
  { colorScheme: 'light', language: 'en' },
  { colorScheme: 'dark', language: 'de' },
];

describe('fits in 320 pixels, without axe violations', () => {
  const pages = new Map();
  beforeAll(async () => {
    for (const look of looks) {
      const { colorScheme } = look;
      const viewport = { width: 320, height: 640 };
      pages.set(look, await site.open({ tab: 'learn', colorScheme, viewport }));
    }
  });

  test.each(lessons.map((name, i) => ({ name, ...looks[i % 2] })))(
    '$name, $colorScheme, $language',
    async ({ name, language }) => {
      const narrow = pages.get(looks.find((look) => look.language === language));
      await openLesson(name, `lang=${language}&guess=2&seen=1`, narrow);
      await narrow.locator('fairwasm-lesson-frame .stage details').evaluate((element) => {
        element.open = true;
      });
      expect(await findViolations(narrow)).toEqual([]);
      expect(await getOverhang(narrow)).toBe(0);
      expect(narrow.complaints).toEqual([]);
    },
  );

  test.each(looks)('the overview, $colorScheme', async (look) => {
    const narrow = pages.get(look);
    await narrow.evaluate((language) => location.assign(`#/learn?lang=${language}`), look.language);
    await narrow.locator('.lessons').waitFor();
    expect(await findViolations(narrow)).toEqual([]);
    expect(await getOverhang(narrow)).toBe(0);
  });
});
