// SPDX-License-Identifier: Apache-2.0
//
// A loaded lesson: with its entry points, its answer, and the strings of one language.

import { type Format, getFormat } from './format.js';
import { type AnyLesson, getStart, meant, type Say, type Slider, type Values } from './lesson.js';
import { type LessonName, lessons } from './names.js';
import { fill, getText, type Language, languages } from './texts/catalog.js';
import type { Catalog } from './texts/lesson-texts.js';

export interface Loaded {
  name: LessonName;
  language: Language;
  lesson: AnyLesson;
  modules: unknown;
  /** Figures of the state that shows the answer. */
  answer: Computed;
  say: Say;
  common: Say;
  format: Format;
}

/** Figures with the values that they belong to, because sliders may have moved in the meantime. */
export interface Computed {
  values: Values;
  result: unknown;
}

/** @param known The same lesson in another language; its entry points are reused. */
export async function loadLesson(
  name: LessonName,
  language: Language,
  known: Loaded | undefined,
): Promise<Loaded> {
  const [lesson, { default: catalog }] = await Promise.all([
    known?.lesson ?? lessons[name]().then((module) => module.default),
    languages[language].load(),
  ]);
  const modules = known?.modules ?? (await lesson.load());
  const answer = known?.answer ?? (await getAnswer(lesson, modules));
  return { name, language, lesson, modules, answer, ...spoken(catalog, name, language) };
}

async function getAnswer(lesson: AnyLesson, modules: unknown): Promise<Computed> {
  const start = getStart(lesson);
  const { shows } = lesson;
  const values = { ...start, ...(typeof shows === 'function' ? shows(modules, start) : shows) };
  return { values, result: await lesson.compute(modules, values) };
}

/** Describes the current state. */
export function nowText({ lesson, say, format }: Loaded, { result, values }: Computed): string {
  return say(`now.${lesson.now(result, values)}`, lesson.facts(result, values, format));
}

/** With the figures at the state that shows the answer, whatever the user changes later. */
export function answerText({ lesson, say, format, answer: { result, values } }: Loaded): string {
  return say('answer', lesson.facts(result, values, format));
}

function spoken(catalog: Catalog, name: LessonName, language: Language) {
  const common: Say = (key, facts) => fill(getText(catalog.common, key), facts);
  return {
    common,
    say: ((key, facts) => fill(getText(catalog.lessons[name], key), facts)) satisfies Say,
    format: getFormat(language, {
      undefined: common('undefined'),
      points: common('points'),
      to: common('to'),
    }),
  };
}

/** A slider's value as text. */
export function valueIn(format: Format, slider: Slider, value: number): string {
  const number = meant(slider, value);
  switch (slider.unit) {
    case 'percent':
      return format.whole(number);
    case 'apart':
      return format.wholePoints(number);
    case 'count':
      return format.count(number);
    case 'number':
      return format.number(number);
  }
}
