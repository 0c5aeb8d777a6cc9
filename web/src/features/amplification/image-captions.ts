// SPDX-License-Identifier: Apache-2.0
//
// Human and generated captions of the same images in a table: the guessed columns, and the input of both measures.

import type { DbacInput } from 'fairwasm/predictability';
import { parseList } from '../../table/lists.js';
import type { ColumnProfile, TableProfile } from '../../table/profile.js';
import { standardWords, wordsIn } from './words.js';

export interface ImageCaptions {
  measure: 'dbac' | 'lic';
  human: string;
  generated: string;
  attribute: string;
  /** The column of the objects that images show, separated by semicolons; empty for none. */
  imageObjects: string;
  /** The objects, separated by commas or lines: a word, or a name, a colon, and its words. */
  objects: string;
  /** The words for each category of the attribute; see words.ts. */
  words: string;
  /** The file of word vectors, if any. */
  vectors?: File | undefined;
}

// A sentence has at least this many words.
const minWords = 4;

/** Returns the columns of captions. */
export const getCaptionColumns = ({ columns }: TableProfile): ColumnProfile[] =>
  columns.filter(({ values }) => {
    const long = values.filter((value) => value.trim().split(/\s+/).length >= minWords);
    return values.length > 1 && long.length > values.length / 2;
  });

/** Returns the columns whose categories can be the attribute. */
export const getCategoryColumns = ({ columns }: TableProfile): ColumnProfile[] =>
  columns.filter(({ values, hasMore }) => !hasMore && values.length >= 2 && values.length <= 50);

const isGenerated = ({ name }: ColumnProfile) => /generat|model|predict|output/i.test(name);

/** Returns the guessed columns; undefined if the table does not have two columns of captions. */
export function guessCaptions(profile: TableProfile): ImageCaptions | undefined {
  const captions = getCaptionColumns(profile);
  if (captions.length < 2) return undefined;
  const generated = captions.find(isGenerated) ?? (captions[1] as ColumnProfile);
  const human = captions.find((column) => column !== generated) as ColumnProfile;
  const others = getCategoryColumns(profile).filter((column) => !captions.includes(column));
  const attribute = others.find(({ name }) => /gender|sex|race|skin|age/i.test(name)) ?? others[0];
  return {
    measure: 'dbac',
    human: human.name,
    generated: generated.name,
    attribute: attribute?.name ?? '',
    imageObjects: '',
    objects: '',
    words: getWords(attribute),
  };
}

/** Returns lines for the words of each category; the standard words if the categories are genders. */
export function getWords(attribute: ColumnProfile | undefined): string {
  const standard = wordsIn(standardWords);
  const lists = typeof standard === 'string' ? {} : standard;
  const aliases: Readonly<Record<string, string>> = {
    ...{ male: 'man', m: 'man', men: 'man', female: 'woman', f: 'woman', w: 'woman', women: 'woman' },
  };
  const lines = (attribute?.values ?? []).map((category) => {
    const key = category.trim().toLowerCase();
    return `${category}: ${(lists[aliases[key] ?? key] ?? [key]).join(', ')}`;
  });
  return lines.join('\n');
}

const getNames = (text: string) =>
  text
    .split(/[;\r\n]/)
    .map((name) => name.trim())
    .filter((name) => name !== '');

/**
 * Returns the words by object. In a line, commas separate objects before a colon, and the words of the last object after
 * it: `oven, knife: knife, knives`.
 */
export function getObjects(text: string): Record<string, string[]> {
  const objects = getNames(text).flatMap((line): [string, string[]][] => {
    const [names = '', words = ''] = line.split(':');
    const listed = parseList(names);
    const own = parseList(words);
    return listed.map((name, i) => [name, i === listed.length - 1 && own.length > 0 ? own : [name]]);
  });
  return Object.fromEntries(objects);
}

type Problems = Partial<Record<'generated' | 'attribute' | 'objects' | 'words', string>>;

/** Returns what is missing in the choice, by field. */
export function getCaptionProblems(asked: ImageCaptions): Problems {
  const problems: Problems = {};
  if (asked.human === asked.generated) problems.generated = 'Choose two different columns.';
  if (asked.attribute === '') problems.attribute = 'Choose the attribute.';
  if (asked.measure === 'lic') return problems;
  if (Object.keys(getObjects(asked.objects)).length === 0) {
    problems.objects = 'Enter at least one object.';
  }
  const words = wordsIn(asked.words);
  if (typeof words === 'string') problems.words = words;
  return problems;
}

/** Returns the input of DBAC from the columns of the table. */
export function getDbacInput(asked: ImageCaptions, columns: Readonly<Record<string, readonly string[]>>): DbacInput {
  const read = (name: string) => columns[name] as readonly string[];
  const words = wordsIn(asked.words);
  return {
    human: read(asked.human),
    generated: read(asked.generated),
    attribute: read(asked.attribute),
    objects: getObjects(asked.objects),
    ...(asked.imageObjects !== '' && { imageObjects: read(asked.imageObjects).map(getNames) }),
    ...(typeof words !== 'string' && { attributeWords: words }),
  };
}
