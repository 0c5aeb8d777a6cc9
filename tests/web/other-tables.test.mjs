// The tab for tables that do not have one decision for each person: its results are those of the package, its form has
// the rules of the command line, and logs of language models are read as tables.

import { readFileSync } from 'node:fs';
import { readAllRows } from 'fairwasm';
import { load as loadMonitoring } from 'fairwasm/monitoring';
import { load as loadRankings } from 'fairwasm/rankings';
import { load as loadRepeated, runsFromLog } from 'fairwasm/repeated';
import { toArchive } from '../js/data/archive.mjs';
import { toZstd } from '../js/data/zstd.mjs';
import { chooseFile, csvFile, getHeading, useSite } from './support.mjs';

const site = await useSite();

const toCsv = (rows) => [Object.keys(rows[0]), ...rows.map(Object.values)].join('\n');

const answers = toCsv(
  Array.from({ length: 48 }, (_, i) => ({
    prompt: `p${i % 6}`,
    name: ['Emily', 'Lakisha'][Math.floor(i / 6) % 2],
    run: Math.floor(i / 12),
    hired: (i * 7) % 5 < 2 ? 'yes' : 'no',
    rating: (i * 11) % 10,
  })),
);
const words = toCsv(
  Array.from({ length: 12 }, (_, i) => ({
    recording: `r${i}`,
    accent: ['a', 'b', 'A '][i % 3],
    words: 100 + i,
    errors: i + 3,
  })),
);
const lists = toCsv(
  Array.from({ length: 20 }, (_, i) => ({ search: i % 4, rank: 1 + Math.floor(i / 4), sex: i % 3 ? 'm' : 'f' })),
);
const weeks = toCsv(
  Array.from({ length: 80 }, (_, i) => ({
    week: Math.floor(i / 20),
    sex: i % 2 ? 'f' : 'm',
    approved: i % 3 ? 'yes' : 'no',
  })),
);
const people = 'region\nnorth\nsouth\nnorth\nnorth\nsouth\n';

async function openForm(title, file) {
  const page = await site.open({ tab: 'tables' });
  await page.getByRole('button', { name: `${title}: choose` }).click();
  await chooseFile(page, file);
  await page.getByRole('button', { name: 'Compute' }).waitFor();
  return page;
}

async function compute(page) {
  await page.getByRole('button', { name: 'Compute' }).click();
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save as JSON' }).click(),
  ]);
  return JSON.parse(readFileSync(await saved.path(), 'utf8'));
}

const fill = (page, label, value) => page.getByLabel(label, { exact: true }).fill(value);

/** @type {Record<string, { csv: string, numbers?: string[], result(columns: any): Promise<object>, change?(page: any): Promise<void> }>} */
const cases = {
  'Repeated decisions': {
    csv: answers,
    async result({ prompt: item, name: variant, run, hired: outcome }) {
      const { compareVariants } = await loadRepeated();
      return compareVariants({ item, variant, run, outcome, reference: 'Emily', seed: 3 });
    },
    async change(page) {
      await page.getByText('Output', { exact: true }).click();
      await fill(page, 'Seed', '3');
    },
  },
  'Rates per exposure': {
    csv: words,
    numbers: ['words', 'errors'],
    async result({ recording: cluster, words: exposure, errors: events }) {
      // Spellings of one group are merged.
      const group = Array.from({ length: 12 }, (_, i) => ['a', 'b', 'a'][i % 3]);
      const { ratesPerExposure } = await loadRepeated();
      return ratesPerExposure({ group, events, exposure, cluster });
    },
  },
  'Shares against a reference': {
    csv: people,
    async result({ region: group }) {
      const { shares } = await loadRankings();
      return shares({ group, reference: { north: 0.5, south: 0.5 }, isSample: false });
    },
    async change(page) {
      await fill(page, 'north', '0.5');
      await fill(page, 'south', '0.5');
    },
  },
  'Ranked lists': {
    csv: lists,
    numbers: ['rank'],
    async result({ search: query, rank: position, sex: group }) {
      return (await loadRankings()).rankings({ query, position, group, top: 3 });
    },
    async change(page) {
      await page.getByText('Measures', { exact: true }).click();
      await fill(page, 'Top', '3');
    },
  },
  'Gaps over time': {
    csv: weeks,
    async result({ week: batch, sex: group, approved: outcome }) {
      const { monitor } = await loadMonitoring();
      return monitor({ reference: 'm', tolerance: 0.1 }).addRows({ group, outcome, batch }).report();
    },
    async change(page) {
      await page.getByLabel('Reference', { exact: true }).selectOption('m');
      await page.getByText('Comparison', { exact: true }).click();
      await fill(page, 'Tolerance', '0.1');
    },
  },
};

test.each(Object.entries(cases))('%s: the result of the package', async (title, each) => {
  const { csv, numbers = [], result, change } = each;
  const page = await openForm(title, csvFile('table.csv', csv));
  await change?.(page);
  const { columns } = await readAllRows(csv, { numbers });
  const expected = JSON.parse(JSON.stringify(await result(columns)));
  expect(await compute(page)).toMatchObject(expected);
  if (csv === words) await page.getByText('differ only in spelling').waitFor();
  expect(page.complaints).toEqual([]);
});

const result = (name, job, success) => ({ vars: { name, job }, success, promptIdx: 0, provider: { id: 'm' } });

test('reads the results of promptfoo', async () => {
  const results = ['nurse', 'pilot', 'clerk'].flatMap((job) => [
    result('Emily', job, true),
    result('Lakisha', job, job === 'pilot'),
  ]);
  const buffer = Buffer.from(JSON.stringify({ results: { results } }));
  const file = { name: 'results.json', mimeType: 'application/json', buffer };
  const page = await openForm('Repeated decisions', file);
  expect(await page.getByLabel('Item', { exact: true }).inputValue()).toBe('all except name');
  const { compareVariants } = await loadRepeated();
  const runs = await runsFromLog(JSON.stringify({ results }), { variant: 'name' });
  const [{ gap }] = compareVariants({ ...runs, reference: 'Emily' }).variants;
  expect((await compute(page)).variants[0].gap.value).toBe(gap.value);
});

// Differences: 1/2 - 1 for the nurse, and 0 - 1 for the pilot, whose second run ended with an error.
test('opens an archive of Inspect', async () => {
  const values = { nurse: { Emily: 'CC', Lakisha: 'CI' }, pilot: { Emily: 'CC', Lakisha: 'I' } };
  const samples = Object.entries(values).flatMap(([job, names]) =>
    Object.entries(names).flatMap(([name, letters]) =>
      ['0', '1'].map((_, i) => ({
        ...{ id: `${job} ${name}`, epoch: i + 1, metadata: { name, job } },
        scores: letters[i] ? { match: { value: letters[i] } } : {},
      })),
    ),
  );
  const parts = samples.map((sample) => [`samples/${sample.id}_epoch_${sample.epoch}.json`, sample]);
  const archive = toArchive({ 'header.json': { eval: { model: 'm' } }, ...Object.fromEntries(parts) }, 93, toZstd);
  const file = { name: 'log.eval', mimeType: 'application/octet-stream', buffer: Buffer.from(archive) };
  const page = await openForm('Repeated decisions', file);
  expect(await page.getByLabel('Item', { exact: true }).inputValue()).toBe('all except name');
  await page.getByText('1 result is without a score').waitFor();
  await page.getByLabel('Outcome', { exact: true }).selectOption('match');
  await page.getByText('Interpretation', { exact: true }).click();
  await page.getByLabel('Missing', { exact: true }).selectOption('drop');
  const { items, runs, variants } = await compute(page);
  expect([items, runs, variants[0].gap.value]).toEqual([2, 7, -0.75]);
});

test('shows problems at their fields', async () => {
  const page = await openForm('Repeated decisions', csvFile('answers.csv', answers));
  await page.getByLabel('Score', { exact: true }).selectOption('rating');
  await page.getByLabel('Item', { exact: true }).selectOption('Choose one');
  await page.getByText('Output', { exact: true }).click();
  await fill(page, 'Confidence', '2');
  await page.getByRole('button', { name: 'Compute' }).click();
  for (const text of ['Choose a column.', 'Choose either “Score” or “Outcome”.', 'Enter a number between 0 and 1.']) {
    await page.getByText(text).waitFor();
  }
  const shares = await openForm('Shares against a reference', csvFile('people.csv', people));
  await fill(shares, 'north', '1');
  await shares.getByRole('button', { name: 'Compute' }).click();
  await shares.getByText('Enter a number of at least 0 for each group.').waitFor();
});

test('names the column and the row of a missing value', async () => {
  const text = answers.replace('p1,Emily', ',Emily');
  const page = await openForm('Repeated decisions', csvFile('answers.csv', text));
  await page.getByRole('button', { name: 'Compute' }).click();
  await page.getByText('There is a problem with “prompt”, at data row 2').waitFor();
  await page.getByText('Interpretation', { exact: true }).click();
  await page.getByLabel('Missing', { exact: true }).selectOption('drop');
  expect(await compute(page)).toMatchObject({ droppedRows: 1, runs: 47 });
});

test('asks what a dropped file contains, and keeps choice and result after a reload', async () => {
  const page = await site.open({ tab: 'tables' });
  const dataTransfer = await page.evaluateHandle((text) => {
    const data = new DataTransfer();
    data.items.add(new File([text], 'lists.csv'));
    return data;
  }, lists);
  await getHeading(page).dispatchEvent('drop', { dataTransfer });
  await page.getByRole('button', { name: 'Ranked lists: choose' }).click();
  await page.getByRole('button', { name: 'Compute' }).click();
  const table = page.getByRole('table', { name: /Exposure per row/ });
  const text = await table.textContent();
  await page.waitForTimeout(400); // the stage is stored
  await page.reload();
  expect(await table.textContent()).toBe(text);
  await page.goBack();
  expect(await page.getByLabel('Position', { exact: true }).inputValue()).toBe('rank');
  expect(await getHeading(page).textContent()).toBe('lists.csv');
});
