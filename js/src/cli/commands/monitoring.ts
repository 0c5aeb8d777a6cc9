// SPDX-License-Identifier: Apache-2.0
//
// `fairwasm monitoring`: follows the gaps between rates over the batches of a CSV file.

import type { MonitoredRows } from '../../monitoring/batches.js';
import { load } from '../../monitoring/monitoring.js';
import { intakeOptions } from '../input/intake.js';
import { column, number, ranges, required, text } from '../options/options.js';
import { rows } from '../options/rows.js';
import { documentFormatOptions } from '../output/format.js';
import { columnCommand } from '../result-command.js';

export const monitoring = columnCommand({
  name: 'monitoring',
  usage: ['FILE.csv --group COLUMN --outcome COLUMN --reference GROUP --batch COLUMN'],
  about:
    'Monitors the differences between the rates of groups over time, with confidence intervals that are ' +
    'valid after every batch, also if rates change. Shows the first batch at which the evidence sufficed to conclude ' +
    'that the mean gap so far was outside or within the tolerance, and how many more rows are needed.',
  sections: {
    Columns: {
      group: required(column('category', 'the group of each row')),
      outcome: required(column('category', 'the outcome of each row')),
      favorable: rows.favorable,
      batch: column('name', ['the batch of each row: a date, period, or number', 'batches are sorted by time']),
      cluster: column('name', ['the person or unit of each row', 'its rows in a batch count as one']),
      missing: rows.missing,
      unknown: rows.unknown,
      'batch-size': {
        ...number(ranges.whole(1), ['instead of --batch: rows per batch, in the order of the file', 'Default: 100']),
        excludes: ['batch'],
      },
      ...intakeOptions,
    },
    Comparison: {
      reference: required(text('GROUP', 'the group with which all others are compared')),
      tolerance: number(ranges.proportion, ['largest acceptable absolute difference between rates', 'Default: 0']),
    },
    Output: {
      confidence: number(ranges.level, ['probability that all intervals are valid after every batch', 'Default: 0.95']),
      ...documentFormatOptions,
    },
  },
  examples: ['decisions.csv --group sex --outcome approved --reference m --batch week --tolerance 0.05'],
  dropsMissing: true,
  compute: async (
    input: MonitoredRows,
    { reference, tolerance, confidence, favorable, 'batch-size': batchSize, 'date-order': dateOrder },
  ) => {
    const { monitor } = await load();
    const rows = { ...input, favorable, batchSize, dateOrder };
    return monitor({ reference, tolerance, confidence }).addRows(rows).report();
  },
});
