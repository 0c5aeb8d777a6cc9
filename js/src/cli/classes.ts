// SPDX-License-Identifier: Apache-2.0
//
// `fairwasm classes`: audits the multiclass predictions in a CSV file by group.

import type { ClassInput } from '../classes/class-input.js';
import { load } from '../classes/classes.js';
import { classFormats } from './class-options.js';
import {
  type Command,
  type ExitCode,
  exitCodes,
  getList,
  parse,
  requireChoice,
  requireFile,
  requireNumber,
  requireOnce,
  UsageError,
} from './command.js';
import { computing } from './computing.js';
import { readByRole } from './file-columns.js';
import { requireFormat } from './format.js';
import { getName } from './input.js';
import { getIntake, intakeOptions } from './intake.js';
import { exitCodeHelp, flag, list, type Manual, text } from './options.js';
import { requireOtherFile } from './output.js';
import { rows } from './rows.js';
import { writeResult } from './write-result.js';

const columns = {
  label: text('COLUMN', 'the true class'),
  prediction: text('COLUMN', 'the predicted class'),
  group: rows.group,
  probability: list(
    'COLUMN,...',
    'predicted probabilities, one column per class in the order of --classes; adds log loss, ' +
      'Brier scores, and AUC',
  ),
  weight: rows.weight,
  cluster: rows.cluster,
  ...intakeOptions,
} as const;
const interpretation = {
  classes: list(
    'NAME,...',
    'all classes, in order, including any that do not occur. Default: sorted by number or ' +
      'alphabetically',
  ),
  ordered: flag(
    'the classes are ordered, such as low, medium, and high: near misses count less than ' +
      'distant ones',
  ),
  missing: rows.missing,
} as const;
const output = {
  rate: text(
    'NAME',
    'the rate by which each class is compared with the rest. (recall)',
    'truePositiveRate',
  ),
  format: text(
    'text|json|markdown|html',
    'Default: from the extension of --output, or text. JSON has every metric and the ' +
      'confusion matrices, which HTML shows as heat maps',
  ),
  output: rows.output,
  confidence: rows.confidence,
  'no-intervals': flag('omit confidence intervals and tests'),
} as const;
const options = { ...columns, ...interpretation, ...output } as const;

const manual: Manual = {
  name: 'classes',
  usage: ['FILE.csv --label COLUMN --prediction COLUMN --group COLUMN'],
  about:
    'Compares multiclass predictions across groups of people: accuracy, averages over ' +
    'classes, agreement beyond chance, and each class against the rest, sorted by the size of ' +
    'the gap. The file needs a header row; use - for standard input. Nothing leaves this ' +
    'machine.',
  sections: [
    ['Columns', columns],
    ['Interpretation', interpretation],
    ['Output', output],
  ],
  closing: exitCodeHelp,
  examples: [
    'triage.csv --label urgency --prediction predicted --group sex,age --classes low,medium,high --ordered',
    'species.csv --label true --prediction guess --group site --probability p_cat,p_dog,p_fox --format json',
  ],
};

type Values = ReturnType<typeof parse<typeof options>>['values'];

async function run(argv: readonly string[]): Promise<ExitCode> {
  const { values, positionals } = parse(argv, options);
  const path = requireFile(positionals);
  const format = requireFormat(values, classFormats);
  const { label, prediction, groups, probabilities, weight, cluster } = getNames(values);
  const intake = getIntake(values);
  await requireOtherFile(values.output, path);
  const how = howOf(values);
  const asked = {
    categories: [label, prediction, ...groups, cluster],
    numbers: [...probabilities, weight],
    labels: [label, prediction],
    kept: [cluster],
  };
  const columns = await readByRole(path, asked, intake);
  const door = await load();
  const byRole = { label, prediction, weight, cluster };
  const known = Object.entries(byRole).filter(([, name]) => name !== undefined);
  const named = [...groups, ...probabilities].map((name) => [name, name] as const);
  const origin = {
    path,
    columns: Object.fromEntries([...known, ...named]) as Record<string, string>,
    intake,
  };
  const report = await computing(() => {
    const audit = door.audit({
      ...how,
      label: columns.category(label),
      prediction: columns.category(prediction),
      groups: columns.categories(groups),
      probabilities: probabilities.length === 0 ? undefined : columns.numbers(probabilities),
      weight: weight === undefined ? undefined : columns.number(weight),
      cluster: cluster === undefined ? undefined : columns.category(cluster),
    });
    return audit.report({ source: getName(path), rate: values.rate, warnings: columns.notes });
  }, origin);
  await writeResult(report, format, values);
  return exitCodes.ok;
}

function getNames({ label, prediction, group, probability, weight, cluster }: Values) {
  if (label === undefined) throw new UsageError('pass --label, the column of the true class');
  if (prediction === undefined)
    throw new UsageError('pass --prediction, the column of the predicted class');
  const groups = getList(group);
  if (groups.length === 0) throw new UsageError('pass --group, the columns that define groups');
  const probabilities = getList(probability);
  requireOnce('--group', groups);
  requireOnce('--probability', probabilities);
  const others = { weight: weight as string, cluster: cluster as string };
  return {
    label,
    prediction,
    groups,
    probabilities,
    ...(Object.fromEntries(
      Object.entries(others).filter(([, name]) => name !== undefined),
    ) as Partial<typeof others>),
  };
}

function howOf(
  values: Values,
): Pick<ClassInput, 'classes' | 'ordered' | 'missing' | 'uncertainty'> {
  const { ordered, missing } = values;
  return {
    classes: values.classes && getList(values.classes),
    ordered,
    missing:
      missing === undefined
        ? undefined
        : requireChoice('--missing', missing, ['error', 'drop'] as const),
    uncertainty: getIntervals(values),
  };
}

/** Returns the values of --confidence and --no-intervals. Throws {@link UsageError}. */
export function getIntervals(values: {
  confidence?: string | undefined;
  'no-intervals'?: boolean | undefined;
}): false | { confidence?: number } {
  const { confidence } = values;
  if (values['no-intervals'] && confidence !== undefined) {
    throw new UsageError('--confidence has no effect with --no-intervals. Remove one of them.');
  }
  if (values['no-intervals']) return false;
  if (confidence === undefined) return {};
  const asked = requireNumber('--confidence', confidence);
  if (asked > 0 && asked < 1) return { confidence: asked };
  throw new UsageError(`--confidence requires a number between 0 and 1, got '${confidence}'`);
}

export const classes: Command = {
  name: 'classes',
  manual,
  options,
  run,
};
