// An audit of eight decisions, in the browser tab. esbuild does not emit the .wasm files that a package names
// by URL; `fairwasm/inline` has them in its modules.

import { load } from 'fairwasm';
import { core, predictability } from 'fairwasm/inline';
import { load as loadPredictability } from 'fairwasm/predictability';

const label = [1, 0, 1, 0, 1, 0, 1, 0];
const prediction = [1, 1, 1, 1, 0, 0, 1, 0];
const sex = ['f', 'f', 'f', 'f', 'm', 'm', 'm', 'm'];
const options = { trials: 4, epochs: 300, testSize: 0.5 };

const fair = await load({ wasm: core });
const attackers = await loadPredictability({ wasm: predictability });
const audit = fair.audit({ label, prediction, groups: { sex } });
const difference = audit.frame('sex').difference('selectionRate');
const leakage = await attackers.leakage({ feature: sex, label, prediction, ...options });

const line = `selection rates differ by ${difference.value}, leakage is ${leakage}`;
document.querySelector('output')?.append(line);
