// SPDX-License-Identifier: Apache-2.0
//
// `fairwasm errors`: audits the regression predictions in a CSV file by group.

import type { NumberColumn } from '../data/column.js';
import { toMissingTexts } from '../data/value.js';
import { load } from '../fairwasm.js';
import { errorReport } from '../scores/error-report.js';
import { load as loadScores } from '../scores/scores.js';
import { keepCompleteRows } from '../tally/missing.js';
import { getIntervals } from './classes.js';
import {
  type Command,
  type ExitCode,
  exitCodes,
  getList,
  parse,
  requireChoice,
  requireFile,
  requireOnce,
  requireShare,
  UsageError,
} from './command.js';
import { computing } from './computing.js';
import { readByRole } from './file-columns.js';
import { requireFormat } from './format.js';
import { getName } from './input.js';
import { getIntake, intakeOptions } from './intake.js';
import { exitCodeHelp, type Manual, text } from './options.js';
import { requireOtherFile } from './output.js';
import { comparisonOptions, getPairs } from './reading.js';
import { rows } from './rows.js';
import { writeResult } from './write-result.js';

const columns = {
  label: text('COLUMN', 'the true value, a number'),
  prediction: text('COLUMN', 'the predicted value'),
  group: rows.group,
  weight: rows.weight,
  ...intakeOptions,
} as const;
const interpretation = {
  quantile: text(
    'NUMBER',
    'the quantile that the predictions estimate, such as 0.9; adds pinball losses to the ' +
      'report',
  ),
  ...comparisonOptions,
} as const;
const output = {
  format: text(
    'text|json|markdown|html',
    'Default: from the extension of --output, or text. HTML includes a chart of the errors',
  ),
  output: rows.output,
  confidence: rows.confidence,
} as const;
const options = { ...columns, ...interpretation, ...output } as const;

const manual: Manual = {
  name: 'errors',
  usage: ['FILE.csv --label COLUMN --prediction COLUMN --group COLUMN'],
  about:
    'Compares regression predictions, such as wages or waiting times, across groups of ' +
    'people: mean error, mean absolute error, root mean squared error, and R², with ' +
    'confidence intervals; differences and ratios to a reference group; standardized mean ' +
    'differences; and distances between distributions. The file needs a header row; use - for ' +
    'standard input. Nothing leaves this machine.',
  sections: [
    ['Columns', columns],
    ['Interpretation', interpretation],
    ['Output', output],
  ],
  closing: exitCodeHelp,
  examples: [
    'wages.csv --label wage --prediction predicted --group sex',
    'wages.csv --label wage --prediction predicted --group sex,region --format html --output wages.html',
  ],
};

type Values = ReturnType<typeof parse<typeof options>>['values'];

async function run(argv: readonly string[]): Promise<ExitCode> {
  const { values, positionals } = parse(argv, options);
  const path = requireFile(positionals);
  const format = requireFormat(values, ['text', 'json', 'markdown', 'html']);
  const { label, prediction, weight, groups } = getNames(values);
  const privileged = Object.fromEntries(getPairs('--privileged', values.privileged, groups));
  const drops = requireChoice('--missing', values.missing ?? 'error', ['error', 'drop']) === 'drop';
  const { confidence } = getIntervals({ ...values, 'no-intervals': false }) || {};
  const quantile =
    values.quantile === undefined ? undefined : requireShare('--quantile', values.quantile);
  const intake = getIntake(values);
  await requireOtherFile(values.output, path);
  const named = { label, prediction, ...(weight !== undefined && { weight }) };
  const asked = { categories: groups, numbers: Object.values(named) };
  const columns = await readByRole(path, asked, intake);
  const given = {
    label: columns.number(label),
    prediction: columns.number(prediction),
    weight: weight === undefined ? undefined : columns.number(weight),
    groups: columns.categories(groups),
  };
  const texts = toMissingTexts(values['missing-values'] && getList(values['missing-values']));
  const [fair, scores] = await Promise.all([load(), loadScores()]);
  const origin = {
    path,
    columns: { ...named, ...Object.fromEntries(groups.map((name) => [name, name])) },
    intake,
  };
  const report = await computing(() => {
    const { rows, dropped } = drops
      ? keepCompleteRows(given, columns.rows, texts)
      : { rows: given, dropped: 0 };
    return errorReport(
      { fair, scores },
      {
        label: rows.label as NumberColumn,
        prediction: rows.prediction as NumberColumn,
        weight: rows.weight,
        groups: rows.groups ?? {},
        source: getName(path),
        columns: named,
        droppedRows: dropped,
        privileged,
        confidence,
        quantile,
      },
    );
  }, origin);
  await writeResult(report, format, values);
  return exitCodes.ok;
}

function getNames({ label, prediction, weight, group }: Values) {
  if (label === undefined) throw new UsageError('pass --label, the column of the true values');
  if (prediction === undefined)
    throw new UsageError('pass --prediction, the column of the predicted values');
  const groups = getList(group);
  if (groups.length === 0) throw new UsageError('pass --group, the columns that define groups');
  return { label, prediction, weight, groups: requireOnce('--group', groups) };
}

export const errors: Command = {
  name: 'errors',
  manual,
  options,
  run,
};
