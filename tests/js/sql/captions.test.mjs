// SPDX-License-Identifier: Apache-2.0
//
// Captions whose words are in a table: counts by engines equal those of the captions, including values and intervals.

import { load } from 'fairwasm/amplification';
import { captionStatement, countedCaptions } from 'fairwasm/sql';
import { unless } from '../../optional.mjs';
import { getError } from '../support.mjs';
import { engines } from './engines.mjs';

const amplification = await load();
const words = { man: ['his', 'Gar\u00e7on'], woman: ['her'] };
const written = [
  ...['a Man walks his dog', 'a woman walks a dog', 'dog~1 | ~0 man', 'a cat sleeps'],
  ...["her cat's hat", 'a dog', '', 'man man', 'Woman and man with a dog dog'],
];
const texts = Array.from({ length: 60 }, (_, i) => written[(i * i + 3 * i) % written.length]);
const captions = texts.map((text) => ({ labels: text === '' ? [] : text.split(' ') }));
const quoted = (text) => (text === null ? 'NULL' : `'${text.replaceAll("'", "''")}'`);
const isObject = (word) => !/^(a|and|with|walks|sleeps)$/.test(word);

// One row per word; a caption without words has one row without a word.
const rows = captions.flatMap(({ labels }, id) =>
  (labels.length === 0 ? [null] : labels).map((word) => {
    const tag = word === null ? null : isObject(word) ? 'NN' : 'DT';
    return `(${id}, ${quoted(word)}, ${quoted(tag)}, ${id % 5 === 0 ? quoted('woman') : 'NULL'})`;
  }),
);
const insert = (from) => `INSERT INTO words VALUES ${rows.slice(from, from + 100).join(', ')}`;

const counts = () => amplification.captionCounts({ words });
const point = { draws: 0 };

for (const [name, { dialect, missing, start }] of Object.entries(engines)) {
  unless(missing, describe)(name, () => {
    let engine;
    beforeAll(async () => {
      engine = await start();
      await engine.run('CREATE TABLE words (caption INTEGER, word VARCHAR(40), tag VARCHAR(9), gender VARCHAR(9))');
      for (let from = 0; from < rows.length; from += 100) await engine.run(insert(from));
    });
    afterAll(() => engine?.stop());

    const countedBy = async (more = {}, known = counts()) => {
      const asked = { table: 'words', caption: 'caption', word: 'word', words, ...more };
      const answer = await engine.ask(captionStatement(asked, dialect));
      const { group } = more;
      known.updateCounted(countedCaptions(answer, { words, ...(group && { group }) }));
      return known;
    };

    test('words and objects equal those of the captions', async () => {
      const counted = await countedBy();
      const direct = counts();
      direct.update(captions);
      expect(counted.captions).toEqual(direct.captions);
      expect(counted.wordCounts()).toEqual(direct.wordCounts());
      expect(counted.bias()).toEqual(direct.bias());
      const amplified = await counted.biasAmplification(direct, point);
      expect(amplified.value).toBeCloseTo(0, 12);
    });

    test('supports tags, conditions, and a column of groups', async () => {
      const counted = await countedBy({
        tag: 'tag',
        objects: ['NN', 'NNS'],
        group: 'gender',
        where: { caption: { below: 40 } },
      });
      const direct = counts();
      direct.update(
        captions
          .slice(0, 40)
          .map(({ labels }, id) => ({ labels: labels.filter(isObject), groups: id % 5 === 0 ? ['woman'] : [] })),
      );
      expect(counted.captions).toEqual(direct.captions);
      expect(counted.counts()).toEqual(direct.counts());
    });

    test('distinguishes case if requested', async () => {
      const exact = () => amplification.captionCounts({ words, foldCase: false });
      const direct = exact();
      direct.update(captions);
      const counted = await countedBy({ foldCase: false }, exact());
      expect(counted.wordCounts()).toEqual(direct.wordCounts());
      expect(counted.captions).toEqual(direct.captions);
    });
  });
}

const asked = { table: 'words', caption: 'c', word: 'w', words };
const answer = {
  mentions: ['man|', null],
  mention_words: [1, 0],
  objects: ['dog|dog|', null],
  object_words: [2, 0],
  n: ['3', 4n],
};

test('converts an answer to captions with counts', () => {
  const { captions: read, rows: numbers } = countedCaptions(answer, { words });
  expect(read).toEqual([{ labels: ['man', 'dog', 'dog'] }, { labels: [] }]);
  expect([...numbers]).toEqual([3, 4]);
});

test.each([
  ['a truncated list', { objects: ['dog|do', null] }, 'objects', 0],
  ['a list with a missing word', { mentions: ['man|', null], mention_words: [2, 0] }, 'mentions', 0],
  ['a fraction of a caption', { n: [3, 0.5] }, 'n', 1],
  ['a negative number', { n: [-3, 1] }, 'n', 0],
  ['more than 2^53', { n: [3, 2 ** 53] }, 'n', 1],
  ['a caption with two groups', { caption_group: ['man', null], caption_groups: [2, 0] }, 'caption_groups', 0],
  ['an unknown group', { caption_group: [null, 'x'], caption_groups: [0, 1] }, 'caption_group', 1],
])('rejects %s', (_, changed, argument, row) => {
  const what = { words, ...('caption_group' in changed && { group: 'g' }) };
  expect(getError(() => countedCaptions({ ...answer, ...changed }, what))).toMatchObject({
    code: 'invalidArgument',
    argument,
    row,
  });
});

test.each([
  ['one group', { words: { man: [] } }, 'words'],
  ['a tag without objects', { tag: 't' }, 'objects'],
  ['objects without a tag', { objects: ['NN'] }, 'tag'],
  ['no table', { table: undefined }, 'table'],
  ['an unknown option', { lemma: 'l' }, 'captionStatement'],
  ['a name that is already in the result', { counts: 'objects' }, 'counts'],
])('rejects a statement with %s', (_, changed, argument) => {
  const error = getError(() => captionStatement({ ...asked, ...changed }, 'duckdb'));
  expect(error).toMatchObject({ code: 'invalidArgument', argument });
});

test('each dialect concatenates words in its own way', () => {
  const lists = {
    postgresql: 'STRING_AGG(',
    duckdb: 'STRING_AGG(',
    clickhouse: 'arrayStringConcat(arraySort(groupArray(',
    sqlite: 'GROUP_CONCAT(',
    mysql: "SEPARATOR '')",
    bigquery: 'STRING_AGG(',
    spark: 'ARRAY_JOIN(ARRAY_SORT(COLLECT_LIST(',
    snowflake: 'LISTAGG(',
    sqlserver: 'WITHIN GROUP (ORDER BY',
  };
  for (const [name, list] of Object.entries(lists)) {
    const dialect = /** @type {import('fairwasm/sql').Dialect} */ (name);
    const { text, columns } = captionStatement(asked, dialect);
    expect(text).toContain(list);
    expect(columns).toEqual(['mentions', 'mention_words', 'objects', 'object_words', 'n']);
    expect(text).not.toContain('Gar');
  }
});
