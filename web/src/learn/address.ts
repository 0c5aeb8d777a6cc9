// SPDX-License-Identifier: Apache-2.0
//
// Addresses of the Learn tab: `#/learn/simpson?guess=3&moved=0.5&lang=de`. The query is the state of the lesson, so
// that a lecture can link to it.

import { isLessonName, type LessonName } from './names.js';
import { getLanguage, type Language } from './texts/catalog.js';

export interface Place {
  /** Undefined: the overview of all lessons. */
  lesson: LessonName | 'defects' | undefined;
  language: Language;
  /** The state of the lesson. */
  state: string;
}

/** The names of lessons in old links. */
const formerNames: Readonly<Record<string, LessonName>> = { conflict: 'base-rates' };

export function placeAt(hash: string): Place {
  const [path = '', query = ''] = hash.split('?');
  const [, tab, given = ''] = path.split('/');
  const parts = new URLSearchParams(query);
  const language = getLanguage(parts.get('lang'));
  parts.delete('lang');
  const name = formerNames[given] ?? given;
  const isKnown = tab === 'learn' && (isLessonName(name) || name === 'defects');
  return { lesson: isKnown ? name : undefined, language, state: parts.toString() };
}

export function getAddress({ lesson, language, state }: Place): string {
  const parts = new URLSearchParams(state);
  if (language !== 'en') parts.set('lang', language);
  const query = parts.toString();
  return `#/learn${lesson ? `/${lesson}` : ''}${query ? `?${query}` : ''}`;
}
