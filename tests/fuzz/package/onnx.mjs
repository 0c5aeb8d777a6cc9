// SPDX-License-Identifier: Apache-2.0
//
// Random or changed models: the file is described and its network bounded, or it is rejected; with another requested
// output, its graph is the same.

import { load } from 'fairwasm/robustness';
import { getBound } from '../../../dist/models/network-bound.js';
import { readOnnx, withOutput } from '../../../dist/models/onnx-file.js';
import { accepted, require } from '../support.mjs';

const robustness = await load();

export function fuzz(data) {
  const bytes = Uint8Array.from(data);
  const file = accepted(() => readOnnx(bytes));
  if (!file) return;
  const bound = accepted(() => getBound(robustness, file));
  require(bound === undefined || bound.value >= 0, 'a bound is not negative');
  const asked = accepted(() => readOnnx(withOutput(bytes, 'asked')));
  if (asked) require(asked.nodes.length === file.nodes.length, 'nodes are unchanged');
}
