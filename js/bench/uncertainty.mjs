// SPDX-License-Identifier: Apache-2.0
//
// All intervals and tests of a frame of ten groups, with 2,000 bootstrap draws of every rate, spread, and disparity.
// The time must not depend on the number of rows.

import { load } from 'fairwasm';
import { medianNanoseconds, nativeNanoseconds, report } from './support.mjs';

const fair = await load();
const groups = 10;

function getTally(rows) {
  const cells = Array.from({ length: groups * 4 }, (_, i) => ({
    group: String(Math.floor(i / 4)),
    label: (i >> 1) & 1,
    prediction: i & 1,
    rows: Math.round((rows / groups) * [0.4, 0.1, 0.2, 0.3][i % 4] * (0.9 + (i % 7) / 35)),
  }));
  const column = (name) => cells.map((cell) => cell[name]);
  const tally = fair.tally({ groups: ['group'], label: true, prediction: true });
  tally.updateCounted({
    groups: { group: column('group') },
    label: column('label'),
    prediction: column('prediction'),
    rows: column('rows'),
  });
  return tally;
}

const sizes = [1e4, 1e6, 1e8];
const tallies = Object.fromEntries(sizes.map((rows) => [rows, getTally(rows)]));
const measured = await medianNanoseconds(
  Object.fromEntries(
    sizes.map((rows) => [rows, () => fair.auditTally(tallies[rows], { uncertainty: { draws: 2000 } }).frame('group')]),
  ),
  { time: 1500 },
);
report(
  'All intervals and tests of a frame of ten groups, 2,000 draws',
  sizes.map((rows) => ({
    work: `${rows.toExponential(0)} rows`,
    wasm: measured[rows],
    native: nativeNanoseconds(`frameUncertaintyOfRows/${rows}`),
    competitor: rows === 1e6 ? ['fairlearn (recorded, one draw)', 26.9e9] : undefined,
  })),
);
