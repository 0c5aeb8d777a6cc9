// SPDX-License-Identifier: Apache-2.0
//
// A network in an ONNX file, for the worker of the Robustness tab: opened, kept for the next request, and used to
// certify the rows of a table. The runtime is loaded with the first network.

import { type Network, openNetwork, type Row, suggestFeatures } from 'fairwasm/models';
import { certifyCsv, type Robustness } from 'fairwasm/robustness';
import { csvLine } from '../../table/csv-line.js';
import { getKey, rowsOfFile } from '../../table/held-rows.js';
import { featuresText } from '../models/features.js';
import type { Columns, News, OpenedModel, Outcome, Work } from './protocol.js';

let held: { key: string; network: Network } | undefined;

async function getNetwork(robustness: Robustness, file: File): Promise<Network> {
  const key = getKey(file);
  if (held?.key === key) return held.network;
  held?.network[Symbol.dispose]();
  held = undefined;
  const network = await openNetwork(robustness, await file.arrayBuffer());
  held = { key, network };
  return network;
}

export async function openModel(
  robustness: Robustness,
  { model, file, except }: Extract<Work, { kind: 'open' }>,
): Promise<OpenedModel> {
  const { bound, inputs } = await getNetwork(robustness, model);
  const { features, notes } = suggestFeatures(inputs, await rowsOfFile(file), { except });
  const [{ name, width }] = inputs as [(typeof inputs)[0]];
  const { value: atMost, layers, before } = bound;
  const filling = featuresText(features[name] ?? []);
  return { atMost, layers, before, input: { name, width }, filling, notes };
}

/** Certifies the rows of a file by the network's scores. */
export async function certifyModel(
  robustness: Robustness,
  { model, file, columns, features }: Extract<Work, { kind: 'model' }>,
  tell: (news: News) => void,
): Promise<Outcome> {
  const network = await getNetwork(robustness, model);
  const rows = await rowsOfFile(file);
  const telling = (half: 0 | 1, note: string) => ({
    onProgress: ({ done }: { done: number }) => tell({ share: (half + done) / 2, note }),
  });
  const asking = telling(0, 'Running the network on the rows');
  const { data, shape } = await network.scores(rows, { features }, asking);
  const looking = telling(1, 'Searching for the steepest slope');
  const atLeast = await network.steepestSlope(rows, { features }, looking);
  const { value, perOutput, lipConst, disjointNeurons, layers, before = null } = network.bound;
  const { label, groups } = columns;
  const taken = [label, ...groups];
  const free = (name: string): string => (taken.includes(name) ? free(`${name} of it`) : name);
  const scores = Array.from({ length: shape[1] }, (_, i) => free(`output ${i}`));
  const what = { label, groups, scores, source: file.name, lipConst, disjointNeurons };
  const report = await certifyCsv(robustness, getTable(rows, columns, scores, data), what);
  const known = { name: model.name, layers, atMost: { value, perOutput }, atLeast, before };
  return { report: { ...report, network: known }, layers: undefined };
}

function getTable(
  rows: readonly Row[],
  { label, groups }: Omit<Columns, 'inputs'>,
  scores: readonly string[],
  data: Float64Array,
): Blob {
  const kept = [label, ...groups];
  const width = scores.length;
  const lines = rows.map((row, i) => {
    const numbers = Array.from(data.subarray(i * width, (i + 1) * width), String);
    return csvLine([...kept.map((name) => String(row[name] ?? '')), ...numbers]);
  });
  return new Blob([[csvLine([...kept, ...scores]), ...lines].join('\n')]);
}
