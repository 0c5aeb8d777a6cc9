// SPDX-License-Identifier: Apache-2.0
//
// Frames without an audit equal those of an audit.

import { groupFrames, load } from 'fairwasm/frames';
import { misuse } from '../../misuse.mjs';
import { eightRows, errorOf, fair } from '../support.mjs';

const core = await load();
const { groups, label, prediction, score } = eightRows();
const figures = (frame) => ({
  groups: frame.groups,
  overall: frame.overall,
  spreads: frame.metrics.map(({ name }) => frame.spread(name)),
  disparities: frame.disparities(),
});

test.each([
  ['labels and predictions', { groups, label, prediction }],
  ['a threshold', { groups, label, score, threshold: 0.5 }],
  ['a privileged group', { groups, label, prediction, privileged: { sex: 'f' } }],
  [
    'missing values omitted',
    { groups, label: [...label.slice(1), null], prediction, missing: 'drop' },
  ],
  ['no intervals', { groups, label, prediction, uncertainty: false }],
])('equals an audit: %s', (_, given) => {
  const input = /** @type {import('fairwasm').AuditInput<'race' | 'sex'>} */ (given);
  const [own, audit] = [groupFrames(core, input), fair.audit(input)];
  /** @type {'sex'[][]} */
  const ways = [['sex'], []];
  for (const by of ways) expect(figures(own.frame(by))).toEqual(figures(audit.frame(by)));
  const said = ({ attributes, favorable, droppedRows, warnings }) => [
    ...[attributes, favorable, droppedRows, warnings],
  ];
  expect(said(own)).toEqual(said(audit));
});

test('can share the core of the main entry point', () => {
  const { value } = groupFrames(fair, { groups, label, prediction }).frame('sex').max('accuracy');
  expect(value).toBe(fair.audit({ groups, label, prediction }).frame('sex').max('accuracy').value);
});

test('rejects everything that an audit rejects', () => {
  const wrong = () => groupFrames(core, misuse({ groups, label, prediction, weights: label }));
  expect(errorOf(wrong)).toMatchObject({ code: 'invalidArgument' });
  expect(errorOf(wrong).message).toContain('weight');
  expect(errorOf(() => groupFrames({}, { groups, label }))).toMatchObject({ argument: 'fair' });
});
