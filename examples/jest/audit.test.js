// Tests a model with Jest.

import { expect, test } from '@jest/globals';
import { load } from 'fairwasm';

const label = [1, 0, 1, 0, 1, 0, 1, 0];
const prediction = [1, 1, 1, 1, 0, 0, 1, 0];
const sex = ['f', 'f', 'f', 'f', 'm', 'm', 'm', 'm'];

test('selection rates differ', async () => {
  const fair = await load();
  const audit = fair.audit({ label, prediction, groups: { sex } });
  expect(audit.frame('sex').difference('selectionRate').value).toBe(0.75);
});
