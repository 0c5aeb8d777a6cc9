// SPDX-License-Identifier: Apache-2.0
//
// `fairwasm robustness`: certifies decisions from a CSV file of scores, or of inputs to a network in an ONNX
// file.

import { certifyCsv, type RobustnessReport } from '../robustness/certify-csv.js';
import { load } from '../robustness/robustness.js';
import { argumentCommand, type ExitCode, exitCodes, type SectionValues } from './command.js';
import { requireFormat } from './format.js';
import { intakeOptions } from './intake.js';
import { boundOfFile, type Certified, certifyNetwork, withNetwork } from './network.js';
import { flag, list, names, number, ranges, requireNumber, text } from './options.js';
import { getFile } from './reading.js';
import { rows } from './rows.js';
import { UsageError } from './usage.js';
import { writeResult } from './write-result.js';

const columns = {
  label: text(
    'COLUMN',
    'the true class: the name or the zero-based position of its score column; with one score ' +
      'column, the values are 0 and 1, or -1 and 1',
  ),
  score: names(
    'COLUMN,...',
    "the network's outputs before softmax or sigmoid; may be repeated. Default: all other " + 'columns',
  ),
  group: rows.group,
  unknown: rows.unknown,
  weight: rows.weight,
  ...intakeOptions,
} as const;
const sections = {
  Columns: columns,
  Network: {
    lipschitz: number(ranges.positive, 'Lipschitz constant for the Euclidean norm; 1 for 1-Lipschitz networks'),
    joint: flag(
      'the constant applies to all outputs jointly, so margins are divided by √2 ' +
        'times the constant. Default: the constant applies to each output, and the factor is 2',
    ),
    model: {
      ...text(
        'NETWORK.onnx',
        'instead of --lipschitz: compute the scores and a bound on the constant from this ' +
          'network; requires the package onnxruntime-web: npm install onnxruntime-web',
      ),
      excludes: ['lipschitz', 'joint', 'score'],
    },
    features: {
      ...list(
        'COLUMN,...',
        'inputs of the network, in order; COLUMN=VALUE is 1 if the column has that value and 0 ' +
          'otherwise. Default: all other numeric columns',
      ),
      requires: ['model'],
    },
  },
  Output: {
    epsilon: names(
      'NUMBER,...',
      'radii at which to certify decisions, as numbers or fractions; may be repeated. Default: 36/255',
    ),
    format: rows.format,
    output: rows.output,
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
  const format = requireFormat(values, ['text', 'json']);
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
  const what = getCertified(values);
  const { model } = values;
  const columns = [what.label, ...(what.groups ?? []), what.weight];
  if (model === undefined) {
    const scores = getScores(values);
    const named = [...columns, ...(scores.scores ?? [])];
    requireDistinct(named.filter((column) => column !== undefined));
    const robustness = await load();
    return file.read(named, (source, reading, name) =>
      certifyCsv(robustness, source, { ...what, ...scores, source: name }, reading),
    );
  }
  requireDistinct(columns.filter((column) => column !== undefined));
  const robustness = await load();
  return withNetwork(robustness, model, (network) =>
    file.read(columns, (source, reading, name) => {
      const table = { path: file.path, source, reading };
      const asked = { ...what, source: name };
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
  const { model, format, output, joint, ...others } = values;
  const stray = Object.entries(others).find(([, value]) => value !== undefined);
  if (stray === undefined && !joint) return;
  throw new UsageError(`--${stray?.[0] ?? 'joint'} requires a file of rows, FILE.csv`);
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
