// SPDX-License-Identifier: Apache-2.0
//
// `fairwasm leakage`: measures the leakage of predictions in a CSV file.

import type { IntakeOptions } from '../data/coded-csv.js';
import type { AttackColumns } from '../predictability/columns.js';
import { leakageDirections } from '../predictability/direction.js';
import { load } from '../predictability/predictability.js';
import {
  attackOptions,
  attackSections,
  getLayers,
  getOptions,
  getReadings,
  pickColumns,
  showResult,
  training,
} from './attack.js';
import {
  type Command,
  type ExitCode,
  exitCodes,
  getList,
  parse,
  requireChoice,
  requireFile,
  UsageError,
} from './command.js';
import { type ReadColumn, readCodedColumns } from './file-columns.js';
import { requireFormat } from './format.js';
import { flag, list, type Manual, text } from './options.js';
import { writeOutput } from './output.js';

const columns = {
  direction: text(
    'outcome-from-attribute|attribute-from-outcome',
    'the target of attackers: the label and the prediction, from the feature, as in the package ' +
      'bias_amplification; or the attribute, from the label and the prediction (Wang et al. ' +
      '2019).',
    'outcome-from-attribute',
  ),
  feature: list('COLUMN,...', 'the features that attackers see, such as a protected attribute'),
  attribute: list('COLUMN,...', 'the target of attackers, for attribute-from-outcome'),
  label: list('COLUMN,...', 'the true labels'),
  prediction: list('COLUMN,...', 'the predicted labels, in the same order'),
  normalized: flag('divide by the sum of both qualities'),
} as const;
const options = { ...columns, ...attackOptions } as const;

const manual: Manual = {
  name: 'leakage',
  usage: [
    'FILE.csv --feature COLUMN,... --label COLUMN,... --prediction COLUMN,...',
    'FILE.csv --direction attribute-from-outcome --attribute COLUMN,... --label COLUMN,... --prediction COLUMN,...',
  ],
  about:
    'Trains attackers on true labels and on predictions. Leakage is the gain in quality on ' +
    'predictions, after random errors make the labels as inaccurate as the predictions. The ' +
    'file needs a header row; use - for standard input. Nothing leaves this machine.',
  sections: [['Columns', columns], ...attackSections],
  examples: [
    'loans.csv --feature sex --label repaid --prediction p_repaid',
    'loans.csv --feature sex,race --label repaid --prediction p_repaid --layers 3 --epochs 50 --format json',
    'loans.csv --direction attribute-from-outcome --attribute sex --label repaid --prediction p_repaid',
  ],
};

function required(option: string, values: readonly string[] | undefined): string[] {
  const names = getList(values);
  if (names.length > 0) return names;
  throw new UsageError(`give ${option}`);
}

/** Maps the package's argument names to the columns of the file. */
function getNames(role: string, names: readonly string[], columns: readonly string[]) {
  const [only, ...more] = columns;
  if (more.length === 0) return [[role, only as string]];
  return names.flatMap((name, i) => {
    const column = columns[i] as string;
    // Errors about a feature with several columns use only its name.
    return role === 'feature' ? [[name, column]] : [[`${role}.${name}`, column]];
  });
}

async function run(argv: readonly string[]): Promise<ExitCode> {
  const { values, positionals } = parse(argv, options);
  const path = requireFile(positionals);
  const format = requireFormat(values, ['text', 'json']);
  const direction = requireChoice('--direction', values.direction, leakageDirections);
  const [seen, other] =
    direction === 'outcome-from-attribute'
      ? (['feature', 'attribute'] as const)
      : (['attribute', 'feature'] as const);
  if (values[other] !== undefined) {
    throw new UsageError(`--${other} does not apply to --direction ${direction}; use --${seen}`);
  }
  const side = required(`--${seen}`, values[seen]);
  const label = required('--label', values.label);
  const prediction = required('--prediction', values.prediction);
  if (prediction.length !== label.length) {
    throw new UsageError(`--prediction requires as many columns as --label: ${label.length}`);
  }
  const settings = {
    ...getOptions(values),
    direction,
    attacker: getLayers(values),
    normalized: values.normalized,
  };
  const pairs = label.map((name, i) => [name, prediction[i]]);
  const readings = getReadings(values, side, pairs);
  const read = async (file: string, reading: IntakeOptions): Promise<AttackColumns> => {
    const all = [...new Set([...side, ...label, ...prediction])];
    const columns = await readCodedColumns(file, all, [], reading);
    // Prediction columns are named by the columns they predict.
    const renamed = Object.fromEntries(
      label.map((name, i) => [name, columns[prediction[i] as string] as ReadColumn]),
    );
    return {
      [seen]: pickColumns(columns, side),
      label: pickColumns(columns, label),
      prediction: pickColumns(renamed, label),
    };
  };
  const rows = await read(path, readings.rows);
  const test = values.test === undefined ? undefined : await read(values.test, readings.test);
  const predictability = await load();
  const names = Object.fromEntries([
    ...getNames(seen, side, side),
    ...getNames('label', label, label),
    ...getNames('prediction', label, prediction),
  ]);
  const result = await training(
    values,
    path,
    names,
    (run) => predictability.leakage({ ...rows, test, ...settings }, run),
    readings,
  );
  const text =
    format === 'json'
      ? `${JSON.stringify(result, null, 2)}\n`
      : `Leakage, ${direction.replaceAll('-', ' ')}\n${showResult(result).join('\n')}\n`;
  await writeOutput(text, values.output);
  return exitCodes.ok;
}

export const leakage: Command = {
  name: 'leakage',
  manual,
  options,
  run,
};
