// Compares the CSV reader with Papa Parse over random text: fields are equal, or both reject the text; and the split of
// the bytes into pieces does not matter.

import { readCsv } from 'fairwasm';
import fc from 'fast-check';
import { isJudgedOtherwise, papaRows, withoutReturn } from './papa.mjs';

async function getColumns(source, options) {
  const columns = {};
  for await (const batch of readCsv(source, options)) {
    for (const [name, values] of Object.entries(batch.columns)) {
      columns[name] = (columns[name] ?? []).concat(values);
    }
  }
  return columns;
}

const outcome = (source, options) =>
  getColumns(source, options).catch(({ argument, row, expected }) => ({ argument, row, expected }));

// Quoted and plain fields, and occasionally invalid ones. A carriage return at the end of a quoted field is kept; Papa
// Parse's rows do not distinguish it from one at the end of the line.
const plain = fc.stringMatching(/^[ab é😀.;-]{0,9}$/u);
const quoted = fc
  .stringMatching(/^[ab\n\r,;"é漢]{0,12}$/u)
  .filter((text) => !text.endsWith('\r'))
  .map((text) => `"${text.replaceAll('"', '""')}"`);
const odd = fc.constantFrom('"', '""', '"a"b', 'a"b', '"a" ', ' "a"', '\r', 'a\r', '"a"\t');
const field = fc.oneof(
  { weight: 5, arbitrary: plain },
  { weight: 3, arbitrary: quoted },
  { weight: 1, arbitrary: odd },
);
const table = (delimiter) =>
  fc.integer({ min: 1, max: 4 }).chain((width) =>
    fc.record({
      width: fc.constant(width),
      text: fc
        .array(
          fc.oneof(
            { weight: 9, arbitrary: fc.array(field, { minLength: width, maxLength: width }) },
            { weight: 1, arbitrary: fc.array(field, { maxLength: 5 }) },
          ),
          { minLength: 1, maxLength: 8 },
        )
        .chain((rows) =>
          fc
            .array(fc.constantFrom('\n', '\r\n'), { minLength: rows.length, maxLength: rows.length })
            .map((ends) => rows.map((fields, i) => fields.join(delimiter) + ends[i]).join('')),
        )
        .chain((text) => fc.constantFrom(text, withoutReturn(text.slice(0, -1)))),
    }),
  );

const header = (width, delimiter) => `${Array.from({ length: width }, (_, i) => `column${i}`).join(delimiter)}\n`;

test.each([',', ';'])('reads the same fields as Papa Parse, delimited by %s', async (delimiter) => {
  await fc.assert(
    fc.asyncProperty(table(delimiter), async ({ width, text }) => {
      const rows = papaRows(text, width, delimiter);
      fc.pre(!isJudgedOtherwise(text));
      const options = { delimiter, header: true, skipLines: 0 };
      const read = await outcome(header(width, delimiter) + text, options);
      if (rows === undefined || rows.length === 0) {
        expect(read).toHaveProperty('argument', 'file');
      } else {
        const columns = Array.from({ length: width }, (_, i) => rows.map((fields) => fields[i]));
        expect(Object.values(read)).toEqual(columns);
      }
    }),
    { numRuns: 2000 },
  );
});

async function* pieces(bytes, lengths) {
  let at = 0;
  for (let i = 0; at < bytes.length; i++) {
    yield bytes.slice(at, at + lengths[i % lengths.length]);
    at += lengths[i % lengths.length];
  }
}

test('does not depend on the pieces in which bytes arrive', async () => {
  await fc.assert(
    fc.asyncProperty(
      table(','),
      fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 5 }),
      async ({ width, text }, lengths) => {
        const bytes = new TextEncoder().encode(header(width, ',') + text);
        expect(await outcome(pieces(bytes, lengths))).toEqual(await outcome(bytes));
      },
    ),
    { numRuns: 500 },
  );
});

test.each([
  ['utf-16le', [0xff, 0xfe], (code) => [code & 0xff, code >> 8]],
  ['utf-16be', [0xfe, 0xff], (code) => [code >> 8, code & 0xff]],
])('reads %s with a byte order mark or if the caller requests it', async (encoding, mark, unit) => {
  const text = 'a,b\n京都,😀\nx,1\n';
  const body = Array.from({ length: text.length }, (_, i) => unit(text.charCodeAt(i))).flat();
  const expected = { a: ['京都', 'x'], b: ['😀', '1'] };
  expect(await getColumns(Uint8Array.from([...mark, ...body]))).toEqual(expected);
  expect(await getColumns(Uint8Array.from(body), { encoding })).toEqual(expected);
  const inPieces = pieces(Uint8Array.from([...mark, ...body]), [1, 3, 5]);
  expect(await getColumns(inPieces)).toEqual(expected);
});

test('reads Windows-1252 if the text is not UTF-8, unless UTF-8 is requested', async () => {
  const bytes = Uint8Array.from([...Buffer.from('a\ncaf', 'latin1'), 0xe9, 0x0a]);
  expect(await getColumns(bytes, { encoding: 'windows-1252' })).toEqual({ a: ['café'] });
  expect(await getColumns(bytes)).toEqual({ a: ['café'] });
  await expect(getColumns(bytes, { encoding: 'utf-8' })).rejects.toMatchObject({
    argument: 'file',
    expected: 'text in UTF-8',
  });
});
