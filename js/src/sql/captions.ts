// SPDX-License-Identifier: Apache-2.0
//
// Counts captions from a table with one row per word. The engine finds the group words and objects of each caption,
// and counts identical captions. Captions that mention no group contribute only their number.

import { FairwasmError, invalid, shapeMismatch } from '../core/error.js';
import { isPlain, requireBoolean, requireOneOf, requireOptions, requireTexts, shown } from '../core/options.js';
import type { Table } from '../data/table.js';
import { isMissing, reading } from '../data/value.js';
import { requireCount } from '../tally/counted-rows.js';
import { getValues, toNumber } from './counted.js';
import { type Counted, requireSource } from './counting.js';
import { type Dialect, dialectNames, dialects, type Writing } from './dialects.js';
import type { Statement } from './statement.js';
import { StatementWriter } from './statement-writer.js';

/** The data to count; names are column names of the table. */
export interface CaptionWords {
  /** The words of each group, including the group's name. Pass the same words to `captionCounts`. */
  words: Readonly<Record<string, readonly string[]>>;
  /** The column with the group that a caption mentions, in addition to its words: one of the groups, or NULL. */
  group?: string | undefined;
  /** Name of the result's column with the number of captions. Default: `n`. */
  counts?: string | undefined;
}

/** {@link CaptionWords} and the table with the words. */
export type CaptionStatementOf = Parameters<typeof captionStatement>[0];

const wordOptions = Object.keys({ words: true, group: true, counts: true } satisfies Record<keyof CaptionWords, true>);

const statementOptions = [
  ...wordOptions,
  ...Object.keys({
    table: true,
    query: true,
    where: true,
    caption: true,
    word: true,
    tag: true,
    objects: true,
    foldCase: true,
  } satisfies Record<Exclude<keyof CaptionStatementOf, keyof CaptionWords>, true>),
];

const answerNames = {
  mentions: 'mentions',
  mentionWords: 'mention_words',
  objects: 'objects',
  objectWords: 'object_words',
  group: 'caption_group',
  groups: 'caption_groups',
} as const;

/**
 * Returns the statement that counts captions by their group words and objects. Run it in the database with the words,
 * and pass the result to {@link countedCaptions}.
 *
 * Words are compared in the engine's lower case, which in SQLite applies only to ASCII letters; with `foldCase:
 * false` they are compared unchanged.
 *
 * @example
 * const words = { woman: ['woman', 'she', 'her'], man: ['man', 'he', 'his'] };
 * const what = { table: 'caption_words', caption: 'caption_id', word: 'word', words };
 * captionStatement(what, 'postgresql').columns; // ["mentions", "mention_words", "objects", "object_words", "n"]
 *
 * @throws FairwasmError `invalidArgument` for unknown options and dialects, fewer than two groups, a tag without
 *   objects or objects without a tag, and names that no engine accepts.
 */
export function captionStatement(
  request: CaptionWords &
    Pick<Counted, 'table' | 'query' | 'where'> & {
      /** The column that identifies the caption of a word. */
      caption: string;
      /** The column of words, one row for each occurrence. NULL is not a word; it stands for a caption without words. */
      word: string;
      /** The column of part-of-speech tags. Default: every word that is not a group word is an object. */
      tag?: string | undefined;
      /** The tags that make a word an object; required with `tag`. */
      objects?: readonly string[] | undefined;
      /** True to ignore case. Default: true. */
      foldCase?: boolean | undefined;
    },
  dialect: Dialect,
): Statement {
  requireOptions('captionStatement', request, statementOptions);
  const { table, query, where } = request;
  requireSource({ table, query, where });
  requireTexts('caption', [request.caption]);
  requireTexts('word', [request.word]);
  requireObjects(request);
  const writing = dialects[requireOneOf('dialect', dialect, dialectNames)];
  return new CaptionWriter(request, checked(request), writing).statement();
}

/**
 * Converts the result of a {@link captionStatement} for `CaptionCounts.updateCounted`. The counts must have been
 * created with the same `words` and `foldCase`.
 *
 * @param rows Any client's result: an array of objects, an object of columns, or another library's table.
 *
 * @example
 * import { load } from 'fairwasm/amplification';
 * const words = { woman: ['woman', 'she', 'her'], man: ['man', 'he', 'his'] };
 * const captions = (await load()).captionCounts({ words });
 * const answer = [{ mentions: 'she|', mention_words: 1, objects: 'dog|', object_words: 1, n: 100 }]; // of the engine
 * captions.updateCounted(countedCaptions(answer, { words }));
 * captions.counts().woman; // { "dog": 100 }
 *
 * @throws FairwasmError `invalidArgument` with the column, and the row if there is one: a missing column, an invalid
 *   number of captions (a fraction, a negative number, or more than 2^53), a list of words that the engine truncated
 *   (MySQL does beyond `group_concat_max_len`), a caption with several groups, or an unknown group.
 */
export function countedCaptions(
  rows: Table,
  what: CaptionWords,
): { captions: readonly { labels: readonly string[]; groups?: readonly string[] }[]; rows: Float64Array } {
  requireOptions('countedCaptions', what, wordOptions);
  const { words, group, counts } = checked(what);
  const column = (name: string) => getValues(rows, name);
  const mentions = getLists(rows, answerNames.mentions, answerNames.mentionWords);
  const objects = getLists(rows, answerNames.objects, answerNames.objectWords);
  const groups = group === undefined ? mentions.map(() => []) : getGroups(rows, Object.keys(words));
  const numbers = Float64Array.from(column(counts), (count, row) =>
    inColumn(counts, () => requireCount(toNumber(count, counts, row), row)),
  );
  const lengths = [mentions, objects, groups].map(({ length }) => length);
  if (lengths.some((length) => length !== numbers.length)) {
    throw shapeMismatch(counts, 'columns of one length', `${lengths} and ${numbers.length}`);
  }
  const captions = mentions.map((own, row) => {
    const labels = [...own, ...(objects[row] as string[])];
    const names = groups[row] as string[];
    return names.length === 0 ? { labels } : { labels, groups: names };
  });
  return { captions, rows: numbers };
}

interface Checked {
  words: CaptionWords['words'];
  group: string | undefined;
  counts: string;
}

function checked({ words, group, counts = 'n' }: CaptionWords): Checked {
  if (!isPlain(words) || Object.keys(words).length < 2) {
    throw invalid('words', 'words of at least two groups, by group name', shown(words));
  }
  for (const [name, list] of Object.entries(words)) requireTexts(`words ${name}`, list);
  if (group !== undefined) requireTexts('group', [group]);
  requireTexts('counts', [counts]);
  if (Object.values(answerNames).some((name) => name === counts.toLowerCase())) {
    throw invalid('counts', 'a name that no other column of the result has', `'${counts}'`);
  }
  return { words, group, counts };
}

function requireObjects({ tag, objects, foldCase = true }: CaptionStatementOf): void {
  requireBoolean('foldCase', foldCase);
  if (tag !== undefined) requireTexts('tag', [tag]);
  if (objects !== undefined && requireTexts('objects', objects).length === 0) {
    throw invalid('objects', 'the tags of words that count as objects', 'an empty list');
  }
  if ((tag === undefined) === (objects === undefined)) return;
  const [expected, actual] =
    tag === undefined ? ['a tag in addition to objects', 'none'] : ['the tags that define an object', 'none'];
  throw invalid(tag === undefined ? 'tag' : 'objects', expected, actual);
}

class CaptionWriter extends StatementWriter {
  readonly #what: CaptionStatementOf;
  readonly #checked: Checked;

  constructor(options: CaptionStatementOf, input: Checked, writing: Writing) {
    const { caption, word, tag = '', group = '', where = {} } = options;
    super(writing, [caption, word, tag, group, ...Object.keys(where), ...Object.values(answerNames)]);
    this.#what = options;
    this.#checked = input;
  }

  // Three steps: the words that refer to a group, the group words and objects of each caption, and the number of
  // identical captions.
  statement(): Statement {
    const { group, counts } = this.#checked;
    const answered = [
      answerNames.mentions,
      answerNames.mentionWords,
      answerNames.objects,
      answerNames.objectWords,
      ...(group === undefined ? [] : [answerNames.group, answerNames.groups]),
    ];
    const keys = answered.map((_, i) => this.own(`answer${i}`));
    const outer = keys.map((own, i) => `${own} AS ${this.quote('answer', answered[i] as string)}`);
    const text = [
      `SELECT\n  ${outer.join(',\n  ')},\n  ${this.writing.count} AS ${this.quote('counts', counts)}`,
      `FROM (\n  SELECT\n    ${this.#answers(keys).join(',\n    ')}`,
      `  FROM (\n    SELECT\n      ${this.#captions().join(',\n      ')}`,
      `    FROM (\n      SELECT\n        ${this.#words().join(',\n        ')}`,
      `      FROM ${this.source(this.#what)}${this.where(this.#what)}`,
      `    ) AS ${this.own('words')}`,
      `    WHERE ${this.own('caption')} IS NOT NULL`,
      `    GROUP BY ${this.own('caption')}`,
      `  ) AS ${this.own('captions')}`,
      `) AS ${this.own('answers')}`,
      `GROUP BY ${keys.join(', ')}`,
    ].join('\n');
    return { text, parameters: this.given(), columns: [...answered, counts] };
  }

  #words(): string[] {
    const { caption, word, tag, objects, group, foldCase = true } = this.#what;
    const { lower = (expression: string) => `LOWER(${expression})` } = this.writing;
    const written = this.#text('word', word);
    const folded = foldCase ? lower(written) : written;
    const fold = (each: string) => (foldCase ? each.toLowerCase() : each);
    const lists = Object.entries(this.#checked.words).flatMap(([name, list]) => [...list, name]);
    const known = [...new Set(lists.map(fold))].map((each) => this.parameter(each)).join(', ');
    const isObject =
      tag === undefined
        ? ''
        : ` WHEN ${this.#text('tag', tag)} IN (${(objects as readonly string[]).map((each) => this.parameter(each)).join(', ')})`;
    const kind = `CASE WHEN ${folded} IN (${known}) THEN 1${isObject || ` WHEN ${written} IS NOT NULL`} THEN 2 ELSE 0 END`;
    return [
      `${this.quote('caption', caption)} AS ${this.own('caption')}`,
      `${this.#escaped(folded)} AS ${this.own('word')}`,
      `${kind} AS ${this.own('kind')}`,
      ...(group === undefined ? [] : [`${this.#text('group', group)} AS ${this.own('of')}`]),
    ];
  }

  #captions(): string[] {
    const { group } = this.#checked;
    const [kind, word] = [this.own('kind'), this.own('word')];
    const only = (code: number, then: string) => `CASE WHEN ${kind} = ${code} THEN ${then} END`;
    return [1, 2]
      .flatMap((code, i) => [
        `${this.writing.list(only(code, word))} AS ${this.own(`list${i}`)}`,
        `COUNT(${only(code, '1')}) AS ${this.own(`length${i}`)}`,
      ])
      .concat(
        group === undefined
          ? []
          : [
              `MIN(${this.own('of')}) AS ${this.own('group')}`,
              `COUNT(DISTINCT ${this.own('of')}) AS ${this.own('groups')}`,
            ],
      );
  }

  // Captions that mention no group are identical whatever their objects.
  #answers(keys: readonly string[]): string[] {
    const groups = this.own('groups');
    const [mentions, objects] = [this.own('length0'), this.own('length1')];
    const speaks = this.#checked.group === undefined ? '' : ` OR ${groups} > 0`;
    const spoken = (value: string, otherwise: string) =>
      `CASE WHEN ${mentions} > 0${speaks} THEN ${value} ELSE ${otherwise} END`;
    const values = [
      this.own('list0'),
      mentions,
      spoken(this.own('list1'), 'NULL'),
      spoken(objects, '0'),
      this.own('group'),
      groups,
    ];
    return keys.map((own, i) => `${values[i]} AS ${own}`);
  }

  #text(role: string, name: string): string {
    const { text = (expression: string) => expression } = this.writing;
    return text(this.quote(role, name));
  }

  // A line break ends a word; a tilde escapes a line break or a tilde.
  #escaped(expression: string): string {
    const { replace = (text: string, from: string, by: string) => `REPLACE(${text}, '${from}', '${by}')` } =
      this.writing;
    return replace(replace(expression, '~', '~0'), '|', '~1');
  }
}

const unescaped = (word: string) => word.replaceAll('~1', '|').replaceAll('~0', '~');

function getLists(rows: Table, name: string, lengths: string): string[][] {
  const numbers = getValues(rows, lengths);
  return getValues(rows, name).map((value, row) => {
    const expected = inColumn(lengths, () => requireCount(toNumber(numbers[row], lengths, row), row));
    const text = isMissing(value) ? '' : reading(name, () => String(value));
    const words = text.split('|');
    const rest = words.pop();
    if (rest === '' && words.length === expected) return words.map(unescaped);
    throw invalid(name, `${expected} words, each followed by |`, shown(value), row);
  });
}

function getGroups(rows: Table, names: readonly string[]): string[][] {
  const numbers = getValues(rows, answerNames.groups);
  return getValues(rows, answerNames.group).map((value, row) => {
    const count = toNumber(numbers[row], answerNames.groups, row);
    if (count > 1) throw invalid(answerNames.groups, 'one group per caption', String(count), row);
    if (isMissing(value)) return [];
    const group = reading(answerNames.group, () => String(value));
    if (names.includes(group)) return [group];
    throw invalid(answerNames.group, `one of ${names.join(', ')}`, shown(value), row);
  });
}

function inColumn<T>(argument: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof FairwasmError)) throw error;
    throw error.with({ argument });
  }
}
