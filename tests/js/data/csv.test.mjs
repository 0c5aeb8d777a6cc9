// readCsv: accepted and rejected input; hostile text gives either a table or a clear error.

import { Readable } from 'node:stream';
import { FairwasmError, readCsv } from 'fairwasm';
import fc from 'fast-check';
import { present } from '../../present.mjs';

async function getBatches(source, options) {
  const batches = [];
  for await (const batch of readCsv(source, options)) batches.push(batch);
  return batches;
}

/** Returns the columns of the whole file after checking that batches are consecutive. */
async function getColumns(source, options) {
  const columns = {};
  let next = 0;
  for (const batch of await getBatches(source, options)) {
    expect(batch.firstRow).toBe(next);
    const lengths = new Set(Object.values(batch.columns).map((column) => column.length));
    expect(lengths.size).toBeLessThanOrEqual(1);
    for (const [name, column] of Object.entries(batch.columns)) {
      columns[name] = (columns[name] ?? []).concat(column);
    }
    next += [...lengths][0] ?? 0;
  }
  return columns;
}

/** Returns the columns, read as codes. */
async function getCodedColumns(source) {
  const columns = {};
  for await (const batch of readCsv(source, { coded: true })) {
    for (const [name, { codes, categories }] of Object.entries(batch.columns)) {
      columns[name] = (columns[name] ?? []).concat(Array.from(codes, (code) => categories[code]));
    }
  }
  return columns;
}

const getError = (source, options) =>
  getBatches(source, options).then(
    () => undefined,
    (error) => error,
  );

async function expectRefusal(source, details, options) {
  const error = await getError(source, options);
  expect(error).toBeInstanceOf(FairwasmError);
  expect(error).toMatchObject(details);
}

describe('codes', () => {
  const text = fc.stringMatching(/^[a-c ,"\n😀é0-9]{0,6}$/u);
  test('represent the strings that are read without them, in every batch by itself', async () => {
    const table = fc.array(fc.tuple(text, text), { minLength: 1, maxLength: 30 });
    await fc.assert(
      fc.asyncProperty(table, async (rows) => {
        const quoted = (value) => `"${value.replaceAll('"', '""')}"`;
        const csv = `a,b\n${rows.map((row) => row.map(quoted).join(',')).join('\n')}\n`;
        expect(await getCodedColumns(csv)).toEqual(await getColumns(csv));
      }),
    );
    const many = `a\n${Array.from({ length: 200_000 }, (_, i) => `text ${i % 1000}`).join('\n')}`;
    expect(await getCodedColumns(many)).toEqual(await getColumns(many));
    const json = '{"a": 1, "b": "é"}\n{"a": 2}\n';
    expect(await getCodedColumns(json)).toEqual({ a: ['1', '2'], b: ['é', ''] });
  });

  test('are returned if the option is true', () =>
    expectRefusal('a\n1\n', { argument: 'coded', expected: 'true or false' }, { coded: 'yes' }));
});

describe('reads', () => {
  test.each([
    ['LF', 'a,b\n1,2\n3,4\n'],
    ['CRLF', 'a,b\r\n1,2\r\n3,4\r\n'],
    ['CR', 'a,b\r1,2\r3,4\r'],
    ['mixed line ends, LF first', 'a,b\n1,2\r\n3,4\n'],
    ['mixed line ends, CRLF first', 'a,b\r\n1,2\n3,4'],
    ['no line end at the end', 'a,b\n1,2\n3,4'],
    ['blank lines', '\na,b\n\n1,2\n\r\n3,4\n\n\n'],
    ['quotes', '"a","b"\n"1","2"\n"3",4\n'],
    ['quoted and unquoted fields with CRLF', '"a",b\r\n"1","2"\r\n3,"4"\r\n'],
    ['a byte order mark', '\ufeffa,b\n1,2\n3,4\n'],
    ['a byte order mark before a quote', '\ufeff"a",b\n1,2\n3,4\n'],
    ['semicolons', 'a;b\n1;2\n3;4\n'],
    ['tabs', 'a\tb\n1\t2\n3\t4\n'],
    ['a first line that names the delimiter', 'sep=;\r\na;b\r\n1;2\r\n3;4\r\n'],
    ['a quoted first line that names the delimiter', '\ufeff"sep=~"\na~b\n1~2\n3~4\n'],
  ])('%s', async (_, text) => {
    const expected = { a: ['1', '3'], b: ['2', '4'] };
    expect(await getColumns(text)).toEqual(expected);
    expect(await getColumns(new Blob([text]))).toEqual(expected);
  });

  test('delimiters, line breaks, and doubled quotes inside quotes', async () => {
    const text = 'a,b\n"x,\r\ny","say ""yes"""\n1,"\n"\n';
    expect(await getColumns(text)).toEqual({ a: ['x,\r\ny', '1'], b: ['say "yes"', '\n'] });
  });

  test('semicolons although decimal commas outnumber them', async () => {
    expect(await getColumns('p;q\n1,5;2,5\n1,5;2,5\n')).toEqual({ p: ['1,5', '1,5'], q: ['2,5', '2,5'] });
  });

  test('semicolons although the header has more commas', async () => {
    expect(await getColumns('sex (m, f, other);hired (0, 1)\nm;1\nf;0\n')).toEqual({
      'sex (m, f, other)': ['m', 'f'],
      'hired (0, 1)': ['1', '0'],
    });
  });

  test('another delimiter if requested', async () => {
    expect(await getColumns('a|b\n1|2', { delimiter: '|' })).toEqual({ a: ['1'], b: ['2'] });
  });

  test('missing values as empty text, also in a single column', async () => {
    expect(await getColumns('a,b\n,2\n')).toEqual({ a: [''], b: ['2'] });
    expect(await getColumns('a\n\n1\n""')).toEqual({ a: ['', '1', ''] });
  });

  test('only the requested columns, each once', async () => {
    const text = 'a,b,c\n1,2,3\n';
    expect(await getColumns(text, { columns: ['c', 'a', 'c'] })).toEqual({ c: ['3'], a: ['1'] });
  });

  test('files with an unnamed first column, as pandas writes them', async () => {
    const text = ',a\n0,x\n1,y\n';
    expect(await getColumns(text)).toEqual({ a: ['x', 'y'] });
    expect(await getColumns(text, { columns: ['a'] })).toEqual({ a: ['x', 'y'] });
  });

  test('columns with names like object properties', async () => {
    const [{ columns }] = await getBatches('__proto__,constructor\n1,2\n');
    expect(Object.entries(columns)).toEqual([
      ['__proto__', ['1']],
      ['constructor', ['2']],
    ]);
  });

  test.each([1, 2, 3, 7])('streams cut into pieces of %i bytes, also within a character', async (size) => {
    const text = '\ufeffname,"wert"\r\n"Zoë, 京都",😀\r\n"a ""b""\r\nc","1"\r\n';
    const bytes = new TextEncoder().encode(text);
    const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) =>
      bytes.slice(i * size, (i + 1) * size),
    );
    const expected = { name: ['Zoë, 京都', 'a "b"\r\nc'], wert: ['😀', '1'] };
    expect(await getColumns(Readable.from(pieces))).toEqual(expected);
    expect(await getColumns(Readable.toWeb(Readable.from(pieces)))).toEqual(expected);
    expect(await getColumns(Readable.from([...text]))).toEqual(expected);
  });

  test('many batches of rows that are split anywhere', async () => {
    const rows = 60_000;
    const lines = Array.from({ length: rows }, (_, i) => (i % 3 ? `${i},x` : `${i},"x\n${i}"`));
    const batches = await getBatches(`n,t\n${lines.join('\n')}\n`);
    expect(batches.length).toBeGreaterThan(2);
    const all = batches.flatMap(({ columns }) => columns.n);
    expect(all).toEqual(lines.map((_, i) => String(i)));
    expect(batches.map(({ firstRow }) => firstRow)).toEqual(
      batches.map((_, i) => batches.slice(0, i).reduce((sum, { columns }) => sum + columns.n.length, 0)),
    );
  });

  test('a record that is longer than a batch', async () => {
    const long = 'x'.repeat(1_000_000);
    expect(await getColumns(`a,b\n1,"${long}\n${long}"\n`)).toEqual({ a: ['1'], b: [`${long}\n${long}`] });
  });
});

describe('rejects', () => {
  test.each([
    ['an empty file', '', 'an empty file'],
    ['blank lines only', '\n\r\n\n', 'an empty file'],
    ['a header without rows', 'a,b\n', 'only a header'],
    ['a byte order mark only', '\ufeff', 'an empty file'],
  ])('%s', (_, text, actual) => expectRefusal(text, { argument: 'file', actual, row: undefined }));

  test.each([
    ['too few fields', 'a,b\n1,2\n3\n', { row: 1, expected: '2 fields, like the header', actual: '1' }],
    ['too many fields', 'a,b\n1,2\n\n3,4,5\n', { row: 1, actual: '3' }],
    ['many fields in a file with one column', 'a\n1\n2,3\n', { row: 1, expected: '1 field, like the header' }],
    ['no closing quote', 'a,b\n1,2\n3,"4\n5,6\n', { row: 1, expected: 'a closing quote' }],
    ['text after a closing quote', 'a,b\n"1"x,2\n', { row: 0 }],
    ['an unclosed quote in the header', '"a,b\n1,2\n', { row: undefined }],
  ])('%s, with the row', (_, text, details) =>
    expectRefusal(text, { code: 'invalidArgument', argument: 'file', ...details }),
  );

  test('an invalid row in a later batch, with its number in the whole file', async () => {
    const good = Array.from({ length: 50_000 }, (_, i) => `${i},x`).join('\n');
    await expectRefusal(`n,t\n${good}\nbad\n`, { argument: 'file', row: 50_000 });
  });

  test('an unknown column, with the existing columns and the nearest name', async () => {
    const error = await getError('sex,race,\n1,2,3\n', { columns: ['sex', 'Rcae'] });
    expect(error).toMatchObject({ code: 'invalidArgument', argument: 'Rcae' });
    expect(error.expected).toContain('sex, race');
    expect(error.actual).toContain("did you mean 'race'?");
  });

  test('an unknown column among very many, with a short message', async () => {
    const names = Array.from({ length: 10_000 }, (_, i) => `column${i}`).join(',');
    const error = await getError(`${names}\n`, { columns: ['z'] });
    expect(error.message).toContain('and 9960 more');
    expect(error.message.length).toBeLessThan(1000);
  });

  test('a column without a name', () => expectRefusal(',a\n1,2\n', { argument: '' }, { columns: [''] }));

  test.each([
    ['invalid UTF-8', [0x61, 0x0a, 0xff, 0xfe], 'text in UTF-8'],
    ['UTF-16 without a mark', [0x61, 0x00, 0x0a, 0x00, 0x31, 0x00], 'a text file'],
    ['a truncated last character', [0x61, 0x0a, 0xe4, 0xba], 'text in UTF-8'],
    ['zero bytes', [0x61, 0x0a, 0x00, 0x0a], 'a text file'],
  ])('%s', (_, bytes, expected) =>
    expectRefusal(new Blob([new Uint8Array(bytes)]), { argument: 'file', expected }, { encoding: 'utf-8' }),
  );

  test('a file with one endless record, without reading all of it', async () => {
    let pulled = 0;
    async function* endless() {
      yield 'a,b\n1,2\n"';
      for (;;) {
        pulled += 1;
        yield 'x'.repeat(1 << 16);
      }
    }
    await expectRefusal(endless(), { argument: 'file', row: 1 });
    expect(pulled).toBeLessThan(500);
  });

  test.each(['', ',,', '"', '\n'])('the delimiter %j', (delimiter) =>
    expectRefusal('a,b\n1,2', { argument: 'delimiter' }, { delimiter }),
  );

  test.each([undefined, null, 7, {}])('the source %p', (source) => expectRefusal(source, { argument: 'file' }));
});

describe('uses sources considerately', () => {
  async function* endlessRows(log) {
    try {
      yield 'a,b\n';
      for (;;) {
        log.pulled += 1;
        yield '1,2\n'.repeat(1000);
      }
    } finally {
      log.closed = true;
    }
  }

  test('reads no more than it needs, and closes the source on early exit', async () => {
    const log = { pulled: 0, closed: false };
    for await (const batch of readCsv(endlessRows(log))) {
      expect(batch.columns.a.length).toBeGreaterThan(0);
      break;
    }
    await new Promise((resolve) => setTimeout(resolve));
    expect(log.closed).toBe(true);
    expect(log.pulled).toBeLessThan(100);
  });

  test('stops with the signal between batches', async () => {
    const log = { pulled: 0, closed: false };
    const stop = new AbortController();
    const reading = async () => {
      for await (const _ of readCsv(endlessRows(log), { signal: stop.signal })) stop.abort();
    };
    await expect(reading()).rejects.toMatchObject({ name: 'AbortError' });
    await new Promise((resolve) => setTimeout(resolve));
    expect(log.closed).toBe(true);
  });

  test.each(['', `a,b\n${'1,2\n'.repeat(50)}`])(
    'stops with the signal while a source hangs that gave %j',
    async (given) => {
      const stop = new AbortController();
      let canceled = false;
      const hanging = new ReadableStream({
        start: (controller) => given && controller.enqueue(new TextEncoder().encode(given)),
        pull: () => new Promise(() => {}),
        cancel: () => {
          canceled = true;
        },
      });
      const reading = getError(hanging, { signal: stop.signal });
      setTimeout(() => stop.abort(), 5);
      expect(await reading).toMatchObject({ name: 'AbortError' });
      await new Promise((resolve) => setTimeout(resolve));
      expect(canceled).toBe(true);
    },
  );

  test('does not start if the signal is already aborted', async () => {
    const error = await getError('a\n1', { signal: AbortSignal.abort() });
    expect(error).toMatchObject({ name: 'AbortError' });
  });

  test('passes on errors of the source', async () => {
    async function* broken() {
      yield 'a,b\n1,2\n';
      throw new Error('the disk is gone');
    }
    expect(await getError(broken())).toMatchObject({ message: 'the disk is gone' });
  });

  test('reports the number of read bytes, up to all of them', async () => {
    const text = `a,b\n${'1,2\n'.repeat(200_000)}`;
    const amounts = [];
    await getBatches(new Blob([text]), { onProgress: ({ done }) => amounts.push(done) });
    expect(amounts.length).toBeGreaterThan(3);
    expect([...amounts].sort((a, b) => a - b)).toEqual(amounts);
    expect(amounts.at(-1)).toBe(text.length);
  });

  test('lets timers run while reading from memory', async () => {
    let ticks = 0;
    const timer = setInterval(() => {
      ticks += 1;
    }, 1);
    await getBatches(`a,b\n${'1,"2"\n'.repeat(500_000)}`);
    clearInterval(timer);
    expect(ticks).toBeGreaterThan(1);
  });
});

describe('with hostile text', () => {
  const shreds = fc.constantFrom(',', ';', '\t', '"', '\n', '\r', '\r\n', '\0', '\ufeff', 'a', ' ', '1', 'é', '😀');
  const hostile = fc.oneof(
    fc.array(shreds, { maxLength: 40 }).map((pieces) => pieces.join('')),
    fc.string({ unit: 'binary', maxLength: 60 }),
  );

  test('any text gives a table of equally long columns or a FairwasmError', async () => {
    await fc.assert(
      fc.asyncProperty(hostile, async (text) => {
        try {
          await getColumns(text);
        } catch (error) {
          expect(error).toBeInstanceOf(FairwasmError);
          expect(error.message).not.toBe('');
        }
      }),
      { numRuns: 1000 },
    );
  });

  test('any bytes give a table of equally long columns or a FairwasmError', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 60 }), async (bytes) => {
        try {
          await getColumns(new Blob([bytes]));
        } catch (error) {
          expect(error).toBeInstanceOf(FairwasmError);
        }
      }),
      { numRuns: 300 },
    );
  });

  test('the result does not depend on how the source is split', async () => {
    const outcome = (source) => getColumns(source).catch(({ message, row, argument }) => ({ message, row, argument }));
    await fc.assert(
      fc.asyncProperty(hostile, fc.integer({ min: 1, max: 5 }), async (text, size) => {
        const pieces = text.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? [];
        expect(await outcome(Readable.from(pieces))).toEqual(await outcome(text));
      }),
      { numRuns: 300 },
    );
  });

  // Two or more columns: in a single column, blank lines at the end are not rows.
  const cell = fc.oneof(
    fc
      .array(
        shreds.filter((shred) => shred !== '\0'),
        { maxLength: 6 },
      )
      .map((pieces) => pieces.join('')),
    fc.string({ unit: 'grapheme', maxLength: 8 }).filter((text) => !text.includes('\0')),
  );
  const table = fc
    .integer({ min: 2, max: 5 })
    .chain((width) =>
      fc.record({
        rows: fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 12 }),
        delimiter: fc.constantFrom(',', ';', '\t'),
        newline: fc.constantFrom('\n', '\r\n'),
        quoteAll: fc.boolean(),
        size: fc.integer({ min: 1, max: 50 }),
      }),
    );

  test('reads back written text', async () => {
    await fc.assert(
      fc.asyncProperty(table, async ({ rows, delimiter, newline, quoteAll, size }) => {
        const quote = (text) => (quoteAll || /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
        const names = rows[0].map((_, i) => `column${i}`);
        const text = [names, ...rows].map((row) => row.map(quote).join(delimiter)).join(newline);
        const pieces = present(`${text}${newline}`.match(new RegExp(`[^]{1,${size}}`, 'g')));
        const options = { header: true, skipLines: 0 };
        const columns = await getColumns(Readable.from(pieces), options);
        const filled = rows.filter((row) => row.some((cell) => cell !== ''));
        const expected = names.map((name, i) => [name, filled.map((row) => row[i])]);
        expect(columns).toEqual(filled.length > 0 ? Object.fromEntries(expected) : {});
      }),
      { numRuns: 500 },
    );
  });
});
