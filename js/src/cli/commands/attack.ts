// SPDX-License-Identifier: Apache-2.0
//
// Options, column selection, and progress shared by the commands that train attackers.

import { FairwasmError } from '../../core/error.js';
import { getSpelling } from '../../data/intake/options.js';
import type { WholeColumn } from '../../data/read-all-rows.js';
import type { ActivationName, AttackerLayers } from '../../predictability/attacker.js';
import { featureKinds } from '../../predictability/features.js';
import type { LeakageOptions } from '../../predictability/leakage-options.js';
import { type AttackRunOptions, maxCount } from '../../predictability/workers.js';
import { computing } from '../input/computing.js';
import { readCodedColumns } from '../input/file-columns.js';
import { complaint, inFileRows } from '../input/input.js';
import { getIntake, intakeOptions } from '../input/intake.js';
import { choice, flag, number, ranges, text, toArguments, type Values } from '../options/options.js';
import { rows } from '../options/rows.js';
import { getList } from '../options/usage.js';
import { documentFormatOptions } from '../output/format.js';

const columns = {
  'feature-kind': choice(featureKinds, [
    'column type',
    'Default: auto; a column with fractional numbers (or more than 1,000 distinct numbers) is numeric; any other ' +
      'column is categorical',
  ]),
  ...intakeOptions,
} as const;
/** The options of all commands that train attackers. */
export const attackRows = {
  trials: number(
    ranges.whole(1, maxCount),
    ['number of trials, each of which trains new attackers', 'more trials are more precise'],
    10,
  ),
  'batch-size': number(ranges.whole(1, maxCount), 'rows per training step', 64),
  seed: number(ranges.whole(0), ['random seed', 'the same seed gives the same result'], 1),
} as const;
/** The ranges of the number of layers and of their widths. */
export const layerRange = ranges.whole(1, 1000);
export const widthRange = ranges.whole(1, maxCount);
const trainingOptions = {
  ...attackRows,
  epochs: number(ranges.whole(0, maxCount), 'number of passes over the rows', 100),
  optimizer: choice(['adam', 'sgd'], ['optimizer', 'Default: adam']),
  'learning-rate': number(ranges.notNegative, 'step size of training', 0.05),
  'weight-decay': number(ranges.notNegative, 'L2 penalty, which pulls weights toward 0', 0),
  patience: number(ranges.whole(1, maxCount), [
    'stop after this number of epochs without a lower loss',
    'Default: never',
  ]),
  loss: choice(['mse', 'bce', 'cross-entropy'], ['loss function', 'Default: depends on the column type']),
  layers: number(layerRange, ['number of layers', '1 is a linear rule. Default: 1 for one column, otherwise 3']),
  'first-width': number(widthRange, [
    'with --layers: width of the first layer',
    'Widths double up to the middle layer and then halve. Default: 16',
  ]),
  activations: text('NAME,...', 'activation functions, one per layer: relu, sigmoid, tanh, or identity'),
  workers: rows.workers,
} as const;
const scoring = {
  'eval-metric': choice(
    ['accuracy', 'mse', 'bce'],
    ['quality metric', 'Default: accuracy. mse and bce are reported as 1 / error'],
  ),
  'no-threshold': flag('evaluate raw outputs instead of thresholded predictions'),
  median: flag('report the median over trials instead of the mean'),
  test: text('FILE.csv', 'instead of --test-size: a file with the test rows, which has the same columns'),
  'test-size': number(ranges.level, 'fraction of rows for testing, sampled again for each trial', 0.2),
  'warm-start': flag(
    'start each attacker with the weights of the previous one, as the Python package bias_amplification does',
  ),
} as const;

/** The options that all of these commands share. */
export const attackOptions = { ...columns, ...trainingOptions, ...scoring, ...documentFormatOptions } as const;

/** These options, as --help shows them. */
export const attackSections = {
  'Attacker columns': columns,
  'Attacker training': trainingOptions,
  'Attacker scoring': scoring,
  Output: documentFormatOptions,
} as const;

type Given = Values<typeof attackOptions>;

/** Returns the layers set by the options, or undefined if none is set. */
export function getLayers(
  layers: number | undefined,
  firstWidth: number | undefined,
  activations: string | undefined,
): AttackerLayers | undefined {
  const given = Object.entries({
    layers,
    firstWidth,
    activations: activations && (getList([activations]) as ActivationName[]),
  }).filter(([, value]) => value !== undefined);
  return given.length > 0 ? Object.fromEntries(given) : undefined;
}

/**
 * Returns the options of `predictability.leakage` and `predictability.dpa`; the core validates their values.
 */
export const getOptions = (values: Given): Omit<LeakageOptions, 'attacker'> => ({
  ...toArguments(values, ['trials', 'epochs', 'batch-size', 'optimizer', 'learning-rate']),
  ...toArguments(values, ['weight-decay', 'patience', 'loss', 'seed']),
  ...toArguments(values, ['test-size', 'warm-start', 'feature-kind']),
  metric: values['eval-metric'],
  threshold: !values['no-threshold'],
  aggregate: values.median ? 'median' : 'mean',
});

/** Returns a single column as it is, or several columns by name. */
export function pickColumns<Column>(
  columns: Readonly<Record<string, Column>>,
  names: readonly string[],
): Column | Record<string, Column> {
  if (names.length === 1) return columns[names[0] as string] as Column;
  return Object.fromEntries(names.map((name) => [name, columns[name] as Column]));
}

/** How a command trains attackers on columns of a file. */
interface Attack<Columns, T> {
  /** The columns to read, except labels. */
  columns?: readonly string[];
  /** The columns with labels, and those with predictions of them, which have their values in common. */
  labels: readonly (readonly (string | undefined)[])[];
  /** The columns by the package's argument names, for error messages. */
  names: Readonly<Record<string, string | undefined>>;
  /** Returns the input from the columns by name. */
  pick(columns: Readonly<Record<string, WholeColumn>>): Columns;
  train(columns: Columns & { test?: Columns | undefined }, run: AttackRunOptions): Promise<T>;
}

/**
 * Trains attackers on a file and, with `--test`, tests them on another, and shows the progress on a terminal. Errors
 * become one-line messages about rows and columns of either file.
 */
export async function trainOnFile<Columns extends object, T>(
  values: Given,
  path: string,
  { columns = [], labels, names, pick, train }: Attack<Columns, T>,
): Promise<T> {
  const { workers } = values;
  const pairs = labels.map((pair) => pair.filter((name) => name !== undefined));
  const all = [...new Set([...columns, ...pairs.flat()])];
  const read = async (file: string) => {
    const given = getIntake(values);
    const intake = { ...given, spellings: getSpelling(given.spellings, columns, pairs) };
    return { input: pick(await readCodedColumns(file, all, [], intake)), path: file, intake };
  };
  const rows = await read(path);
  const test = values.test === undefined ? undefined : await read(values.test);
  return computing(async ({ onProgress }) => {
    try {
      return await train({ ...rows.input, test: test?.input }, { workers, onProgress });
    } catch (error) {
      if (!(error instanceof FairwasmError)) throw error;
      const [, isTest, role] = /^(test\.)?(.*)$/.exec(error.argument) as unknown as string[];
      const column = names[role as string];
      if (column === undefined) throw error;
      const { path, intake } = (isTest && test) || rows;
      const origin = { path, columns: { [column]: column }, intake };
      throw await complaint(inFileRows(error.with({ argument: column }), origin), origin);
    }
  });
}
