// SPDX-License-Identifier: Apache-2.0
//
// COMPAS scores and outcomes of defendants: the case that made error rates by group widely known.

import type { Example } from './example.js';

// Race, then true negatives, false positives, false negatives, true positives.
const groups: readonly (readonly [string, number, number, number, number])[] = [
  ['African-American', 990, 805, 532, 1369],
  ['Caucasian', 1139, 349, 461, 505],
  // All defendants (2681, 1282, 1216, 2035) without the two groups above.
  ['Other', 552, 128, 223, 161],
];

export const compas: Example = {
  name: 'compas',
  title: 'COMPAS two-year recidivism by race, Broward County 2013-2014',
  source: 'Larson, Mattu, Kirchner, Angwin: How We Analyzed the COMPAS Recidivism Algorithm. ProPublica, 2016',
  about:
    'The label is 1 if the defendant was charged with a new crime within two years; the prediction is 1 ' +
    'if the COMPAS score was medium or high. Positive here means "predicted to reoffend", a ' +
    'burden: a false positive is a person who was classified as a risk but did not reoffend. ' +
    'The group Other contains all defendants outside the two groups whose counts were published.',
  columns: { label: 'two_year_recid', prediction: 'medium or high score' },
  counted: {
    groups: { race: groups.flatMap(([race]) => [race, race, race, race]) },
    label: groups.flatMap(() => ['0', '0', '1', '1']),
    prediction: groups.flatMap(() => ['0', '1', '0', '1']),
    rows: groups.flatMap(([, ...counts]) => counts),
  },
  options: { favorable: '1', outcome: 'burden', privileged: { race: 'Caucasian' } },
};
