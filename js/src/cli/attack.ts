// SPDX-License-Identifier: Apache-2.0
//
// Options, column selection, and progress shared by the commands that train attackers.

import { FairwasmError } from '../core/error.js';
import { getSpelling } from '../data/intake/options.js';
import type { ActivationName, AttackerLayers } from '../predictability/attacker.js';
import { featureKinds } from '../predictability/features.js';
import type { LeakageOptions } from '../predictability/leakage-options.js';
import type { RunOptions } from '../predictability/workers.js';
import { computing } from './computing.js';
import { documentFormatOptions } from './format.js';
import { complaint, inFileRows } from './input.js';
import { getIntake, intakeOptions } from './intake.js';
import { choice, flag, number, ranges, text, type Values } from './options.js';
import { rows } from './rows.js';
import { getList } from './usage.js';

const columns = {
  'feature-kind': choice(
    featureKinds,
    'column type. Default: auto; a column with fractional numbers (or more than 1,000 distinct numbers) is ' +
      'numeric; any other column is categorical',
  ),
  ...intakeOptions,
} as const;
const trainingOptions = {
  trials: rows.trials,
  epochs: number(ranges.any, 'number of passes over the rows. Default: 100'),
  'batch-size': rows['batch-size'],
  'learning-rate': number(ranges.any, 'step size of training. Default: 0.05'),
  loss: choice(
    ['mse', 'bce', 'cross-entropy'],
    'loss function. Default: depends on the column type',
  ),
  layers: number(ranges.any, 'number of layers. Default: 1 for one column, otherwise 3'),
  'first-width': number(ranges.any, 'width of the first of several layers. Default: 16'),
  activations: text(
    'NAME,...',
    'activation functions, one per layer: relu, sigmoid, tanh, or identity',
  ),
  seed: rows.seed,
  workers: rows.workers,
} as const;
const scoring = {
  'eval-metric': choice(
    ['accuracy', 'mse', 'bce'],
    'quality metric. Default: accuracy. mse and bce are reported as 1 / error',
  ),
  'no-threshold': flag('evaluate raw outputs instead of thresholded predictions'),
  median: flag('report the median over trials instead of the mean'),
  test: text('FILE.csv', 'a file that contains the test rows and has the same columns'),
  'test-size': number(
    ranges.any,
    'without --test: fraction of rows for testing, sampled again for each trial. Default: 0.2',
  ),
  'warm-start': flag(
    'start each attacker with the weights of the previous one, as the Python ' +
      'package bias_amplification does',
  ),
} as const;

/** The options that all of these commands share. */
export const attackOptions = {
  ...columns,
  ...trainingOptions,
  ...scoring,
  ...documentFormatOptions,
} as const;

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
  trials: values.trials,
  epochs: values.epochs,
  batchSize: values['batch-size'],
  learningRate: values['learning-rate'],
  loss: values.loss,
  seed: values.seed,
  metric: values['eval-metric'],
  threshold: !values['no-threshold'],
  aggregate: values.median ? 'median' : 'mean',
  testSize: values['test-size'],
  warmStart: values['warm-start'],
  featureKind: values['feature-kind'],
});

/** How the rows, and the rows of `--test`, are read: with labels and predictions in one spelling. */
export function getReadings(
  values: Given,
  columns: readonly (string | undefined)[],
  labels: readonly (readonly (string | undefined)[])[],
) {
  const named = (names: readonly (string | undefined)[]) =>
    names.filter((name) => name !== undefined);
  const reading = () => {
    const intake = getIntake(values);
    return {
      ...intake,
      spellings: getSpelling(intake.spellings, named(columns), labels.map(named)),
    };
  };
  return { rows: reading(), test: reading() };
}

/** Returns a single column as it is, or several columns by name. */
export function pickColumns<Column>(
  columns: Readonly<Record<string, Column>>,
  names: readonly string[],
): Column | Record<string, Column> {
  if (names.length === 1) return columns[names[0] as string] as Column;
  return Object.fromEntries(names.map((name) => [name, columns[name] as Column]));
}

/** Maps the package's argument names to the columns of the file, for error messages. */
export type ColumnNames = Readonly<Record<string, string | undefined>>;

/**
 * Trains attackers and shows the progress on a terminal. Errors become one-line messages about rows and
 * columns of the file at `path`, or of the test file.
 */
export function training<T>(
  values: Given,
  path: string,
  names: ColumnNames,
  train: (run: RunOptions) => Promise<T>,
  readings: ReturnType<typeof getReadings>,
): Promise<T> {
  const { workers } = values;
  return computing(async ({ onProgress }) => {
    try {
      return await train({ workers, onProgress });
    } catch (error) {
      if (!(error instanceof FairwasmError)) throw error;
      const [, test, role] = /^(test\.)?(.*)$/.exec(error.argument) as unknown as string[];
      const column = names[role as string];
      if (column === undefined) throw error;
      const inFile = error.with({ argument: column });
      const origin = {
        path: test ? (values.test ?? path) : path,
        columns: { [column]: column },
        intake: test ? readings.test : readings.rows,
      };
      throw await complaint(inFileRows(inFile, origin), origin);
    }
  });
}
