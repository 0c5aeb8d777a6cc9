// SPDX-License-Identifier: Apache-2.0
//
// Tensor files: each tensor has as many numbers as its shape requires, or the file is rejected.

import { readSafetensors } from 'fairwasm/robustness';
import { accepted, require } from '../support.mjs';

// A header as text, or raw bytes, which rarely start with a valid header length.
function getFile(data) {
  const [kind] = data;
  const rest = data.subarray(1);
  if (kind % 2 === 0) return rest;
  const end = rest.indexOf(0);
  const header = end < 0 ? rest : rest.subarray(0, end);
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(header.length));
  return Buffer.concat([length, header, end < 0 ? Buffer.alloc(0) : rest.subarray(end + 1)]);
}

export function fuzz(data) {
  if (data.length === 0) return;
  const tensors = accepted(() => readSafetensors(getFile(data)));
  for (const { data: numbers, shape } of tensors?.values() ?? []) {
    const size = shape.reduce((product, length) => product * length, 1);
    require(numbers.length === size, 'a tensor has as many numbers as its shape requires');
  }
}
