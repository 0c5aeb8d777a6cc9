// SPDX-License-Identifier: Apache-2.0
//
// `fairwasm coverage`: measures how often prediction intervals or prediction sets in a CSV file contain the true value.

import type { NumberColumn } from '../../data/column.js';
import type { WholeColumn } from '../../data/read-all-rows.js';
import type { Value } from '../../data/value.js';
import type { PredictionCoverageInput } from '../../scores/prediction-coverage.js';
import { load } from '../../scores/scores.js';
import { intakeOptions } from '../input/intake.js';
import { required, text } from '../options/options.js';
import { rows } from '../options/rows.js';
import { UsageError } from '../options/usage.js';
import { documentFormatOptions } from '../output/format.js';
import { columnCommand } from '../result-command.js';

type Input = Omit<PredictionCoverageInput, 'label' | 'sets'> & { label: WholeColumn; sets?: WholeColumn };

export const coverage = columnCommand({
  name: 'coverage',
  usage: [
    'FILE.csv --label COLUMN --low COLUMN --high COLUMN --group COLUMN',
    'FILE.csv --label COLUMN --sets COLUMN --group COLUMN',
  ],
  about:
    'Measures how often prediction intervals, or prediction sets of classes, contain the true value, ' +
    'and how large they are, in each group.',
  sections: {
    Columns: {
      label: required(text('COLUMN', ['the true value, a number', 'with --sets, the true class'])),
      low: { ...text('COLUMN', 'the lower end of the prediction interval'), requires: ['high'] },
      high: { ...text('COLUMN', 'the upper end of the prediction interval'), requires: ['low'] },
      sets: {
        ...text('COLUMN', 'instead of --low and --high: the predicted classes, separated by semicolons'),
        excludes: ['low', 'high'],
      },
      group: required(text('COLUMN', 'the group of each row')),
      cluster: rows.cluster,
      'crossed-cluster': rows['crossed-cluster'],
      missing: rows.missing,
      unknown: rows.unknown,
      ...intakeOptions,
    },
    Output: { confidence: rows.confidence, ...documentFormatOptions },
  },
  examples: [
    'wages.csv --label wage --low p05 --high p95 --group sex',
    'scans.csv --label finding --sets predicted --group sex --format markdown',
  ],
  dropsMissing: true,
  roles: ({ label, low, high, sets, group, cluster, 'crossed-cluster': crossedCluster }) => {
    if (low === undefined && sets === undefined) {
      throw new UsageError('pass --low and --high, or --sets');
    }
    const categories = { group, cluster, crossedCluster };
    const kept = ['cluster', 'crossedCluster'];
    return sets === undefined
      ? { categories, numbers: { label, low, high }, kept }
      : { categories: { label, sets, ...categories }, numbers: {}, kept: ['label', 'sets', ...kept] };
  },
  compute: async (input: Input, { label, low, high, sets, group, confidence }) => {
    const { predictionCoverage } = await load();
    const named = Object.entries({ label, low, high, sets, group });
    return {
      format: 'fairwasm-coverage',
      version: 1,
      columns: Object.fromEntries(named.filter((entry) => entry[1] !== undefined)) as Record<string, string>,
      groups: predictionCoverage({
        ...input,
        label: input.sets === undefined ? (input.label as NumberColumn) : getValues(input.label),
        sets: input.sets && getValues(input.sets).map(toClasses),
        confidence,
      }),
    };
  },
});

const getValues = (column: WholeColumn): Value[] =>
  'codes' in column ? Array.from(column.codes, (code) => column.categories[code] as Value) : Array.from(column);

const toClasses = (cell: unknown): string[] =>
  `${cell ?? ''}`
    .split(';')
    .map((name) => name.trim())
    .filter((name) => name !== '');
