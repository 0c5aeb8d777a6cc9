// SPDX-License-Identifier: Apache-2.0
//
// Translation of the lessons as a table for spreadsheets, with one row per string: key, English, translation. Reading
// it reports what is missing or wrong, so that a translator needs no programming.

import type { Catalog } from './lesson-texts.js';

const header = ['key', 'English', 'translation'] as const;
const tagKey = 'language/tag';
const titleKey = 'language/title';

export interface TranslationProblem {
  key: string;
  reason: 'missing' | 'placeholders' | 'unknown' | 'tag';
}

export interface Translation {
  /** Such as `fr`. */
  tag: string;
  /** The name of the language in that language. */
  title: string;
  /** Missing strings are in English. */
  catalog: Catalog;
  /** Number of translated strings, of all. */
  done: number;
  all: number;
  problems: readonly TranslationProblem[];
}

type Entry = readonly [key: string, text: string];

/** All strings of a catalog by keys such as `simpson/title`. */
const getEntries = ({ common, lessons }: Catalog): Entry[] =>
  Object.entries({ common, ...lessons }).flatMap(([part, texts]) =>
    Object.entries(texts).map(([key, text]) => [`${part}/${key}`, text] as const),
  );

const findPlaces = (text: string): string =>
  [...text.matchAll(/\{\w+\}/g)]
    .map(([place]) => place)
    .sort()
    .join();

/** Returns the table to translate; with a catalog of the language, its strings are filled in. */
export function translationTable(english: Catalog, given?: { tag: string; title: string; catalog: Catalog }): string {
  const known = new Map(given && getEntries(given.catalog));
  const rows = [
    header,
    [tagKey, 'en', given?.tag ?? ''],
    [titleKey, 'English', given?.title ?? ''],
    ...getEntries(english).map(([key, text]) => [key, text, known.get(key) ?? '']),
  ];
  // With a byte order mark, spreadsheets read UTF-8.
  return `\ufeff${rows.map((cells) => cells.map(quoted).join(',')).join('\r\n')}\r\n`;
}

const quoted = (text: string): string => (/[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** Reads a table whose cells are separated by commas, semicolons, or tabs, as spreadsheets save it. */
export function readTranslation(text: string, english: Catalog): Translation {
  const rows = readRows(text.replace(/^\ufeff/, ''));
  const given = new Map(rows.map(([key = '', , translation = '']) => [key.trim(), translation]));
  const find = (key: string) => (given.get(key) ?? '').trim();
  const tag = find(tagKey).toLowerCase();
  const problems: TranslationProblem[] = [];
  if (!/^[a-z]{2,3}$/.test(tag)) problems.push({ key: tagKey, reason: 'tag' });
  const entries = getEntries(english);
  const translated = new Map<string, string>();
  for (const [key, original] of entries) {
    const found = find(key);
    if (found === '') problems.push({ key, reason: 'missing' });
    else if (findPlaces(found) !== findPlaces(original)) problems.push({ key, reason: 'placeholders' });
    else translated.set(key, found);
  }
  const known = new Set([tagKey, titleKey, header[0], ...entries.map(([key]) => key)]);
  for (const key of given.keys()) if (key !== '' && !known.has(key)) problems.push({ key, reason: 'unknown' });
  const part = (name: string, texts: Readonly<Record<string, string>>) =>
    Object.fromEntries(
      Object.entries(texts).map(([key, original]) => [key, translated.get(`${name}/${key}`) ?? original]),
    );
  const lessons = Object.entries(english.lessons).map(([name, texts]) => [name, part(name, texts)]);
  return {
    tag: /^[a-z]{2,3}$/.test(tag) ? tag : 'en',
    title: find(titleKey) || tag,
    catalog: { common: part('common', english.common), lessons: Object.fromEntries(lessons) as Catalog['lessons'] },
    done: translated.size,
    all: entries.length,
    problems,
  };
}

/** Returns the catalog as a source file of the page. */
export const catalogSource = ({ title, catalog }: Translation): string =>
  `// SPDX-License-Identifier: Apache-2.0
//
// The lessons in ${title.replace(/[\r\n]/g, ' ')}, from a translator's table.

import type { Catalog } from './lesson-texts.js';

export default ${JSON.stringify(catalog, null, 2)} as Catalog;
`;

function readRows(text: string): string[][] {
  const [first = ''] = text.split(/\r?\n/, 1);
  const separator = ['\t', ';', ','].find((each) => first.includes(each)) ?? ',';
  const rows: string[][] = [[]];
  let cell = '';
  let isQuoted = false;
  const endCell = () => {
    rows.at(-1)?.push(cell);
    cell = '';
  };
  for (let i = 0; i < text.length; i++) {
    const letter = text[i] as string;
    if (isQuoted) {
      if (letter !== '"') cell += letter;
      else if (text[i + 1] === '"') {
        cell += '"';
        i++;
      } else isQuoted = false;
    } else if (letter === '"' && cell === '') isQuoted = true;
    else if (letter === separator) endCell();
    else if (letter === '\n') {
      endCell();
      rows.push([]);
    } else if (letter !== '\r') cell += letter;
  }
  endCell();
  return rows;
}
