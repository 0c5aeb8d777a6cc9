// SPDX-License-Identifier: Apache-2.0
//
// Editable lists of words that indicate a group, one group per line: its name, a colon, and its words.

import { genderWords, type WordLists } from 'fairwasm/amplification';
import { parseList } from '../../table/lists.js';

/** The word lists of the gender-neutral captioning project. */
export const standardWords = Object.entries(genderWords)
  .map(([name, words]) => `${name}: ${words.join(', ')}`)
  .join('\n');

/** Parses the text; returns the words or a problem. */
export function wordsIn(text: string): WordLists | string {
  const groups = new Map<string, readonly string[]>();
  const owners = new Map<string, string>();
  const lines = text.split(/\r\n|\n|\r/).filter((line) => line.trim() !== '');
  for (const line of lines) {
    const colon = line.indexOf(':');
    const name = line.slice(0, Math.max(0, colon)).trim();
    if (name === '') return `“${line.trim()}” does not start with a group name and a colon.`;
    if (groups.has(name)) return `“${name}” has two lines. Put all its words on one line.`;
    const words = parseList(line.slice(colon + 1));
    if (words.length === 0) return `“${name}” has no words.`;
    const long = words.find((word) => /\s/.test(word));
    if (long) return `“${long}” is more than one word. Captions are searched word by word.`;
    for (const word of new Set([name, ...words].map((each) => each.toLowerCase()))) {
      const owner = owners.get(word);
      if (owner !== undefined) return `“${word}” is listed for both ${owner} and ${name}.`;
      owners.set(word, name);
    }
    groups.set(name, words);
  }
  if (groups.size < 2) return 'Enter words for at least two groups, one group per line.';
  return Object.fromEntries(groups);
}
