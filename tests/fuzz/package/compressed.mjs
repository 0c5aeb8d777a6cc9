// SPDX-License-Identifier: Apache-2.0
//
// Compressed text that nobody compressed, or somebody changed: read to its end, or refused.

import { acceptedLater, beginning, columnsOf } from '../support.mjs';

const gzip = [0x1f, 0x8b];
const zstd = [0x28, 0xb5, 0x2f, 0xfd];

export async function fuzz(data) {
  if (data.length === 0) return;
  const [kind] = data;
  const bytes = beginning(data.subarray(1), kind % 2 === 0 ? gzip : zstd);
  await acceptedLater(() => columnsOf(bytes));
}
