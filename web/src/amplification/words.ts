// SPDX-License-Identifier: Apache-2.0
//
// The words by which captions mention a group, as somebody edits them: a line a group, its name, a colon, its words.

import { genderWords, type WordLists } from 'fairwasm/amplification';

/** Those of the gender-neutral captioning project. */
export const standardWords = Object.entries(genderWords)
  .map(([name, words]) => `${name}: ${words.join(', ')}`)
  .join('\n');

/** The words in such a text, or what is wrong with it. */
export function wordsIn(text: string): WordLists | string {
  const groups = new Map<string, readonly string[]>();
  const owners = new Map<string, string>();
  const lines = text.split(/\r\n|\n|\r/).filter((line) => line.trim() !== '');
  for (const line of lines) {
    const colon = line.indexOf(':');
    const name = line.slice(0, Math.max(0, colon)).trim();
    if (name === '') return `“${line.trim()}” does not begin with the name of a group and a colon.`;
    if (groups.has(name)) return `“${name}” has two lines; put its words into one.`;
    const words = line
      .slice(colon + 1)
      .split(',')
      .map((word) => word.trim())
      .filter((word) => word !== '');
    if (words.length === 0) return `“${name}” has no words.`;
    const long = words.find((word) => /\s/.test(word));
    if (long) return `“${long}” is more than one word; captions are searched word by word.`;
    for (const word of new Set([name, ...words].map((each) => each.toLowerCase()))) {
      const owner = owners.get(word);
      if (owner !== undefined) return `“${word}” stands for both ${owner} and ${name}.`;
      owners.set(word, name);
    }
    groups.set(name, words);
  }
  if (groups.size < 2) return 'Give the words of at least two groups, a line each.';
  return Object.fromEntries(groups);
}
