// Files as in practice: one table of decisions in the notations of people and programs, including census and credit
// files. Each entry states the expected findings and counts.

import { gzipSync } from 'node:zlib';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { toWorkbook } from '../js/data/workbook.mjs';

const rows = 240;
const each = (make) => Array.from({ length: rows }, (_, i) => make(i));
const pick = (values) => (i) => values[(i * 7 + (i >> 3)) % values.length];

// The data of all files: the groups, the decisions, and the true labels.
const isTrue = each((i) => (i * 11) % 7 < 3);
const isDecided = each((i) => (i % 5 === 0 ? !isTrue[i] : isTrue[i]));
const sexes = each(pick(['Female', 'Male']));
const races = each(pick(['White', 'Black', 'Asian', 'Hispanic']));
const ages = each((i) => 18 + ((i * 13) % 60));
const scores = each((i) => (isTrue[i] ? 55 : 25) + ((i * 17) % 40)); // of 100

/** The counts of an audit of all rows. */
export const truth = {
  rows,
  positives: isTrue.filter(Boolean).length,
  truePositives: isTrue.filter((is, i) => is && isDecided[i]).length,
  falsePositives: isTrue.filter((is, i) => !is && isDecided[i]).length,
};

const words = (values, [yes, no]) => values.map((is) => (is ? yes : no));
const bits = (values) => words(values, ['1', '0']);

function table(columns, { delimiter = ',', end = '\n', quote = false, header = true } = {}) {
  const names = Object.keys(columns);
  const field = (text) =>
    quote || String(text).includes(delimiter) || String(text).includes('"')
      ? `"${String(text).replaceAll('"', '""')}"`
      : String(text);
  const lines = each((i) => names.map((name) => field(columns[name][i])).join(delimiter));
  return [...(header ? [names.map(field).join(delimiter)] : []), ...lines].join(end) + end;
}

const people = { sex: sexes, race: races };
const plain = { ...people, outcome: bits(isTrue), predicted: bits(isDecided) };

const latin1 = (text) => Buffer.from(text, 'latin1');
const utf16 = (text, isBig = false) => {
  const bytes = Buffer.from(`\ufeff${text}`, 'utf16le');
  return isBig ? bytes.swap16() : bytes;
};
const number = (i) => (scores[i] / 100).toFixed(2);

const usual = { label: 'outcome', prediction: 'predicted', groups: ['sex', 'race'], favorable: '1' };

const census = {
  age: ages,
  workclass: each(pick(['Private', 'State-gov', '?', 'Private'])),
  fnlwgt: each((i) => 77516 + i * 311),
  education: each((i) => ['Bachelors', 'HS-grad', '11th', 'Masters', 'Some-college'][i % 5]),
  'education-num': each((i) => [13, 9, 7, 14, 10][i % 5]),
  'marital-status': each((i) => `Status-${i % 7}`),
  race: each(pick(['White', 'Black', 'Asian-Pac-Islander', 'Amer-Indian-Eskimo', 'Other'])),
  sex: sexes,
  'capital-gain': each((i) => (i % 9 === 0 ? 2174 : 0)),
  'hours-per-week': each((i) => 20 + (i % 40)),
  'native-country': each((i) => `Country-${i % 41}`),
  income: words(isTrue, ['>50K', '<=50K']),
};
const blanks = (columns) =>
  Object.fromEntries(Object.entries(columns).map(([name, values]) => [name, values.map((v) => ` ${v}`)]));
const censusFound = { label: undefined, prediction: 'income', groups: ['race', 'sex'], favorable: '>50K' };

/** The expected findings for the first rows, and the counts if they are incomplete. */
export const messyFiles = [
  { name: 'plain', bytes: table(plain), found: usual, isPlain: true },
  { name: 'mark of UTF-8, CRLF', bytes: `\ufeff${table(plain, { end: '\r\n' })}`, found: usual },
  { name: 'semicolons', bytes: table(plain, { delimiter: ';' }), found: usual },
  { name: 'tabs, all quoted', bytes: table(plain, { delimiter: '\t', quote: true }), found: usual },
  {
    name: 'Latin 1',
    bytes: latin1(table({ ...plain, race: each(pick(['Español', 'Français', 'Åland'])) })),
    found: usual,
    fileNotes: /Windows-1252/,
  },
  {
    name: 'Latin 1 far down',
    bytes: latin1(`${table({ ...plain, remark: each(() => 'x'.repeat(400)) })}Female,White,1,1,Müller\n`),
    found: usual,
    fileNotes: /Windows-1252/,
    adds: { rows: 1, positives: 1, truePositives: 1 },
  },
  { name: 'UTF-16', bytes: utf16(table(plain, { delimiter: '\t' })), found: usual, fileNotes: /UTF-16/ },
  { name: 'UTF-16, big end first', bytes: utf16(table(plain), true), found: usual, fileNotes: /UTF-16/ },
  {
    name: 'Excel’s workbook',
    bytes: toWorkbook(
      Object.keys(plain),
      each((i) => Object.values(plain).map((c) => c[i])),
    ),
    found: usual,
  },
  {
    name: 'decimal commas',
    bytes: table({ ...plain, score: each((i) => number(i).replace('.', ',')) }, { delimiter: ';' }),
    found: { ...usual, score: 'score' },
    fileNotes: /score has numbers with decimal commas/,
  },
  {
    name: 'percentages',
    bytes: table({ ...plain, probability: each((i) => `${scores[i]} %`) }),
    found: { ...usual, score: 'probability' },
    fileNotes: /percentages/,
  },
  {
    name: 'thousands and currency',
    bytes: table({ ...plain, income: each((i) => `$${1 + (i % 90)},${100 + i}`) }, { quote: true }),
    found: usual,
    fileNotes: /income has numbers/,
  },
  {
    name: 'raw census, with a header and a second model',
    bytes: table(
      blanks({
        ...census,
        income: words(isTrue, ['>50K.', '<=50K.']),
        pred_lr: words(isDecided, ['>50K', '<=50K']),
        pred_rf: words(isTrue, ['>50K', '<=50K']),
      }),
    ),
    found: { ...censusFound, label: 'income', prediction: 'pred_lr', rival: 'pred_rf', favorable: '>50K.' },
  },
  {
    name: 'raw census, without a header',
    bytes: table(blanks(census), { header: false }),
    found: { label: undefined, prediction: 'column 12', groups: ['column 7', 'column 8'], favorable: '>50K' },
    fileNotes: /no line of column names/,
  },
  {
    name: 'census with a remark above',
    bytes: `|1x3 Cross validator\n${table(blanks(census), { header: false })}`,
    found: { label: undefined, prediction: 'column 12', groups: ['column 7', 'column 8'], favorable: '>50K' },
    fileNotes: /above the table/,
  },
  {
    name: 'German credit, divided by blanks and without a header',
    bytes: each(
      (i) =>
        `A1${1 + (i % 4)} ${6 + (i % 40)} A3${i % 5} ${1000 + i * 13} A9${1 + (i % 4)} ${ages[i]} ${isTrue[i] ? 1 : 2}`,
    ).join('\n'),
    found: { label: undefined, prediction: 'column 7', favorable: '1' },
    fileNotes: /separated by blanks/,
    isAnyPositive: true,
  },
  {
    name: 'German credit as Kaggle has it',
    bytes: table({
      '': each((i) => i),
      Age: ages,
      Sex: sexes.map((sex) => sex.toLowerCase()),
      Job: each((i) => i % 4),
      Housing: each(pick(['own', 'rent', 'free'])),
      'Credit amount': each((i) => 1000 + i * 13),
      Risk: words(isTrue, ['good', 'bad']),
    }),
    found: { label: undefined, prediction: 'Risk', groups: ['Sex'], favorable: 'good' },
  },
  {
    name: 'identifiers and names',
    bytes: table({
      id: each((i) => 5000 + i),
      name: each((i) => `Person ${i}`),
      ...plain,
      weight: each((i) => 50 + (i % 50)),
    }),
    found: { ...usual, weight: undefined },
  },
  {
    name: 'true and false next to 1.0 and 0.0',
    bytes: table({ ...people, outcome: words(isTrue, ['1.0', '0.0']), predicted: words(isDecided, ['True', 'False']) }),
    found: usual,
  },
  {
    name: 'Yes and yes',
    bytes: table({ ...people, outcome: words(isTrue, ['Yes', 'No']), predicted: words(isDecided, ['yes ', 'no']) }),
    found: { ...usual, favorable: 'Yes' },
    notes: /‘yes’ as ‘Yes’/,
  },
  {
    name: 'several spellings in one column',
    bytes: table({
      sex: sexes.map((sex, i) => (i % 9 === 0 ? sex.toUpperCase() : sex)),
      race: races,
      outcome: isTrue.map((is, i) => (is ? (i % 2 ? 'YES' : 'Yes') : 'No')),
      predicted: words(isDecided, ['Yes', 'No']),
    }),
    found: usual2('Yes', 'YES'),
    notes: /sex: .*as/,
  },
  {
    name: '1 and 0 next to yes and no',
    bytes: table({ ...people, outcome: words(isTrue, ['yes', 'no']), predicted: bits(isDecided) }),
    found: { ...usual, favorable: 'yes' },
    notes: /‘1’ as ‘yes’/,
  },
  {
    name: 'codes that have nothing in common with the outcome',
    bytes: table({ ...people, outcome: words(isTrue, ['good', 'bad']), predicted: words(isDecided, ['A', 'B']) }),
    found: { label: undefined, prediction: 'predicted', groups: ['sex', 'race'] },
    isAnyPositive: true,
  },
  {
    name: 'missing outcomes and groups',
    bytes: table({
      sex: sexes.map((sex, i) => (i % 20 === 0 ? 'NA' : sex)),
      race: races,
      outcome: bits(isTrue).map((bit, i) => (i === 100 ? '?' : bit)),
      predicted: bits(isDecided),
    }),
    found: { ...usual, missing: 'drop' },
    adds: { rows: -1, ...without(100) },
  },
  {
    name: 'ages alone to compare by',
    bytes: table({ age: ages, outcome: bits(isTrue), predicted: bits(isDecided) }),
    found: { ...usual, groups: ['age'] },
  },
  {
    name: 'more groups than can be compared',
    bytes: table({
      employer: each((i) => `Employer ${i % 4 ? i % 7 : i}`),
      outcome: bits(isTrue),
      predicted: bits(isDecided),
    }).replace(/\n$/, `\n${Array.from({ length: 400 }, (_, i) => `Shop ${i},0,0`).join('\n')}\n`),
    found: { ...usual, groups: ['employer'] },
    adds: { rows: 400 },
  },
  {
    name: 'R’s names of rows, without a name above them',
    bytes: `${Object.keys(plain).join(',')}\n${each(
      (i) =>
        `"${i + 1}",${Object.values(plain)
          .map((c) => c[i])
          .join(',')}`,
    ).join('\n')}\n`,
    found: usual,
    fileNotes: /row names/,
  },
  {
    name: 'a title above, and a total below',
    bytes: `Decisions of 2024\n\n${table(plain)}Total,,,240\n`.replace(/Total.*\n$/, 'Total: 240 rows\n'),
    found: usual,
    fileNotes: /below the table/,
  },
  {
    name: 'one name twice, and a delimiter after each row',
    bytes: `sex,race,race,outcome,predicted\n${each((i) => `${sexes[i]},${races[i]},${races[i]},${plain.outcome[i]},${plain.predicted[i]},`).join('\n')}\n`,
    found: { ...usual, groups: ['sex', 'race', 'race (2)'] },
    fileNotes: /with the same name/,
  },
  {
    name: 'a list in JSON, gzipped Parquet’s neighbor',
    bytes: JSON.stringify(each((i) => Object.fromEntries(Object.entries(plain).map(([name, c]) => [name, c[i]])))),
    found: usual,
    fileNotes: /JSON/,
  },
  { name: 'gzip', bytes: gzipSync(table(plain, { delimiter: '|' })), found: usual },
  {
    name: 'Parquet with booleans, whose names are in German',
    bytes: Buffer.from(
      parquetWriteBuffer({
        columnData: [
          {
            name: 'Geschlecht',
            data: words(
              isTrue.map((_, i) => i % 2 === 0),
              ['männlich', 'weiblich'],
            ),
            type: 'STRING',
          },
          { name: 'outcome', data: isTrue, type: 'BOOLEAN' },
          { name: 'predicted', data: isDecided, type: 'BOOLEAN' },
        ],
      }),
    ),
    found: { ...usual, groups: ['Geschlecht'], favorable: 'true' },
  },
  {
    name: 'Spanish, with accents and semicolons',
    bytes: table(
      {
        género: words(
          sexes.map((sex) => sex === 'Female'),
          ['Mujer', 'Hombre'],
        ),
        edad: ages,
        resultado: words(isTrue, ['Sí', 'No']),
        predicción: words(isDecided, ['Sí', 'No']),
      },
      { delimiter: ';' },
    ),
    found: { label: 'resultado', prediction: 'predicción', groups: ['género'], favorable: 'Sí' },
  },
  {
    name: 'French, with accents',
    bytes: table({
      Sexe: words(
        sexes.map((sex) => sex === 'Female'),
        ['Femme', 'Homme'],
      ),
      'Tranche d’âge': each(pick(['18-25', '26-40', '41+'])),
      Décision: words(isDecided, ['Accepté', 'Refusé']),
      Réel: words(isTrue, ['Accepté', 'Refusé']),
    }),
    found: { label: 'Réel', prediction: 'Décision', groups: ['Sexe', 'Tranche d’âge'], favorable: 'Accepté' },
  },
  {
    name: 'an outcome of three values next to a treatment of two',
    bytes: table({
      encounter_id: each((i) => 2278392 + i * 7),
      gender: sexes,
      diabetesMed: words(isDecided, ['Yes', 'No']),
      readmitted: isTrue.map((is, i) => (is ? (i % 2 ? '<30' : '>30') : 'NO')),
    }),
    found: { label: undefined, prediction: 'readmitted', groups: ['gender'] },
    asks: 'favorable',
  },
  {
    name: 'two models next to the true labels',
    bytes: table({
      sex: sexes,
      truth: bits(isTrue),
      model_a: bits(isDecided),
      model_b: bits(isTrue.map((is, i) => is !== (i % 3 === 0))),
    }),
    found: { label: 'truth', prediction: 'model_a', rival: 'model_b', groups: ['sex'], favorable: '1' },
  },
  {
    name: 'groups as columns of ones and zeros',
    bytes: table({
      lsat: each((i) => 20 + (i % 25)),
      male: bits(sexes.map((sex) => sex === 'Male')),
      racetxt: words(
        races.map((race) => race === 'White'),
        ['White', 'Non-White'],
      ),
      tier: each((i) => `${1 + (i % 6)}.0`),
      pass_bar: bits(isTrue),
    }),
    found: { label: undefined, prediction: 'pass_bar', groups: ['male', 'racetxt'], favorable: '1' },
  },
];

function usual2(...either) {
  return { ...usual, favorable: either };
}

function without(row) {
  const [is, was] = [isTrue[row], isDecided[row]];
  return { positives: is ? -1 : 0, truePositives: is && was ? -1 : 0, falsePositives: !is && was ? -1 : 0 };
}
