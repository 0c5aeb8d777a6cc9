// SPDX-License-Identifier: Apache-2.0
//
// A loaded lesson: with its entry points, its answer, and the strings of one language.

import { type Format, getFormat } from './format.js';
import { type AnyLesson, getStart, isSlider, meant, type Say, type Slider, type Values } from './lesson.js';
import { type LessonName, lessons } from './names.js';
import { fill, getText, type Language, loadCatalog } from './texts/catalog.js';
import type { Catalog } from './texts/lesson-texts.js';

export interface Loaded {
  name: LessonName;
  language: Language;
  lesson: AnyLesson;
  modules: unknown;
  /** Figures of an example that shows the answer. */
  answer: Computed;
  say: Say;
  common: Say;
  format: Format;
}

/** Figures with the values for which they were computed, because sliders may have moved in the meantime. */
export interface Computed {
  values: Values;
  result: unknown;
}

/** @param known The lesson in another language, whose entry points are reused. */
export async function loadLesson(name: LessonName, language: Language, known: Loaded | undefined): Promise<Loaded> {
  const [lesson, catalog] = await Promise.all([
    known?.lesson ?? lessons[name]().then((module) => module.default),
    loadCatalog(language),
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
  return say(`now.${lesson.now(result, values)}`, lesson.facts(result, values, format, say));
}

/** Whether the current state shows the answer. */
export const showsAnswer = ({ lesson }: Loaded, { result, values }: Computed): boolean =>
  lesson.isShown(result, values);

/** The answer in the figures of the current state, or in those of an example whose settings are named. */
export function answerText(loaded: Loaded, computed: Computed): string {
  const own = answerAt(loaded, computed);
  if (own !== undefined) return own;
  const { common, answer } = loaded;
  const settings = getSettings(loaded, answer)
    .map(([name, value]) => `${name}: ${value}`)
    .join('; ');
  return common('answer.example', { settings, answer: answerAt(loaded, answer) as string });
}

function answerAt({ lesson, say, format }: Loaded, { result, values }: Computed): string | undefined {
  const key = lesson.answer ? lesson.answer(result, values) : lesson.isShown(result, values) ? 'answer' : undefined;
  return key && say(key, lesson.facts(result, values, format, say));
}

/** The sliders with their positions. */
export const getSettings = ({ lesson, say, format }: Loaded, { values }: Computed) =>
  lesson.controls
    .filter(isSlider)
    .map((control) => [say(`control.${control.id}`), valueIn(format, control, values[control.id] as number)] as const);

function spoken(catalog: Catalog, name: LessonName, language: Language) {
  const common: Say = (key, facts) => fill(getText(catalog.common, key), facts);
  return {
    common,
    say: ((key, facts) => fill(getText(catalog.lessons[name], key), facts)) satisfies Say,
    format: getFormat(language, { undefined: common('undefined'), points: common('points'), to: common('to') }),
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
