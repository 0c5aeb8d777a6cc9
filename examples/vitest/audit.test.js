// Tests a model with Vitest in Node, jsdom, or happy-dom.

import { load } from 'fairwasm';
import 'fairwasm/elements';
import { load as loadPredictability } from 'fairwasm/predictability';
import { expect, test } from 'vitest';

const label = [1, 0, 1, 0, 1, 0, 1, 0];
const prediction = [1, 1, 1, 1, 0, 0, 1, 0];
const sex = ['f', 'f', 'f', 'f', 'm', 'm', 'm', 'm'];

test('selection rates differ', async () => {
  const fair = await load();
  const audit = fair.audit({ label, prediction, groups: { sex } });
  expect(audit.frame('sex').difference('selectionRate').value).toBe(0.75);
});

test('predictions reveal no more than the labels', async () => {
  const { leakage } = await loadPredictability();
  const options = { trials: 4, epochs: 300, testSize: 0.5 };
  const found = await leakage({ feature: sex, label, prediction, ...options });
  expect(String(found)).toBe('0.1250 ± 0.2500');
});
