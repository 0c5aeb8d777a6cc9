// The worker: audits the decisions it is sent. Workers have no import maps, hence the path; a bundler
// would take 'fairwasm'.

import { load } from './node_modules/fairwasm/dist/index.js';

const loading = load();
const options = { trials: 4, epochs: 300, testSize: 0.5 };

addEventListener('message', async ({ data: { label, prediction, sex } }) => {
  const fair = await loading;
  const audit = fair.audit({ label, prediction, groups: { sex } });
  const difference = audit.frame('sex').difference('selectionRate');
  const leakage = await fair.leakage({ feature: sex, label, prediction, ...options });
  postMessage(`selection rates differ by ${difference.value}, leakage is ${leakage}`);
});
