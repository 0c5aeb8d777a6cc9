// SPDX-License-Identifier: Apache-2.0
//
// `fairwasm errors`: audits the regression predictions in a CSV file by group.

import type { CategoryColumn } from '../../data/column.js';
import { toMissingTexts } from '../../data/value.js';
import { load } from '../../fairwasm.js';
import { errorReport } from '../../scores/error-report.js';
import type { ErrorInput } from '../../scores/error-report-shape.js';
import { load as loadScores } from '../../scores/scores.js';
import { type CompleteRows, keepCompleteRows, pick } from '../../tally/missing.js';
import { computing } from '../input/computing.js';
import { intakeOptions } from '../input/intake.js';
import { comparisonOptions, getPairs } from '../input/reading.js';
import { number, ranges, required, text } from '../options/options.js';
import { rows } from '../options/rows.js';
import { documentFormatOptions } from '../output/format.js';
import { readRoles, resultCommand } from '../result-command.js';

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
    quantile: number(ranges.proportion, [
      'the quantile that the predictions estimate, such as 0.9',
      'adds pinball losses to the report',
    ]),
    ...comparisonOptions,
  },
  Output: { ...documentFormatOptions, confidence: rows.confidence },
} as const;

export const errors = resultCommand({
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
  async run(values, { path, source, intake }) {
    const { label, prediction, weight, cluster, group: groups, confidence, quantile } = values;
    const privileged = Object.fromEntries(getPairs('--privileged', values.privileged, groups));
    const { input, origin, rows } = await readRoles<ErrorInput>(
      path,
      {
        categories: { groups, cluster, crossedCluster: values['crossed-cluster'] },
        numbers: { label, prediction, weight },
        kept: ['cluster', 'crossedCluster'],
      },
      intake,
    );
    const texts = toMissingTexts(values['missing-values']);
    const [fair, scores] = await Promise.all([load(), loadScores()]);
    return computing(() => {
      const complete: Pick<CompleteRows, 'origins' | 'dropped'> & { rows: object } =
        values.missing === 'drop' ? keepCompleteRows(input, rows, texts) : { rows: input, dropped: 0 };
      const { crossedCluster: crossed } = input;
      return errorReport(
        { fair, scores },
        {
          ...input,
          ...complete.rows,
          ...(crossed &&
            complete.origins && {
              crossedCluster: pick(crossed, 'crossedCluster', complete.origins) as CategoryColumn,
            }),
          ...{ source, privileged, confidence, quantile },
          columns: { label, prediction, ...(weight !== undefined && { weight }) },
          droppedRows: complete.dropped,
        },
      );
    }, origin);
  },
});
