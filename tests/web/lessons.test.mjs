// The lessons: their catalogs have the same content in every language, and their figures match the questions.

import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { importSource } from './source.mjs';

// Compiled once, next to the modules that the frame imports.
await importSource('features/learn/lesson-frame');
const extras = (path) => import(pathToFileURL(resolve(`build/tests/page/web/src/features/learn/${path}.js`)).href);
const { lessons, lessonNames } = await extras('names');
const { fill, languages, getLanguage, loadCatalog } = await extras('texts/catalog');
const { getStart } = await extras('lesson');
const { getFormat } = await extras('format');
const { readState, stateText } = await extras('state');
const { answerText, loadLesson, nowText } = await extras('load-lesson');

const catalogs = Object.fromEntries(
  await Promise.all(Object.keys(languages).map(async (name) => [name, await loadCatalog(name)])),
);
/** All strings of a catalog, by keys such as `simpson/title`. */
const getTexts = ({ common, lessons }) =>
  Object.fromEntries(
    Object.entries({ common, ...lessons }).flatMap(([part, texts]) =>
      Object.entries(texts).map(([key, text]) => [`${part}/${key}`, text]),
    ),
  );
const findPlaces = (text) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();
const english = getTexts(catalogs.en);

describe.each(Object.keys(catalogs).filter((name) => name !== 'en'))('in %s', (language) => {
  const texts = getTexts(catalogs[language]);

  test('has the same keys as English', () => {
    expect(Object.keys(texts).sort()).toEqual(Object.keys(english).sort());
  });

  test('has the same placeholders as English', () => {
    const places = (all) => Object.fromEntries(Object.entries(all).map(([key, text]) => [key, findPlaces(text)]));
    expect(places(texts)).toEqual(places(english));
  });

  test('contains no English text', () => {
    // Sources name papers, and some words are the same in both.
    const same = new Set(['Person', 'Name', 'p', 'pp', 'No', 'no', 'AUC']);
    const left = Object.entries(texts).filter(
      ([key, text]) => text === english[key] && /\p{L}{2}/u.test(text) && !same.has(text) && !key.endsWith('/source'),
    );
    expect(left).toEqual([]);
    const words = /\b(the|of|and|with|which|how|what|their|you|are|is|from|more|than)\b/i;
    const found = Object.entries(texts).filter(
      ([key, text]) => words.test(text.replace(/\{\w+\}/g, '')) && !key.endsWith('/source'),
    );
    expect(found).toEqual([]);
  });
});

test('finds a language by its tag, with English as the default', () => {
  expect(['de', 'de-AT', 'DE', 'en-GB', 'fr', '', undefined, 'constructor'].map(getLanguage)).toEqual([
    'de',
    'de',
    'de',
    'en',
    'en',
    'en',
    'en',
    'en',
  ]);
});

test('rejects a placeholder without a value', () => {
  expect(fill('{a} of {b}', { a: '1', b: '2' })).toBe('1 of 2');
  expect(() => fill('{a} of {b}', { a: '1' })).toThrow('{b}');
});

describe.each(/** @type {string[]} */ (lessonNames))('%s', (name) => {
  let lesson;
  let modules;
  beforeAll(async () => {
    lesson = (await lessons[name]()).default;
    modules = await lesson.load();
  });

  const at = async (values) => ({ values, result: await lesson.compute(modules, values) });
  const shown = () => {
    const start = getStart(lesson);
    const { shows } = lesson;
    return at({ ...start, ...(typeof shows === 'function' ? shows(modules, start) : shows) });
  };

  test('shows the answer only after a control has moved', async () => {
    const first = await at(getStart(lesson));
    expect(lesson.isShown(first.result, first.values)).toBe(false);
    const last = await shown();
    expect(lesson.isShown(last.result, last.values)).toBe(true);
  });

  test('fills its sentences at the start and the end, in every language', async () => {
    for (const [language, catalog] of Object.entries(catalogs)) {
      const texts = catalog.lessons[name];
      const { undefined: nothing, points, to } = catalog.common;
      const format = getFormat(language, { undefined: nothing, points, to });
      for (const { result, values } of [await at(getStart(lesson)), await shown()]) {
        const say = (key) => texts[key];
        const facts = lesson.facts(result, values, format, say);
        const sentences = Object.keys(texts).filter((key) => /^(answer|now\.)/.test(key));
        for (const key of sentences) expect(fill(texts[key], facts)).not.toMatch(/[{}]|NaN/);
        expect(sentences).toContain(`now.${lesson.now(result, values)}`);
      }
      for (const { id } of lesson.controls) expect(texts).toHaveProperty([`control.${id}`]);
      for (const { id } of lesson.presets ?? []) expect(texts).toHaveProperty([`preset.${id}`]);
    }
  });

  test('restores its state from an address, and ignores invalid values', async () => {
    const { values } = await shown();
    const state = { guess: 2, isSeen: true, values };
    expect(readState(lesson, stateText(lesson, state))).toEqual(state);
    const start = { guess: undefined, isSeen: false, values: getStart(lesson) };
    const wrong = lesson.controls.map(({ id }) => `${id}=1e9`).join('&');
    expect(readState(lesson, `${wrong}&guess=9&seen=yes`)).toEqual(start);
    expect(stateText(lesson, start)).toBe('');
  });
});

// The statements of questions about the initial state match fairwasm's results.
test.each([
  ['simpson', {}, { men: '44.5%', women: '30.4%', ahead: '4' }],
  ['four-fifths', {}, { ratio: '0.75', missing: '1' }],
  ['thresholds', {}, { found: '51.1%', false: '32.9%' }],
  ['thresholds', { threshold: 0.2 }, { false: '52.8%' }],
  ['small-groups', {}, { range: '39.7 to 89.2%' }],
  ['attackers', {}, { truth: '60.0%' }],
  ['similar-people', { lot: 1 }, { a: '50.0%', b: '50.0%' }],
])('%s at %o', async (name, values, facts) => {
  const lesson = (await lessons[name]()).default;
  const modules = await lesson.load();
  const all = { ...getStart(lesson), ...values };
  const format = getFormat('en', { undefined: 'undefined', points: 'pp', to: 'to' });
  const result = await lesson.compute(modules, all);
  const say = (key) => catalogs.en.lessons[name][key];
  expect(lesson.facts(result, all, format, say)).toMatchObject(facts);
});

// The answer speaks about the state that the learner has set.
test.each([
  // Equal approval rates: another rate is equal than in the example.
  ['base-rates', 'loans', /can be called equal: Approval rate \(demographic parity\)\. Others/],
  ['base-rates', 'chances', /can be called equal: Approval rate, would repay/],
  // Scores of B that are ten points too low select fewer of B.
  ['calibration', { shift: -0.1 }, /40\.0% of B are selected instead of 53\.3%/],
  ['calibration', { shift: 0.1 }, /66\.7% of B are selected instead of 53\.3%/],
  ['small-groups', { size: 5 }, /With 100 people, of whom 70 were hired/],
  ['small-groups', {}, /With 10 people, of whom 7 were hired, the interval from 39\.7 to 89\.2% includes 50%/],
  ['small-groups', { size: 5, share: 0.3 }, /With 100 people, of whom 30 were hired, the interval is below 50%/],
  [
    'intervals-and-tests',
    { b: 0.61 },
    /the difference is \+11\.0.pp with a confidence interval of \+1\.3 to \+20\.4.pp/,
  ],
  [
    'intervals-and-tests',
    {},
    /difference is \+5\.0.pp with a confidence interval of −4\.7 to \+14\.6.pp, which includes 0 \(p = 0\.319/,
  ],
  ['four-fifths', { women: 11 }, /With 11 of 20 women hired, the ratio is 0\.92.*Ten women/],
  // With 15 women, the highest rate is the women's: 48 of 80 is exactly four fifths of 15 of 20.
  ['four-fifths', { women: 15 }, /women’s rate is the highest\. The men’s ratio to it is 0\.80 .*, not below/],
  ['four-fifths', { women: 20, men: 40 }, /women’s rate is the highest\. The men’s ratio to it is 0\.50 .*, below/],
  ['base-rates', { apart: 0 }, /all 4 rates can be called equal/],
  ['simpson', { moved: 0.9 }, /^Women were.*If 90% of the women had applied/],
  ['thresholds', { threshold: 0.1 }, /^At a threshold of 10%/],
])('the answer of %s at %j', async (name, at, expected) => {
  const loaded = await loadLesson(name, 'en');
  const { lesson, modules } = loaded;
  const start = getStart(lesson);
  const preset = lesson.presets?.find(({ id }) => id === at)?.values;
  const chosen = typeof preset === 'function' ? preset(modules, start) : (preset ?? at);
  const values = { ...start, ...chosen };
  const text = answerText(loaded, { values, result: await lesson.compute(modules, values) });
  expect(text).toMatch(expected);
});

test.each(/** @type {string[]} */ (lessonNames))('%s has another text than the line above the chart', async (name) => {
  for (const language of Object.keys(catalogs)) {
    const loaded = await loadLesson(name, language);
    const { lesson, modules } = loaded;
    const values = getStart(lesson);
    const computed = { values, result: await lesson.compute(modules, values) };
    const text = answerText(loaded, computed);
    expect(text).not.toContain(nowText(loaded, computed));
    expect(text).not.toMatch(/[{}]|NaN/);
  }
});

test('the four-fifths rule compares each group with the highest rate, in every language', async () => {
  const below = {
    en: /(?<!not) below four fifths/,
    de: /(?<!nicht) weniger als vier F/,
    es: /(?<!no) menor que cuatro/,
  };
  const [men, women] = [80, 20];
  for (const language of Object.keys(catalogs)) {
    const loaded = await loadLesson('four-fifths', language);
    const { lesson, modules } = loaded;
    for (let hiredWomen = 0; hiredWomen <= women; hiredWomen++) {
      for (let hiredMen = 0; hiredMen <= men; hiredMen += 8) {
        const values = { ...getStart(lesson), women: hiredWomen, men: hiredMen };
        const computed = { values, result: await lesson.compute(modules, values) };
        // In integers: 5 lower < 4 higher, with both rates as counts among 80 people.
        const counts = [hiredMen, 4 * hiredWomen].sort((a, b) => a - b);
        const isBelow = 5 * counts[0] < 4 * counts[1];
        const at = [language, hiredWomen, hiredMen];
        expect([...at, below[language].test(nowText(loaded, computed))]).toEqual([...at, isBelow]);
        const answer = answerText(loaded, computed).replaceAll('{', '');
        const isOwn = counts[1] > 0 && counts[0] !== counts[1];
        if (isOwn && isBelow) expect([...at, below[language].test(answer)]).toEqual([...at, true]);
      }
    }
  }
});

test('the interval of a difference excludes 0 exactly if its test is significant', async () => {
  const lesson = (await lessons['intervals-and-tests']()).default;
  const modules = await lesson.load();
  for (let a = 0.05; a < 0.96; a += 0.15) {
    for (let b = 0.05; b < 0.96; b += 0.05) {
      for (const size of [0, 3, 5]) {
        const { difference } = await lesson.compute(modules, { a, b, size });
        const isExcluded = difference.ci[0] > 0 || difference.ci[1] < 0;
        expect([a, b, size, isExcluded]).toEqual([a, b, size, difference.pValue < 0.05]);
      }
    }
  }
});
