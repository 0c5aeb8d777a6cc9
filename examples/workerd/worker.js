// Audits eight decisions in workerd, the runtime of Cloudflare's workers. It cannot compile at run time, so the
// WebAssembly is imported as a module and passed to load().

import { load } from 'fairwasm';
import core from 'fairwasm/core.wasm';

const label = [1, 0, 1, 0, 1, 0, 1, 0];
const prediction = [1, 1, 1, 1, 0, 0, 1, 0];
const sex = ['f', 'f', 'f', 'f', 'm', 'm', 'm', 'm'];

export default {
  async fetch() {
    const fair = await load({ wasm: core });
    const audit = fair.audit({ label, prediction, groups: { sex } });
    const difference = audit.frame('sex').difference('selectionRate');
    return new Response(`selection rates differ by ${difference.value}`);
  },
};
