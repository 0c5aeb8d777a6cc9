// Files as people have them: encodings, delimiters, lines above and below the table, missing headers, repeated names.

import { auditCsv, load, profileCsv, readCsv } from 'fairwasm';
import { readColumns } from './read-columns.mjs';

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

  describe('Windows-1252 far down', () => {
    const rows = 'f,x,1\nm,y,0\n'.repeat(400_000);
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
      expect(result.columns.sex).toHaveLength(800_002);
      expect(result.notes.join()).toMatch(/Windows-1252/);
      await expect(readColumns(sources(bytes)[kind])).rejects.toMatchObject({ row: 800_002 });
      const what = { prediction: 'hired', groups: ['name'] };
      for (const workers of [0, 2]) {
        const report = await auditCsv(fair, sources(whole)[kind], what, { workers });
        const names = report.breakdowns[0].groups.map(({ name, rates }) => [
          name,
          rates.selectionRate?.value,
        ]);
        expect(names.sort()).toEqual([
          ['José', 1],
          ['Müller', 0],
          ['x', 1],
          ['y', 0],
        ]);
        expect(report.rows).toBe(800_002);
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
        await expect(auditCsv(fair, source, what)).rejects.toMatchObject({
          expected: 'text in UTF-8',
        });
    });

    test('also if pieces end within a letter', async () => {
      const head = `sex,name\n${'f,x\n'.repeat(40_000)}`;
      for (const [text, bytes] of [
        ['Zoë', Buffer.from('Zoë')],
        ['Zoë', latin1('Zoë')],
        ['€', Buffer.from('€')],
      ]) {
        const all = Buffer.concat([
          Buffer.from(`${head}m,`),
          Buffer.from(bytes),
          Buffer.from('\nm,y\n'),
        ]);
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
    await expect(readColumns('a\n1\n', { encoding: 'utf-7' })).rejects.toMatchObject({
      argument: 'encoding',
    });
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
    expect(columns).toEqual({
      row: ['1.jpg', '2.jpg', '3.jpg'],
      Male: ['-1', '1', '1'],
      Smiling: ['1', '-1', '1'],
    });
    expect(notes.join()).toMatch(/blanks.*one name less/);
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

  test('of a file without one: columns are numbered', async () => {
    const { columns, notes } = await readColumns('39,State-gov,1\n50,Private,0\n38,Private,1\n');
    expect(Object.keys(columns)).toEqual(['column 1', 'column 2', 'column 3']);
    expect(notes.join()).toMatch(/no line of column names/);
  });

  test('options override it', async () => {
    const file = '39,a\n50,b\n38,c\n';
    expect((await readColumns(file, { header: true })).columns).toEqual({
      39: ['50', '38'],
      a: ['b', 'c'],
    });
    expect((await readColumns('x,y\n1,2\n', { header: false })).columns).toEqual({
      'column 1': ['x', '1'],
      'column 2': ['y', '2'],
    });
    expect((await readColumns(file, { names: ['age', 'letter'] })).columns.age).toEqual([
      '39',
      '50',
      '38',
    ]);
    expect((await readColumns(`one\ntwo\na,b\n1,2\n`, { skipLines: 2 })).columns).toEqual({
      a: ['1'],
      b: ['2'],
    });
    await expect(readColumns(file, { names: ['age'] })).rejects.toMatchObject({
      argument: 'names',
    });
  });

  test('numbers repeated names, in readCsv and profileCsv', async () => {
    const file = 'sex,decile_score,decile_score\nm,1,2\nf,3,4\n';
    const { columns, notes } = await readColumns(file);
    expect(columns['decile_score (2)']).toEqual(['2', '4']);
    expect(notes.join()).toMatch(/decile_score/);
    const profile = await profileCsv(file);
    expect(profile.columns.map(({ name }) => name)).toEqual(Object.keys(columns));
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

  test('but not a row that was cut off', async () => {
    await expect(readColumns(`${table}Fem`)).rejects.toMatchObject({
      argument: 'file',
      row: 20_000,
    });
  });
});

describe('reads numbers that are written for people', () => {
  const numbers = async (csv, options) => {
    const all = [];
    for await (const { columns } of readCsv(csv, { ...options, numbers: ['w'], coded: true }))
      all.push(...columns.w);
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
    await expect(readColumns(text, { columns: ['lats'] })).rejects.toMatchObject({
      argument: 'lats',
    });
    async function* stream() {
      yield text;
    }
    await expect(readColumns(stream())).rejects.toMatchObject({ actual: 'the new key late' });
  });
});
