// The output of a screen reader during a complete audit, from the accessibility tree: landmarks, headings, fields, and
// buttons in reading order. Other elements may be between them.

import { chooseFile, csvFile, getHeading, isFocused, runAudit, useSite } from './support.mjs';

const site = await useSite();
const page = await site.open();

/** Role and name of everything that has a name, in order, and the levels of headings. */
async function told() {
  const tree = await page.locator('body').ariaSnapshot();
  return tree.split('\n').flatMap((line) => {
    // Names with colons are quoted.
    const text = line.trim().replace(/^- '?/, '');
    const [, role, name] = /^(\w+)(?: "((?:[^"\\]|\\.)*)")?/.exec(text) ?? [];
    return role ? [{ role, name, level: /\[level=(\d)\]/.exec(text)?.[1] }] : [];
  });
}

/** Asserts that the steps occur one after the other. */
function expectPath(tree, steps) {
  let from = 0;
  const reached = steps.filter(([role, name]) => {
    const place = tree.findIndex(
      (each, i) => i >= from && each.role === role && (name === undefined || each.name?.includes(name)),
    );
    if (place >= 0) from = place + 1;
    return place >= 0;
  });
  expect(reached).toEqual(steps);
}

const named = [
  'button',
  'link',
  'combobox',
  'checkbox',
  'radio',
  'spinbutton',
  'textbox',
  'slider',
  'img',
  'region',
  'navigation',
];

/** Asserts that every control and image has a name, and that heading levels increase one by one. */
function expectOrder(tree) {
  expect(tree.filter(({ role, name }) => named.includes(role) && !name)).toEqual([]);
  const levels = tree.filter(({ role }) => role === 'heading').map(({ level }) => Number(level));
  expect(levels[0]).toBe(1);
  expect(levels.filter((level) => level === 1)).toHaveLength(1);
  const leaps = levels.filter((level, i) => i > 0 && level > levels[i - 1] + 1);
  expect(leaps).toEqual([]);
}

const shell = [
  ['banner', undefined],
  ['link', 'Skip to content'],
  ['navigation', 'Tabs'],
  ['link', 'Audit'],
  ['main', undefined],
];

test('start: announces the purpose of the page and how to open a file', async () => {
  const tree = await told();
  expectOrder(tree);
  expectPath(tree, [
    ...shell,
    ['heading', 'How do decisions treat different groups of people?'],
    ['button', 'Choose a CSV or Parquet file'],
    ['heading', 'Or look at an example'],
    ['contentinfo', undefined],
  ]);
});

test('columns: announces the use of each column and the next step', async () => {
  const rows = Array.from({ length: 80 }, (_, i) => `${i % 2 ? 'F' : 'M'},${i % 3 ? 1 : 0},${i % 5 ? 1 : 0}`);
  await chooseFile(page, csvFile('people.csv', ['sex,outcome,decision', ...rows].join('\n')));
  await page.getByRole('button', { name: 'Run the audit' }).waitFor();
  expect(await isFocused(getHeading(page))).toBe(true);
  const tree = await told();
  expectOrder(tree);
  expectPath(tree, [
    ...shell,
    ['heading', 'people.csv'],
    ['combobox', 'Decision or prediction'],
    ['combobox', 'True outcome'],
    ['heading', 'Groups to compare'],
    ['checkbox', 'sex'],
    ['button', 'Run the audit'],
  ]);
});

test('report: announces findings, measures, all figures, and how to save', async () => {
  await runAudit(page);
  await page
    .getByRole('img', { name: /^Chart/ })
    .first()
    .waitFor();
  expect(await isFocused(getHeading(page))).toBe(true);
  const tree = await told();
  expectOrder(tree);
  expectPath(tree, [
    ...shell,
    ['heading', 'people.csv'],
    ['region', 'Main findings'],
    ['heading', 'Main findings'],
    ['region', 'Compared with'],
    ['combobox', 'Measure'],
    ['img', 'Chart'],
    ['region', 'All figures'],
    ['table', 'All rates by sex'],
    ['region', 'Keep this report'],
    ['button', 'Save as HTML'],
  ]);
});
