// SPDX-License-Identifier: Apache-2.0
//
// Certifies the decisions of a network in an ONNX file: computes a bound on the Lipschitz constant from its
// weights, and its scores from a table of inputs.

import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type { RunOptions } from '../core/long-run.js';
import { getStep } from '../core/long-run.js';
import type { CsvSource } from '../data/byte-input.js';
import { type Network, openNetwork } from '../models/network.js';
import { type NetworkBound, networkBound } from '../models/network-bound.js';
import { requireColumns } from '../robustness/certify-csv.js';
import {
  type CsvCertificates,
  certifyCsv,
  type ReportedNetwork,
  type Robustness,
  type RobustnessReport,
} from '../robustness/index.js';
import { computing } from './computing.js';
import { type ReadingOptions, withFile } from './input.js';
import { csvWith, encoded, getFeatures, readRows, runtimeHere } from './model.js';
import type { ModelValues } from './model-options.js';

/** Bounds the Lipschitz constant of the network in a file. Throws {@link InputError} with the file's name. */
export const boundOfFile = (robustness: Robustness, path: string): Promise<ReportedNetwork> =>
  withFile(path, async () => {
    const bound = networkBound(robustness, await readFile(path));
    return reported(path, bound, null);
  });

/** Opens the network while `use` runs. Throws {@link InputError} with the file's name. */
export async function withNetwork<T>(
  robustness: Robustness,
  path: string,
  use: (network: Network) => Promise<T>,
): Promise<T> {
  const network = await withFile(path, async () =>
    openNetwork(robustness, await readFile(path), { runtime: await runtimeHere() }),
  );
  try {
    return await use(network);
  } finally {
    network[Symbol.dispose]();
  }
}

/** Options of the certificates except scores and constant, which come from the network. */
export type Certified = Omit<CsvCertificates, 'scores' | 'lipConst' | 'disjointNeurons'>;

/** The file of rows. */
interface Table {
  path: string;
  source: CsvSource;
  reading: ReadingOptions;
}

/** Certifies the network's decisions for the rows of a table. */
export async function certifyNetwork(
  robustness: Robustness,
  { network, path }: { network: Network; path: string },
  table: Table,
  what: Certified,
  values: Pick<ModelValues, 'features'>,
): Promise<RobustnessReport> {
  const { label, groups = [], weight } = what;
  const rows = await readRows(table.source, table.reading);
  const others = [label, ...groups, ...(weight === undefined ? [] : [weight])];
  requireColumns(others, Object.keys(rows[0] ?? {}));
  // Group columns may also be inputs.
  const except = [label, ...(weight === undefined ? [] : [weight])];
  const features = getFeatures(network, rows, values, except);
  const compute = async (run: RunOptions) => ({
    scores: await network.scores(rows, { features }, getStep(run, 0, 2)),
    atLeast: await network.steepestSlope(rows, { features }, getStep(run, 1, 2)),
  });
  const named = Object.fromEntries(Object.keys(rows[0] ?? {}).map((name) => [name, name]));
  const origin = { path: table.path, intake: table.reading, columns: named };
  const { scores, atLeast } = await computing(compute, origin);
  const { lipConst, disjointNeurons } = network.bound;
  const [, width] = scores.shape;
  const names = Array.from({ length: width }, (_, i) => free(`output ${i}`, others));
  const columns = Object.fromEntries(
    names.map((name, i) => [name, Float64Array.from(rows, (_, row) => scores.data[row * width + i] as number)]),
  );
  const report = await certifyCsv(robustness, encoded(csvWith(rows, others, columns)), {
    ...what,
    ...{ scores: names, lipConst, disjointNeurons },
  });
  return { ...report, network: reported(path, network.bound, atLeast) };
}

const free = (name: string, taken: readonly string[]): string =>
  taken.includes(name) ? free(`${name} of the network`, taken) : name;

function reported(
  path: string,
  { value, perOutput, layers, before }: NetworkBound,
  atLeast: ReportedNetwork['atLeast'],
): ReportedNetwork {
  return { name: basename(path), layers, atMost: { value, perOutput }, atLeast, before: before ?? null };
}
