// Profiles of columns from one pass over a file equal those computed from all strings.

import { profileCsv, readCsv, toCategory } from 'fairwasm';
import fc from 'fast-check';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { misuse } from '../../misuse.mjs';
import { present } from '../../present.mjs';

const maxValues = 1000;

/** Computes the profile from the strings by its documented definition. */
async function expectedProfile(text) {
  const columns = {};
  let rows = 0;
  for await (const batch of readCsv(text)) {
    for (const [name, texts] of Object.entries(batch.columns)) {
      columns[name] = (columns[name] ?? []).concat(texts);
    }
    rows += Object.values(batch.columns)[0].length;
  }
  const histograms = [];
  const profiles = Object.entries(columns).map(([name, texts]) => {
    const names = texts.map(toCategory).filter((each) => each !== undefined);
    const counts = new Map();
    for (const each of names) counts.set(each, (counts.get(each) ?? 0) + 1);
    const numbers = [...counts.keys()].map(Number);
    const isNumeric = numbers.length > 0 && numbers.every(Number.isFinite);
    histograms.push(isNumeric ? names.map(Number) : undefined);
    return {
      name,
      values: [...counts].sort(([, a], [, b]) => b - a).map(([value]) => value),
      counts: [...counts.values()].sort((a, b) => b - a),
      places: [...counts.values()]
        .map((count, place) => ({ count, place }))
        .sort((a, b) => b.count - a.count)
        .map(({ place }) => place),
      hasMore: false,
      missing: rows - names.length,
      range: isNumeric ? [Math.min(...numbers), Math.max(...numbers)] : undefined,
    };
  });
  const lines = Math.min(5, rows);
  const firstRows = Array.from({ length: lines }, (_, row) =>
    Object.values(columns).map((texts) => toCategory(texts[row]) ?? ''),
  );
  return { profile: { rows, columns: profiles, firstRows }, histograms };
}

/**
 * Checks that bins have equal width, that the fullest begin and end at data values, and that they contain the right
 * number of values.
 */
function expectHistogram(histogram, numbers) {
  if (numbers === undefined) return expect(histogram).toBeUndefined();
  const { from, width, counts } = histogram;
  expect(counts[0]).toBeGreaterThan(0);
  expect(counts.at(-1)).toBeGreaterThan(0);
  expect(counts.length).toBeLessThanOrEqual(64);
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(numbers.length);
  if (width === 0) return expect(new Set(numbers).size).toBe(1);
  const slack = width * 1e-6;
  expect(from).toBeLessThanOrEqual(Math.min(...numbers) + slack);
  expect(from + counts.length * width).toBeGreaterThanOrEqual(Math.max(...numbers) - slack);
  for (let bin = 1; bin < counts.length; bin++) {
    const below = (limit) => numbers.filter((number) => number < limit).length;
    const counted = counts.slice(0, bin).reduce((sum, count) => sum + count, 0);
    expect(counted).toBeGreaterThanOrEqual(below(from + bin * width - slack));
    expect(counted).toBeLessThanOrEqual(below(from + bin * width + slack));
  }
}

/** Returns a profile and, separately, its histograms. */
function parted({ columns, ...profile }) {
  const whole = columns.map(({ histogram: _, ...column }) => column);
  return [{ ...profile, columns: whole }, columns.map(({ histogram }) => histogram)];
}

const text = fc.oneof(
  fc.constantFrom('f', 'm', ' f', 'NA', '', '1', '1.0', '0', '-3', 'true', 'True', '0x10', '1e3'),
  fc.constantFrom('Infinity', '0;5', '"0,5"', '"12,25"', '007', '漢字'),
);

test('profiles equal those of the strings', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(text, text), { minLength: 1, maxLength: 30 }), async (rows) => {
      const csv = `a,b\n${rows.map((row) => row.join()).join('\n')}\n`;
      const [profile, histograms] = parted(await profileCsv(csv, { plainNumbers: false }));
      const expected = await expectedProfile(csv);
      expect(profile).toEqual(expected.profile);
      histograms.forEach((histogram, i) => {
        expectHistogram(histogram, expected.histograms[i]);
      });
    }),
    { numRuns: 300 },
  );
});

test('bins are narrow from the first two numbers on', async () => {
  const { columns } = await profileCsv(`a\n${[-5, 5, 0.1].join('\n')}\n`);
  const { from, width, counts } = present(columns[0].histogram);
  expect([from, width]).toEqual([-5, 10 / 63]);
  expect(counts).toHaveLength(64);
  expect([counts[0], counts[32], counts[63]]).toEqual([1, 1, 1]);
});

test('continues a column of ever new numbers as numeric, with range and missing values of all rows', async () => {
  const rows = 60_000; // several batches
  const lines = Array.from({ length: rows }, (_, i) => {
    const score = i % 1000 === 999 ? 'NA' : (i - 10_000) / 7;
    return `${score},C${i},${i % 3},${i % 2 ? `${i},5` : i}`.replace(/,(\d+,5)$/, ',"$1"');
  });
  /** @type {Awaited<ReturnType<typeof profileCsv>> | undefined} */
  let first;
  const { columns, ...table } = await profileCsv(`score,id,sex,comma\n${lines.join('\n')}\n`, {
    onFirst: (profile) => {
      first = profile;
    },
  });
  expect(table.rows).toBe(rows);
  const [score, id, sex, comma] = columns;
  expect(score).toMatchObject({ hasMore: true, missing: rows / 1000 });
  expect(score.values).toHaveLength(maxValues);
  expect(score.range).toEqual([-10_000 / 7, (rows - 2 - 10_000) / 7]);
  expect(id).toMatchObject({ hasMore: true, missing: 0, range: undefined });
  expect(sex).toMatchObject({ values: ['0', '1', '2'], hasMore: false, range: [0, 2] });
  expect(comma).toMatchObject({ hasMore: true, range: [0, rows - 0.5] });
  expect(present(first).rows).toBeLessThan(rows);
  expect(present(first).firstRows).toEqual(table.firstRows);
  expect(present(first).columns.map(({ name }) => name)).toEqual(['score', 'id', 'sex', 'comma']);
});

test.each([
  ['text', 'x'],
  ['an infinite number', 'Infinity'],
  ['a decimal comma', '"1,5"'],
])('%s in a late row makes a column non-numeric', async (_what, stray) => {
  const numbers = Array.from({ length: 50_000 }, (_, i) => i / 3);
  const { columns } = await profileCsv(`x,y\n${numbers.map((each) => `${each},1`).join('\n')}\n${stray},1\n`);
  expect(columns[0]).toMatchObject({ hasMore: true, missing: 0, range: undefined });
  expect(columns[1]).toMatchObject({ values: ['1'], range: [1, 1] });
});

test('other formats have the same profile', async () => {
  const score = Array.from({ length: 5000 }, (_, i) => i / 8);
  const sex = score.map((_, i) => ['f', 'm', 'm'][i % 3]);
  /** @type {import('hyparquet-writer').ColumnSource[]} */
  const columnData = [
    { name: 'score', data: score, type: 'DOUBLE' },
    { name: 'sex', data: sex, type: 'STRING' },
  ];
  const parquet = await profileCsv(new Blob([parquetWriteBuffer({ columnData })]));
  const lines = score.map((each, i) => `${each},${sex[i]}`);
  const csv = await profileCsv(`score,sex\n${lines.join('\n')}\n`);
  expect(parquet.columns[1]).toEqual(csv.columns[1]);
  expect(parquet.columns[0].range).toEqual(csv.columns[0].range);
  expect(parquet.firstRows).toEqual(csv.firstRows);
  expect(parquet.rows).toBe(csv.rows);
});

test('rejects invalid options and files', async () => {
  await expect(profileCsv('a\n1\n', misuse({ column: 'a' }))).rejects.toMatchObject({ code: 'invalidArgument' });
  await expect(profileCsv('a\n1\n', { onFirst: misuse(1) })).rejects.toMatchObject({ argument: 'onFirst' });
  await expect(profileCsv('a,b\n1\n')).rejects.toMatchObject({ argument: 'file', row: 0 });
  const abort = new AbortController();
  abort.abort();
  await expect(profileCsv('a\n1\n', { signal: abort.signal })).rejects.toBe(abort.signal.reason);
});

test('returns numbers next to codes as a Float64Array, or as a list if other values occur', async () => {
  const read = async (csv) => {
    for await (const { columns } of readCsv(csv, { coded: true, numbers: ['score'] })) return columns;
    throw new Error('expected a batch of rows');
  };
  const { score, sex } = await read('sex,score\nf,0.5\nm,1e-3\n');
  expect(score).toEqual(Float64Array.of(0.5, 0.001));
  expect(sex).toEqual({ codes: Uint32Array.of(0, 1), categories: ['f', 'm'] });
  expect((await read('sex,score\nf,0.5\nm,NA\n')).score).toEqual([0.5, 'NA']);
  await expect(misuse(readCsv)('a\n1\n', { numbers: ['a'] }).next()).rejects.toMatchObject({ argument: 'coded' });
  await expect(misuse(readCsv)('a\n1\n', { coded: true, numbers: 'a' }).next()).rejects.toMatchObject({
    argument: 'numbers',
  });
});
