// SPDX-License-Identifier: Apache-2.0
//
// The certified radius of a row: no smaller change of the model's inputs changes its decision. For the worker; loaded
// with the first request. Only networks with a bounded slope have certificates.

import { FairwasmError } from 'fairwasm';
import { type Network, openNetwork, type Row } from 'fairwasm/models';
import { load } from 'fairwasm/robustness';
import { getKey } from '../../table/held-rows.js';
import { kept } from '../../worker/cached.js';
import type { Setup } from './protocol.js';

const loadFamily = kept(load);
const maxBytes = 20e6; // the network is opened a second time

let held: { key: string; network: Network | undefined } | undefined;

async function getNetwork(file: File): Promise<Network | undefined> {
  const key = getKey(file);
  if (held?.key === key) return held.network;
  held?.network?.[Symbol.dispose]();
  held = undefined;
  const network = file.size <= maxBytes ? await open(file) : undefined;
  held = { key, network };
  return network;
}

async function open(file: File): Promise<Network | undefined> {
  try {
    return await openNetwork(await loadFamily(), await file.arrayBuffer());
  } catch (error) {
    if (error instanceof FairwasmError && error.code === 'invalidArgument') return undefined;
    throw error;
  }
}

/** The certified radius of each row; undefined if the model has no certificates. */
export async function getRadii(
  { model, features, activation, class: named, threshold }: Setup,
  rows: readonly Row[],
): Promise<number[] | undefined> {
  const network = await getNetwork(model);
  if (!network || named !== undefined) return undefined;
  const { value, perOutput, before } = network.bound;
  const last = before?.toLowerCase() ?? activation;
  if (before !== undefined && activation !== 'none') return undefined; // two activations
  const { data, shape } = await network.scores(rows, { features });
  const logit = Math.log(threshold / (1 - threshold));
  const cut = last === 'none' ? threshold : logit;
  if (!Number.isFinite(cut)) return undefined; // all decisions are equal
  const getScore = (row: number) => data[row] as number;
  if (shape[1] === 1 && (last === 'none' || last === 'sigmoid')) {
    return rows.map((_, row) => Math.abs(getScore(row) - cut) / perOutput);
  }
  if (shape[1] === 2 && last === 'softmax') {
    // The second class is favorable from a difference of logits on.
    const slope = Math.min(2 * perOutput, Math.SQRT2 * value);
    const getLead = (row: number) => getScore(2 * row + 1) - getScore(2 * row);
    return rows.map((_, row) => Math.abs(getLead(row) - logit) / slope);
  }
  return undefined;
}
