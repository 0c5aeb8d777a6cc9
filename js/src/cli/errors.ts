// SPDX-License-Identifier: Apache-2.0
//
// `fairwasm errors`: audits the regression predictions in a CSV file by group.

import type { CategoryColumn, NumberColumn } from '../data/column.js';
import { toMissingTexts } from '../data/value.js';
import { load } from '../fairwasm.js';
import { errorReport } from '../scores/error-report.js';
import { load as loadScores } from '../scores/scores.js';
import { keepCompleteRows, pick } from '../tally/missing.js';
import { fileCommand, type SectionValues } from './command.js';
import { computing } from './computing.js';
import { readByRole } from './file-columns.js';
import { requireFormat } from './format.js';
import { getName } from './input.js';
import { getIntake, intakeOptions } from './intake.js';
import { number, ranges, required, text } from './options.js';
import { requireOtherFile } from './output.js';
import { comparisonOptions, getPairs } from './reading.js';
import { rows } from './rows.js';
import { writeResult } from './write-result.js';

const sections = {
  Columns: {
    label: required(text('COLUMN', 'the true value, a number')),
    prediction: required(text('COLUMN', 'the predicted value')),
    group: required(rows.group),
    weight: rows.weight,
    cluster: rows.cluster,
    'crossed-cluster': rows['crossed-cluster'],
    ...intakeOptions,
  },
  Interpretation: {
    quantile: number(
      ranges.proportion,
      'the quantile that the predictions estimate, such as 0.9; adds pinball losses to the ' +
        'report',
    ),
    ...comparisonOptions,
  },
  Output: {
    format: text(
      'text|json|markdown|html',
      'output format. Default: from the extension of --output, or text. HTML includes a chart of the errors',
    ),
    output: rows.output,
    confidence: rows.confidence,
  },
} as const;

export const errors = fileCommand({
  name: 'errors',
  usage: ['FILE.csv --label COLUMN --prediction COLUMN --group COLUMN'],
  about:
    'Compares regression predictions, such as wages or waiting times, across groups of people: ' +
    'mean error, mean absolute error, root mean squared error, and R², with confidence intervals; ' +
    'differences and ratios to a reference group; standardized mean differences; and distances ' +
    'between distributions.',
  sections,
  examples: [
    'wages.csv --label wage --prediction predicted --group sex',
    'wages.csv --label wage --prediction predicted --group sex,region --format html --output wages.html',
  ],
  run,
});

type Given = SectionValues<typeof sections>;

async function run(values: Given, path: string): Promise<void> {
  const format = requireFormat(values, ['text', 'json', 'markdown', 'html']);
  const { label, prediction, weight, cluster, group: groups, confidence, quantile } = values;
  const crossedCluster = values['crossed-cluster'];
  const privileged = Object.fromEntries(getPairs('--privileged', values.privileged, groups));
  const drops = values.missing === 'drop';
  const intake = getIntake(values);
  await requireOtherFile(values.output, path);
  const named = { label, prediction, ...(weight !== undefined && { weight }) };
  const kept = [cluster, crossedCluster].filter((name) => name !== undefined);
  const asked = { categories: [...groups, ...kept], numbers: Object.values(named), kept };
  const columns = await readByRole(path, asked, intake);
  const given = {
    label: columns.number(label),
    prediction: columns.number(prediction),
    weight: weight === undefined ? undefined : columns.number(weight),
    groups: columns.categories(groups),
    cluster: cluster === undefined ? undefined : columns.category(cluster),
  };
  const crossed = crossedCluster === undefined ? undefined : columns.category(crossedCluster);
  const texts = toMissingTexts(values['missing-values']);
  const [fair, scores] = await Promise.all([load(), loadScores()]);
  const origin = {
    path,
    columns: {
      ...named,
      ...(cluster !== undefined && { cluster }),
      ...(crossedCluster !== undefined && { crossedCluster }),
      ...Object.fromEntries(groups.map((name) => [name, name])),
    },
    intake,
  };
  const report = await computing(() => {
    const { rows, dropped, origins } = drops
      ? keepCompleteRows(given, columns.rows, texts)
      : { rows: given, dropped: 0, origins: undefined };
    return errorReport(
      { fair, scores },
      {
        label: rows.label as NumberColumn,
        prediction: rows.prediction as NumberColumn,
        weight: rows.weight,
        groups: rows.groups ?? {},
        cluster: rows.cluster,
        crossedCluster:
          crossed && origins
            ? (pick(crossed, 'crossedCluster', origins) as CategoryColumn)
            : crossed,
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
}
