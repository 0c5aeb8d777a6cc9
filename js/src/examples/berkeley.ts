// SPDX-License-Identifier: Apache-2.0
//
// Graduate admissions at Berkeley in 1973: the textbook case of Simpson's paradox.

import type { Example } from './example.js';

// Department, then men admitted and rejected, women admitted and rejected.
const departments: readonly (readonly [string, number, number, number, number])[] = [
  ['A', 512, 313, 89, 19],
  ['B', 353, 207, 17, 8],
  ['C', 120, 205, 202, 391],
  ['D', 138, 279, 131, 244],
  ['E', 53, 138, 94, 299],
  ['F', 22, 351, 24, 317],
];
const cells = ['Men', 'Men', 'Women', 'Women'];
const decisions = ['Admitted', 'Rejected', 'Admitted', 'Rejected'];

export const berkeley: Example = {
  name: 'berkeley',
  title: 'UC Berkeley graduate admissions, 1973',
  source:
    'Bickel, Hammel, O’Connell: Sex Bias in Graduate Admissions: Data from Berkeley. Science 187, 1975; ' +
    'counts of the six largest departments, as in R’s UCBAdmissions',
  about:
    'The prediction is the decision to admit; there is no true label. Over all departments together ' +
    'women were admitted far less often than men, but more often in four of the six departments: they ' +
    'applied to departments that admitted few. The same decisions can be read both ways.',
  columns: { prediction: 'admission' },
  counted: {
    groups: {
      sex: departments.flatMap(() => cells),
      department: departments.flatMap(([name]) => cells.map(() => name)),
    },
    prediction: departments.flatMap(() => decisions),
    rows: departments.flatMap(([, ...counts]) => counts),
  },
  options: { favorable: 'Admitted', outcome: 'benefit', privileged: { sex: 'Men' } },
};
