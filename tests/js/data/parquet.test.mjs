// SPDX-License-Identifier: Apache-2.0
//
// Parquet files with every encoding, pages of all sizes, and nulls anywhere. hyparquet reads the same files for
// comparison, except damaged ones, which may send it into an endless loop.
import { readFileSync } from 'node:fs';
import { readCsv, toCategory } from 'fairwasm';
import fc from 'fast-check';
import { parquetReadObjects } from 'hyparquet';
import { compressors } from 'hyparquet-compressors';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { getCombinations } from '../../../dist/data/counting/combinations.js';
import { countTable } from '../../../dist/data/files/count-table.js';
import { RunReader } from '../../../dist/data/files/parquet-runs.js';

async function getTexts(bytes) {
  const columns = {};
  for await (const batch of readCsv(bytes)) {
    for (const [name, values] of Object.entries(batch.columns)) columns[name] = [...(columns[name] ?? []), ...values];
  }
  return columns;
}

async function byHyparquet(bytes) {
  const file = { byteLength: bytes.length, slice: (from, to) => bytes.slice(from, to).buffer };
  const rows = await parquetReadObjects({ file, compressors });
  const names = Object.keys(rows[0]);
  const getText = (value) => (value === null || value === undefined || Number.isNaN(value) ? '' : String(value));
  return Object.fromEntries(names.map((name) => [name, rows.map((row) => getText(row[name]))]));
}

const written = (columnData, options) => new Uint8Array(parquetWriteBuffer({ columnData, ...options }));

const kinds = {
  STRING: {
    value: fc.constantFrom('a', 'b', 'é✓', 'a longer text', ''),
    encodings: [undefined, 'PLAIN', 'DELTA_LENGTH_BYTE_ARRAY', 'DELTA_BYTE_ARRAY'],
  },
  INT32: {
    value: fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }),
    encodings: [undefined, 'PLAIN', 'DELTA_BINARY_PACKED', 'BYTE_STREAM_SPLIT'],
  },
  INT64: {
    value: fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
    encodings: [undefined, 'PLAIN', 'DELTA_BINARY_PACKED', 'BYTE_STREAM_SPLIT'],
  },
  DOUBLE: {
    value: fc.double({ noNaN: true }).map((number) => number + 0), // no -0, which becomes 0 as text
    encodings: [undefined, 'PLAIN', 'BYTE_STREAM_SPLIT'],
  },
  BOOLEAN: { value: fc.boolean(), encodings: [undefined, 'PLAIN', 'RLE'] },
};

const layout = fc.record({
  codec: fc.constantFrom('UNCOMPRESSED', 'SNAPPY'),
  rowGroupSize: fc.integer({ min: 1, max: 60 }),
  pageSize: fc.integer({ min: 16, max: 400 }),
});

// fast-check's types cannot express that each case has values of another kind.
/** @type {[type: string, encoding: string | undefined, value: fc.Arbitrary<any>][]} */
const cases = Object.entries(kinds).flatMap(([type, { value, encodings }]) =>
  encodings.map((encoding) => /** @type {(typeof cases)[number]} */ ([type, encoding, value])),
);

test.each(cases)('%s values in encoding %s are those that hyparquet reads', async (type, encoding, value) => {
  const few = fc.array(value, { minLength: 1, maxLength: 4 }).chain((some) => fc.constantFrom(...some));
  const column = fc.oneof(
    fc.array(value, { minLength: 1, maxLength: 120 }),
    fc.array(few, { minLength: 1, maxLength: 120 }),
    fc.array(fc.option(value), { minLength: 1, maxLength: 120 }),
    fc.array(fc.option(few, { freq: 2 }), { minLength: 1, maxLength: 120 }),
  );
  await fc.assert(
    fc.asyncProperty(column, layout, async (data, options) => {
      const bytes = written([{ name: 'x', data, type, encoding, nullable: true }], options);
      expect(await getTexts(bytes)).toEqual(await byHyparquet(bytes));
    }),
    { numRuns: 60 },
  );
});

test('reads required columns without definition levels', async () => {
  const data = [3, 1, 3, 2];
  const bytes = written([{ name: 'x', data, type: 'INT32', nullable: false }]);
  expect(await getTexts(bytes)).toEqual({ x: ['3', '1', '3', '2'] });
});

test('returns numbers of many pages as one typed array, and strings as codes', async () => {
  const [numbers, texts] = [
    [1.5, 2.5, -3],
    ['a', 'b', 'a'],
  ].map((few) => Array.from({ length: 90 }, (_, row) => few[row % 3]));
  const columns = [
    { name: 'x', data: numbers, type: 'DOUBLE', encoding: 'PLAIN', nullable: false },
    { name: 's', data: texts, type: 'STRING' },
  ];
  const file = written(columns, { pageSize: 64 });
  for await (const batch of readCsv(file, { coded: true, numbers: ['x'] })) {
    const { x, s } = batch.columns;
    expect(x).toEqual(Float64Array.from(numbers));
    if (!('codes' in s)) throw new Error('no codes');
    expect(Array.from(s.codes, (code) => s.categories[code])).toEqual(texts);
  }
});

test('formats UUIDs in their usual form', async () => {
  const data = ['00112233-4455-6677-8899-aabbccddeeff', 'f81d4fae-7dec-11d0-a765-00a0c91e6bf6'];
  const bytes = written([{ name: 'x', data, type: 'UUID' }]);
  expect(await getTexts(bytes)).toEqual({ x: data });
});

test.each(/** @type {const} */ (['UNCOMPRESSED', 'SNAPPY']))('a column of nothing, %s', async (codec) => {
  const column = (type, data) => ({ name: type, type, data, nullable: true });
  const columns = ['STRING', 'DOUBLE'].map((type) => column(type, [null, null, null]));
  const bytes = written([...columns, column('INT32', [1, 2, 3])], { codec });
  expect(await getTexts(bytes)).toEqual({ STRING: ['', '', ''], DOUBLE: ['', '', ''], INT32: ['1', '2', '3'] });
});

test('rejects a list as a value of a row', async () => {
  /** @type {import('hyparquet').SchemaElement[]} */
  const schema = [
    { name: 'root', num_children: 1 },
    { name: 'x', repetition_type: 'OPTIONAL', num_children: 1, converted_type: 'LIST' },
    { name: 'list', repetition_type: 'REPEATED', num_children: 1 },
    { name: 'element', repetition_type: 'OPTIONAL', type: 'INT32' },
  ];
  const data = [[1, 2], [3]];
  const bytes = new Uint8Array(parquetWriteBuffer({ schema, columnData: [{ name: 'x', data }] }));
  await expect(getTexts(bytes)).rejects.toMatchObject({ argument: 'x', actual: 'a list', row: 0 });
});

describe('damaged files', () => {
  test('rejects a file that sends hyparquet into an endless loop', async () => {
    await expect(getTexts(readFileSync('tests/web/never.parquet'))).rejects.toMatchObject({
      code: 'invalidArgument',
      argument: 'file',
    });
  });

  const column = (type, encoding, data) => ({ name: `${type} ${encoding}`, type, encoding, data });
  const numbers = Array.from({ length: 300 }, (_, i) => (i * 7919) % 1000);
  const texts = numbers.map((number) => `text ${number % 40}`);
  const files = [
    column('STRING', undefined, texts),
    column('STRING', 'DELTA_BYTE_ARRAY', texts),
    column('STRING', 'DELTA_LENGTH_BYTE_ARRAY', texts),
    column('INT32', 'DELTA_BINARY_PACKED', numbers),
    column('INT64', 'DELTA_BINARY_PACKED', numbers.map(BigInt)),
    column('DOUBLE', 'BYTE_STREAM_SPLIT', numbers),
    column(
      'INT32',
      undefined,
      numbers.map((number) => (number % 3 ? number % 10 : null)),
    ),
    column(
      'BOOLEAN',
      'RLE',
      numbers.map((number) => number % 3 > 1),
    ),
  ].map((each) => [each.name, written([each], { codec: 'UNCOMPRESSED' })]);

  // With any byte changed, reading ends with a table or a FairwasmError.
  test.each(files)('%s', async (_, whole) => {
    const place = fc.integer({ min: 4, max: whole.length - 1 });
    const changes = fc.array(fc.tuple(place, fc.integer({ min: 0, max: 255 })), { minLength: 1, maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(changes, async (changed) => {
        const bytes = Uint8Array.from(/** @type {Uint8Array} */ (whole));
        for (const [at, byte] of changed) bytes[at] = byte;
        const failure = await getTexts(bytes).catch((error) => error);
        if (failure instanceof Error) expect(failure.name).toBe('FairwasmError');
      }),
      { numRuns: 300 },
    );
  });
});

describe('runs and packed bits', () => {
  const packed = (values, width) => {
    const bytes = new Uint8Array((values.length / 8) * width);
    values.forEach((value, i) => {
      for (let bit = 0; bit < width; bit++) {
        const at = i * width + bit;
        if (Math.floor(value / 2 ** bit) % 2) bytes[at >> 3] |= 1 << (at & 7);
      }
    });
    return bytes;
  };
  const block = fc
    .integer({ min: 1, max: 32 })
    .chain((width) =>
      fc.tuple(
        fc.constant(width),
        fc.array(fc.array(fc.integer({ min: 0, max: 2 ** width - 1 }), { minLength: 8, maxLength: 8 }), {
          minLength: 1,
          maxLength: 6,
        }),
        fc.tuple(fc.integer({ min: 0, max: 2 ** width - 1 }), fc.integer({ min: 1, max: 63 })),
      ),
    );

  test('of every width are read back', () => {
    fc.assert(
      fc.property(block, fc.nat(7), ([width, groups, [repeated, times]], cut) => {
        const values = groups.flat();
        const run = Array.from({ length: Math.ceil(width / 8) }, (_, i) => Math.floor(repeated / 2 ** (8 * i)) % 256);
        const bytes = Uint8Array.from([times * 2, ...run, groups.length * 2 + 1, ...packed(values, width)]);
        const out = new Uint32Array(times + values.length - cut);
        new RunReader(bytes, width).decode(out);
        expect([...out]).toEqual([...Array(times).fill(repeated), ...values].slice(0, out.length));
      }),
    );
  });

  test('that end too early are rejected', () => {
    const decode = (bytes, width, length) =>
      new RunReader(Uint8Array.from(bytes), width).decode(new Uint32Array(length));
    expect(() => decode([3, 1], 2, 8)).toThrow('too early'); // a group of eight needs two bytes
    expect(() => decode([4, 1], 1, 3)).toThrow('too early'); // a run of two
    expect(() => decode([255, 255, 255, 255, 255, 1], 1, 3)).toThrow('more than 32 bits');
    expect(() => decode([0, 0, 0], 1, 3)).toThrow('too early'); // runs of none
    expect(() => decode([2, 1], 33, 1)).toThrow('33 bits');
  });
});

test('counts by row groups give the combinations of the rows in the order of their first rows', async () => {
  const text = fc.constantFrom('a', 'b', 'é', '', 'NA');
  const row = fc.record({
    group: fc.option(text),
    number: fc.option(fc.constantFrom(0, 1, -0, 0.5, Number.NaN)),
    truth: fc.boolean(),
  });
  const rows = fc.array(row, { minLength: 1, maxLength: 60 });
  await fc.assert(
    fc.asyncProperty(rows, layout, async (rows, options) => {
      const getColumn = (name) => rows.map((each) => each[name]);
      const file = written(
        [
          { name: 'group', data: getColumn('group'), type: 'STRING' },
          { name: 'number', data: getColumn('number'), type: 'DOUBLE' },
          { name: 'truth', data: getColumn('truth'), type: 'BOOLEAN' },
        ],
        options,
      );
      const columns = ['truth', 'group', 'number'];
      const texts = await getTexts(file);
      const expected = new Map();
      texts.group.forEach((_, row) => {
        // NaN is treated as missing, whatever strings represent missing values.
        const getText = (name) => texts[name][row].replace('NaN', '');
        const key = JSON.stringify(columns.map(getText));
        const [count, first] = expected.get(key) ?? [0, row];
        expected.set(key, [count + 1, first]);
      });
      const found = [];
      for await (const batch of countTable(new Blob([file]), { columns })) {
        expect(batch.names).toEqual(columns);
        batch.counts.forEach((count, i) => {
          const values = columns.map((_, column) => batch.texts[column][batch.codes[column][i]]);
          found.push([JSON.stringify(values), [count, batch.firstRows[i]]]);
        });
      }
      expect(found).toEqual([...expected]);
    }),
    { numRuns: 200 },
  );
});

async function countedBy(workers, file, columns) {
  const batches = [];
  for await (const batch of countTable(new Blob([file]), { columns, workers })) batches.push(batch);
  return batches;
}

test('gives equal results if workers share the row groups', async () => {
  const rows = Array.from({ length: 5000 }, (_, i) => (i * i) % 7919);
  const file = written(
    [
      { name: 'sex', data: rows.map((n) => ['f', 'm', null][n % 3]), type: 'STRING' },
      { name: 'age', data: rows.map((n) => n % 40), type: 'INT32' },
    ],
    { rowGroupSize: 300 },
  );
  const columns = ['age', 'sex'];
  const [alone] = await countedBy(0, file, columns);
  expect(alone.counts.reduce((sum, each) => sum + each)).toBe(5000);
  expect(await countedBy(3, file, columns)).toEqual([alone]);
});

test('reports a damaged row group equally with and without workers', async () => {
  const rows = Array.from({ length: 20 }, (_, i) => i);
  const file = written([{ name: 'list', data: rows.map((row) => [row]), type: 'JSON' }], { rowGroupSize: 5 });
  const damaged = file.slice();
  damaged.fill(0xff, 4, 40);
  const getOutcome = (workers) =>
    countedBy(workers, damaged, ['list']).catch(({ code, argument, expected, actual, row }) => {
      return { code, argument, expected, actual, row };
    });
  const alone = await getOutcome(0);
  expect(alone).toMatchObject({ argument: 'file' });
  expect(await getOutcome(2)).toEqual(alone);
});

test('counts more combinations than a dense table can hold', () => {
  const rows = 3000;
  const many = Uint32Array.from({ length: rows }, (_, i) => (i * 7) % rows);
  const codes = [many, many.map((code) => rows - 1 - code), Uint32Array.from(many, (code) => code % 2)];
  const { counts, firstRows, ...found } = getCombinations(
    codes.map((each) => ({ codes: each, categories: rows })),
    rows,
  );
  expect(counts).toEqual(new Float64Array(rows).fill(1));
  expect(firstRows).toEqual(Float64Array.from({ length: rows }, (_, i) => i));
  expect(found.codes).toEqual(codes);
});

test('formats dates and timestamps as text', async () => {
  const time = [new Date(0), new Date('2026-11-24T00:00:00Z'), new Date('1969-12-31T00:00:00Z')];
  const moments = time.map((each, i) => new Date(each.getTime() + 1000 * i));
  const kind = (name, type, converted) => ({
    ...{ name, type, converted_type: converted, repetition_type: 'REQUIRED' },
  });
  const schema = [
    { name: 'root', num_children: 3 },
    kind('day', 'INT32', 'DATE'),
    kind('ms', 'INT64', 'TIMESTAMP_MILLIS'),
    kind('us', 'INT64', 'TIMESTAMP_MICROS'),
  ];
  const columns = [
    { name: 'day', data: time },
    { name: 'ms', data: moments },
    { name: 'us', data: moments },
  ];
  const texts = moments.map(toCategory);
  expect(await getTexts(written(columns, { schema }))).toEqual({
    day: ['1970-01-01', '2026-11-24', '1969-12-31'],
    ms: texts,
    us: texts,
  });
});

test('reports progress up to the last byte', async () => {
  const data = Array.from({ length: 40 }, (_, i) => i % 3);
  const file = new Blob([written([{ name: 'x', data, type: 'INT32' }], { rowGroupSize: 10 })]);
  const told = [];
  const onProgress = ({ done, total }) => told.push(done / total);
  for await (const _ of countTable(file, { columns: ['x'], onProgress })) {
    // to its end
  }
  expect(told).toEqual([0, 0.25, 0.5, 0.75, 1]);
});
