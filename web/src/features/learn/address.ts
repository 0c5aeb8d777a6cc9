// SPDX-License-Identifier: Apache-2.0
//
// Addresses of the Learn tab: `#/learn/simpson?guess=3&moved=0.5&lang=de`. The query is the state of the lesson, so
// that a lecture can link to it.

import { isLessonName, type LessonName } from './names.js';
import { getLanguage, type Language } from './texts/catalog.js';

/** Pages of the tab that are not lessons. */
const extraPages = ['class', 'teacher', 'translate'] as const;
export type ExtraPage = (typeof extraPages)[number];

export const isExtraPage = (name: unknown): name is ExtraPage => extraPages.includes(name as ExtraPage);

export interface Place {
  /** Undefined: the overview of all lessons. */
  lesson: LessonName | 'defects' | ExtraPage | undefined;
  language: Language;
  /** The state of the lesson. */
  state: string;
}

export function placeAt(hash: string): Place {
  const [path = '', query = ''] = hash.split('?');
  const [, tab, name = ''] = path.split('/');
  const parts = new URLSearchParams(query);
  const language = getLanguage(parts.get('lang'));
  parts.delete('lang');
  const isKnown = isLessonName(name) || name === 'defects' || isExtraPage(name);
  return { lesson: tab === 'learn' && isKnown ? name : undefined, language, state: parts.toString() };
}

export function getAddress({ lesson, language, state }: Place): string {
  const parts = new URLSearchParams(state);
  if (language !== 'en') parts.set('lang', language);
  const query = parts.toString();
  return `#/learn${lesson ? `/${lesson}` : ''}${query ? `?${query}` : ''}`;
}
