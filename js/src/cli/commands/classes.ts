// SPDX-License-Identifier: Apache-2.0
//
// `fairwasm classes`: audits the multiclass predictions in a CSV file by group.

import type { ClassInput } from '../../classes/class-input.js';
import { load } from '../../classes/classes.js';
import { intakeOptions } from '../input/intake.js';
import { names, required, text } from '../options/options.js';
import { rows } from '../options/rows.js';
import { documentFormatOptions } from '../output/format.js';
import { columnCommand } from '../result-command.js';

const sections = {
  Columns: {
    label: required(text('COLUMN', 'the true class')),
    prediction: required(text('COLUMN', 'the predicted class')),
    group: required(rows.group),
    probability: names('COLUMN,...', [
      'predicted probabilities, one column per class in the order of --classes',
      'adds log loss, Brier scores, and AUC',
    ]),
    weight: rows.weight,
    cluster: rows.cluster,
    ...intakeOptions,
  },
  Interpretation: {
    classes: names('NAME,...', [
      'all classes, in order, including any that do not occur',
      'Default: sorted by number or alphabetically',
    ]),
    ordered: rows.ordered,
    missing: rows.missing,
    unknown: rows.unknown,
  },
  Output: {
    rate: text(
      'NAME',
      ['the rate used to compare each class with the rest', 'truePositiveRate is recall'],
      'truePositiveRate',
    ),
    ...documentFormatOptions,
    confidence: rows.confidence,
    'no-intervals': rows['no-intervals'],
  },
} as const;

export const classes = columnCommand({
  name: 'classes',
  usage: ['FILE.csv --label COLUMN --prediction COLUMN --group COLUMN'],
  about:
    'Compares multiclass predictions across groups of people: accuracy, averages over classes, ' +
    'agreement beyond chance, and each class compared with the rest, sorted by the size of the gap.',
  sections,
  examples: [
    'triage.csv --label urgency --prediction predicted --group sex,age --classes low,medium,high --ordered',
    'species.csv --label true --prediction guess --group site --probability p_cat,p_dog,p_fox --format json',
  ],
  roles: ({ label, prediction, group: groups, probability: probabilities, weight, cluster }) => ({
    categories: { label, prediction, groups, cluster },
    numbers: { probabilities, weight },
    labels: ['label', 'prediction'],
    kept: ['cluster'],
  }),
  compute: async (input: ClassInput, values, { source, notes }) => {
    const { classes, ordered, missing, rate } = values;
    const audit = (await load()).audit({
      ...{ ...input, classes, ordered, missing },
      uncertainty: getIntervals(values),
    });
    return audit.report({ source, rate, warnings: notes });
  },
});

/** Returns the options for intervals. */
export const getIntervals = ({
  confidence,
  'no-intervals': none,
}: {
  confidence?: number | undefined;
  'no-intervals'?: boolean | undefined;
}): false | { confidence?: number } => {
  if (none) return false;
  return confidence === undefined ? {} : { confidence };
};
