// SPDX-License-Identifier: Apache-2.0

import { Accuracy, DemographicParityDifference, SubgroupAccuracyDifference, SubgroupMetric } from 'fairwasm/ignite';
import { getError } from '../support.mjs';

const batch = { guess: [1, 1, 1, 0], truth: [1, 0, 1, 0], group: [0, 0, 1, 1] };
/** @returns {[number[], number[], number[]]} */
const reversed = ({ guess, truth, group }) => [guess.map((p) => 1 - p), truth, group];

test('accepts the output transform as third positional argument, like ignite', () => {
  for (const Metric of [SubgroupAccuracyDifference, DemographicParityDifference]) {
    const positional = new Metric([0, 1], false, reversed);
    const named = new Metric([0, 1], { outputTransform: reversed });
    for (const metric of [positional, named]) metric.update(batch);
    expect(positional.compute()).toBe(named.compute());
    expect(positional.compute()).toBe(0.5);
  }
});

test('rejects duplicate groups', () => {
  expect(getError(() => new SubgroupMetric(new Accuracy(), [0, '0']))).toMatchObject({
    code: 'invalidArgument',
    argument: 'groups',
    actual: "'0' twice",
  });
});
