// SPDX-License-Identifier: Apache-2.0
//
// The languages of the lessons. Another one is a file beside `en.ts`, with the same keys, and a row here.

import type { LessonName } from '../names.js';

/** What every lesson says; what it says beside that begins with `control.`, `preset.`, `now.` or `word.`. */
type Common =
  | 'title'
  | 'about'
  | 'lead'
  | 'question'
  | 'guess.1'
  | 'guess.2'
  | 'guess.3'
  | 'task'
  | 'answer'
  | 'remember'
  | 'source'
  | 'exercise.1'
  | 'exercise.2'
  | 'exercise.3';

export type LessonTexts = Readonly<Record<Common, string> & Record<string, string>>;

export interface Catalog {
  /** What all lessons have in common. */
  common: Readonly<Record<string, string>>;
  lessons: Readonly<Record<LessonName, LessonTexts>>;
}

export const languages = {
  en: { title: 'English', load: () => import('./en.js') },
  de: { title: 'Deutsch', load: () => import('./de.js') },
} as const satisfies Record<string, { title: string; load: () => Promise<{ default: Catalog }> }>;

export type Language = keyof typeof languages;

/** The language of a tag such as `de-AT`; English where there is no catalog of it. */
export function languageOf(tag: string | null | undefined): Language {
  const [language = ''] = (tag ?? '').toLowerCase().split('-');
  return Object.hasOwn(languages, language) ? (language as Language) : 'en';
}

/** A text with its `{places}` filled in. */
export function fill(text: string, facts: Readonly<Record<string, string>> = {}): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => {
    const fact = facts[name];
    if (fact === undefined) throw new Error(`nothing to fill in for {${name}} in “${text}”`);
    return fact;
  });
}

/** The text of a key. A catalog without it is a fault of the catalog, which tests find. */
export function textOf(texts: Readonly<Record<string, string>>, key: string): string {
  const text = texts[key];
  if (text === undefined) throw new Error(`no text for “${key}”`);
  return text;
}
