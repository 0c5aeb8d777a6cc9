// SPDX-License-Identifier: Apache-2.0
//
// Groups of people whose group is not known: their position, the reference group, and the largest gap.

import { load } from 'fairwasm';
import { load as loadRepeated } from 'fairwasm/repeated';
import { auditOfErrors } from './unknown-errors.mjs';

const fair = await load();

// 6 people without a group, all approved; 3 men, of whom 2; 2 women, of whom 1; 4 others, of whom 1.
const race = (unknown) => [...Array(6).fill(unknown), 'm', 'm', 'm', 'f', 'f', ...Array(4).fill('Other')];
const prediction = [1, 1, 1, 1, 1, 1, 1, 1, 0, 1, 0, 1, 0, 0, 0];
const names = (groups) => groups.map(({ name }) => name);

describe.each([
  [null, '(missing)'],
  ['Prefer not to say', 'Prefer not to say'],
  ['keine Angabe', 'keine Angabe'],
])('a group of %s', (value, name) => {
  const groups = { race: race(value) };
  const frame = fair.audit({ prediction, groups, favorable: 1 }).frame('race');

  test('is last, and is not the reference, and neither is the rest', () => {
    expect(names(frame.groups)).toEqual(['Other', 'm', 'f', name]);
    expect(frame.reference.name).toBe('m');
  });

  test('is not part of the largest gap', () => {
    // 2/3 of the men and 1/4 of the others; the six people without a group have a rate of 1.
    expect(frame.difference('selectionRate').value).toBeCloseTo(2 / 3 - 1 / 4, 12);
    expect(frame.max('selectionRate').value).toBeCloseTo(2 / 3, 12);
    const without = race(value)
      .map((_, row) => row)
      .filter((row) => row >= 6);
    const known = fair
      .audit({
        prediction: without.map((row) => prediction[row]),
        groups: { race: without.map((row) => race('')[row]) },
      })
      .frame('race');
    const { ci, pValue } = frame.difference('selectionRate');
    expect([ci, pValue]).toEqual([known.difference('selectionRate').ci, known.difference('selectionRate').pValue]);
  });

  test('can be requested as the reference', () => {
    const audit = fair.audit({
      prediction,
      groups: { race: race('Unknown') },
      favorable: 1,
      privileged: { race: 'Unknown' },
    });
    expect(audit.frame('race').reference.name).toBe('Unknown');
  });

  test('is not the reference of regression errors and of rates per exposure', async () => {
    expect(await auditOfErrors(groups, prediction)).toBe('m');
    const repeated = await loadRepeated();
    const events = prediction;
    const exposure = prediction.map(() => 1);
    const report = repeated.ratesPerExposure({ group: groups.race, events, exposure });
    expect(report.reference).toBe('m');
    expect(names(report.groups).at(-1)).toBe(name);
  });
});

test('is the reference if there is no other group', () => {
  const audit = fair.audit({ prediction: [1, 0, 1], groups: { race: [null, null, null] }, favorable: 1 });
  expect(audit.frame('race').reference.name).toBe('(missing)');
  const rest = fair.audit({ prediction: [1, 0, 1], groups: { race: [null, null, 'Other'] }, favorable: 1 });
  expect(rest.frame('race').reference.name).toBe('Other');
});
