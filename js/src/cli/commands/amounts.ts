// SPDX-License-Identifier: Apache-2.0
//
// `fairwasm amounts`: compares amounts without a true value, such as pay, by group.

import type { AmountInput } from '../../amounts/amount-rows.js';
import { load } from '../../amounts/amounts.js';
import { intakeOptions } from '../input/intake.js';
import { column, list, ranges, required, requireNumber, text } from '../options/options.js';
import { rows } from '../options/rows.js';
import { documentFormatOptions } from '../output/format.js';
import { columnCommand } from '../result-command.js';

export const amounts = columnCommand({
  name: 'amounts',
  usage: ['FILE.csv --amount COLUMN --group COLUMN'],
  about:
    'Compares amounts without a true value, such as pay, credit limits, or waiting times, by group: means, medians, ' +
    'quantiles, and their gaps to a reference group.',
  sections: {
    Columns: {
      amount: required(column('number', 'the amount, such as 52000, 52 000 €, or $1,200.00')),
      group: required(column('category', 'the group of each row')),
      weight: column('number', ['weight of each row', 'Default: 1']),
      cluster: column('name', [
        'identifies dependent rows, such as all rows from one person or site',
        'Default: rows are independent',
      ]),
      missing: rows.missing,
      unknown: rows.unknown,
      'missing-values': rows['missing-values'],
      ...intakeOptions,
    },
    Measures: {
      reference: text('GROUP', ['the group with which other groups are compared', 'Default: the largest group']),
      quantile: list('NUMBER,...', ['probabilities of the quantiles', 'Default: 0.1,0.25,0.5,0.75,0.9']),
      'suppress-below': rows['suppress-below'],
    },
    Output: { confidence: rows.confidence, 'no-intervals': rows['no-intervals'], ...documentFormatOptions },
  },
  examples: [
    'payroll.csv --amount hourly_pay --group sex --reference male',
    'cases.csv --amount days_waited --group region --cluster office --format html --output waiting.html',
  ],
  compute: async (input: AmountInput, values) => {
    const { amounts: measure } = await load();
    const { amount, group, reference, confidence, missing } = values;
    const quantiles = values.quantile?.flatMap((each) => each.split(','));
    return measure({
      ...input,
      ...{ reference, confidence, missing },
      missingValues: values['missing-values'],
      quantiles: quantiles?.map((each) => requireNumber('--quantile', each, ranges.level)),
      intervals: !values['no-intervals'],
      suppressBelow: values['suppress-below'],
      names: { amount, group },
    });
  },
});
