// One script, nothing to install or to build: the package comes from wherever its dist folder is served with
// `Access-Control-Allow-Origin: *`. A version in the address is what keeps it the same tomorrow.

// @ts-expect-error: an address has no types
import { load } from 'https://cdn.example/fairwasm@0.1.0/dist/fairwasm.browser.js';

const fair = await load();
const audit = fair.audit({
  label: [1, 0, 1, 0, 1, 0, 1, 0],
  prediction: [1, 1, 1, 1, 0, 0, 1, 0],
  groups: { sex: ['f', 'f', 'f', 'f', 'm', 'm', 'm', 'm'] },
});
const difference = audit.frame('sex').difference('selectionRate');
document.querySelector('output')?.append(`selection rates differ by ${difference.value}`);
