// The worker: audits the decisions that it receives. Workers have no import maps, so it uses a path; with a bundler,
// import 'fairwasm'.

import { load } from './node_modules/fairwasm/dist/index.js';
import { load as loadPredictability } from './node_modules/fairwasm/dist/predictability/index.js';

const loading = Promise.all([load(), loadPredictability()]);
const options = { trials: 4, epochs: 300, testSize: 0.5 };

addEventListener('message', async ({ data: { label, prediction, sex } }) => {
  const [fair, { leakage: measure }] = await loading;
  const audit = fair.audit({ label, prediction, groups: { sex } });
  const difference = audit.frame('sex').difference('selectionRate');
  const leakage = await measure({ feature: sex, label, prediction, ...options });
  postMessage(`selection rates differ by ${difference.value}, leakage is ${leakage}`);
});
