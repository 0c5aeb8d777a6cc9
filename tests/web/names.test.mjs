// Every field has a name: in each tab and stage, ids are unique and each field can be found by its label. The test uses
// the elements, because axe accepts a label that refers to a heading with the same id.

import { chooseFile, csvFile, openExample, runAudit, useSite } from './support.mjs';

const site = await useSite();

const table = csvFile(
  'people.csv',
  [
    'sex,age,label,predicted,score',
    ...Array.from({ length: 60 }, (_, i) => `${i % 2 ? 'F' : 'M'},${i},${i % 3 ? 1 : 0},${i % 5 ? 1 : 0},${i / 60}`),
  ].join('\n'),
);

const chooseColumns = (button) => async (page) => {
  await chooseFile(page, table);
  await page.getByRole('button', { name: button }).waitFor();
};

/** @type {Record<string, [tab: string | undefined, open: (page: any) => Promise<unknown>]>} */
const stages = {
  'audit, start': ['audit', async (page) => page.getByText('Paste a table').click()],
  'audit, columns': [
    'audit',
    async (page) => {
      await chooseColumns('Run the audit')(page);
      await page.getByRole('checkbox', { name: 'age' }).check();
    },
  ],
  'audit, report with scores': [
    'audit',
    async (page) => {
      await chooseFile(page, table);
      await runAudit(page);
      await page.getByRole('heading', { name: 'Scores by group' }).waitFor();
    },
  ],
  'audit, example': ['audit', (page) => openExample(page, /Open example: UC Berkeley/)],
  'leakage, made rows': [
    'leakage',
    async (page) => {
      await page.getByRole('button', { name: 'Generate rows' }).click();
      expect(await page.getByRole('spinbutton', { name: 'Rows', exact: true }).count()).toBe(1);
    },
  ],
  'leakage, columns': ['leakage', chooseColumns('Let attackers learn')],
  'amplification, columns': ['amplification', chooseColumns('Count and compare')],
  'amplification, captions': [
    'amplification',
    (page) => page.getByRole('button', { name: 'Open example captions' }).click(),
  ],
  'robustness, columns': ['robustness', chooseColumns('Certify')],
  'other tables, columns': [
    'tables',
    async (page) => {
      await page.getByRole('button', { name: /^Ranked lists/ }).click();
      await page.getByRole('button', { name: 'Open an invented example' }).click();
      await page.getByRole('button', { name: 'Compute' }).waitFor();
    },
  ],
};

test.each(Object.entries(stages))('%s', async (_name, [tab, open]) => {
  const page = await site.open({ tab });
  await open(page);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForFunction(() => document.querySelector('fairwasm-page')?.shadowRoot);
  const { fields, nameless, twice } = await page.evaluate(() => {
    const rootsFrom = (root) => [
      root,
      ...[...root.querySelectorAll('*')].flatMap(({ shadowRoot }) => (shadowRoot ? rootsFrom(shadowRoot) : [])),
    ];
    const roots = rootsFrom(document);
    const all = (selector) => roots.flatMap((root) => [...root.querySelectorAll(selector)]);
    const fields = all('input, select, textarea');
    const getName = (field) =>
      field.getAttribute('aria-label') ?? [...field.labels].map((label) => label.textContent).join(' ');
    return {
      fields: fields.length,
      nameless: fields.filter((field) => getName(field).trim() === '').map(({ outerHTML }) => outerHTML),
      twice: roots.flatMap((root) => {
        const ids = [...root.querySelectorAll('[id]')].map(({ id }) => id);
        return ids.filter((id, i) => ids.indexOf(id) !== i);
      }),
    };
  });
  expect(fields).toBeGreaterThan(0);
  expect(nameless).toEqual([]);
  expect(twice).toEqual([]);
});
