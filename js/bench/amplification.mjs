// SPDX-License-Identifier: Apache-2.0
//
// Measures co-occurrence from 0/1 bytes in typed arrays, including packing, in WebAssembly and natively, and captions
// that are already tagged.

import { DBA, load, MDBA } from 'fairwasm/amplification';
import { medianNanoseconds, nativeNanoseconds, report } from './support.mjs';

const amplification = await load();
const names = (prefix, count) => Array.from({ length: count }, (_, i) => `${prefix}${i}`);

// Each row has one of four groups and half of twelve tasks.
function matrices(rows) {
  const attribute = new Uint8Array(rows * 4);
  for (let row = 0; row < rows; row++) attribute[row * 4 + Math.floor(Math.random() * 4)] = 1;
  const half = () => Uint8Array.from({ length: rows * 12 }, () => Math.random() * 2);
  return { attribute, task: half(), taskPrediction: half() };
}

async function withCounts(input, use) {
  const counts = amplification.cooccurrence({ attributes: names('a', 4), tasks: names('t', 12), taskPrediction: true });
  counts.update(input);
  const result = await use?.(counts);
  counts[Symbol.dispose]();
  return result;
}

const million = matrices(1e6);
const hundredThousand = matrices(1e5);
const point = { draws: 0 };
const tasks = {
  packing: () => withCounts(million),
  dba: () => withCounts(million, (counts) => new DBA(counts).computeBiasAmp(point)),
  mdba: () => withCounts(hundredThousand, (counts) => new MDBA(counts, { maxSize: 4 }).computeBiasAmp(point)),
};
const rowCounts = { packing: 1e6, dba: 1e6, mdba: 1e5 };
const medians = await medianNanoseconds(tasks, { time: 1000 });
const pytorch = { dba: 90e6, mdba: 2.4e9 }; // of only the matrix products
report(
  'Co-occurrence, from 0/1 bytes to the result',
  Object.entries(medians).map(([name, wasm]) => ({
    work: `${name}, ${rowCounts[name].toExponential(0)} rows`,
    wasm,
    native: nativeNanoseconds(`amplification/${name}/${rowCounts[name]}`),
    competitor: name in pytorch ? ['PyTorch (recorded)', pytorch[name]] : undefined,
  })),
);

// Captions have ten tokens from a vocabulary like that of image captions; two thirds mention a group.
function taggedCaptions(count) {
  const nouns = Array.from({ length: 3000 }, (_, i) => `noun${i}`);
  const people = ['man', 'woman', 'men', 'girl', 'his', 'her'];
  const pick = (list) => list[Math.floor(Math.random() ** 3 * list.length)];
  return Array.from({ length: count }, () => ({
    tokens: ['a', pick(people), 'holding', 'a', pick(nouns), 'near', 'the', pick(nouns), 'outside', '.'],
    tags: ['DT', 'NN', 'VBG', 'DT', 'NN', 'IN', 'DT', 'NN', 'RB', '.'],
  })).map((caption, i) => {
    if (i % 3 === 0) caption.tokens[1] = 'person';
    return caption;
  });
}

const captions = taggedCaptions(100_000);
const { caption } = await medianNanoseconds({
  caption: () => {
    const counts = amplification.captionCounts();
    counts.update(captions);
    counts.bias();
    counts[Symbol.dispose]();
  },
});
report('Counting tagged captions', [{ work: 'one caption of 10 tokens', wasm: caption / captions.length }]);
