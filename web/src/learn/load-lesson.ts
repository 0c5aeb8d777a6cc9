// SPDX-License-Identifier: Apache-2.0
//
// A lesson that has been loaded: with the doors that it computes with, its answer, and what it says in a language.

import { type Format, formatOf } from './format.js';
import { type AnyLesson, meant, type Say, type Slider, startOf, type Values } from './lesson.js';
import { type LessonName, lessons } from './names.js';
import { fill, type Language, languages, textOf } from './texts/catalog.js';
import type { Catalog } from './texts/lesson-texts.js';

export interface Loaded {
  name: LessonName;
  language: Language;
  lesson: AnyLesson;
  doors: unknown;
  /** Figures of the state that shows the answer. */
  answer: Computed;
  say: Say;
  common: Say;
  format: Format;
}

/** Figures, and what they are of: of sliders that have moved on meanwhile, perhaps. */
export interface Computed {
  values: Values;
  result: unknown;
}

/** @param known The same lesson in another language: what it computes with stays. */
export async function loadLesson(
  name: LessonName,
  language: Language,
  known: Loaded | undefined,
): Promise<Loaded> {
  const [lesson, { default: catalog }] = await Promise.all([
    known?.lesson ?? lessons[name]().then((module) => module.default),
    languages[language].load(),
  ]);
  const doors = known?.doors ?? (await lesson.load());
  const answer = known?.answer ?? (await answerOf(lesson, doors));
  return { name, language, lesson, doors, answer, ...spoken(catalog, name, language) };
}

async function answerOf(lesson: AnyLesson, doors: unknown): Promise<Computed> {
  const start = startOf(lesson);
  const { shows } = lesson;
  const values = { ...start, ...(typeof shows === 'function' ? shows(doors, start) : shows) };
  return { values, result: await lesson.compute(doors, values) };
}

/** Describes the current state. */
export function nowText({ lesson, say, format }: Loaded, { result, values }: Computed): string {
  return say(`now.${lesson.now(result, values)}`, lesson.facts(result, values, format));
}

/** With the figures of where it is seen, whatever is moved afterwards. */
export function answerText({ lesson, say, format, answer: { result, values } }: Loaded): string {
  return say('answer', lesson.facts(result, values, format));
}

function spoken(catalog: Catalog, name: LessonName, language: Language) {
  const common: Say = (key, facts) => fill(textOf(catalog.common, key), facts);
  return {
    common,
    say: ((key, facts) => fill(textOf(catalog.lessons[name], key), facts)) satisfies Say,
    format: formatOf(language, {
      undefined: common('undefined'),
      points: common('points'),
      to: common('to'),
    }),
  };
}

/** A slider's value, as it is written. */
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
