// SPDX-License-Identifier: Apache-2.0
//
// Reads word vectors in the text format of word2vec, GloVe, and fastText: a word and its numbers per line.

import { getWords } from './captions.js';

/** Returns the vectors of the words in captions. Other lines are skipped: files have millions of words. */
export async function readWordVectors(
  bytes: AsyncIterable<Uint8Array>,
  captions: readonly string[],
): Promise<Map<string, number[]>> {
  const words = new Set(captions.flatMap(getWords));
  const vectors = new Map<string, number[]>();
  const add = (line: string) => {
    const end = line.indexOf(' ');
    const word = line.slice(0, Math.max(end, 0));
    if (words.has(word)) vectors.set(word, line.slice(end).trim().split(/ +/).map(Number));
  };
  const decoder = new TextDecoder();
  let rest = '';
  for await (const part of bytes) {
    const lines = (rest + decoder.decode(part, { stream: true })).split('\n');
    rest = lines.pop() as string;
    lines.forEach(add);
  }
  add(rest);
  return vectors;
}
