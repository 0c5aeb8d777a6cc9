// Files as people have them: encodings, delimiters, lines above and below the table, missing headers, repeated names.

import { auditCsv, format, load, profileCsv, readAllRows, readCsv, rewriteTable } from 'fairwasm';
import { mergeSpellings, spellingKey, spellingNotes } from '#fairwasm/data/intake/merge-spellings.js';
import { countTable } from '../../../dist/data/files/count-table.js';
import { misuse } from '../../misuse.mjs';
import { readColumns } from './read-columns.mjs';
import { toWorkbook } from './workbook.mjs';

const fair = await load();
const latin1 = (text) => new Uint8Array(Buffer.from(text, 'latin1'));
const utf16 = (text) => new Uint8Array(Buffer.from(text, 'utf16le'));

describe('detects the encoding', () => {
  const text = 'género,aprobado\nmujer,sí\nhombre,no\n';
  const columns = { género: ['mujer', 'hombre'], aprobado: ['sí', 'no'] };

  test.each([
    ['Windows-1252', latin1(text), /Windows-1252/],
    ['UTF-16 without a byte order mark', utf16(text), /UTF-16/],
  ])('%s', async (_, bytes, note) => {
    const result = await readColumns(bytes);
    expect(result.columns).toEqual(columns);
    expect(result.notes.join()).toMatch(note);
  });

  test('UTF-8, without a note', async () => {
    const result = await readColumns(new TextEncoder().encode(text));
    expect(result.columns).toEqual(columns);
    expect(result.notes).toEqual([]);
  });

  describe('Windows-1252 characters after many ASCII rows', () => {
    const rows = 'f,x,1\nm,y,0\n'.repeat(200_000); // workers count ranges of 2 MiB
    const sources = (bytes) => ({
      bytes,
      Blob: new Blob([bytes]),
      stream: new Blob([bytes]).stream(),
      pieces: (async function* () {
        for (let i = 0; i < bytes.length; i += 99_991) yield bytes.subarray(i, i + 99_991);
      })(),
    });

    test.each(['bytes', 'Blob', 'stream', 'pieces'])('from %s', async (kind) => {
      const bytes = latin1(`sex,name,hired\n${rows}f,José,1\nm,Müller,0\nf,\xe9`);
      const whole = latin1(`sex,name,hired\n${rows}f,José,1\nm,Müller,0\n`);
      const result = await readColumns(sources(whole)[kind]);
      expect(result.columns.name.slice(-3)).toEqual(['y', 'José', 'Müller']);
      expect(result.columns.sex).toHaveLength(400_002);
      expect(result.notes.join()).toMatch(/Windows-1252/);
      await expect(readColumns(sources(bytes)[kind])).rejects.toMatchObject({ row: 400_002 });
      const what = { prediction: 'hired', groups: ['name'] };
      for (const workers of [0, 2]) {
        const report = await auditCsv(fair, sources(whole)[kind], what, { workers });
        const names = report.breakdowns[0].groups.map(({ name, rates }) => [name, rates.selectionRate?.value]);
        expect(names.sort()).toEqual([
          ['José', 1],
          ['Müller', 0],
          ['x', 1],
          ['y', 0],
        ]);
        expect(report.rows).toBe(400_002);
        expect(report.warnings.join()).toMatch(/Windows-1252/);
      }
    });

    test('but not after letters in UTF-8', async () => {
      const bytes = Buffer.concat([
        Buffer.from(`sex,name,hired\n${rows}f,José,1\n`),
        latin1(`${'f,x,1\n'.repeat(50_000)}f,Müller,1\n`),
      ]);
      for (const source of Object.values(sources(bytes)))
        await expect(readColumns(source)).rejects.toMatchObject({ expected: 'text in UTF-8' });
      const what = { prediction: 'hired', groups: ['name'] };
      for (const source of Object.values(sources(bytes)))
        await expect(auditCsv(fair, source, what)).rejects.toMatchObject({ expected: 'text in UTF-8' });
    });

    test('also if pieces end within a letter', async () => {
      const head = `sex,name\n${'f,x\n'.repeat(40_000)}`;
      for (const [text, bytes] of [
        ['Zoë', Buffer.from('Zoë')],
        ['Zoë', latin1('Zoë')],
        ['€', Buffer.from('€')],
      ]) {
        const all = Buffer.concat([Buffer.from(`${head}m,`), Buffer.from(bytes), Buffer.from('\nm,y\n')]);
        for (let cut = all.length - 9; cut < all.length - 4; cut++) {
          const source = async function* () {
            yield all.subarray(0, cut);
            yield all.subarray(cut, cut + 1);
            yield all.subarray(cut + 1);
          };
          const { columns } = await readColumns(source());
          expect(columns.name.slice(-2)).toEqual([text, 'y']);
        }
      }
    });
  });

  test('an option overrides it', async () => {
    const { columns } = await readColumns(latin1('a,b\n\xb1,1\n'), { encoding: 'iso-8859-2' });
    expect(columns).toEqual({ a: ['ą'], b: ['1'] });
  });

  test('rejects an encoding that does not exist', async () => {
    await expect(readColumns('a\n1\n', { encoding: 'utf-7' })).rejects.toMatchObject({ argument: 'encoding' });
  });
});

describe('detects the delimiter', () => {
  test('from the rows, if the header contains another delimiter more often', async () => {
    const { columns } = await readColumns('Sex (m, f);Outcome (0 no, 1 yes, blank)\nm;1\nf;0\n');
    expect(Object.keys(columns)).toEqual(['Sex (m, f)', 'Outcome (0 no, 1 yes, blank)']);
  });

  test('not from decimal commas', async () => {
    const rows = `a;b;c;d\n${'0,5;1,5;2,5;3,5\n'.repeat(50)}`;
    expect(Object.keys((await readColumns(rows)).columns)).toEqual(['a', 'b', 'c', 'd']);
  });

  test('blanks between the columns, several at a time', async () => {
    const file = '3\nMale Smiling \n1.jpg -1  1\n2.jpg  1 -1\n3.jpg  1  1\n';
    const { columns, notes } = await readColumns(file);
    expect(columns).toEqual({ row: ['1.jpg', '2.jpg', '3.jpg'], Male: ['-1', '1', '1'], Smiling: ['1', '-1', '1'] });
    expect(notes.join()).toMatch(/blanks.*one name fewer/);
  });
});

describe('finds the header', () => {
  test('below a title, also one that a spreadsheet padded with delimiters', async () => {
    const expected = { id: ['1', '2'], sex: ['m', 'f'], hired: ['1', '0'] };
    for (const title of ['Round 2025\n\n', 'Round 2025,,\n', 'Round 2025,,\n,,\n']) {
      const { columns, notes } = await readColumns(`${title}id,sex,hired\n1,m,1\n2,f,0\n`);
      expect(columns).toEqual(expected);
      expect(notes.join()).toMatch(/above the table/);
    }
  });

  test('and numbers the columns of a file without one', async () => {
    const { columns, notes } = await readColumns('39,State-gov,1\n50,Private,0\n38,Private,1\n');
    expect(Object.keys(columns)).toEqual(['column 1', 'column 2', 'column 3']);
    expect(notes.join()).toMatch(/no line of column names/);
  });

  test('options override it', async () => {
    const file = '39,a\n50,b\n38,c\n';
    expect((await readColumns(file, { header: true })).columns).toEqual({ 39: ['50', '38'], a: ['b', 'c'] });
    expect((await readColumns('x,y\n1,2\n', { header: false })).columns).toEqual({
      'column 1': ['x', '1'],
      'column 2': ['y', '2'],
    });
    expect((await readColumns(file, { names: ['age', 'letter'] })).columns.age).toEqual(['39', '50', '38']);
    expect((await readColumns(`one\ntwo\na,b\n1,2\n`, { skipLines: 2 })).columns).toEqual({ a: ['1'], b: ['2'] });
    await expect(readColumns(file, { names: ['age'] })).rejects.toMatchObject({ argument: 'names' });
  });

  test('numbers repeated names, in readCsv and profileCsv', async () => {
    const file = 'sex,decile_score,decile_score\nm,1,2\nf,3,4\n';
    const { columns, notes } = await readColumns(file);
    expect(columns['decile_score (2)']).toEqual(['2', '4']);
    expect(notes.join()).toMatch(/decile_score/);
    const profile = await profileCsv(file);
    expect(profile.columns.map(({ name }) => name)).toEqual(Object.keys(columns));
  });

  // Names that were counted from 2 each time took half a minute for 20,000 columns.
  test('numbers 100,000 repeated names next to numbered ones', async () => {
    const names = ['x (3)', ...Array(100_000).fill('x')];
    const { columns } = await readColumns(`${names}\n${names.map((_, i) => i)}\n`, {
      columns: ['x', 'x (2)', 'x (3)', 'x (4)', 'x (100001)'],
    });
    const values = Object.fromEntries(Object.entries(columns).map(([name, [value]]) => [name, value]));
    expect(values).toEqual({ x: '1', 'x (2)': '2', 'x (3)': '0', 'x (4)': '3', 'x (100001)': '100000' });
  });
});

describe('skips what is below the table', () => {
  const table = `sex,race,hired\n${'m,white,1\nf,black,0\n'.repeat(10_000)}`;
  test.each([
    ['a total', 'Total,,20000\n'],
    ['blank rows', ',,\n,,\n'],
    ['a remark', '\nSource: the personnel office\n'],
  ])('%s, whatever the source', async (_, below) => {
    const text = table + below;
    for (const source of [text, new TextEncoder().encode(text), new Blob([text])]) {
      const { columns } = await readColumns(source);
      expect(columns.sex).toHaveLength(20_000);
      expect(columns.hired.at(-1)).toBe('0');
    }
  });

  const small = `sex,hired\n${'m,1\nf,0\n'.repeat(3)}`;
  test.each([
    ['a source with a comma', 'Source: HR system, 2024\n'],
    ['an asterisk', '* provisional, subject to revision\n'],
    ['a sentence below a blank row', '\nFigures are rounded, see the handbook\n'],
    ['two footnotes below a blank row', '\nRounded figures,\nInternal use only,\n'],
    ['a footnote below a row of delimiters', ',\nConfidential,\n'],
  ])('%s that fills several columns', async (_, below) => {
    const { columns, notes } = await readColumns(small + below);
    expect(columns).toEqual({ sex: [...'mfmfmf'], hired: [...'101010'] });
    expect(notes.join()).toMatch(/Text below the table was skipped: “\S+/);
    const kept = await readColumns(small + below, { skipLines: 0 });
    expect(kept.columns.sex.length).toBeGreaterThan(6);
  });

  test.each([
    ['a new group with a known answer', 'x,1\n', 'x'],
    ['a new group and a new answer', 'non-binary,pending\n', 'non-binary'],
    ['a new group below a blank row', '\nd,pending\n', 'd'],
    ['a person without an answer below a blank row', '\nf,\n', 'f'],
    ['a remark with a known answer', '* self-described, 1\n', '* self-described'],
    ['a note that answers a question', 'Note: I prefer not to say,0\n', 'Note: I prefer not to say'],
  ])('but not the last person: %s', async (_, last, sex) => {
    const { columns } = await readColumns(small + last);
    expect(columns.sex).toEqual([...'mfmfmf', sex]);
  });

  test('but not sources, notes, or names that other rows have as well', async () => {
    const sources = `source,used\n${'Source: A,yes\nSource: B,no\n'.repeat(3)}Source: C,unknown\n`;
    expect((await readColumns(sources)).columns.source).toHaveLength(7);
    const names = 'name,score\nAnn Lee,1.5\nBo Chi,2.5\n* Cy Ray,3.5\n';
    expect((await readColumns(names)).columns.name).toHaveLength(3);
  });

  test('notes a last row unlike all others, which is read', async () => {
    const below = 'Created by the HR system,2024-11-28\n';
    const { columns, notes } = await readColumns(`sex,hired\n${'m,1\nf,0\n'.repeat(6)}${below}`);
    expect(columns.sex).toHaveLength(13);
    expect(notes.join()).toContain('The last row was read, although its values occur in no other row');
  });

  test('a footnote of a workbook', async () => {
    const rows = [...'mfmfmf'].map((sex, i) => [sex, i % 2]);
    const sheet = toWorkbook(['sex', 'hired'], [...rows, ['Source: HR system', '2024']]);
    expect((await readColumns(sheet)).columns.sex).toEqual([...'mfmfmf']);
  });

  test('but not a row that was cut off', async () => {
    await expect(readColumns(`${table}Fem`)).rejects.toMatchObject({ argument: 'file', row: 20_000 });
  });
});

describe('reads quotes as other programs write them', () => {
  const bytewise = async function* (text) {
    for (const byte of Buffer.from(text)) yield Uint8Array.of(byte);
  };
  /** @type {[name: string, toSource: (text: string) => any][]} */
  const sources = [
    ['at once', (text) => text],
    ['from a stream', (text) => new Blob([text]).stream()],
    ['byte by byte', bytewise],
  ];

  test.each(sources)('escaped by a backslash, %s', async (_, toSource) => {
    const rows = [
      String.raw`"A \"Bo, Jr\" C","C:\\dir\\",1`,
      String.raw`plain\,"\"",2`,
      String.raw`"say ""hi""","a\nb",3`,
    ];
    const { columns, notes } = await readColumns(toSource(`name,note,n\n${rows.join('\n')}\n`));
    expect(columns).toEqual({
      name: ['A "Bo, Jr" C', 'plain\\', 'say "hi"'],
      note: ['C:\\dir\\', '"', 'a\\nb'],
      n: ['1', '2', '3'],
    });
    expect(notes).toEqual(['Quotes within values are escaped by a backslash.']);
  });

  test.each([
    ['a path before a closing quote', '"C:\\",1\n', 'C:\\'],
    ['inches', '5\\"6,1\n', '5\\"6'],
  ])('keeps a backslash that escapes nothing: %s', async (_, row, value) => {
    const { columns, notes } = await readColumns(`a,b\n${row}`);
    expect(columns.a).toEqual([value]);
    expect(notes).toEqual([]);
  });

  const formulas = [
    ['as they are', '="001",="m",="1"\n="002",="f, x",="0"\n'],
    ['within quotes', '"=""001""","=""m""","=""1"""\n"=""002""","=""f, x""","=""0"""\n'],
  ];
  test.each(formulas.flatMap((formula) => sources.map((source) => [...formula, ...source])))(
    'strings as formulas %s, %s, %s',
    async (...given) => {
      const [, rows, , toSource] = /** @type {any[]} */ (given);
      const text = `id,sex,hired\n${rows}`;
      const { columns, notes } = await readColumns(toSource(text));
      expect(columns).toEqual({ id: ['001', '002'], sex: ['m', 'f, x'], hired: ['1', '0'] });
      expect(notes).toEqual(['Values that are written as formulas, such as ="0123", were read as text.']);
      const report = await auditCsv(fair, toSource(text), { prediction: 'hired', groups: ['sex'] });
      expect(report.breakdowns[0].groups.map(({ name }) => name).sort()).toEqual(['f, x', 'm']);
    },
  );
});

test.each([
  ['delimiters only', ',,'],
  ['empty quotes', '"","",""'],
  ['nothing', ''],
])('skips rows between others with %s', async (_, blank) => {
  const { columns } = await readColumns(`sex,race,hired\nm,white,1\n${blank}\n\nf,,0\n${blank}\n`);
  expect(columns).toEqual({ sex: ['m', 'f'], race: ['white', ''], hired: ['1', '0'] });
});

describe('reads numbers that are written for people', () => {
  const numbers = async (csv, options) => {
    const all = [];
    for await (const { columns } of readCsv(csv, { ...options, numbers: ['w'], coded: true })) all.push(...columns.w);
    return all;
  };

  test.each([
    ['decimal commas', 'sex;w\nm;0,75\nf;1,5\n', [0.75, 1.5]],
    ['percentages', 'sex,w\nm,75%\nf,7.5 %\n', [0.75, 0.075]],
    ['thousands', 'sex,w\nm,"1,000"\nf,500\n', [1000, 500]],
    ['points as thousands separators', 'sex;w\nm;1.234,5\nf;1.000\n', [1234.5, 1000]],
  ])('%s', async (_, csv, expected) => expect(await numbers(csv)).toEqual(expected));

  test('options override what is detected', async () => {
    expect(await numbers('sex;w\nm;1,250\n', { decimal: ',' })).toEqual([1.25]);
    expect(await numbers('sex;w\nm;1,250\n', { thousands: ',' })).toEqual([1250]);
  });

  test('keeps ambiguous numbers as text', async () => {
    expect(await numbers('sex;w\nm;1,250\nf;2,500\n')).toEqual(['1,250', '2,500']);
  });
});

describe('reads ERROR as a missing value in the results of tests', () => {
  const csv = (name) => `case,${name}\na,PASS\nb,FAIL\nc,ERROR\nd,ERROR\n`;

  test.each(['Status', 'result'])('in a column %s, with a note', async (name) => {
    const all = await readAllRows(csv(name), { columns: [name] });
    const { codes, categories } = misuse(all.columns[name]);
    expect(Array.from(codes, (code) => categories[code])).toEqual(['PASS', 'FAIL', '', '']);
    const notes = [];
    const options = { onIntake: (intake) => notes.push(...intake.notes) };
    /** @type {Parameters<typeof auditCsv>[2]} */
    const columns = { prediction: name, groups: ['case'], favorable: 'PASS', missing: 'drop' };
    const report = await auditCsv(fair, csv(name), columns, options);
    expect(report.rows).toBe(2);
    expect(notes).toContain(`${name}: 2 rows with ERROR instead of a result: read as missing values.`);
    const failed = await readAllRows(csv(name), { columns: [name], blanks: { [name]: 'FAIL' } });
    expect(misuse(failed.columns[name]).categories).not.toContain('');
  });

  test('also for the scores of promptfoo, which are 0 after an error', async () => {
    const rows = 'a,x,PASS,0.9,r,x,ERROR,0,r\nb,x,ERROR,0,r,x,FAIL,0,r\n';
    const text = `case,[p] q,Status,Score,Grader Reason,[s] q,Status,Score,Grader Reason\n${rows}`;
    const notes = [];
    const options = { numbers: ['Score', 'Score (2)'], onIntake: (intake) => notes.push(...intake.notes) };
    for (const columns of [options.numbers, undefined]) {
      const all = /** @type {any} */ ((await readAllRows(text, { ...options, columns })).columns);
      expect([all.Score, all['Score (2)']].map((column) => Array.from(column))).toEqual([
        [0.9, null],
        [null, 0],
      ]);
      if (columns) expect(Object.keys(all)).toEqual(columns);
    }
    expect(notes).toContain('Score: 1 row with ERROR instead of a result: read as missing values.');
    const coded = /** @type {any} */ ((await readAllRows(text, { columns: ['Score'] })).columns.Score);
    expect(Array.from(coded.codes, (code) => coded.categories[code])).toEqual(['0.9', '']);
    expect((await readColumns(text, { columns: ['Score'] })).columns.Score).toEqual(['0.9', '0']);
  });

  test('but not in a column with other values', async () => {
    const { columns } = await readAllRows('level\nERROR\nINFO\nERROR\n');
    expect(misuse(columns.level).categories).toEqual(['ERROR', 'INFO']);
  });
});

describe('reads JSON', () => {
  const rows = [
    { sex: 'm', hired: 1 },
    { sex: 'f', hired: 0, note: 'late' },
  ];
  const expected = { sex: ['m', 'f'], hired: ['1', '0'], note: ['', 'late'] };
  test.each([
    ['an array of objects', rows],
    ['an object with an array', { data: rows }],
    ['an object of columns', { sex: ['m', 'f'], hired: [1, 0], note: [null, 'late'] }],
    ['columns by row', { sex: { 0: 'm', 1: 'f' }, hired: { 0: 1, 1: 0 }, note: { 1: 'late' } }],
    [
      'columns and rows',
      {
        columns: ['sex', 'hired', 'note'],
        data: [
          ['m', 1, null],
          ['f', 0, 'late'],
        ],
      },
    ],
    [
      'an array of rows',
      [
        ['sex', 'hired', 'note'],
        ['m', 1, null],
        ['f', 0, 'late'],
      ],
    ],
  ])('%s, in one line or several', async (_, value) => {
    for (const indent of [0, 2]) {
      expect((await readColumns(JSON.stringify(value, null, indent))).columns).toEqual(expected);
    }
  });

  test('lines with a key that first occurs far down', async () => {
    const lines = Array.from({ length: 20_000 }, () => '{"a":1}');
    const text = `${lines.join('\n')}\n{"a":1,"late":2}\n`;
    expect((await readColumns(text)).columns.late.at(-1)).toBe('2');
    expect((await readColumns(text, { columns: ['late'] })).columns.late).toHaveLength(20_001);
    await expect(readColumns(text, { columns: ['lats'] })).rejects.toMatchObject({ argument: 'lats' });
    async function* stream() {
      yield text;
    }
    await expect(readColumns(stream())).rejects.toMatchObject({ actual: 'the new key late' });
  });
});

describe('records blank rows', () => {
  const csv = 'sex,hired\nm,1\n\n,\nf,0\n\n"",""\n\n';
  const lines = '{"sex":"m","hired":1}\n\n \n{"sex":"f","hired":0}\n\n';
  const [header, ...rows] = [
    ['sex', 'hired'],
    ['m', 1],
    [null, null],
    [null, null],
    ['f', 0],
  ];
  test.each([
    ['delimited text', csv, 4],
    ['JSON Lines', lines, 2],
    ['a workbook', toWorkbook(header, rows), 2],
  ])('of %s', async (_, file, blankRows) => {
    const { columns, ...intake } = await readColumns(file);
    expect(columns.sex).toEqual(['m', 'f']);
    expect(intake.blankRows).toBe(blankRows);
    expect(intake.notes).toContain(`${blankRows} blank rows were skipped.`);
  });

  test.each([1, 7, 64, 1 << 21])('in ranges of %i bytes', async (rangeLength) => {
    const text = `a,b\n${'x,y\n\n'.repeat(30)},\n\n\nx,y\n\n`;
    let intake;
    const options = { columns: ['a'], rangeLength, onIntake: (each) => (intake = each) };
    let rows = 0;
    for await (const batch of countTable(new Blob([text]), options)) rows += batch.rows;
    expect([rows, /** @type {any} */ (intake).blankRows]).toEqual([31, 33]);
  });

  test('in the first lines of a report', async () => {
    const what = { prediction: 'hired', groups: ['sex'] };
    const report = await auditCsv(fair, csv, what);
    expect(format(report, 'text').split('\n').slice(0, 12).join(' ')).toContain('4 blank rows');
  });
});

test('records an index without a name, spellings of missing values, and invisible characters', async () => {
  const csv = ',sex,hired\n1,m,1\n2,\u200bm,0\n3,NA,1\n4,?,0\n5,f,1\n';
  const { notes } = await readColumns(csv);
  expect(notes).toEqual(['Column 1 has no name and was skipped.']);
  const what = { prediction: 'hired', groups: ['sex'] };
  const { warnings } = await auditCsv(fair, csv, what);
  expect(warnings.slice(1, 3)).toEqual([
    'sex: read as missing values: ‘NA’, ‘?’.',
    'sex: invisible characters were removed from: ‘m’.',
  ]);
  const other = await auditCsv(fair, csv, { ...what, missingValues: ['?'] });
  expect(other.warnings[1]).toBe('sex: read as missing values: ‘?’.');
});

describe('an option overrides the decision about', () => {
  const decided = async (source, options) => {
    const { columns, decisions } = await readColumns(source, options);
    return { columns, options: decisions.map(({ option }) => option) };
  };

  test('percentages', async () => {
    const csv = 'p,q\n45 %,1\n"7,5 %",2\n';
    const read = async (percent) => {
      const options = misuse({ columns: ['p'], coded: true, numbers: ['p'], percent });
      const { columns, decisions } = await readColumns(csv, options);
      return [columns.p, decisions.map(({ note, option }) => [note, option])];
    };
    expect(await read(undefined)).toEqual([[0.45, 0.075], [['p has percentages, read as fractions of 1.', 'percent']]]);
    expect(await read('number')).toEqual([[45, 7.5], [['p has percentages, read as numbers up to 100.', 'percent']]]);
    expect(await read('text')).toEqual([['45 %', '7,5 %'], []]);
    const late = `p\n${'0.5\n'.repeat(100)}50%\n`;
    const what = { score: 'p', threshold: 0.5, label: 'p', groups: ['p'] };
    await expect(auditCsv(fair, late, what, { percent: 'number' })).rejects.toThrow(/p/);
  });

  test.each([
    ['commas', 'id,n\n1,2\n\n,\n"",""\n3,4\n\n\n'],
    ['CRLF', 'id,n\r\n1,2\r\n\r\n,\r\n"",""\r\n3,4\r\n\r\n'],
    ['tabs', 'id\tn\n1\t2\n\n\t\n""\t\n3\t4\n'],
    ['JSON Lines', '{"id":1,"n":2}\n\n\n\n{"id":3,"n":4}\n\n'],
    [
      'a workbook',
      toWorkbook(
        ['id', 'n'],
        [
          [1, 2],
          [null, null],
          [null, null],
          [null, null],
          [3, 4],
        ],
      ),
    ],
  ])('blank rows: %s', async (_, source) => {
    expect(await decided(source)).toEqual({ columns: { id: ['1', '3'], n: ['2', '4'] }, options: ['blankRows'] });
    const kept = await decided(source, { blankRows: 'keep' });
    const trimmed = Object.entries(kept.columns).map(([name, texts]) => [name, texts.map((text) => text.trim())]);
    expect(Object.fromEntries(trimmed)).toEqual({ id: ['1', '', '', '', '3'], n: ['2', '', '', '', '4'] });
    expect(kept.options).toEqual([]);
  });

  test('blank rows, in quoted fields, pieces, and audits', async () => {
    const csv = 'sex,hired\n"f\n\n,",1\n\nm,0\n"""",1\n\n\nf,1\n';
    const pieces = async function* () {
      for (const byte of Buffer.from(csv)) yield Uint8Array.of(byte);
    };
    for (const source of [csv, pieces()]) {
      const { columns } = await readColumns(source, { blankRows: 'keep' });
      expect(columns.sex.map((text) => text.trim())).toEqual(['f\n\n,', '', 'm', '"', '', '', 'f']);
    }
    const what = { prediction: 'hired', groups: ['sex'] };
    const dropping = { ...what, missing: /** @type {const} */ ('drop') };
    const report = await auditCsv(fair, new Blob([csv]), dropping, { blankRows: 'keep' });
    expect(report).toMatchObject({ rows: 4, droppedRows: 3 });
    await expect(auditCsv(fair, csv, what, { blankRows: 'keep' })).rejects.toMatchObject({ row: 1 });
  });

  test('invisible characters', async () => {
    const csv = 'sex,hired\nm,1\n\u200bm,0\nf,1\n';
    const what = { prediction: 'hired', groups: ['sex'] };
    const groups = async (options) => {
      const report = await auditCsv(fair, csv, what, options);
      return report.breakdowns[0].groups.map(({ name }) => name).sort();
    };
    expect(await groups({})).toEqual(['f', 'm']);
    expect(await groups({ invisible: 'keep' })).toEqual(['<U+200B>m', 'f', 'm']);
    expect((await decided(csv)).columns.sex).toEqual(['m', '\u200bm', 'f']);
    const removed = await decided(csv, { invisible: 'remove' });
    expect(removed).toMatchObject({ columns: { sex: ['m', 'm', 'f'] }, options: ['invisible'] });
  });

  test('totals', async () => {
    const csv = 'sex,n,m\nf,1,2\nm,3,4\nTotal,4,6\n';
    expect(await decided(csv)).toMatchObject({ columns: { sex: ['f', 'm'] }, options: ['totals'] });
    const workbook = toWorkbook(
      ['sex', 'n', 'm'],
      [
        ['f', 1, 2],
        ['m', 3, 4],
        ['Total', 4, 6],
      ],
    );
    for (const source of [csv, workbook])
      expect(await decided(source, { totals: 'keep' })).toMatchObject({
        columns: { sex: ['f', 'm', 'Total'] },
        options: [],
      });
    const remark = await decided(`${csv}Note: incomplete\n`, { totals: 'keep' });
    expect(remark).toMatchObject({ columns: { sex: ['f', 'm', 'Total'] }, options: ['skipLines'] });
  });

  test('repeated headers', async () => {
    const csv = 'sex,n\nf,1\nsex,n\nm,2\n';
    expect(await decided(csv)).toMatchObject({ columns: { n: ['1', '2'] }, options: ['skipLines'] });
    expect((await decided(csv, { skipLines: 0 })).columns.n).toEqual(['1', 'n', '2']);
  });

  test.each([
    ['percent', 'points'],
    ['blankRows', 'skip'],
    ['invisible', true],
    ['totals', null],
  ])('and rejects other values of %s', async (argument, value) => {
    await expect(readColumns('a\n1\n', { [argument]: value })).rejects.toMatchObject({ argument });
  });
});

test('suspects several rows per person unless the identifier is read', async () => {
  const rows = Array.from({ length: 30 }, (_, i) => `${i % 12},${i % 2 ? 'm' : 'f'},${i % 3 ? 1 : 0}`);
  const csv = `person_id,sex,hired\n${rows.join('\n')}\n`;
  const { notes } = await readColumns(csv, { columns: ['sex'] });
  expect(notes.join()).toMatch(/person_id: 12 different values in the first 30 rows/);
  const withTotal = await readColumns(`${csv}Total,,20\n`, { columns: ['sex'] });
  expect(withTotal.notes.join()).toMatch(/person_id: 12 different values in the first 30 rows/);
  expect((await readColumns(csv, { columns: ['person_id', 'sex'] })).notes).toEqual([]);
  const single = csv.replaceAll(/\n(\d+),/g, (_, id) => `\n${id}${Math.random()},`);
  expect((await readColumns(single, { columns: ['sex'] })).notes).toEqual([]);
});

test('renames values', async () => {
  const csv = 'sex,hired\nM,1\nmale,0\nF,1\n x ,1\n';
  const recode = { sex: { M: 'male', x: '' } };
  const { columns, notes } = await readColumns(csv, { recode });
  expect(columns.sex).toEqual(['male', 'male', 'F', '']);
  expect(notes.join()).toContain('‘M’ as ‘male’');
  const report = await auditCsv(fair, csv, { prediction: 'hired', groups: ['sex'], recode });
  expect(report.breakdowns[0].groups.map(({ name }) => name)).toContain('male');
  await expect(readColumns(csv, { recode: { sex: { M: misuse(1) } } })).rejects.toThrow(/recode of sex/);
  await expect(readColumns(csv, { recode: { race: {} } })).rejects.toThrow(/race/);
});

test('merges lists of values', () => {
  expect(mergeSpellings(['Yes', 'N', 'yes ', '1', 'no', 'TRUE'])).toEqual({
    'yes ': 'Yes',
    1: 'Yes',
    no: 'N',
    TRUE: 'Yes',
  });
  expect(mergeSpellings(['1', '0', '-1'])).toEqual({});
  expect(mergeSpellings(['2', '2.0', 'O Neil', 'o-neil'])).toEqual({ 'o-neil': 'O Neil' });
  expect(spellingKey('+1.0')).toBe(spellingKey('1'));
});

test('states which values were merged', () => {
  expect(spellingNotes('sex', mergeSpellings(['f', 'F ', 'm']))).toEqual([
    'sex: values that differ only in spelling were merged: ‘F ’ as ‘f’.',
  ]);
  expect(spellingNotes('sex', {})).toEqual([]);
});

describe('rewrites a table', () => {
  const write = async (source, options) => (await rewriteTable(source, options)).text();

  test('as CSV with commas, decimal points, and names', async () => {
    const csv = Buffer.from('género;p;n\nmujer;45 %;1.234,5\nNA;7,5 %;-2,0\n;;\nhombre;?;0\n', 'latin1');
    expect(await write(csv)).toBe('género,p,n\nmujer,0.45,1234.5\n,0.075,-2\nhombre,,0\n');
    const fields = 'a,b\n"x, y","5"" pipe"\n" z","q\n"\n';
    expect(await write(fields)).toBe('a,b\n"x, y","5"" pipe"\nz,q\n');
    expect(await write('a\n1\n\n2\n')).toBe('a\n1\n""\n2\n');
  });

  test('with other columns', async () => {
    const change = ({ sex, ...others }) => ({
      ...others,
      woman: { codes: sex.codes, categories: sex.categories.map((each) => `${each === 'f'}`) },
    });
    expect(await write('sex,age\nf,30\nm,41\n', { change })).toBe('age,woman\n30,true\n41,false\n');
    await expect(rewriteTable('a\n1\n', { change: misuse(1) })).rejects.toThrow(/change/);
  });
});

describe('numbers in another notation', () => {
  const csv = 'g;p;y\n45 %;0,5;1,0\n7 %;1.234,25;0,0\nNA;-3;1,0\nlate;x;0,0\n';

  test('are plain numbers in audits and profiles, whichever their column’s role', async () => {
    const { columns, decisions } = await readColumns(csv, { plainNumbers: true });
    expect(columns).toEqual({
      g: ['45 %', '7 %', 'NA', 'late'], // its first rows include other text
      p: ['0,5', '1.234,25', '-3', 'x'],
      y: ['1', '0', '1', '0'],
    });
    expect(decisions).toEqual([{ note: 'y has numbers with decimal commas.', option: 'decimal' }]);
    const long = csv.replace('NA;-3;1,0\n', 'NA;-3;1,0\n'.repeat(60));
    const late = await readColumns(long, { plainNumbers: true });
    expect(late.columns.g.slice(0, 2)).toEqual(['0.45', '0.07']);
    expect(late.columns.p.slice(0, 3)).toEqual(['0.5', '1234.25', '-3']);
    expect([late.columns.g.at(-1), late.columns.p.at(-1)]).toEqual(['late', 'x']);
    expect((await readColumns(long)).columns.g[0]).toBe('45 %');
    const report = await auditCsv(fair, new Blob([csv]), { prediction: 'y', groups: ['p'] });
    expect(report.overall.rates.selectionRate.value).toBe(0.5);
    expect(report.warnings).toContain('y has numbers with decimal commas.');
    const { columns: profiles } = await profileCsv(long.replace('late;x', 'NA;NA'));
    expect(profiles.map(({ range }) => range)).toEqual([
      [0.07, 0.45],
      [-3, 1234.25],
      [0, 1],
    ]);
  });

  test('are plain in every format', async () => {
    const rows = [
      ['45%', 'f'],
      ['7%', 'm'],
    ];
    const objects = rows.map(([p, g]) => ({ p, g }));
    const sources = [
      `p,g\n${rows.join('\n')}\n`,
      JSON.stringify(objects),
      objects.map((each) => JSON.stringify(each)).join('\n'),
      toWorkbook(['p', 'g'], rows),
    ];
    for (const source of sources) {
      const { columns } = await readColumns(source, { plainNumbers: true });
      expect(columns).toEqual({ p: ['0.45', '0.07'], g: ['f', 'm'] });
    }
  });
});
