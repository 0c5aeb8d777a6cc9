// SPDX-License-Identifier: Apache-2.0
//
// Files counted in ranges, with and without workers, give the same counts and errors as row-by-row reading, wherever
// the file is split.

import { openAsBlob, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { mkdtemp, open, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { auditCsv, load, readCsv } from 'fairwasm';
import fc from 'fast-check';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { countTable } from '../../../dist/data/files/count-table.js';
import { misuse } from '../../misuse.mjs';
import { doom, dooms } from '../killed-workers.mjs';

const fair = await load();

/** Returns combinations of strings in order, each with its number of rows and its first row. */
async function combinations(source, options) {
  const found = [];
  for await (const { names, texts, codes, counts, firstRows } of countTable(source, options)) {
    counts.forEach((count, i) => {
      const values = names.map((_, column) => texts[column][codes[column][i]]);
      found.push([...values, count, firstRows[i]]);
    });
  }
  return found;
}

/** Returns the same from rows, with a Map. */
async function expectedCombinations(text, columns) {
  const found = new Map();
  for await (const batch of readCsv(text, { columns })) {
    const values = columns.map((name) => batch.columns[name]);
    values[0].forEach((_, row) => {
      const key = JSON.stringify(values.map((column) => column[row]));
      const [count, first] = found.get(key) ?? [0, batch.firstRow + row];
      found.set(key, [count + 1, first]);
    });
  }
  return [...found].map(([key, numbers]) => [...JSON.parse(key), ...numbers]);
}

const outcome = (promise) =>
  promise.catch(({ code, argument, row, expected, actual }) => ({
    refused: { code, argument, row, expected, actual },
  }));

const quoted = (text) => `"${text.replaceAll('"', '""')}"`;
const field = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom('a', 'b', '', 'ä', '漢字', 'longer than sixteen bytes') },
  { weight: 2, arbitrary: fc.constantFrom('a\nb', 'x,\r\n"y"\n', '\n\n\n').map(quoted) },
);
const line = fc.oneof(
  { weight: 30, arbitrary: fc.array(field, { minLength: 3, maxLength: 3 }).map((row) => row.join()) },
  { weight: 2, arbitrary: fc.constant('') },
  { weight: 1, arbitrary: fc.constantFrom('a,b', 'a,"b"x,c', 'a,b,"c', 'a,b,c,d') },
);
const file = fc
  .record({
    lines: fc.array(line, { maxLength: 30 }),
    lineEnd: fc.constantFrom('\n', '\r\n'),
    mark: fc.constantFrom('', '\ufeff'),
    last: fc.constantFrom('', '\n'),
  })
  .map(({ lines, lineEnd, mark, last }) => `${mark}${['x,y,z', ...lines].join(lineEnd)}${last}`);

test('counts ranges of any length like rows', async () => {
  await fc.assert(
    fc.asyncProperty(file, fc.integer({ min: 1, max: 80 }), async (text, rangeLength) => {
      const columns = ['z', 'x'];
      const inRanges = outcome(combinations(new Blob([text]), { columns, rangeLength }));
      const asStream = outcome(combinations(new Blob([text]).stream(), { columns }));
      const expected = await outcome(expectedCombinations(text, columns));
      expect(await inRanges).toEqual(expected);
      expect(await asStream).toEqual(expected);
    }),
    { numRuns: 400 },
  );
});

const lines = Array.from({ length: 3000 }, (_, i) =>
  [['f', 'm', '"d\n,"'][i % 3], i % 7 < 3 ? 1 : 0, i % 5 < 2 ? 'yes' : 'no', i].join(),
);
const text = `sex,prediction,region,number\r\n${lines.join('\r\n')}\r\n`;
const damages = {
  none: text,
  'a byte order mark': `\ufeff${text}`,
  'a row with too few fields': text.replace(/.*,2000\r/, 'f,1\r'),
  'an unclosed quote': text.replace(',yes,2500', ',"yes,2500'),
  'another encoding': new Uint8Array([...new TextEncoder().encode(text)].map((c, i) => (i === 30_000 ? 0xff : c))),
  'a missing decision, then an invalid row': text
    .replace(/[01],(yes|no),1500\r/, ',yes,1500\r')
    .replace(/.*,1501\r/, 'f\r'),
};
/** @type {import('fairwasm').CsvAuditOptions} */
const what = { prediction: 'prediction', groups: ['region', 'sex'], uncertainty: false };

describe.each(Object.entries(damages))('%s', (_, damaged) => {
  test('gives equal results for any number of workers', async () => {
    const columns = ['prediction', 'sex', 'region'];
    const blob = new Blob([damaged]);
    const expected = await outcome(combinations(blob, { columns, rangeLength: 1000 }));
    for (const workers of [1, 2, 3, 5]) {
      const options = { columns, rangeLength: 1000, workers };
      expect(await outcome(combinations(blob, options))).toEqual(expected);
    }
  });

  test('gives equal audits from a Blob, a stream, a string, and bytes', async () => {
    const expected = await outcome(auditCsv(fair, new Blob([damaged]).stream(), what));
    for (const source of [damaged, new Blob([damaged])]) {
      expect(await outcome(auditCsv(fair, source, what))).toEqual(expected);
      expect(await outcome(auditCsv(fair, source, what, { workers: 2 }))).toEqual(expected);
    }
  });
});

test('names the first invalid row for every kind of error', async () => {
  const bad = 'a missing decision, then an invalid row';
  const { refused } = await outcome(auditCsv(fair, damages[bad], what));
  expect(refused).toMatchObject({ code: 'missingValue', argument: 'prediction', row: 1500 });
});

test('reads bytes of a file on disk for workers', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'fairwasm-'));
  const path = join(folder, 'table.csv');
  const columns = ['sex', 'region'];
  const expected = await combinations(text, { columns });
  try {
    await writeFile(path, text);
    const options = { columns, workers: 2, rangeLength: 5000 };
    expect(await combinations(await openAsBlob(path), options)).toEqual(expected);
    const handle = await open(path);
    const stream = Object.assign(handle.createReadStream({ autoClose: false }), {
      byteLength: text.length,
      descriptor: handle.fd,
      slice: (start, end) => new Blob([text]).slice(start, end).arrayBuffer(),
    });
    expect(await combinations(stream, options)).toEqual(expected);
    await handle.close();
  } finally {
    await rm(folder, { recursive: true });
  }
});

describe.each([0, 2])('a file that has changed since, with %i workers', (workers) => {
  const columns = ['sex', 'region'];
  const long = `sex,prediction,region,number\n${`${lines.join('\n')}\n`.repeat(8)}`;
  let folder;
  let path;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'fairwasm-'));
    path = join(folder, 'table.csv');
    await writeFile(path, long);
    await utimes(path, 1, 1); // file clocks may be coarse
  });
  afterEach(() => rm(folder, { recursive: true }));

  const unreadable = { name: 'FairwasmError', code: 'unreadable', argument: 'file' };
  const fates = {
    rewritten: () => writeFileSync(path, long.replaceAll('yes', 'nay')),
    cut: () => truncateSync(path, long.indexOf('\n', long.length / 2) + 1),
    deleted: () => rmSync(path),
  };

  test.each(Object.entries(fates))('%s', async (_, act) => {
    const blob = await openAsBlob(path);
    act();
    const options = { columns, workers, rangeLength: 5000 };
    await expect(combinations(blob, options)).rejects.toMatchObject(unreadable);
    await expect(auditCsv(fair, blob, what, { workers })).rejects.toMatchObject(unreadable);
  });

  test.each(Object.entries(fates))('%s after its first rows', async (_, act) => {
    let told = 0;
    const onProgress = () => {
      told += 1;
      if (told === 1) act();
    };
    const options = { columns, workers, rangeLength: 5000, onProgress };
    const counting = combinations(await openAsBlob(path), options);
    await expect(counting).rejects.toMatchObject(unreadable);
    expect(told).toBeGreaterThan(0);
  });

  test('detects a truncated file that threads read', async () => {
    const handle = await open(path);
    const stream = Object.assign(handle.createReadStream({ autoClose: false }), {
      byteLength: 2 * long.length,
      descriptor: handle.fd,
      slice: (start, end) => new Blob([long, long]).slice(start, end).arrayBuffer(),
    });
    const counting = combinations(stream, { columns, workers, rangeLength: 5000 });
    if (workers > 0) await expect(counting).rejects.toMatchObject(unreadable);
    else await counting;
    await handle.close();
  });
});

test('counts other encodings sequentially', async () => {
  const utf16 = new Uint8Array(Uint16Array.from(`\ufeff${text}`, (c) => c.charCodeAt(0)).buffer);
  const columns = ['sex', 'region'];
  const options = { columns, workers: 2, rangeLength: 5000 };
  expect(await combinations(new Blob([utf16]), options)).toEqual(await combinations(text, { columns }));
});

test('reports progress up to all bytes', async () => {
  const told = [];
  const onProgress = ({ done }) => told.push(done);
  await combinations(new Blob([text]), { columns: ['sex'], workers: 2, rangeLength: 5000, onProgress });
  expect(told).toEqual([...told].sort((a, b) => a - b));
  expect(told.at(-1)).toBe(text.length);
  expect(told.length).toBeGreaterThan(5);
});

describe.each([0, 2])('with %i workers', (workers) => {
  test('settles soon after an abort, and terminates the workers', async () => {
    const part = new Blob([`${lines.join('\n')}\n`.repeat(300)]);
    const blob = new Blob([`sex,prediction,region,number\n`, ...Array(40).fill(part)]);
    const controller = new AbortController();
    let toldAfter = 0;
    const onProgress = () => {
      if (controller.signal.aborted) toldAfter += 1;
      else setTimeout(() => controller.abort());
    };
    const reading = auditCsv(fair, blob, what, { workers, onProgress, signal: controller.signal });
    await expect(reading).rejects.toThrow(expect.objectContaining({ name: 'AbortError' }));
    expect(toldAfter).toBe(0);
    const deadline = performance.now() + 10_000;
    while (process.getActiveResourcesInfo().includes('MessagePort')) {
      if (performance.now() > deadline) throw new Error('workers go on');
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  });
});

test('reports an error if a worker dies', async () => {
  const { CountingPool } = await import('../../../dist/data/counting/counting-pool.js');
  const { loadText } = await import('../../../dist/core/text-module.js');
  const { getModule } = await import('../../../dist/core/module.js');
  const layout = { format: { delimiter: 44, newline: 10, decimalPoint: 46 }, kinds: new Uint8Array([1]) };
  const table = { kind: /** @type {const} */ ('csv'), module: getModule(await loadText()), layout };
  const unreadable = { byteLength: 10, slice: async () => Promise.reject(new Error('gone')) };
  const crew = new CountingPool(2, table, unreadable);
  const range = { start: 0, end: 10, isExact: true };
  await expect(crew.count(range)).rejects.toThrow('gone');
  crew.stop();
  const blind = new CountingPool(2, table, { ...unreadable, descriptor: 1e6 });
  await expect(blind.count(range)).rejects.toMatchObject({ code: 'workerFailed' });
  blind.stop();
});

test(
  `of ${dooms} files with randomly terminated workers, none hangs or is wrong`,
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'fairwasm-'));
    const path = join(folder, 'table.csv');
    const part = `${lines.join('\n')}\n`;
    await writeFile(path, ['sex,prediction,region,number\n', part.repeat(20)]);
    const columnData = ['sex', 'region'].map((name) => ({
      name,
      data: Array.from({ length: 50_000 }, (_, row) => `${name} ${row % 7}`),
    }));
    const parquet = parquetWriteBuffer({ columnData, rowGroupSize: 2000 });
    const count = async (source, run) =>
      JSON.stringify(await combinations(source, { columns: ['sex', 'region'], rangeLength: 10_000, ...run }));
    try {
      const inMemory = new Blob([await readFile(path)]);
      const onDisk = await openAsBlob(path); // reads its bytes on demand
      const outcomes = await doom([
        (run) => count(inMemory, run),
        (run) => count(onDisk, run),
        (run) => count(new Blob([parquet]), run),
      ]);
      expect(outcomes).toMatchObject({ workerFailed: expect.any(Number), AbortError: expect.any(Number) });
    } finally {
      await rm(folder, { recursive: true });
    }
  },
  60_000 + 1000 * dooms,
);

test('checks the counting options', async () => {
  const bad = auditCsv(fair, new Blob([text]), what, { workers: -1 });
  await expect(bad).rejects.toMatchObject({ code: 'invalidArgument', argument: 'workers' });
  const odd = auditCsv(fair, new Blob([text]), what, { startWorker: misuse('worker.js') });
  await expect(odd).rejects.toMatchObject({ code: 'invalidArgument', argument: 'startWorker' });
});

test('rejects more categories than an audit supports, with their row', async () => {
  const many = Array.from({ length: 12_000 }, (_, i) => `g${i},1`);
  const refusal = { code: 'tooLarge', argument: 'sex', row: 10_000 };
  const source = new Blob([`sex,prediction\n${many.join('\n')}`]);
  const options = { prediction: 'prediction', groups: ['sex'], favorable: 1 };
  await expect(auditCsv(fair, source, options)).rejects.toMatchObject(refusal);
});
