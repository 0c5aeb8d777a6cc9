// Workbooks, archives, and compressed Arrow files as programs write them, and the names of formats that are not read.

import { CompressionType, setCompressionCodec, tableFromArrays, tableToIPC } from '@uwdata/flechette';
import { gzipSync, strToU8, zipSync } from 'fflate';
import { readColumns } from './read-columns.mjs';

const office = 'http://schemas.openxmlformats.org';
const text = (ref, value) => `<c r="${ref}" t="inlineStr"><is><t>${value}</t></is></c>`;
const number = (ref, value, style = '') => `<c r="${ref}"${style}><v>${value}</v></c>`;

/** A workbook of sheets, each `{ name, state, xml }` with the rows as XML. */
function workbook(sheets, { pr = '', merges = '', prefix = '' } = {}) {
  const rel = `${office}/officeDocument/2006/relationships`;
  const p = prefix && `${prefix}:`;
  const parts = {
    '_rels/.rels': `<Relationships><Relationship Id="r" Type="${rel}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<${p}workbook xmlns:r="${rel}">${pr}<${p}sheets>${sheets.map(({ name, state = 'visible' }, i) => `<${p}sheet name="${name}" state="${state}" r:id="r${i}"/>`).join('')}</${p}sheets></${p}workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${sheets.map((_, i) => `<Relationship Id="r${i}" Type="${rel}/worksheet" Target="worksheets/s${i}.xml"/>`).join('')}<Relationship Id="s" Type="${rel}/styles" Target="styles.xml"/></Relationships>`,
    'xl/styles.xml': '<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>',
  };
  sheets.forEach(({ xml }, i) => {
    parts[`xl/worksheets/s${i}.xml`] =
      `<${p}worksheet><${p}sheetData>${prefix ? xml.replace(/<(\/?)/g, `<$1${p}`) : xml}</${p}sheetData>${merges}</${p}worksheet>`;
  });
  return zipSync(Object.fromEntries(Object.entries(parts).map(([n, t]) => [n, strToU8(t)])));
}

const head = `<row r="1">${text('A1', 'sex')}${text('B1', 'hired')}</row>`;
const rows = `${head}<row r="2">${text('A2', 'm')}${number('B2', 1)}</row><row r="3">${text('A3', 'f')}${number('B3', 0)}</row>`;
const expected = { sex: ['m', 'f'], hired: ['1', '0'] };

describe('a workbook', () => {
  const cover = { name: 'Read me', xml: `<row>${text('A1', 'See the next sheet.')}</row>` };
  const data = { name: 'Data', xml: rows };

  test.each([
    ['a cover before the data', [cover, data]],
    ['a hidden sheet before the data', [{ name: 'Lists', state: 'hidden', xml: rows }, data]],
    ['a very hidden sheet', [{ name: 'L', state: 'veryHidden', xml: rows }, data]],
  ])('with %s', async (_, sheets) => {
    const { columns, sheet } = await readColumns(workbook(sheets));
    expect(columns).toEqual(expected);
    expect(sheet).toBe('Data');
  });

  test('with a sheet that is requested by name or number', async () => {
    const other = { name: 'Other', xml: rows.replaceAll('hired', 'paid') };
    const bytes = workbook([data, other]);
    expect(Object.keys((await readColumns(bytes, { sheet: 'Other' })).columns)).toEqual(['sex', 'paid']);
    expect(Object.keys((await readColumns(bytes, { sheet: 2 })).columns)).toEqual(['sex', 'paid']);
    expect((await readColumns(bytes, { columns: ['paid'] })).columns).toEqual({ paid: ['1', '0'] });
    await expect(readColumns(bytes, { sheet: 'Nope' })).rejects.toMatchObject({
      expected: 'a sheet among Data, Other',
    });
  });

  test.each([
    [
      'a title above the header',
      `<row r="1">${text('A1', 'Applicants')}</row>${rows.replaceAll(/r="([AB]?)(\d)"/g, (_, a, n) => `r="${a}${Number(n) + 2}"`)}`,
    ],
    [
      'a table that starts at B3',
      rows.replaceAll(/r="([AB]?)(\d)"/g, (_, a, n) => `r="${{ A: 'B', B: 'C' }[a] ?? ''}${Number(n) + 2}"`),
    ],
    ['a blank row between the rows', rows.replaceAll(/r="([AB]?)3"/g, 'r="$15"')],
    ['rows and cells without references', rows.replaceAll(/ r="[AB]?\d"/g, '')],
    ['formatted cells below', `${rows}<row r="4"><c r="A4" s="1"/><c r="B4" s="1"/></row>`],
    ['a total below', `${rows}<row r="4">${text('A4', 'Total')}</row>`],
  ])('with %s', async (_, xml) => {
    expect((await readColumns(workbook([{ name: 'D', xml }]))).columns).toEqual(expected);
  });

  test('with a namespace prefix on all tags', async () => {
    expect((await readColumns(workbook([data], { prefix: 'x' }))).columns).toEqual(expected);
  });

  test.each([
    ['date1904="1"', '2020-01-01', 42369],
    ['date1904="true"', '2020-01-01', 42369],
    ['', '2020-01-01', 43831],
  ])('with dates and %s', async (pr, day, serial) => {
    const xml = `${head}<row r="2">${text('A2', 'm')}${number('B2', serial, ' s="1"')}</row>`;
    const bytes = workbook([{ name: 'D', xml }], { pr: `<workbookPr ${pr}/>` });
    expect((await readColumns(bytes)).columns.hired).toEqual([day]);
  });

  test('with cells that are merged downward', async () => {
    const xml = `${head}<row r="2">${text('A2', 'm')}${number('B2', 1)}</row><row r="3"><c r="A3"/>${number('B3', 0)}</row>`;
    const bytes = workbook([{ name: 'D', xml }], { merges: '<mergeCells><mergeCell ref="A2:A3"/></mergeCells>' });
    expect((await readColumns(bytes)).columns.sex).toEqual(['m', 'm']);
  });
});

describe('a ZIP archive', () => {
  const csv = strToU8('sex,hired\nm,1\nf,0\n');
  test('with one table', async () => {
    const { columns, sheet } = await readColumns(
      zipSync({ 'data/people.csv': csv, 'README.txt': strToU8('About'), '__MACOSX/._people.csv': csv }),
    );
    expect(columns).toEqual(expected);
    expect(sheet).toBe('data/people.csv');
  });

  test('with several tables requires the name of one', async () => {
    const bytes = zipSync({ 'a.csv': csv, 'b.csv': strToU8('x,y\n1,2\n') });
    await expect(readColumns(bytes)).rejects.toMatchObject({ expected: expect.stringContaining('a.csv, b.csv') });
    expect((await readColumns(bytes, { sheet: 'b.csv' })).columns).toEqual({ x: ['1'], y: ['2'] });
  });
});

describe('Feather with compressed buffers', () => {
  // The frame of the reference program for 400 bytes: literals, then references to them in a second, linked block.
  const lz4 = (bytes) => {
    const stored = new Uint8Array(11 + bytes.length + 4);
    stored.set([0x04, 0x22, 0x4d, 0x18, 0x60, 0x70, 0x73]);
    new DataView(stored.buffer).setUint32(7, (0x80000000 | bytes.length) >>> 0, true);
    stored.set(bytes, 11);
    return stored;
  };
  const repeated = (bytes) => {
    const [first] = bytes;
    const rest = bytes.length - 1;
    if (rest < 20 || bytes.some((byte) => byte !== first)) return lz4(bytes);
    const extra = rest - 5 - 4 - 15;
    const block = [
      0x1f,
      first,
      1,
      0,
      ...Array(Math.floor(extra / 255)).fill(255),
      extra % 255,
      0x50,
      ...Array(5).fill(first),
    ];
    const head = [0x04, 0x22, 0x4d, 0x18, 0x60, 0x70, 0x73, block.length, 0, 0, 0];
    return Uint8Array.from([...head, ...block, 0, 0, 0, 0]);
  };

  test.each([
    ['stored', lz4],
    ['repeated', repeated],
  ])('LZ4, %s', async (_, encode) => {
    setCompressionCodec(CompressionType.LZ4_FRAME, { encode, decode: (bytes) => bytes });
    const table = tableFromArrays({ sex: Array(400).fill('m'), hired: new Int32Array(400) });
    const bytes = tableToIPC(table, { format: 'file', codec: CompressionType.LZ4_FRAME });
    const { columns } = await readColumns(bytes);
    expect(columns.sex).toEqual(Array(400).fill('m'));
    expect(columns.hired).toEqual(Array(400).fill('0'));
  });
});

describe('names formats that are not read, with a line that converts them', () => {
  test.each([
    ['an SPSS file', strToU8('$FL2@(#) IBM SPSS'), /read_spss/],
    ['a Stata file', strToU8('<stata_dta><header>'), /read_stata/],
    ['an old Excel workbook', Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1]), /read_excel/],
    ['an R file', gzipSync(Uint8Array.from([0x58, 0x0a, 0, 0, 0, 3])), /readRDS/],
    ['an xz archive', Uint8Array.from([0xfd, 0x37, 0x7a, 0x58, 0x5a, 0]), /xz -dk/],
    ['a bzip2 archive', strToU8('BZh91AY'), /bunzip2/],
    ['an ARFF file', strToU8('% Adults\n@relation adults\n@attribute sex {f,m}\n@data\nf\n'), /save the table as CSV/],
    ['a SAS file', Uint8Array.from([...Array(12).fill(0), 0xc2, 0xea, 0x81, 0x60]), /read_sas/],
    ['a workbook with a password', Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1]), /without a password/],
    ['a pointer of Git LFS', strToU8('version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\n'), /git lfs pull/],
    [
      'SpreadsheetML',
      strToU8('<?xml version="1.0"?>\n<?mso-application progid="Excel.Sheet"?>\n<Workbook/>'),
      /\.xlsx/,
    ],
    ['an error message', strToU8('<?xml version="1.0"?>\n<Error><Code>AccessDenied</Code></Error>'), /download/],
    [
      'a Python pickle',
      Uint8Array.from([0x80, 4, 0x95, 1, 0, 0, 0, 0, 0, 0, 0]),
      /if you trust its source.*read_pickle/,
    ],
    ['a DuckDB database', strToU8('\x01\x02\x03\x04\x05\x06\x07\x08DUCK\x40\0\0\0'), /--from duckdb:FILE/],
    ['an Apple Numbers document', zipSync({ 'Index/Document.iwa': strToU8('x') }), /export it as CSV/],
    ['an OpenDocument file', zipSync({ mimetype: strToU8('x'), 'content.xml': strToU8('<x/>') }), /soffice/],
  ])('%s', async (name, bytes, advice) => {
    const error = await readColumns(bytes).catch((thrown) => thrown);
    expect(error).toMatchObject({ name: 'FairwasmError', argument: 'file' });
    expect(error.actual).toContain(name);
    expect(error.actual).toMatch(advice);
  });
});
