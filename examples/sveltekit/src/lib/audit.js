// Audits eight decisions, on the server and in the browser tab.

import { load } from 'fairwasm';
import { load as loadPredictability } from 'fairwasm/predictability';

export async function audit() {
  const label = [1, 0, 1, 0, 1, 0, 1, 0];
  const prediction = [1, 1, 1, 1, 0, 0, 1, 0];
  const sex = ['f', 'f', 'f', 'f', 'm', 'm', 'm', 'm'];
  const options = { trials: 4, epochs: 300, testSize: 0.5 };

  const fair = await load();

  const attackers = await loadPredictability();
  const audit = fair.audit({ label, prediction, groups: { sex } });
  const difference = audit.frame('sex').difference('selectionRate');
  const leakage = await attackers.leakage({ feature: sex, label, prediction, ...options });
  return `selection rates differ by ${difference.value}, leakage is ${leakage}`;
}
