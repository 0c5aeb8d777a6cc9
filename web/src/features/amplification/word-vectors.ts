// SPDX-License-Identifier: Apache-2.0
//
// Reads a file of word vectors, with its progress.

import { FairwasmError } from 'fairwasm';
import { readWordVectors } from '#fairwasm/predictability/word-vectors.js';

/** Returns the vectors of the words in these captions. */
export async function readVectors(
  file: File,
  captions: readonly string[],
  onProgress: (share: number) => void,
): Promise<Map<string, number[]>> {
  async function* parts() {
    const reader = file.stream().getReader();
    let read = 0;
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
      read += value.length;
      onProgress(read / file.size);
    }
  }
  const vectors = await readWordVectors(parts(), captions);
  if (vectors.size > 0) return vectors;
  throw new FairwasmError('invalidArgument', {
    argument: file.name,
    expected: 'lines with a word of the captions and its vector',
    actual: 'none',
  });
}
