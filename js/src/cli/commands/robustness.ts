// SPDX-License-Identifier: Apache-2.0
//
// `fairwasm robustness`: certifies decisions from a CSV file of scores, or of inputs to a network in an ONNX
// file.

import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { getStep, type RunOptions } from '../../core/long-run.js';
import type { CsvSource } from '../../data/byte-input.js';
import { type Network, openNetwork } from '../../models/network.js';
import { type NetworkBound, networkBound } from '../../models/network-bound.js';
import { certifyCsv, type RobustnessReport, requireColumns } from '../../robustness/certify-csv.js';
import type { CsvCertificates, ReportedNetwork, Robustness } from '../../robustness/index.js';
import { load } from '../../robustness/robustness.js';
import type { ModelValues } from '../audit/options.js';
import { argumentCommand, type ExitCode, exitCodes, type SectionValues } from '../command.js';
import { computing } from '../input/computing.js';
import { type ReadingOptions, withFile } from '../input/input.js';
import { intakeOptions } from '../input/intake.js';
import { csvWith, encoded, getFeatures, readRows, runtimeHere } from '../input/model.js';
import { getFile } from '../input/reading.js';
import { flag, list, names, number, ranges, requireNumber, text } from '../options/options.js';
import { rows } from '../options/rows.js';
import { UsageError } from '../options/usage.js';
import { documentFormatOptions, documentFormats, requireFormat, writeResult } from '../output/format.js';

const columns = {
  label: text('COLUMN', [
    'the true class: the name or the zero-based position of its score column',
    'with one score column, the values are 0 and 1, or -1 and 1',
  ]),
  score: names('COLUMN,...', [
    "the network's outputs before softmax or sigmoid",
    'may be repeated. Default: all other columns',
  ]),
  group: rows.group,
  unknown: rows.unknown,
  weight: rows.weight,
  ...intakeOptions,
} as const;
const sections = {
  Columns: columns,
  Network: {
    lipschitz: number(ranges.positive, ['Lipschitz constant for the Euclidean norm', '1 for 1-Lipschitz networks']),
    joint: flag([
      'the constant applies to all outputs jointly, so margins are divided by √2 times the constant',
      'Default: the constant applies to each output, and the factor is 2',
    ]),
    model: {
      ...text('NETWORK.onnx', [
        'instead of --lipschitz: compute the scores and a bound on the constant from this network',
        'requires the package onnxruntime-web: npm install onnxruntime-web',
      ]),
      excludes: ['lipschitz', 'joint', 'score'],
    },
    features: {
      ...list('COLUMN,...', [
        'inputs of the network, in order',
        'COLUMN=VALUE is 1 if the column has that value and 0 otherwise. Default: all other numeric columns',
      ]),
      requires: ['model'],
    },
  },
  Output: {
    epsilon: names('NUMBER,...', [
      'radii at which to certify decisions, as numbers or fractions',
      'may be repeated. Default: 36/255',
    ]),
    ...documentFormatOptions,
  },
} as const;

export const robustness = argumentCommand({
  name: 'robustness',
  usage: [
    'FILE.csv --label COLUMN --lipschitz NUMBER',
    'FILE.csv --label COLUMN --model NETWORK.onnx',
    '--model NETWORK.onnx',
  ],
  about:
    'Certifies the radius within which no change to the input can change a ' +
    'decision of a network, over all rows and by group. The file needs a header row; use - for standard ' +
    'input. Nothing leaves this machine. Without a file, prints a bound on the Lipschitz ' +
    'constant of the network in an ONNX file.',
  sections,
  examples: [
    'scores.csv --label y --lipschitz 1 --epsilon 36/255',
    'scores.csv --label y --score cat,dog,bird --lipschitz 2.5 --joint --group sex --epsilon 0.1,0.25,0.5 --format json',
    'people.csv --label y --group sex --model network.onnx',
  ],
  run,
});

type Given = SectionValues<typeof sections>;

async function run(values: Given, positionals: readonly string[]): Promise<ExitCode> {
  const format = requireFormat(values, documentFormats);
  const { model } = values;
  if (model !== undefined && positionals.length === 0) {
    requireAlone(values);
    await writeResult(await boundOfFile(await load(), model), format, values);
  } else {
    await writeResult(await certified(positionals, values), format, values);
  }
  return exitCodes.ok;
}

async function certified(positionals: readonly string[], values: Given): Promise<RobustnessReport> {
  const file = getFile(positionals, values);
  const settings = getCertified(values);
  const { model } = values;
  const columns = [settings.label, ...(settings.groups ?? []), settings.weight];
  if (model === undefined) {
    const scores = getScores(values);
    const named = [...columns, ...(scores.scores ?? [])];
    requireDistinct(named.filter((column) => column !== undefined));
    const robustness = await load();
    return file.read(named, (source, reading, name) =>
      certifyCsv(robustness, source, { ...settings, ...scores, source: name }, reading),
    );
  }
  requireDistinct(columns.filter((column) => column !== undefined));
  const robustness = await load();
  return withNetwork(robustness, model, (network) =>
    file.read(columns, (source, reading, name) => {
      const table = { path: file.path, source, reading };
      const asked = { ...settings, source: name };
      return certifyNetwork(robustness, { network, path: model }, table, asked, values);
    }),
  );
}

function getCertified({ label, group, weight, epsilon }: Given): Certified {
  if (label === undefined) throw new UsageError('pass --label, the column of the true class');
  if (weight === '') throw new UsageError('--weight requires the name of a column');
  return { label, groups: group, weight, epsilons: epsilon?.map(requireEpsilon) };
}

/** Returns the options for the scores and the network that computed them. */
function getScores({ lipschitz, score: scores, joint }: Given) {
  if (lipschitz === undefined) {
    throw new UsageError(
      'pass --lipschitz, the network’s Lipschitz constant, or --model, the network itself; ' +
        'there is no safe default',
    );
  }
  return { scores, lipConst: lipschitz, disjointNeurons: !joint };
}

function requireAlone(values: Given): void {
  const { model, format, output, joint, ...otherNames } = values;
  const unexpected = Object.entries(otherNames).find(([, value]) => value !== undefined);
  if (unexpected === undefined && !joint) return;
  throw new UsageError(`--${unexpected?.[0] ?? 'joint'} requires a file of rows, FILE.csv`);
}

function requireDistinct(columns: readonly string[]): void {
  const repeated = columns.find((name, i) => columns.indexOf(name) !== i);
  if (repeated === undefined) return;
  throw new UsageError(`column '${repeated}' is named twice; use it only once`);
}

// Numbers such as 0.25, or fractions such as 36/255, which papers use.
function requireEpsilon(text: string): number {
  const [numerator = '', denominator = '1', ...rest] = text.split('/');
  const value = requireNumber('--epsilon', numerator) / requireNumber('--epsilon', denominator);
  if (rest.length === 0 && value >= 0 && Number.isFinite(value)) return value;
  throw new UsageError(`--epsilon requires a number of at least 0, or a fraction, got '${text}'`);
}

/** Bounds the Lipschitz constant of the network in a file. Throws {@link InputError} with the file's name. */
const boundOfFile = (robustness: Robustness, path: string): Promise<ReportedNetwork> =>
  withFile(path, async () => {
    const bound = networkBound(robustness, await readFile(path));
    return reported(path, bound, null);
  });

/** Opens the network while `use` runs. Throws {@link InputError} with the file's name. */
async function withNetwork<T>(robustness: Robustness, path: string, use: (network: Network) => Promise<T>): Promise<T> {
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
type Certified = Omit<CsvCertificates, 'scores' | 'lipConst' | 'disjointNeurons'>;

/** The file of rows. */
interface Table {
  path: string;
  source: CsvSource;
  reading: ReadingOptions;
}

/** Certifies the network's decisions for the rows of a table. */
async function certifyNetwork(
  robustness: Robustness,
  { network, path }: { network: Network; path: string },
  table: Table,
  settings: Certified,
  values: Pick<ModelValues, 'features'>,
): Promise<RobustnessReport> {
  const { label, groups = [], weight } = settings;
  const rows = await readRows(table.source, table.reading);
  const otherNames = [label, ...groups, ...(weight === undefined ? [] : [weight])];
  requireColumns(otherNames, Object.keys(rows[0] ?? {}));
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
  const names = Array.from({ length: width }, (_, i) => free(`output ${i}`, otherNames));
  const columns = Object.fromEntries(
    names.map((name, i) => [name, Float64Array.from(rows, (_, row) => scores.data[row * width + i] as number)]),
  );
  const report = await certifyCsv(robustness, encoded(csvWith(rows, otherNames, columns)), {
    ...settings,
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
