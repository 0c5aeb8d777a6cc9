// SPDX-License-Identifier: Apache-2.0
//
// Reads word vectors in the text format of word2vec, GloVe, and fastText: a word and its numbers per line.

import { FairwasmError } from 'fairwasm';

/** Returns the vectors of the words in these captions; other lines are skipped, because files have millions of words. */
export async function readVectors(
  file: File,
  captions: readonly string[],
  onProgress: (share: number) => void,
): Promise<Map<string, number[]>> {
  const words = new Set(
    captions.flatMap((text) => text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu)),
  );
  const vectors = new Map<string, number[]>();
  const add = (line: string) => {
    const end = line.indexOf(' ');
    const word = line.slice(0, Math.max(end, 0));
    if (words.has(word)) vectors.set(word, line.slice(end).trim().split(/ +/).map(Number));
  };
  const decoder = new TextDecoder();
  const reader = file.stream().getReader();
  let rest = '';
  let read = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    const lines = (rest + decoder.decode(value, { stream: true })).split('\n');
    rest = lines.pop() as string;
    lines.forEach(add);
    read += value.length;
    onProgress(read / file.size);
  }
  add(rest);
  if (vectors.size > 0) return vectors;
  throw new FairwasmError('invalidArgument', {
    argument: file.name,
    expected: 'lines with a word of the captions and its vector',
    actual: 'none',
  });
}
