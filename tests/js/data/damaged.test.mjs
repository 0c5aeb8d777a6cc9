// SPDX-License-Identifier: Apache-2.0
//
// Files of which a bit is another one: where a file has a checksum, they are refused, or what is read is the same.

import { gzipSync } from 'node:zlib';
import { FairwasmError, readCsv } from 'fairwasm';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { workbookOf } from './workbook.mjs';
import { compressedRows, someRows } from './zstd.mjs';

const rows = someRows();
const csv = `race,hired\n${rows.map(({ race, hired }) => `${race},${hired}\n`).join('')}`;
const races = rows.map((row) => row.race);

/** What is read of a file, as one text. */
async function contentOf(bytes) {
  const columns = { race: [], hired: [] };
  for await (const batch of readCsv(new Uint8Array(bytes))) {
    for (const name of Object.keys(columns)) columns[name].push(...(batch.columns[name] ?? []));
  }
  return JSON.stringify(columns);
}

const intact = JSON.stringify({ race: races, hired: rows.map((row) => row.hired) });

/** Of files with one other bit, how many are read as something else, and how many are refused. */
async function fates(bytes, [start, end] = [0, bytes.length], step = 1) {
  const wrong = [];
  let refused = 0;
  for (let bit = 8 * start; bit < 8 * end; bit += step) {
    const damaged = Uint8Array.from(bytes);
    damaged[bit >> 3] ^= 1 << (bit & 7);
    try {
      if ((await contentOf(damaged)) !== intact) wrong.push(bit);
    } catch (error) {
      if (!(error instanceof FairwasmError)) throw error;
      refused++;
    }
  }
  return { wrong, refused };
}

test('gzip: every bit', async () => {
  const bytes = gzipSync(csv);
  expect(await contentOf(bytes)).toBe(intact);
  const { wrong, refused } = await fates(bytes);
  expect(wrong).toEqual([]);
  expect(refused).toBeGreaterThan(7 * (bytes.length - 10)); // its first ten bytes say when and where it was made
});

test('Zstandard: every bit', async () => {
  expect(await contentOf(compressedRows)).toBe(intact);
  const { wrong, refused } = await fates(compressedRows);
  expect(wrong).toEqual([]);
  expect(refused).toBeGreaterThan(8 * (compressedRows.length - 4)); // bits of its header that say nothing
});

test('a workbook: one bit of seven', async () => {
  const bytes = workbookOf(
    ['race', 'hired'],
    rows.map(({ race, hired }) => [race, hired]),
  );
  expect(await contentOf(bytes)).toBe(intact);
  const { wrong, refused } = await fates(bytes, undefined, 7);
  expect(wrong).toEqual([]);
  expect(refused).toBeGreaterThan(bytes.length / 7);
});

test('Parquet whose pages are gzipped: every bit of the pages', async () => {
  const pages = [];
  const gzipped = (page) => {
    pages.push(gzipSync(page));
    return pages.at(-1);
  };
  const bytes = Buffer.from(
    parquetWriteBuffer({
      columnData: ['race', 'hired'].map((name) => ({
        name,
        data: rows.map((row) => row[name]),
        type: 'STRING',
      })),
      codec: 'GZIP',
      compressors: { GZIP: gzipped },
    }),
  );
  expect(await contentOf(bytes)).toBe(intact);
  for (const page of pages) {
    const start = bytes.indexOf(page);
    const { wrong, refused } = await fates(bytes, [start, start + page.length]);
    expect(wrong).toEqual([]);
    expect(refused).toBeGreaterThan(7 * (page.length - 10));
  }
});
