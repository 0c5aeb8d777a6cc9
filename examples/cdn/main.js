// A single script without installation or build: the package is loaded from any server of its dist folder that sends
// `Access-Control-Allow-Origin: *`. The version in the URL pins the code.

// @ts-expect-error: a URL has no types
import { load } from 'https://cdn.example/fairwasm@1.0.0-rc.1/dist/fairwasm.browser.js';

const fair = await load();
const audit = fair.audit({
  label: [1, 0, 1, 0, 1, 0, 1, 0],
  prediction: [1, 1, 1, 1, 0, 0, 1, 0],
  groups: { sex: ['f', 'f', 'f', 'f', 'm', 'm', 'm', 'm'] },
});
const difference = audit.frame('sex').difference('selectionRate');
document.querySelector('output')?.append(`selection rates differ by ${difference.value}`);
