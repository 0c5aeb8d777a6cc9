// SPDX-License-Identifier: Apache-2.0
//
// Files with one flipped bit: files with a checksum are rejected, or are read unchanged.

import { gzipSync } from 'node:zlib';
import { FairwasmError, readCsv } from 'fairwasm';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { toWorkbook } from './workbook.mjs';
import { compressedRows, someRows } from './zstd.mjs';

const rows = someRows();
const csv = `race,hired\n${rows.map(({ race, hired }) => `${race},${hired}\n`).join('')}`;
const races = rows.map((row) => row.race);

/** Returns the content of a file as one string. */
async function getContent(bytes) {
  const columns = { race: [], hired: [] };
  for await (const batch of readCsv(new Uint8Array(bytes))) {
    for (const name of Object.keys(columns)) columns[name].push(...(batch.columns[name] ?? []));
  }
  return JSON.stringify(columns);
}

const intact = JSON.stringify({ race: races, hired: rows.map((row) => row.hired) });

/** Counts how many files with one flipped bit are read with other content, and how many are rejected. */
async function fates(bytes, [start, end] = [0, bytes.length], step = 1) {
  const wrong = [];
  let refused = 0;
  for (let bit = 8 * start; bit < 8 * end; bit += step) {
    const damaged = Uint8Array.from(bytes);
    damaged[bit >> 3] ^= 1 << (bit & 7);
    try {
      if ((await getContent(damaged)) !== intact) wrong.push(bit);
    } catch (error) {
      if (!(error instanceof FairwasmError)) throw error;
      refused++;
    }
  }
  return { wrong, refused };
}

test('detects every flipped bit of gzip', async () => {
  const bytes = gzipSync(csv);
  expect(await getContent(bytes)).toBe(intact);
  const { wrong, refused } = await fates(bytes);
  expect(wrong).toEqual([]);
  expect(refused).toBeGreaterThan(7 * (bytes.length - 10)); // its first ten bytes contain the time and platform
});

test('detects every flipped bit of Zstandard', async () => {
  expect(await getContent(compressedRows)).toBe(intact);
  const { wrong, refused } = await fates(compressedRows);
  expect(wrong).toEqual([]);
  expect(refused).toBeGreaterThan(8 * (compressedRows.length - 4)); // some header bits have no effect
});

test('detects every seventh flipped bit of a workbook', async () => {
  const bytes = toWorkbook(
    ['race', 'hired'],
    rows.map(({ race, hired }) => [race, hired]),
  );
  expect(await getContent(bytes)).toBe(intact);
  const { wrong, refused } = await fates(bytes, undefined, 7);
  expect(wrong).toEqual([]);
  expect(refused).toBeGreaterThan(bytes.length / 7);
});

test('detects every flipped bit of gzipped Parquet pages', async () => {
  const pages = [];
  const gzipped = (page) => {
    pages.push(gzipSync(page));
    return pages.at(-1);
  };
  const bytes = Buffer.from(
    parquetWriteBuffer({
      columnData: ['race', 'hired'].map((name) => ({ name, data: rows.map((row) => row[name]), type: 'STRING' })),
      codec: 'GZIP',
      compressors: { GZIP: gzipped },
    }),
  );
  expect(await getContent(bytes)).toBe(intact);
  for (const page of pages) {
    const start = bytes.indexOf(page);
    const { wrong, refused } = await fates(bytes, [start, start + page.length]);
    expect(wrong).toEqual([]);
    expect(refused).toBeGreaterThan(7 * (page.length - 10));
  }
});
