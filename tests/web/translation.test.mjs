// The table of a translator: it contains every string, and reading it reports what is missing or wrong.

import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { importSource } from './source.mjs';

const { catalogSource, readTranslation, translationTable } = await importSource('features/learn/texts/translation');
await importSource('features/learn/texts/catalog');
const { loadCatalog } = await import(
  pathToFileURL(resolve('build/tests/page/web/src/features/learn/texts/catalog.js')).href
);
const [english, german] = await Promise.all(['en', 'de'].map(loadCatalog));
const given = { tag: 'de', title: 'Deutsch', catalog: german };

test('the German table gives the German catalog', () => {
  const read = readTranslation(translationTable(english, given), english);
  expect(read).toMatchObject({ tag: 'de', title: 'Deutsch', problems: [] });
  expect(read.catalog).toEqual(german);
  expect(read.done).toBe(read.all);
});

test('a spreadsheet may save with semicolons, tabs, or other line ends', () => {
  const table = translationTable(english, given);
  const cells = [];
  const rows = table.slice(1).trimEnd().split('\r\n');
  for (const row of rows) cells.push(row.match(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g).slice(0, 3));
  for (const separator of [';', '\t']) {
    const text = cells.map((row) => row.map((cell) => cell.replace(/,$/, '')).join(separator)).join('\n');
    expect(readTranslation(text, english).catalog).toEqual(german);
  }
});

test('an empty table has every string missing, and remains English', () => {
  const read = readTranslation(translationTable(english), english);
  expect(read.done).toBe(0);
  expect(read.catalog).toEqual(english);
  expect(read.problems.filter(({ reason }) => reason === 'missing')).toHaveLength(read.all);
  expect(read.problems[0]).toEqual({ key: 'language/tag', reason: 'tag' });
});

test('names rows whose placeholders differ, and unknown keys', () => {
  const text = [
    'key,English,translation',
    'language/tag,en,fr',
    'language/title,English,Français',
    'common/answer,Reading the figures,"Lire, ""bien"""',
    'common/minutes,{count} minutes,{nombre} minutes',
    'common/nothing,Nothing,Rien',
  ].join('\n');
  const read = readTranslation(text, english);
  expect([read.tag, read.title, read.done]).toEqual(['fr', 'Français', 1]);
  expect(read.catalog.common.answer).toBe('Lire, "bien"');
  expect(read.catalog.common.minutes).toBe('{count} minutes');
  expect(read.problems.filter(({ reason }) => reason !== 'missing')).toEqual([
    { key: 'common/minutes', reason: 'placeholders' },
    { key: 'common/nothing', reason: 'unknown' },
  ]);
});

test('the source file contains the catalog', () => {
  const read = readTranslation(translationTable(english, given), english);
  const source = catalogSource(read);
  const json = source.slice(source.indexOf('export default') + 15, source.lastIndexOf(' as '));
  expect(JSON.parse(json)).toEqual(german);
});
