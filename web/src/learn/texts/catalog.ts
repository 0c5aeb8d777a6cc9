// SPDX-License-Identifier: Apache-2.0
//
// The languages of the lessons. To add one, add a file next to `en.ts` with the same keys, and a row here.

import type { Catalog } from './lesson-texts.js';

export const languages = {
  en: { title: 'English', load: () => import('./en.js') },
  de: { title: 'Deutsch', load: () => import('./de.js') },
} as const satisfies Record<string, { title: string; load: () => Promise<{ default: Catalog }> }>;

export type Language = keyof typeof languages;

/** The language of a tag such as `de-AT`; English if the language has no catalog. */
export function getLanguage(tag: string | null | undefined): Language {
  const [language = ''] = (tag ?? '').toLowerCase().split('-');
  return Object.hasOwn(languages, language) ? (language as Language) : 'en';
}

/** A string with its `{placeholders}` filled in. */
export function fill(text: string, facts: Readonly<Record<string, string>> = {}): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => {
    const fact = facts[name];
    if (fact === undefined) throw new Error(`nothing to fill in for {${name}} in “${text}”`);
    return fact;
  });
}

/** The string of a key. A missing key is a bug of the catalog, which the tests detect. */
export function getText(texts: Readonly<Record<string, string>>, key: string): string {
  const text = texts[key];
  if (text === undefined) throw new Error(`no text for “${key}”`);
  return text;
}
