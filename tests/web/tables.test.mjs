// Tables in formats and shapes other than plain CSV have the same audit, and damaged ones cause a clear message.

import { brotliCompressSync, gzipSync } from 'node:zlib';
import { auditCsv, format, load } from 'fairwasm';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { toWorkbook } from '../js/data/workbook.mjs';
import { save } from './saving.mjs';
import {
  chooseFile,
  csvFile,
  holdWorkers,
  isFocused,
  readExactRates,
  readTable,
  runAudit,
  toParquet,
  useSite,
} from './support.mjs';

const site = await useSite();

const people = Array.from({ length: 600 }, (_, i) => ({
  sex: ['Female', 'Male', null][i % 7 === 0 ? 2 : i % 2],
  age: 18 + ((i * 7) % 60),
  qualified: i % 3 === 0,
  hired: (i * 5) % 7 < 3,
}));
const columns = Object.keys(people[0]);
const text = (value) => (value === null ? '' : String(value));
const csv = [columns, ...people.map((row) => columns.map((name) => text(row[name])))]
  .map((row) => row.join(','))
  .join('\n');

const parquetFile = (name, data, options) => ({
  name,
  mimeType: 'application/octet-stream',
  buffer: Buffer.from(parquetWriteBuffer({ columnData: data, rowGroupSize: 250, ...options })),
});

// A Zstandard frame with one raw block.
function zstd(bytes) {
  const head = Buffer.alloc(12);
  head.writeUInt32LE(0xfd2fb528, 0);
  head.writeUInt8(0xa0, 4); // one segment, its length in four bytes
  head.writeUInt32LE(bytes.length, 5);
  head.writeUIntLE((bytes.length << 3) | 1, 9, 3); // the last block, raw
  return Buffer.concat([head, bytes]);
}

// An LZ4 block that is one run of literals.
function lz4(bytes) {
  const rest = bytes.length - 15;
  if (rest < 0) return Buffer.concat([Buffer.from([bytes.length << 4]), bytes]);
  const length = [...Array(Math.floor(rest / 255)).fill(255), rest % 255];
  return Buffer.concat([Buffer.from([0xf0, ...length]), bytes]);
}

// Hadoop's framing: both lengths before the block.
function hadoopLz4(bytes) {
  const block = lz4(bytes);
  const head = Buffer.alloc(8);
  head.writeUInt32BE(bytes.length, 0);
  head.writeUInt32BE(block.length, 4);
  return Buffer.concat([head, block]);
}

const columnData = columns.map((name) => ({ name, data: people.map((row) => row[name]) }));

describe('formats', () => {
  test('creates the same report from Parquet and CSV, byte by byte', async () => {
    // The service worker stores all files for later, requested or not.
    const page = await site.open();
    const isLoaded = () => page.requests.some((url) => url.includes('/parquet-'));
    expect(isLoaded()).toBe(false);
    await chooseFile(page, parquetFile('people.parquet', columnData));
    await page.getByRole('heading', { name: 'people.parquet', level: 1 }).waitFor();
    await page.getByText('600 rows, 4 columns.').waitFor();
    expect(isLoaded()).toBe(true);
    await runAudit(page);
    /** @type {import('fairwasm').CsvAuditOptions} */
    const options = {
      label: 'qualified',
      prediction: 'hired',
      groups: ['sex'],
      favorable: 'true',
      outcome: 'benefit',
      source: 'people.parquet',
    };
    const expected = await auditCsv(await load(), csv, options);
    const saved = JSON.parse(await save(page, 'JSON', 'people-audit.json'));
    const { provenance, view, ...figures } = saved;
    expect([provenance.data.name, view.by]).toEqual(['people.parquet', ['sex']]);
    expect(`${JSON.stringify(figures, null, 2)}\n`).toBe(format(expected, 'json'));
    expect(page.complaints).toEqual([]);
  });

  test.each([
    ['GZIP', gzipSync],
    ['BROTLI', brotliCompressSync],
    ['ZSTD', zstd],
    ['LZ4', hadoopLz4],
    ['LZ4_RAW', lz4],
  ])('Parquet compressed with %s', async (codec, compress) => {
    const page = await site.open();
    const options = { codec, compressors: { [codec]: (bytes) => new Uint8Array(compress(bytes)) } };
    await chooseFile(page, parquetFile('people.parquet', columnData, options));
    await page.getByText('600 rows, 4 columns.').waitFor();
    await page.getByRole('cell', { name: 'Female' }).first().waitFor();
    expect(page.complaints).toEqual([]);
  });

  test.each([
    [
      'people.xlsx',
      () =>
        toWorkbook(
          columns,
          people.map((row) => columns.map((name) => row[name])),
        ),
    ],
    ['people.csv.gz', () => gzipSync(csv)],
    ['people.jsonl', () => people.map((row) => JSON.stringify(row)).join('\n')],
  ])('%s is read like CSV', async (name, write) => {
    const page = await site.open();
    await chooseFile(page, { name, mimeType: '', buffer: Buffer.from(write()) });
    await page.getByText('600 rows, 4 columns.').waitFor();
    await page.getByRole('cell', { name: 'Female' }).first().waitFor();
    expect(page.complaints).toEqual([]);
  });

  // Parts of such a workbook are large: none may need features that the page's policy forbids.
  test('reads a workbook of 18,000 rows', async () => {
    const page = await site.open();
    const rows = Array.from({ length: 18_000 }, (_, i) => Object.values(people[i % people.length]));
    const buffer = Buffer.from(toWorkbook(columns, rows));
    await chooseFile(page, { name: 'people.xlsx', mimeType: '', buffer });
    await page.getByText('18,000 rows, 4 columns.').waitFor();
    expect(page.complaints).toEqual([]);
  });

  test('reads TSV like CSV', async () => {
    const page = await site.open();
    await chooseFile(page, csvFile('people.tsv', csv.replaceAll(',', '\t')));
    await page.getByText('600 rows, 4 columns.').waitFor();
  });

  test('reads rows that are typed or pasted into a field', async () => {
    const page = await site.open();
    await page.getByText('Paste a table').click();
    await page.getByLabel('Rows copied from a spreadsheet').fill(csv.replaceAll(',', '\t'));
    await page.getByRole('button', { name: 'Use these rows' }).click();
    await page.getByRole('heading', { name: 'Pasted rows' }).waitFor();
    await page.getByText('600 rows, 4 columns.').waitFor();
  });

  test.each([
    ['cut off', (buffer) => buffer.subarray(0, 300)],
    ['only its first letters', () => Buffer.from('PAR1')],
    ['garbled', (buffer) => Buffer.concat([buffer.subarray(0, 200), buffer.subarray(0, 200)])],
  ])('reports a Parquet file that is %s', async (_how, spoil) => {
    const page = await site.open();
    const { buffer, ...rest } = parquetFile('people.parquet', columnData);
    await chooseFile(page, { ...rest, buffer: spoil(buffer) });
    await page.getByRole('alert').filter({ hasText: 'The file cannot be read' }).waitFor();
    await page.getByText('Expected a complete Parquet file').waitFor();
  });

  test('reports a Parquet file without rows', async () => {
    const page = await site.open();
    const empty = [{ name: 'sex', data: [], type: 'STRING' }];
    await chooseFile(page, parquetFile('empty.parquet', empty));
    await page.getByText('Expected at least one row of data; found none.').waitFor();
  });
});

describe('numbers as groups', () => {
  const openPeople = async () => {
    const page = await site.open();
    await chooseFile(page, csvFile('people.csv', csv));
    await page.getByRole('checkbox', { name: 'sex' }).uncheck();
    await page.getByRole('checkbox', { name: 'age' }).check();
    return page;
  };
  const rate = (from, to) => {
    const group = people.filter(({ age }) => age >= from && age < to);
    return group.filter(({ hired }) => hired).length / group.length;
  };

  test('are grouped into round ranges, which users can change', async () => {
    const page = await openPeople();
    const limits = page.getByLabel('Limits of the ranges of age');
    expect(await limits.inputValue()).toBe('20, 40, 60');
    await limits.fill('30; 50');
    await limits.press('Tab');
    await page.getByText('below 30 · 30 to below 50 · 50 and above').waitFor();
    await page.getByLabel('Compare with (reference group of age)').selectOption('below 30');
    await runAudit(page);
    const rates = await readExactRates(page, 'age');
    expect(rates['below 30']['Selection rate']).toBe(rate(0, 30));
    expect(rates['30 to below 50']['Selection rate']).toBe(rate(30, 50));
    expect(rates['50 and above']['Selection rate']).toBe(rate(50, 200));
  });

  test('rejects limits that do not increase; without limits, each number is a group', async () => {
    const page = await openPeople();
    const limits = page.getByLabel('Limits of the ranges of age');
    await limits.fill('50, 30');
    await limits.press('Tab');
    await page.getByText('Enter numbers in increasing order.').waitFor();
    // The previous ranges are not shown next to it.
    expect(await page.getByText('20 to below 40 ·').count()).toBe(0);
    await page.getByRole('button', { name: 'Run the audit' }).click();
    expect(await isFocused(limits)).toBe(true);
    expect(await limits.inputValue()).toBe('50, 30');
    expect(await page.getByRole('heading', { name: 'All figures' }).count()).toBe(0);
    await limits.fill('');
    await limits.press('Tab');
    await page.getByText('Each distinct number is its own group.').waitFor();
    await runAudit(page);
    await page.getByRole('button', { name: 'Show all 60 groups' }).first().waitFor();
  });
});

describe('untidy files', () => {
  test('ignores blanks after commas, periods after labels, and ?', async () => {
    const page = await site.open();
    const rows = Array.from({ length: 240 }, (_, i) => [
      ['Male', 'Female', '?'][i % 3],
      i % 2 ? '>50K.' : '<=50K.',
      i % 5 ? '>50K' : '<=50K',
    ]);
    const lines = ['sex, income, pred', ...rows.map((row) => row.join(', '))];
    await chooseFile(page, csvFile('census.csv', lines.join('\n')));
    await page.getByLabel(/^Positive (\(favorable\) )?label/).selectOption('>50K.');
    await runAudit(page);
    const rates = await readExactRates(page, 'sex');
    const women = rows.filter(([sex]) => sex === 'Female');
    const hits = women.filter(([, income, pred]) => income === '>50K.' && pred === '>50K');
    const positives = women.filter(([, income]) => income === '>50K.');
    expect(Object.keys(rates).sort()).toEqual(['(missing)', 'All rows', 'Female', 'Male']);
    expect(rates.Female['True positive rate']).toBe(hits.length / positives.length);
  });

  test('does not audit outcomes and decisions without a common label', async () => {
    const page = await site.open();
    const rows = Array.from(
      { length: 60 },
      (_, i) => `${i % 2 ? 'F' : 'M'},${i % 3 ? 'yes' : 'no'},${i % 5 ? 'A' : 'B'}`,
    );
    await chooseFile(page, csvFile('strangers.csv', ['sex,label,predicted', ...rows].join('\n')));
    await page.getByLabel('True outcome').selectOption('label');
    for (const kind of ['unordered', 'no']) {
      await page.getByLabel('What are the labels?').selectOption(kind);
      if (kind === 'no') await page.getByLabel(/^Positive (\(favorable\) )?label/).selectOption('yes');
      await page.getByRole('button', { name: 'Run the audit' }).click();
      await page.getByText('no value in common. Choose columns').waitFor();
    }
  });

  test('reads numbers with decimal commas, and reports it', async () => {
    const page = await site.open();
    const rows = Array.from({ length: 1200 }, (_, i) => `${i % 2 ? 'F' : 'M'};${i % 3 ? 1 : 0};0,${i + 1000}`);
    await chooseFile(page, csvFile('commas.csv', ['sex;hired;score', ...rows].join('\n')));
    await page.getByText('score has numbers with decimal commas.').waitFor();
    expect(await page.getByLabel('Score', { exact: true }).inputValue()).toBe('score');
  });
});

describe('bad files', () => {
  test('handles 200 columns', async () => {
    const page = await site.open();
    const names = Array.from({ length: 200 }, (_, i) => `column_${i}`);
    const rows = Array.from({ length: 40 }, (_, row) =>
      names.map((_, i) => (i === 0 ? ['F', 'M'][row % 2] : (row * (i + 3)) % 2)).join(','),
    );
    await chooseFile(page, csvFile('wide.csv', [names.join(','), ...rows].join('\n')));
    await page.getByText('40 rows, 200 columns.').waitFor();
    await page.getByLabel('Decision or prediction').selectOption('column_150');
    await page.getByRole('checkbox', { name: 'column_0', exact: true }).check();
    await runAudit(page);
    expect(Object.keys(await readTable(page, 'All rates by column_0'))).toHaveLength(3);
  });

  test('handles a decision column with a single value', async () => {
    const page = await site.open();
    const rows = Array.from({ length: 60 }, (_, i) => `${i % 2 ? 'F' : 'M'},${i % 3 ? 1 : 0},1`);
    await chooseFile(page, csvFile('same.csv', ['sex,label,predicted', ...rows].join('\n')));
    await runAudit(page);
    const table = await readTable(page, 'All rates by sex');
    expect(table.F['Negative predictive value']).toBe('–');
    await page.getByRole('button', { name: 'Search' }).click();
    await page
      .getByRole('status')
      .filter({ hasText: /SliceLine|No (group|column)/ })
      .waitFor();
    expect(page.complaints).toEqual([]);
  });

  test('groups 10,000 numbers into ranges, or rejects them', async () => {
    const page = await site.open();
    const rows = Array.from({ length: 10_000 }, (_, i) => `${i},${i % 3 ? 1 : 0}`);
    await chooseFile(page, csvFile('many.csv', ['region,hired', ...rows].join('\n')));
    await page.getByRole('checkbox', { name: 'region' }).check();
    await page.getByLabel('Limits of the ranges of region').fill('');
    await page.getByLabel('Limits of the ranges of region').press('Tab');
    await page.getByRole('button', { name: 'Run the audit' }).click();
    await page.getByText('Enter the limits of the ranges for region.').waitFor();
  });

  test('rejects a damaged Parquet file, and stays usable', async () => {
    const page = await site.open();
    await chooseFile(page, 'tests/web/never.parquet');
    await page.getByText('expected a complete Parquet file').waitFor();
    await chooseFile(page, csvFile('people.csv', csv));
    await page.getByRole('button', { name: 'Run the audit' }).waitFor();
  });

  test('stops reading an endless file, and stays usable', async () => {
    const page = await site.open();
    await page.clock.install();
    const workers = await holdWorkers(page, { words: 1 });
    await chooseFile(page, toParquet('people.parquet', csv));
    await page.getByText(/^0 bytes of .* read/).waitFor();
    const [worker] = page.workers();
    const ended = worker.waitForEvent('close');
    await page.clock.fastForward(29_000);
    expect(await page.getByRole('progressbar').count()).toBe(1);
    await page.clock.fastForward(2000);
    await page.getByText('reading stalled for 30 seconds').waitFor();
    await ended;
    await workers.release();
    await chooseFile(page, csvFile('people.csv', csv));
    await page.getByRole('button', { name: 'Run the audit' }).waitFor();
  });

  test('names the row of an invalid number in the other version of a file', async () => {
    const page = await site.open();
    await chooseFile(page, csvFile('people.csv', csv));
    await page.getByRole('checkbox', { name: 'age' }).check();
    await runAudit(page);
    const other = csvFile('other.csv', csv.replace('Female,32', 'Female,old'));
    await page.getByLabel('Choose the other file').setInputFiles(other);
    await page.getByText('There is a problem with “age”, at data row').waitFor();
    await page.getByText('Expected a number; found ’old’').or(page.getByText("found 'old'")).waitFor();
    await page.getByRole('heading', { name: 'All figures' }).waitFor();
  });

  test('renders a script tag in a cell as text everywhere', async () => {
    const page = await site.open();
    const tag = '<script>globalThis.hasRun=1</script><img src=x onerror=globalThis.hasRun=1>';
    const rows = Array.from(
      { length: 80 },
      (_, i) => `${i % 2 ? tag : 'M'},${i % 3 ? 1 : 0},${i % 5 ? 1 : 0},${(i % 10) / 10}`,
    );
    const file = csvFile(`${tag.slice(0, 8)}.csv`, ['sex,label,predicted,score', ...rows].join('\n'));
    await chooseFile(page, file);
    await runAudit(page);
    await page.getByRole('button', { name: 'Search' }).click();
    await page
      .getByRole('status')
      .filter({ hasText: /SliceLine|No (group|column)/ })
      .waitFor();
    await page.getByRole('heading', { name: 'Scores by group' }).waitFor();
    expect(await page.getByText(tag).count()).toBeGreaterThan(3);
    expect(await page.evaluate(() => globalThis.hasRun)).toBeUndefined();
    expect(page.complaints).toEqual([]);
  });
});
