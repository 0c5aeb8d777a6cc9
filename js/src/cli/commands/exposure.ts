// SPDX-License-Identifier: Apache-2.0
//
// `fairwasm exposure`: compares rates per exposure by group.

import type { ExposureInput } from '../../exposure/rates.js';
import { load } from '../../repeated/repeated.js';
import { intakeOptions } from '../input/intake.js';
import { column, required, text } from '../options/options.js';
import { rows } from '../options/rows.js';
import { documentFormatOptions } from '../output/format.js';
import { columnCommand } from '../result-command.js';

export const exposure = columnCommand({
  name: 'exposure',
  usage: ['FILE.csv --group COLUMN --events COLUMN --exposure COLUMN'],
  about:
    'Compares rates per exposure by group: events divided by exposure, such as the word error ' +
    'rate by speaker, claims per insured year, or refusals per thousand prompts, with differences ' +
    'and ratios to a reference group.',
  sections: {
    Columns: {
      group: required(column('category', 'the group of each row')),
      events: required(column('number', 'number of events, such as wrong words or claims')),
      exposure: required(column('number', 'exposure, such as spoken words or insured years')),
      cluster: column('name', [
        'identifies dependent rows, such as all rows from one recording, policy, or person',
        'Default: events are assumed to be independent',
      ]),
      ...intakeOptions,
    },
    Interpretation: {
      reference: text('GROUP', [
        'the group with which other groups are compared',
        'Default: the group with the most exposure',
      ]),
      missing: rows.missing,
      unknown: rows.unknown,
      'missing-values': rows['missing-values'],
    },
    Output: { ...documentFormatOptions, confidence: rows.confidence },
  },
  examples: [
    'speech.csv --group accent --events errors --exposure words --cluster recording',
    'claims.csv --group region --events claims --exposure years --reference north',
  ],
  compute: async (input: ExposureInput, { reference, confidence, missing, 'missing-values': missingValues }) => {
    const { ratesPerExposure } = await load();
    return ratesPerExposure({ ...input, reference, confidence, missing, missingValues });
  },
});
