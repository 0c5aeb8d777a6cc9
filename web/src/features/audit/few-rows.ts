// SPDX-License-Identifier: Apache-2.0
//
// Reads and audits a few rows before the user has chosen a file, so that browsers load and compile the code for it.

import type { Fairwasm } from 'fairwasm';
import type { Choice } from '../../table/choice.js';
import { takeIn } from '../intake/take-in.js';
import { auditRows } from './audit-rows.js';

const rows = new Blob(['group,decision\na,0\na,1\nb,0\nb,1\n']);
const choice: Choice = {
  prediction: 'decision',
  rival: undefined,
  label: undefined,
  score: undefined,
  threshold: undefined,
  weight: undefined,
  groups: ['group'],
  bins: {},
  favorable: '1',
  outcome: undefined,
  privileged: {},
  missing: 'error',
};

export async function auditFewRows(fair: Fairwasm): Promise<void> {
  await takeIn(rows);
  await auditRows(
    fair,
    rows,
    '',
    choice,
    () => {},
    () => {},
  );
}
