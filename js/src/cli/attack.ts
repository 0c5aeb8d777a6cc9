// SPDX-License-Identifier: Apache-2.0
//
// Options, column selection, progress, and text output shared by the commands that train attackers.

import { FairwasmError } from '../core/error.js';
import { getSpelling } from '../data/coded-csv.js';
import { wrap } from '../document/layout.js';
import type { ActivationName, AttackerLayers } from '../predictability/attacker.js';
import { featureKinds } from '../predictability/features.js';
import type { LeakageOptions } from '../predictability/leakage-options.js';
import type { LeakageResult } from '../predictability/result.js';
import type { RunOptions } from '../predictability/workers.js';
import { getList, type parse, requireChoice, requireNumber } from './command.js';
import { computing } from './computing.js';
import { complaint, inFileRows } from './input.js';
import { getIntake, intakeOptions } from './intake.js';
import { flag, type Section, text } from './options.js';
import { rows } from './rows.js';

const columns = {
  'feature-kind': text(
    'auto|numeric|categorical',
    'Default: auto. A column with fractional numbers (or more than 1,000 distinct numbers) is ' +
      'numeric; any other column is categorical',
  ),
  ...intakeOptions,
} as const;
const trainingOptions = {
  trials: rows.trials,
  epochs: text('NUMBER', 'passes over the rows. Default: 100'),
  'batch-size': rows['batch-size'],
  'learning-rate': text('NUMBER', 'step size of training. Default: 0.05'),
  loss: text('mse|bce|cross-entropy', 'Default: depends on the kind of the column'),
  layers: text('NUMBER', 'number of layers. Default: 1 for one column, or else 3'),
  'first-width': text('NUMBER', 'width of the first of several layers. Default: 16'),
  activations: text('NAME,...', 'relu, sigmoid, tanh or identity, one per layer'),
  seed: rows.seed,
  workers: rows.workers,
} as const;
const scoring = {
  metric: text('accuracy|mse|bce', 'Default: accuracy. mse and bce are 1 / error'),
  'no-threshold': flag('score raw outputs instead of thresholded answers'),
  median: flag('report the median over trials instead of the mean'),
  test: text('FILE.csv', 'rows for testing, with the same columns'),
  'test-size': text(
    'SHARE',
    'without --test: fraction of rows for testing, redrawn in every trial. Default: 0.2',
  ),
  'warm-start': flag(
    'start each attacker with the weights of the previous one, like the Python package ' +
      'bias_amplification',
  ),
} as const;
const output = { format: rows.format, output: rows.output } as const;

/** The options that all of these commands share. */
export const attackOptions = { ...columns, ...trainingOptions, ...scoring, ...output } as const;

/** These options, as --help shows them. */
export const attackSections: readonly Section[] = [
  ['Columns of attackers', columns],
  ['Training of attackers', trainingOptions],
  ['Scoring of attackers', scoring],
  ['Output', output],
];

type Values = ReturnType<typeof parse<typeof attackOptions>>['values'];

type NumberName =
  | 'trials'
  | 'epochs'
  | 'batch-size'
  | 'learning-rate'
  | 'layers'
  | 'first-width'
  | 'seed'
  | 'workers'
  | 'test-size';

const getNumber = (values: Values, name: NumberName, prefix = '') => {
  const text = (values as Record<string, unknown> as Record<string, string | undefined>)[
    `${prefix}${name}`
  ];
  return text === undefined ? undefined : requireNumber(`--${prefix}${name}`, text);
};

/** Returns the layers set by the options with this prefix, or undefined if none is set. */
export function getLayers(values: Values, prefix = ''): AttackerLayers | undefined {
  const activations = (values as Record<string, unknown> as Record<string, string | undefined>)[
    `${prefix}activations`
  ];
  const layers = Object.entries({
    layers: getNumber(values, 'layers', prefix),
    firstWidth: getNumber(values, 'first-width', prefix),
    activations: activations && (getList([activations]) as ActivationName[]),
  }).filter(([, value]) => value !== undefined);
  return layers.length > 0 ? Object.fromEntries(layers) : undefined;
}

/**
 * Returns the options of `predictability.leakage` and `predictability.dpa`; the core validates their values.
 */
export function getOptions(values: Values): Omit<LeakageOptions, 'attacker'> {
  return {
    trials: getNumber(values, 'trials'),
    epochs: getNumber(values, 'epochs'),
    batchSize: getNumber(values, 'batch-size'),
    learningRate: getNumber(values, 'learning-rate'),
    loss:
      values.loss === undefined
        ? undefined
        : requireChoice('--loss', values.loss, ['mse', 'bce', 'cross-entropy'] as const),
    seed: getNumber(values, 'seed'),
    metric:
      values.metric === undefined
        ? undefined
        : requireChoice('--metric', values.metric, ['accuracy', 'mse', 'bce'] as const),
    threshold: !values['no-threshold'],
    aggregate: values.median ? 'median' : 'mean',
    testSize: getNumber(values, 'test-size'),
    warmStart: values['warm-start'],
    featureKind:
      values['feature-kind'] === undefined
        ? undefined
        : requireChoice('--feature-kind', values['feature-kind'], featureKinds),
  };
}

/** How the rows, and the rows of `--test`, are read: with labels and predictions in one spelling. */
export function getReadings(
  values: Values,
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
  values: Values,
  path: string,
  names: ColumnNames,
  train: (run: RunOptions) => Promise<T>,
  readings: ReturnType<typeof getReadings>,
): Promise<T> {
  const workers = getNumber(values, 'workers');
  return computing(async ({ onProgress }) => {
    try {
      return await train({ workers, onProgress });
    } catch (error) {
      if (!(error instanceof FairwasmError)) throw error;
      const [, test, role] = /^(test\.)?(.*)$/.exec(error.argument) as unknown as string[];
      const column = names[role as string];
      if (column === undefined) throw error;
      const inFile = new FairwasmError(error.code, { ...error, argument: column });
      const origin = {
        path: test ? (values.test ?? path) : path,
        columns: { [column]: column },
        intake: test ? readings.test : readings.rows,
      };
      throw await complaint(inFileRows(inFile, origin), origin);
    }
  });
}

const decimals = 4;
const width = 80;
const show = (value: number) =>
  Number.isFinite(value) ? value.toFixed(decimals) : Number.isNaN(value) ? 'undefined' : `${value}`;
const paragraph = (text: string) => wrap(text, width - 2).map((line) => `  ${line}`);

// The string of a result has bias_amplification's format, in which the standard deviation of one trial is
// nan.
const valueText = (result: LeakageResult) => {
  const { length } = result.trials;
  if (length === 1) return `${String(result).replace(/ ± nan$/, '')}   of 1 trial`;
  return `${result}   over ${length} trials (± is the standard deviation of one trial)`;
};

/** Formats a result as lines for a terminal. */
export function showResult(result: LeakageResult): string[] {
  const mean = (key: 'lambdaD' | 'lambdaM') =>
    result.trials.reduce((sum, trial) => sum + trial[key], 0) / result.trials.length;
  const { exact, accuracies, interval, overSeeds, marginal } = result;
  const limit = (value: number | undefined) =>
    value === undefined ? '' : `   tables of counts ${show(value)}`;
  const lines = [
    ...paragraph(result.definition),
    '',
    `  ${valueText(result)}`,
    `  95% CI over rows         ${interval.some(Number.isNaN) ? 'none; see below' : interval.map(show).join(' to ')}`,
    `  95% over seeds           ${overSeeds.interval.some(Number.isNaN) ? 'none of one trial' : overSeeds.interval.map(show).join(' to ')}`,
    `  attackers on labels      ${show(mean('lambdaD'))}${limit(exact?.lambdaD)}`,
    `  attackers on predictions ${show(mean('lambdaM'))}${limit(exact?.lambdaM)}`,
  ];
  if (exact) lines.push(`  tables of counts         ${show(exact.leakage)}`);
  if (marginal !== null) lines.push(`  attackers without input  ${show(marginal)}`);
  lines.push(`  accuracy of the model    ${accuracies.test.map(show).join(', ')}`, '');
  lines.push(...paragraph(result.coverage));
  for (const warning of result.warnings) lines.push(...paragraph(`Note: ${warning}`));
  return lines;
}
