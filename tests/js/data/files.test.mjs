// SPDX-License-Identifier: Apache-2.0
//
// Files of every format give the same results as CSV with the same rows.
import { gzipSync } from 'node:zlib';
import {
  Dictionary,
  Field,
  FixedSizeList,
  Float64,
  Int8,
  Int32,
  List,
  makeData,
  Null,
  Struct,
  Table,
  tableFromArrays,
  tableToIPC,
  Utf8,
  Vector,
  vectorFromArray,
} from 'apache-arrow';
import { auditCsv, readCsv } from 'fairwasm';
import fc from 'fast-check';
import { strToU8, unzipSync, zipSync } from 'fflate';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { fair } from '../support.mjs';
import { toWorkbook } from './workbook.mjs';
import { compressed, toZstd } from './zstd.mjs';

const names = ['race', 'paid', 'hired', 'p'];
const toCsv = (rows) =>
  `${[names, ...rows.map((row) => names.map((name) => quoted(row[name])))].map((line) => line.join(',')).join('\n')}\n`;
const quoted = (value) => (value === null ? '' : `"${String(value).replaceAll('"', '""')}"`);
const getColumn = (rows, name) => rows.map((row) => row[name]);

const toParquet = (rows, options = {}) =>
  new Uint8Array(
    parquetWriteBuffer({
      columnData: [
        { name: 'race', data: getColumn(rows, 'race'), type: 'STRING' },
        { name: 'paid', data: getColumn(rows, 'paid'), type: 'BOOLEAN' },
        { name: 'hired', data: getColumn(rows, 'hired'), type: 'INT32' },
        { name: 'p', data: getColumn(rows, 'p'), type: 'DOUBLE' },
      ],
      rowGroupSize: 5,
      ...options,
    }),
  );
const toArrow = (kind) => (rows) =>
  tableToIPC(
    tableFromArrays({
      // The type declarations accept only arrays; vectors of strings have dictionaries.
      race: /** @type {any} */ (vectorFromArray(getColumn(rows, 'race'))),
      paid: getColumn(rows, 'paid'),
      hired: Int32Array.from(getColumn(rows, 'hired')),
      p: Float64Array.from(getColumn(rows, 'p')),
    }),
    kind,
  );
const toJsonLines = (rows) => rows.map((row) => JSON.stringify(row)).join('\n');

const formats = {
  csv: toCsv,
  'gzipped CSV': (rows) => new Uint8Array(gzipSync(toCsv(rows))),
  'Zstandard-compressed CSV': (rows) => toZstd(toCsv(rows)),
  Parquet: toParquet,
  'uncompressed Parquet': (rows) => toParquet(rows, { codec: 'UNCOMPRESSED' }),
  'an Arrow file': toArrow('file'),
  'an Arrow stream': toArrow('stream'),
  'JSON Lines': toJsonLines,
  'gzipped JSON Lines': (rows) => new Uint8Array(gzipSync(toJsonLines(rows))),
  'an .xlsx workbook': (rows) =>
    toWorkbook(
      names,
      rows.map((row) => names.map((name) => row[name])),
    ),
};

const rejection = (promise) =>
  promise.then(
    () => undefined,
    (error) => error,
  );

const two = [
  { race: 'a', paid: true, hired: 1, p: 0.5 },
  { race: 'b, "c"', paid: false, hired: 0, p: 1 },
];
const rows = fc
  .array(
    fc.record({
      race: fc.constantFrom('a', 'b, "c"', 'é✓', '3', '=d'),
      paid: fc.boolean(),
      hired: fc.constantFrom(0, 1),
      p: fc.integer({ min: 0, max: 1024 }).map((each) => each / 1024), // sums are exact in any order
    }),
    { minLength: 12, maxLength: 40 },
  )
  .map((others) => [...two, ...others]);
const what = { label: 'paid', prediction: 'hired', groups: ['race'], weight: 'p', source: 'x' };
/** @type {import('fairwasm').AuditOptions} */
const options = { uncertainty: false, missing: 'drop' };

const streamed = (bytes, size) =>
  new ReadableStream({
    start(controller) {
      for (let at = 0; at < bytes.length; at += size) controller.enqueue(bytes.slice(at, at + size));
      controller.close();
    },
  });

describe.each(Object.entries(formats))('%s', (_, write) => {
  test('gives the report of the same rows in memory, from bytes, a Blob, and a stream', async () => {
    await fc.assert(
      fc.asyncProperty(rows, fc.integer({ min: 1, max: 300 }), async (table, size) => {
        const file = write(table);
        const expected = await auditCsv(fair, toCsv(table), { ...what, ...options });
        const bytes = typeof file === 'string' ? new TextEncoder().encode(file) : file;
        for (const source of [bytes, new Blob([bytes]), streamed(bytes, size)]) {
          expect(await auditCsv(fair, source, { ...what, ...options })).toEqual(expected);
        }
      }),
      { numRuns: 5, endOnFailure: true },
    );
  });

  test('each batch contains the index of its first row, from 0 on', async () => {
    const [table] = fc.sample(rows, 1);
    const many = Array.from({ length: 3000 }, (_, i) => table[i % table.length]);
    let next = 0;
    for await (const { firstRow, columns } of readCsv(write(many))) {
      expect(firstRow).toBe(next);
      next += columns.race.length;
    }
    expect(next).toBe(3000);
  });

  test('reads large files in several parts', async () => {
    const [table] = fc.sample(rows, 1);
    const many = Array.from({ length: 30_000 }, (_, i) => table[i % table.length]);
    const expected = await auditCsv(fair, toCsv(many), { ...what, ...options });
    expect(await auditCsv(fair, write(many), { ...what, ...options })).toEqual(expected);
  });

  test('names a missing column and the existing columns', async () => {
    const error = await rejection(auditCsv(fair, write(fc.sample(rows, 1)[0]), { ...what, groups: ['rase'] }));
    expect(error).toMatchObject({ code: 'invalidArgument', argument: 'rase' });
    expect(error.expected).toContain('race, paid, hired, p');
    expect(error.actual).toContain("did you mean 'race'?");
  });
});

describe('damaged files', () => {
  const binary = Object.entries(formats).filter(([, write]) => typeof write(fc.sample(rows, 1)[0]) !== 'string');
  test.each(binary)('rejects a truncated %s', async (_, write) => {
    const bytes = write(fc.sample(rows, 1)[0]);
    const error = await rejection(auditCsv(fair, bytes.slice(0, bytes.length * 0.6), what));
    expect(error.name).toBe('FairwasmError');
    expect(error).toMatchObject({ code: 'invalidArgument', argument: 'file' });
  });

  test.each([
    ['{"race": "a"}\n{"race": ', 1],
    ['{"race": "a"}\n[1]', 1],
    ['{"race": "a"}\n{"race": {"of": "b"}}', 1],
  ])('rejects %j with its row', async (text, row) => {
    const read = async () => {
      for await (const _ of readCsv(text, { columns: ['race'] })) {
        // to its end
      }
    };
    expect(await rejection(read())).toMatchObject({ code: 'invalidArgument', row });
  });
});

test('reads shared strings of a workbook, but not its images', async () => {
  const parts = unzipSync(toWorkbook(['g', 'n'], []));
  const rels = new TextDecoder().decode(parts['xl/_rels/workbook.xml.rels']);
  const kind = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/sharedStrings';
  const cells = (row, texts) =>
    `<row r="${row}">${texts.map((at, i) => `<c r="${'AB'[i]}${row}" t="s"><v>${at}</v></c>`).join('')}</row>`;
  const changed = {
    'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${cells(1, [0, 1])}${cells(2, [2, 3])}${cells(3, [2, 2])}</sheetData></worksheet>`,
    'xl/sharedStrings.xml': `<sst>${['g', 'n', 'a &amp; b', 'é'].map((text) => `<si><t>${text}</t></si>`).join('')}</sst>`,
    'xl/_rels/workbook.xml.rels': rels.replace(
      '</Relationships>',
      `<Relationship Id="r2" Type="${kind}" Target="sharedStrings.xml"/></Relationships>`,
    ),
  };
  const texts = Object.entries(changed).map(([name, text]) => [name, strToU8(text)]);
  const picture = { 'xl/media/image1.png': new Uint8Array(1e6) };
  const read = [];
  for await (const { columns } of readCsv(zipSync({ ...parts, ...Object.fromEntries(texts), ...picture })))
    read.push(columns);
  expect(read).toEqual([{ g: ['a & b', 'a & b'], n: ['é', 'a & b'] }]);
});

test('rejects a Parquet file if a row group lacks a column', async () => {
  const bytes = toParquet(Array.from({ length: 10 }, (_, i) => two[i % 2]));
  const last = Buffer.from(bytes).lastIndexOf('race'); // in the second row group
  bytes[last + 1] = 'o'.charCodeAt(0);
  const error = await rejection(auditCsv(fair, bytes, what));
  expect(error).toMatchObject({ code: 'invalidArgument', argument: 'file' });
  expect(error.actual).toBe('a row group lacks a column or its metadata');
});

test('does not read an endless line of JSON to its end', async () => {
  let pieces = 0;
  async function* endless() {
    yield strToU8('{"a":"b"}\n{"a":"');
    for (; pieces < 200; pieces++) yield new Uint8Array(1 << 20).fill(0x78);
  }
  const read = async () => {
    for await (const _ of readCsv(endless())) {
      // to its end
    }
  };
  expect(await rejection(read())).toMatchObject({ code: 'tooLarge', argument: 'file', row: 1 });
  expect(pieces).toBeLessThan(10);
});

test('returns Arrow numbers as a typed array if none is missing, otherwise as a list', async () => {
  const values = [1.5, null, -3];
  const lacking = vectorFromArray(values, new Float64());
  const table = new Table({ whole: vectorFromArray(Float64Array.of(1.5, 2, -3)), lacking });
  const numbers = ['whole', 'lacking'];
  for await (const { columns } of readCsv(tableToIPC(table), { coded: true, numbers })) {
    expect(columns).toEqual({ whole: Float64Array.of(1.5, 2, -3), lacking: values });
  }
  expect.assertions(1);
});

describe('files that claim more content than they have', () => {
  async function getColumns(bytes) {
    let read = {};
    for await (const { columns } of readCsv(bytes)) read = columns;
    return read;
  }
  const arrow = (rows) => toArrow('stream')(Array.from({ length: rows }, (_, i) => two[i % 2]));
  const changed = (bytes, from, to, least = 4) => {
    const whole = Buffer.from(bytes);
    const [old, other] = [from, to].map((number) => {
      const eight = Buffer.alloc(8);
      eight.writeBigInt64LE(BigInt(number));
      return eight;
    });
    let found = 0;
    for (let at = whole.indexOf(old); at >= 0; at = whole.indexOf(old, at + 1), found++) {
      other.copy(whole, at);
    }
    expect(found).toBeGreaterThanOrEqual(least); // of the batch and of each column
    return new Uint8Array(whole);
  };
  // Multiples of 64 rows, because buffers end there.
  test.each([[129], [1e6], [2 ** 40], [-1]])('rejects %i rows of 128 in an Arrow stream', async (rows) => {
    const error = await rejection(auditCsv(fair, changed(arrow(128), 128, rows), what));
    expect(error).toMatchObject({ name: 'FairwasmError', argument: 'file' });
  });

  // A null type stores nothing, so a few hundred bytes can claim any number of rows, also inside lists.
  const nothing = (length) => makeData({ type: new Null(), length });
  const field = new Field('x', new Null());
  /** @type {Record<string, (length: number) => import('apache-arrow').Data>} */
  const nested = {
    rows: nothing,
    objects: (length) => makeData({ type: new Struct([field]), length, nullCount: 0, children: [nothing(length)] }),
    'values of a list': (length) =>
      makeData({
        ...{ type: new List(field), length: 1, nullCount: 0, child: nothing(length) },
        valueOffsets: Int32Array.of(0, length),
      }),
    'values of a list within an object': (length) => {
      const child = nested['values of a list of fixed length'](length);
      const type = new Struct([new Field('y', child.type)]);
      return makeData({ type, length: 1, nullCount: 0, children: [child] });
    },
    'values of a list of fixed length': (length) =>
      makeData({ ...{ type: new FixedSizeList(length, field), length: 1, nullCount: 0 }, child: nothing(length) }),
  };
  test.each(Object.entries(nested))('rejects a hundred million %s in an Arrow file', async (_, made) => {
    const bytes = tableToIPC(new Table({ a: new Vector([made(1e8)]) }), 'file');
    expect(bytes.length).toBeLessThan(1000);
    const before = process.memoryUsage.rss();
    expect(await rejection(getColumns(bytes))).toMatchObject({ name: 'FairwasmError' });
    expect(process.memoryUsage.rss() - before).toBeLessThan(100e6); // each would take at least 400e6
  });

  test('rejects more values than validity bits in an Arrow stream', async () => {
    const marked = (length) => {
      const nullBitmap = new Uint8Array(8).fill(0xfe);
      const values = { type: new Int8(), length, nullCount: 8, data: new Int8Array(length) };
      return tableToIPC(new Table({ a: new Vector([makeData({ ...values, nullBitmap })]) }));
    };
    const { a } = await getColumns(marked(64));
    expect(a.filter((value) => value === '')).toHaveLength(8);
    expect(await rejection(getColumns(marked(70)))).toMatchObject({
      argument: 'file',
      actual: '70 values, but validity bits for only 64',
    });
  });

  test('rejects a hundred million categories of 131 in an Arrow stream', async () => {
    const names = Array.from({ length: 131 }, (_, i) => `name ${i}`);
    const column = vectorFromArray(names.concat(names), new Dictionary(new Utf8(), new Int32()));
    const bytes = changed(tableToIPC(new Table({ a: column }), 'stream'), 131, 1e8, 2);
    const before = process.memoryUsage.rss();
    expect(await rejection(getColumns(bytes))).toMatchObject({ name: 'FairwasmError' });
    expect(process.memoryUsage.rss() - before).toBeLessThan(100e6); // 800e6 if they were read before being rejected
  });

  test('treats missing lists as missing values', async () => {
    const type = new List(field);
    const data = makeData({
      ...{ type, length: 3, nullCount: 3, nullBitmap: Uint8Array.of(0), child: nothing(0) },
      valueOffsets: new Int32Array(4),
    });
    const bytes = tableToIPC(new Table({ a: new Vector([data]) }), 'file');
    expect(await getColumns(bytes)).toEqual({ a: ['', '', ''] });
  });

  test('rejects a message with a negative length', async () => {
    const bytes = Uint8Array.of(...[0xff, 0xff, 0xff, 0xff], ...[0xf8, 0xff, 0xff, 0xff], 0, 0, 0, 0);
    const error = await rejection(auditCsv(fair, bytes, what));
    expect(error).toMatchObject({ name: 'FairwasmError', argument: 'file' });
  });

  test('rejects a Zstandard file with a window of 512 MB', async () => {
    const bytes = Uint8Array.of(0x28, 0xb5, 0x2f, 0xfd, 0x04, 0x98, 1, 0, 0, 0);
    const error = await rejection(auditCsv(fair, bytes, what));
    expect(error).toMatchObject({ name: 'FairwasmError', argument: 'file' });
    expect(error.actual).toMatch(/window/);
  });

  // A block that repeats one byte takes four bytes.
  const repeated = (length, count) => {
    const block = Buffer.from([0, 0, 0, 'a'.charCodeAt(0)]);
    block.writeUIntLE((length << 3) | 2, 0, 3);
    const frame = [0x28, 0xb5, 0x2f, 0xfd, 0x00, 0x38]; // with a window of 128 KiB
    return new Uint8Array(Buffer.concat([Buffer.from(frame), ...Array(count).fill(block)]));
  };

  test('stops reading a megabyte of Zstandard that unpacks to 34 GB when a row is too long', async () => {
    const error = await rejection(auditCsv(fair, repeated(1 << 17, 1 << 18), what));
    expect(error).toMatchObject({ name: 'FairwasmError', argument: 'file' });
    expect(error.actual).toMatch(/longer/);
  });

  test('rejects a Zstandard block above the maximum size', async () => {
    const error = await rejection(auditCsv(fair, repeated((1 << 17) + 1, 1), what));
    expect(error).toMatchObject({ name: 'FairwasmError', argument: 'file' });
    expect(error.actual).toMatch(/invalid zstd data/);
  });

  test('rejects a Parquet page that unpacks to more bytes than it claims', async () => {
    const large = repeated(1 << 17, 1 << 12);
    large[large.length - 4] |= 1; // the last block
    const bytes = toParquet([{ race: 'a', paid: true, hired: 1, p: 0.5 }], {
      codec: 'ZSTD',
      compressors: { ZSTD: () => large },
    });
    const error = await rejection(auditCsv(fair, bytes, what));
    expect(error).toMatchObject({ name: 'FairwasmError', argument: 'file' });
    expect(error.actual).toMatch(/invalid zstd data/);
  });

  const first = '<row r="1"><c r="A1"><v>1</v></c></row>';
  const cell = (place, row) => `<row r="${row}"><c r="${place}"><v>1</v></c></row>`;
  test.each([
    ['a cell in the last possible position', first + cell('XFD1048576', 1048576)],
    ['a row beyond the last', first + cell('A2000000000', 2_000_000_000)],
    ['a column beyond the last', cell('ZZZZZZ1', 1)],
  ])('reads a workbook with %s', async (_, rows) => {
    const parts = unzipSync(toWorkbook(['a'], [[1]]));
    const sheet = `<worksheet><sheetData>${rows}</sheetData></worksheet>`;
    const bytes = zipSync({ ...parts, 'xl/worksheets/sheet1.xml': strToU8(sheet) });
    const error = await rejection(auditCsv(fair, bytes, what));
    expect(error).toMatchObject({ name: 'FairwasmError', argument: 'file' });
  });
});

test('reads a file that the zstd program compressed', async () => {
  const batches = [];
  for await (const { columns } of readCsv(new Uint8Array(compressed))) batches.push(columns);
  expect(batches).toEqual([{ race: Array(5).fill(['a', 'b']).flat(), hired: Array(5).fill(['1', '0']).flat() }]);
});

test('treats nulls as missing in every format', async () => {
  const table = [
    { race: 'a', hired: 1 },
    { race: null, hired: 0 },
    { race: 'b', hired: null },
  ];
  const files = [
    'race,hired\na,1\n,0\nb,\n',
    toJsonLines(table),
    '{"race": "a", "hired": 1}\n{"hired": 0}\n{"race": "b"}',
    new Uint8Array(
      parquetWriteBuffer({
        columnData: [
          { name: 'race', data: getColumn(table, 'race'), type: 'STRING' },
          { name: 'hired', data: getColumn(table, 'hired'), type: 'INT32' },
        ],
      }),
    ),
    tableToIPC(tableFromArrays({ race: getColumn(table, 'race'), hired: getColumn(table, 'hired') })),
    toWorkbook(
      ['race', 'hired'],
      table.map(({ race, hired }) => [race, hired]),
    ),
  ];
  for (const file of files) {
    const batches = [];
    for await (const { columns } of readCsv(file)) batches.push(columns);
    expect(batches).toEqual([{ race: ['a', '', 'b'], hired: ['1', '0', ''] }]);
  }
});

test('reads dates as text, keeps integers, and accepts __proto__ as a name', async () => {
  const day = new Date('2026-03-01T00:00:00Z');
  const file = parquetWriteBuffer({
    columnData: [
      { name: '__proto__', data: [day, new Date('2026-03-01T10:30:00Z')], type: 'TIMESTAMP' },
      { name: 'id', data: [1n, 2n ** 60n], type: 'INT64' },
    ],
  });
  const batches = [];
  for await (const { columns } of readCsv(new Uint8Array(file))) batches.push(columns);
  expect(Object.entries(batches[0])).toEqual([
    ['__proto__', ['2026-03-01', '2026-03-01T10:30:00.000Z']],
    ['id', ['1', String(2n ** 60n)]],
  ]);
});

// The previous test covers Parquet.
test.each([
  ['JSON Lines', '{"__proto__": "a", "constructor": 1}\n{"__proto__": "b", "constructor": 0}'],
  [
    'an .xlsx workbook',
    toWorkbook(
      ['__proto__', 'constructor'],
      [
        ['a', 1],
        ['b', 0],
      ],
    ),
  ],
])('counts a column __proto__ of %s like others', async (_, file) => {
  const batches = [];
  for await (const { columns } of readCsv(file)) batches.push(...Object.entries(columns));
  expect(batches).toEqual([
    ['__proto__', ['a', 'b']],
    ['constructor', ['1', '0']],
  ]);
  const asked = { prediction: 'constructor', groups: ['__proto__'], source: 'x' };
  const { breakdowns } = await auditCsv(fair, file, asked);
  expect(breakdowns[0]).toMatchObject({ by: ['__proto__'], groups: [{ name: 'a' }, { name: 'b' }] });
});
