// Audits eight decisions in the browser tab.

import { load } from 'fairwasm';

const label = [1, 0, 1, 0, 1, 0, 1, 0];
const prediction = [1, 1, 1, 1, 0, 0, 1, 0];
const sex = ['f', 'f', 'f', 'f', 'm', 'm', 'm', 'm'];

async function main() {
  const fair = await load();
  const audit = fair.audit({ label, prediction, groups: { sex } });
  return `selection rates differ by ${audit.frame('sex').difference('selectionRate').value}`;
}

main().then((line) => document.querySelector('output')?.append(line));
