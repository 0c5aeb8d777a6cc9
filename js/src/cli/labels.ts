// SPDX-License-Identifier: Apache-2.0
//
// `fairwasm labels`: audits the multilabel predictions in a CSV file by group.

import { load } from '../classes/classes.js';
import { IndicatorColumn } from '../data/indicator.js';
import { classFormats } from './class-options.js';
import { getIntervals } from './classes.js';
import {
  type Command,
  type ExitCode,
  exitCodes,
  getList,
  parse,
  requireFile,
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
  label: list(
    'COLUMN,...',
    'one column per label: 1 or true if the row has the label, 0, -1, or false otherwise; ' +
      'escape a comma within a name as \\,',
  ),
  prediction: list('COLUMN,...', 'the predicted labels, in the order of --label'),
  score: list('COLUMN,...', 'scores of the labels, in the order of --label; adds ranking metrics'),
  group: rows.group,
  weight: rows.weight,
  ...intakeOptions,
} as const;
const output = {
  rate: text('NAME', 'the rate by which labels are compared. (recall)', 'truePositiveRate'),
  format: text(
    'text|json|markdown|html',
    'Default: from the extension of --output, or text. JSON has every metric',
  ),
  output: rows.output,
  confidence: rows.confidence,
  'no-intervals': flag('omit confidence intervals and tests'),
} as const;
const options = { ...columns, ...output } as const;

const manual: Manual = {
  name: 'labels',
  usage: ['FILE.csv --label COLUMN,... --prediction COLUMN,... --group COLUMN'],
  about:
    'Compares multilabel predictions across groups of people: exact matches, averages over ' +
    'rows and over labels, and each label by itself, sorted by the size of the gap. The file ' +
    'needs a header row; use - for standard input. Nothing leaves this machine.',
  sections: [
    ['Columns', columns],
    ['Output', output],
  ],
  closing: exitCodeHelp,
  examples: [
    'tags.csv --label person,child,dog --prediction p_person,p_child,p_dog --group photographer',
  ],
};

type Values = ReturnType<typeof parse<typeof options>>['values'];

async function run(argv: readonly string[]): Promise<ExitCode> {
  const { values, positionals } = parse(argv, options);
  const path = requireFile(positionals);
  const format = requireFormat(values, classFormats);
  const { labels, predictions, scores, groups, weight } = getNames(values);
  const intake = getIntake(values);
  const uncertainty = getIntervals(values);
  await requireOtherFile(values.output, path);
  const asked = {
    categories: [...groups, ...labels, ...predictions],
    numbers: [...scores, ...(weight ?? [])],
  };
  const columns = await readByRole(path, asked, intake);
  const door = await load();
  // Labels are named by the true columns, whatever the names of the prediction columns.
  const getTable = <T>(names: readonly string[], columnOf: (name: string) => T) =>
    Object.fromEntries(names.map((name, i) => [labels[i] as string, columnOf(name)]));
  const bits = (name: string) => new IndicatorColumn(name).read(columns.category(name));
  const byRole = { label: labels, prediction: predictions, scores, weight: weight ?? [] };
  const roles = Object.entries(byRole).map(([role, names]) => [role, names.join(', ')]);
  const named = [...groups, ...labels, ...predictions].map((name) => [name, name]);
  const origin = { path, columns: Object.fromEntries([...roles, ...named]), intake };
  const report = await computing(() => {
    const audit = door.labels({
      label: getTable(labels, bits),
      prediction: getTable(predictions, bits),
      scores: scores.length === 0 ? undefined : getTable(scores, columns.number),
      groups: columns.categories(groups),
      weight: weight && columns.number(weight[0] as string),
      uncertainty,
    });
    return audit.report({ source: getName(path), rate: values.rate, warnings: columns.notes });
  }, origin);
  await writeResult(report, format, values);
  return exitCodes.ok;
}

function getNames({ label, prediction, score, group, weight }: Values) {
  const labels = getList(label);
  const predictions = getList(prediction);
  const scores = getList(score);
  const groups = getList(group);
  if (labels.length === 0) throw new UsageError('pass --label, the columns of the true labels');
  if (groups.length === 0) throw new UsageError('pass --group, the columns that define groups');
  requireOnce('--label', labels);
  requireOnce('--prediction', predictions);
  requireOnce('--score', scores);
  requireOnce('--group', groups);
  requireAsMany('--prediction', predictions, labels);
  if (scores.length > 0) requireAsMany('--score', scores, labels);
  return {
    labels,
    predictions,
    scores,
    groups,
    weight: weight === undefined ? undefined : [weight],
  };
}

function requireAsMany(option: string, names: readonly string[], labels: readonly string[]): void {
  if (names.length === labels.length) return;
  throw new UsageError(
    `${option} requires one column for each of the ${labels.length} columns of --label, got ${names.length}`,
  );
}

export const labels: Command = {
  name: 'labels',
  manual,
  options,
  run,
};
