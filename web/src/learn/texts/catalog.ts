// SPDX-License-Identifier: Apache-2.0
//
// The languages of the lessons. To add one, add a file next to `en.ts` with the same keys, and a row here.

import type { Catalog } from './lesson-texts.js';

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
