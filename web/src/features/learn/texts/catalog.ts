// SPDX-License-Identifier: Apache-2.0
//
// The languages of the lessons. To add one, translate the table that the page at `#/learn/translate` saves, add the file
// that the page makes from it next to `en.ts`, and add a row here.

import type { Catalog } from './lesson-texts.js';

interface LanguageEntry {
  title: string;
  load: () => Promise<{ default: Catalog }>;
}

const english: LanguageEntry = { title: 'English', load: () => import('./en.js') };

export const languages: Record<string, LanguageEntry> = {
  en: english,
  de: { title: 'Deutsch', load: () => import('./de.js') },
  es: { title: 'Español', load: () => import('./es.js') },
};

/** A tag such as `de`. */
export type Language = string;

/** The language of a tag such as `de-AT`; English if the language has no catalog. */
export function getLanguage(tag: string | null | undefined): Language {
  const [language = ''] = (tag ?? '').toLowerCase().split('-');
  return Object.hasOwn(languages, language) ? language : 'en';
}

export const loadCatalog = async (language: Language): Promise<Catalog> =>
  (await (languages[language] ?? english).load()).default;

/** Adds a language until the page is closed, so that a translator can try it. */
export function addLanguage(tag: Language, title: string, catalog: Catalog): void {
  languages[tag] = { title, load: async () => ({ default: catalog }) };
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
