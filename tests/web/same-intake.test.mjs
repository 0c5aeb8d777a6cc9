// Messy files: the page, the command, and the package read the same columns, with the same notes, and return the rates with
// which the files were made.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { auditCsv, profileCsv } from 'fairwasm';
import { gzipSync, zipSync } from 'fflate';
import { runCommand } from '../js/cli/command.mjs';
import { toWorkbook } from '../js/data/workbook.mjs';
import { present } from '../present.mjs';
import { mulberry32 } from '../random-numbers.mjs';
import { choices, fair, getRates, getReport, guess, takeIn } from './page-audit.mjs';
import { importSources } from './source.mjs';

const [{ getMergeNotes }] = await importSources(['features/intake/notes']);

const cwd = mkdtempSync(join(tmpdir(), 'fairwasm-same-'));
afterAll(() => rmSync(cwd, { recursive: true }));

const words = [
  ['1', '0'],
  ['yes', 'no'],
  ['Sí', 'No'],
  ['True', 'False'],
  ['1', '-1'],
  ['1.0', '0.0'],
];
const disguises = [
  (text) => text,
  (text) => text.toUpperCase(),
  (text) => ` ${text} `,
  (text) => `${text}\u00a0`,
  (text) => text.replace(' ', '  '),
  (text) => `\u200b${text}`,
  (text) => text.replace(' ', '-'),
];

/** Returns a file and the selection rate of each group. */
function messyFile(seed) {
  const random = mulberry32(seed);
  const pick = (values) => values[Math.floor(random() * values.length)];
  const [yes, no] = pick(words);
  const isMessy = random() < 0.6;
  const counts = { 'no binario': [0, 0], 'pequeño grupo': [0, 0] };
  const rows = Array.from({ length: 60 }, (_, i) => {
    const group = pick(Object.keys(counts));
    const isHired = random() < (group === 'no binario' ? 0.6 : 0.35);
    counts[group][0] += Number(isHired);
    counts[group][1]++;
    const disguise = isMessy && i > 9 ? pick(disguises) : disguises[0];
    return [`p-${i}`, disguise(group), isHired ? yes : no];
  });
  const header = [pick(['id', 'id', '']), 'género', 'hired'];
  const favorable = yes === 'Sí' ? yes : undefined;
  const rates = Object.fromEntries(Object.entries(counts).map(([g, [is, of]]) => [g, is / of]));
  const form = pick(['text', 'text', 'text', 'gzip', 'zip', 'workbook', 'json', 'lines']);
  if (form === 'workbook') {
    const blank = header.map(() => null);
    const all = random() < 0.5 ? rows : rows.toSpliced(30, 0, blank, blank);
    return { favorable, rates, bytes: toWorkbook(header, all) };
  }
  if (form === 'json' || form === 'lines') {
    const objects = rows.map((row) => Object.fromEntries(header.map((name, i) => [name, row[i]])));
    const lines = objects.map((object) => JSON.stringify(object)).join('\n\n');
    return { favorable, rates, bytes: Buffer.from(form === 'json' ? JSON.stringify(objects) : lines) };
  }
  const delimiter = pick([',', ';', '\t', '|']);
  const end = pick(['\n', '\r\n']);
  const field = (text) => (isMessy ? `"${text}"` : text);
  const lines = [header, ...rows].map((row) => row.map(field).join(delimiter));
  if (isMessy && random() < 0.4) lines.splice(20, 0, '', delimiter.repeat(2));
  const above = pick(['', '', `sep=${delimiter}${end}`, `Contrataciones de 2024${end}${end}`]);
  const below = pick(['', '', `Total: 60${end}`, delimiter.repeat(2) + end]);
  const text = above + lines.join(end) + end + below;
  const isLatin = !text.includes('\u200b');
  const encoding = pick(['utf8', 'utf8', 'bom', isLatin ? 'latin1' : 'utf8', 'utf16le']);
  const bytes = Buffer.from(
    encoding === 'bom' || encoding === 'utf16le' ? `\ufeff${text}` : text,
    encoding === 'bom' ? 'utf8' : encoding,
  );
  if (form === 'gzip') return { favorable, rates, bytes: Buffer.from(gzipSync(bytes)) };
  if (form === 'zip') return { favorable, rates, bytes: Buffer.from(zipSync({ 'table.csv': bytes })) };
  return { favorable, rates, bytes };
}

async function onPage(bytes) {
  const { file, profile } = await takeIn(new Blob([bytes]));
  const choice = guess(profile);
  expect(choice.groups).toEqual(['género']);
  expect(choice.prediction ?? choice.label).toBe('hired');
  const chosen = { ...choice, label: undefined, prediction: 'hired' };
  return getReport(file, profile, chosen);
}

/** @param {any} bytes @param {{ favorable?: string; label?: string; group?: string }} what */
function inCommand(bytes, what) {
  const { favorable, label, group = 'género' } = what;
  writeFileSync(join(cwd, 'file'), bytes);
  const options = ['--prediction', 'hired', '--group', group, '--format', 'json'];
  if (favorable !== undefined) options.push('--favorable', favorable);
  if (label !== undefined) options.push('--label', label);
  const { stdout, stderr } = runCommand(['audit', 'file', ...options], { cwd });
  if (stdout === '') throw new Error(stderr);
  return JSON.parse(stdout);
}

test.each(Array.from({ length: 40 }, (_, i) => i + 1))('file %i', async (seed) => {
  const { bytes, rates, favorable } = messyFile(seed);
  const what = { prediction: 'hired', groups: ['género'], favorable };
  expect(getRates(await auditCsv(fair, bytes, what))).toEqual(rates);
  expect(getRates(inCommand(bytes, { favorable }))).toEqual(rates);
  expect(getRates(await onPage(bytes))).toEqual(rates);
});

// The data of all files: groups, decisions, true labels, and scores.
const people = Array.from({ length: 40 }, (_, i) => ({
  sex: i % 3 === 0 ? 'Female' : 'Male',
  hired: (i * 7) % 5 < 2 ? 'yes' : 'no',
  qualified: (i * 3) % 4 < 2 ? 'yes' : 'no',
  p: (((i * 13) % 90) + 5) / 100,
}));
const bits = { yes: '1', no: '0' };
const scores = people.map(({ p }) => p);
const range = [Math.min(...scores), Math.max(...scores)];

/** Returns a table with other values in some columns, and other lines. */
function write(change = {}, { delimiter = ',', end = '\n', lines = (all) => all } = {}) {
  const columns = Object.fromEntries(
    ['sex', 'hired', 'qualified', 'p'].map((name) => [
      name,
      people.map((person, i) => (change[name] ?? String)(person[name], i)),
    ]),
  );
  const field = (text) => (/["\r\n]/.test(text) || text.includes(delimiter) ? `"${text}"` : text);
  const rows = people.map((_, i) => Object.values(columns).map((each) => field(each[i])));
  const all = [Object.keys(columns), ...rows].map((row) => row.join(delimiter));
  return lines(all).join(end) + end;
}

const label = { hired: (word) => bits[word], qualified: (word) => bits[word] };
const cells = (change = {}) =>
  people.map((person, i) =>
    Object.entries(person).map(([name, value]) => (change[name] ? change[name](value, i) : value)),
  );
const header = Object.keys(people[0]);
const objects = (change) => cells(change).map((row) => Object.fromEntries(header.map((name, i) => [name, row[i]])));
const comma = (number) => String(number).replace('.', ',');
const percent = (number) => `${Math.round(number * 100)}%`;
const after =
  (row, ...more) =>
  (lines) =>
    lines.toSpliced(row, 0, ...more);
const semicolons = { delimiter: ';' };
const spanish = { sex: (sex) => (sex === 'Male' ? 'varón' : 'mujer') };

// Each with a pattern of its notes, or none.
/** @type {Record<string, [bytes: string | Uint8Array<ArrayBuffer>, notes?: RegExp]>} */
const files = {
  plain: [write()],
  'a byte order mark': [`\ufeff${write()}`],
  CRLF: [write({}, { end: '\r\n' })],
  CR: [write({}, { end: '\r' })],
  semicolons: [write({}, semicolons)],
  tabs: [write({}, { delimiter: '\t' })],
  'vertical bars': [write({}, { delimiter: '|' })],
  'blanks between fields': [write({}, { delimiter: '   ' }), /separated by blanks/],
  'Latin 1': [Buffer.from(write(spanish), 'latin1'), /Windows-1252/],
  'UTF-16': [Buffer.from(`\ufeff${write(spanish)}`, 'utf16le'), /UTF-16/],
  'UTF-16 without a mark': [Buffer.from(write(), 'utf16le'), /UTF-16/],
  'UTF-16, big end first': [Buffer.from(`\ufeff${write()}`, 'utf16le').swap16(), /UTF-16/],
  'sep=;': [`sep=;\n${write({}, semicolons)}`],
  'a title': [`Hiring, round 2025\n\n${write()}`, /above the table/],
  'a title that a spreadsheet padded': [`Hiring,,,\n,,,\n${write()}`, /above the table/],
  'row names of R': [
    write({}, { lines: (all) => all.map((line, i) => (i === 0 ? line : `${i},${line}`)) }),
    /row names/,
  ],
  'an index without a name': [
    write({}, { lines: (all) => all.map((line, i) => `${i === 0 ? '' : i},${line}`) }),
    /has no name/,
  ],
  'repeated names': [
    write({}, { lines: (all) => all.map((line, i) => `${line},${i === 0 ? 'p' : i % 7}`) }),
    /same name/,
  ],
  'a delimiter at the end of each row': [
    write({}, { lines: (all) => all.map((line, i) => (i === 0 ? line : `${line},`)) }),
    /ends in a delimiter/,
  ],
  'a total': [`${write()}Total,16,20,19.5\n`, /below the table/],
  'a remark': [`${write()}Source: own data\n`, /below the table/],
  'blank rows': [write({}, { lines: after(9, '', '') }), /2 blank rows/],
  'rows of delimiters': [write({}, { lines: after(9, ',,,') }), /blank row/],
  'a repeated header': [write({}, { lines: after(9, header.join()) }), /repeats the header/],
  'invisible characters in groups': [
    write({ sex: (sex, i) => (i % 5 ? sex : `${sex}\u200b`) }),
    /invisible characters/,
  ],
  'invisible characters in labels': [
    write({ hired: (word, i) => (i % 5 ? word : `\u200e${word}`) }),
    /invisible characters/,
  ],
  'spellings of groups, the rarest first': [
    write({ sex: (sex, i) => (i < 3 ? sex.toUpperCase() : i % 4 ? sex : ` ${sex}\u00a0`) }),
    /sex: .*‘Male’ as ‘MALE’/,
  ],
  'spellings of labels': [
    write({ hired: (word, i) => (i % 4 ? word : word.toUpperCase()) }),
    /‘YES’ as ‘yes’|‘yes’ as ‘YES’/,
  ],
  'Yes and No in any case, with blanks': [
    write({
      hired: (word, i) => [word, word.toUpperCase(), ` ${word} `, `${word}\u00a0`][i % 4] ?? word,
      qualified: (word, i) => (i % 3 ? word : `${word} `.toUpperCase()),
    }),
    /‘YES’ as ‘yes’|‘yes’ as ‘YES’/,
  ],
  'spellings of missing values': [
    write({ sex: (sex, i) => (i % 10 ? sex : ['NA', '#N/A', '?', 'null'][i / 10]) }),
    /read as missing values: .*‘#N\/A’/,
  ],
  percentages: [write({ p: percent }), /p has percentages/],
  'percentages with a blank': [write({ p: (p) => `${comma(p * 100)} %` }, semicolons), /percent/],
  'decimal commas': [write({ p: comma }, semicolons), /decimal commas/],
  'decimal commas in quotes': [write({ p: comma }), /decimal commas/],
  'labels with decimal commas': [
    write({ hired: (word) => `${bits[word]},0`, qualified: (word) => `${bits[word]},0`, p: comma }, semicolons),
    /hired has numbers with decimal commas/,
  ],
  'groups with thousands': [
    write({ sex: (sex) => (sex === 'Male' ? '1,000' : '12,500') }),
    /sex has numbers with separators/,
  ],
  'groups with currencies': [
    write({ sex: (sex) => (sex === 'Male' ? '€1.000,50' : '€2.500,00'), p: comma }, semicolons),
    /sex has numbers with decimal commas/,
  ],
  'groups with percentages': [write({ sex: (sex) => (sex === 'Male' ? '50%' : '100%') }), /percent/],
  'True and False': [write({ hired: (word) => (word === 'yes' ? 'True' : 'False'), qualified: (word) => bits[word] })],
  '1 and -1': [
    write({ hired: (word) => (word === 'yes' ? '1' : '-1'), qualified: (word) => (word === 'yes' ? '1.0' : '-1.0') }),
  ],
  'a workbook': [toWorkbook(header, cells())],
  'a workbook with a title, blank rows, and a total': [
    toWorkbook(
      ['Hiring 2025', null, null, null],
      [
        [null, null, null, null],
        header,
        ...cells().toSpliced(8, 0, [null, null, null, null]),
        ['Total', '16', '20', 19.5],
      ],
    ),
    /above the table.*below the table.*blank row|above.*below/,
  ],
  'a workbook with percentages as text': [toWorkbook(header, cells({ p: percent })), /percentages/],
  JSON: [JSON.stringify(objects()), /JSON/],
  'JSON Lines with percentages': [
    objects({ p: percent })
      .map((each) => JSON.stringify(each))
      .join('\n'),
    /percentages/,
  ],
  gzip: [gzipSync(Buffer.from(write({ p: comma }, semicolons))), /decimal commas/],
  'a ZIP archive': [zipSync({ 'table.csv': Buffer.from(write(label)) })],
};

test('compares at least 40 files', () => {
  expect(Object.keys(files).length).toBeGreaterThanOrEqual(40);
});

/** Returns the columns of a file and the notes about it. */
async function profiled(bytes) {
  let notes = [];
  const onIntake = (intake) => {
    notes = intake.notes;
  };
  return { profile: await profileCsv(bytes, { onIntake }), notes };
}

// As in JSON, which has no NaN.
const getGroups = (report) => JSON.parse(JSON.stringify(numbersIn(report)));

const numbersIn = ({ rows, breakdowns, overall }) => ({
  rows,
  counts: overall.counts,
  groups: breakdowns[0].groups.map(({ name, counts, rates }) => [name, counts, rates]),
});

describe.each(Object.entries(files))('%s', (_name, [given, pattern]) => {
  const bytes = typeof given === 'string' ? new TextEncoder().encode(given) : given;
  const what = { prediction: 'hired', label: 'qualified', score: 'p', groups: ['sex'] };

  test('has the same columns and notes in the package and on the page', async () => {
    const { profile, notes } = await profiled(bytes);
    const taken = await takeIn(new Blob([bytes]));
    expect(taken.profile).toEqual(profile);
    expect(taken.fileNotes).toEqual(notes);
    expect(profile.columns.map(({ name }) => name)).toEqual(expect.arrayContaining(header));
    expect(present(profile.columns.find(({ name }) => name === 'p')).range).toEqual(range);
  });

  test('has the same report and notes in the package, the command, and on the page', async () => {
    const report = await auditCsv(fair, bytes, what);
    writeFileSync(join(cwd, 'file'), bytes);
    const options = ['--prediction', 'hired', '--label', 'qualified', '--score', 'p'];
    const { stdout, stderr } = runCommand(['audit', 'file', ...options, '--group', 'sex', '--format', 'json'], { cwd });
    expect([stdout === '' ? stderr : '', JSON.parse(stdout || 'null')?.warnings]).toEqual(['', report.warnings]);
    expect(getGroups(JSON.parse(stdout))).toEqual(getGroups(report));
    const lines = stderr.split('\n').filter((line) => line !== '');
    const printed = lines.map((line) => line.replace(/^fairwasm: note: | \(--[a-z-]+\)$/g, ''));
    expect(report.warnings).toEqual(printed);
    const { file, fileNotes, profile } = await takeIn(new Blob([bytes]));
    const choice = choices.adaptChoice(profile, {
      ...guess(profile),
      ...what,
      rival: undefined,
      weight: undefined,
      bins: {},
      threshold: undefined,
    });
    expect(choices.getProblems(profile, choice)).toEqual({});
    const onPage = await getReport(file, profile, choice);
    expect(getGroups(onPage)).toEqual(getGroups(report));
    const shown = [...fileNotes, ...getMergeNotes(profile, choice)];
    const isOfUnused = (note) => /^(?:row|column|p \(2\))/.test(note);
    const names = (note) => note.replace(/^(?:qualified, hired|qualified|hired): /, 'labels: ');
    if (pattern) expect(printed.join(' ')).toMatch(pattern);
    else expect(printed).toEqual([]);
    expect(
      shown
        .filter((note) => !isOfUnused(note))
        .map(names)
        .sort(),
    ).toEqual(printed.map(names).sort());
  });
});

/** @type {[name: string, words: { yes: string[]; no: string[] }][]} */
const answers = [
  ['Yes and No next to 1 and 0', { yes: ['Yes'], no: ['No'] }],
  ['four words per answer', { yes: ['yes', 'Y', '1', 'True'], no: ['no', 'N', '0', 'False'] }],
];
test.each(answers)('%s: the same counts in the package, the command, and on the page', async (_name, words) => {
  const hired = (word, i) => words[word][i % words[word].length];
  const bytes = Buffer.from(write({ hired, qualified: (word) => bits[word] }));
  const what = { prediction: 'hired', label: 'qualified', groups: ['sex'] };
  const getCounts = ({ breakdowns }) =>
    breakdowns[0].groups.map(({ name, counts }) => [name, counts.truePositives, counts.positives]);
  const expected = getCounts(await auditCsv(fair, Buffer.from(write()), what));
  expect(getCounts(await auditCsv(fair, bytes, what))).toEqual(expected);
  expect(getCounts(inCommand(bytes, { group: 'sex', label: 'qualified' }))).toEqual(expected);
  const { file, profile } = await takeIn(new Blob([bytes]));
  const choice = { ...guess(profile), ...what, score: undefined };
  expect(getCounts(await getReport(file, profile, choice))).toEqual(expected);
});

// Selected people are marked, and the rest is blank.
describe.each([
  ['yes', 'no'],
  ['Yes', 'no'],
  ['1', '0'],
  ['x', 'no'],
])('a blank next to %s', (yes, no) => {
  const marked = write({ hired: (word) => (word === 'yes' ? yes : '') });
  const what = { prediction: 'hired', groups: ['sex'], favorable: yes };

  test('means no everywhere if the user reports so', async () => {
    const written = write({ hired: (word) => (word === 'yes' ? yes : no) });
    const expected = getGroups(await auditCsv(fair, Buffer.from(written), what));
    const blanks = { hired: no };
    const bytes = Buffer.from(marked);
    const report = await auditCsv(fair, bytes, { ...what, blanks });
    expect(getGroups(report)).toEqual(expected);
    writeFileSync(join(cwd, 'file'), bytes);
    const options = ['--prediction', 'hired', '--group', 'sex', '--favorable', yes];
    const command = ['audit', 'file', ...options, '--format', 'json'];
    const { stdout } = runCommand([...command, '--blank', `hired=${no}`], { cwd });
    expect(getGroups(JSON.parse(stdout))).toEqual(expected);
    const { file, profile } = await takeIn(new Blob([bytes]));
    const chosen = { ...guess(profile), ...what, label: undefined, score: undefined };
    expect(choices.getBlanks(profile, chosen)).toEqual(blanks);
    const onPage = await getReport(file, profile, { ...chosen, blanks });
    expect(getGroups(onPage)).toEqual(expected);
  });

  test('is a question in the command and on the page', async () => {
    const bytes = Buffer.from(marked);
    writeFileSync(join(cwd, 'file'), bytes);
    const { stderr } = runCommand(['audit', 'file', '--prediction', 'hired', '--group', 'sex'], { cwd });
    expect(stderr).toContain("--blank 'hired=no'");
    const { profile } = await takeIn(new Blob([bytes]));
    const chosen = { ...guess(profile), ...what, label: undefined };
    expect(choices.getProblems(profile, chosen)).toHaveProperty('blanks');
  });
});
