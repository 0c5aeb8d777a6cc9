// The figures as one line of JSON, for runtimes that have no page: what is computed where it is asked for, and by number of
// workers what they share.

import { figures, loadModules, sharedFigures } from './figures.mjs';

const modules = await loadModules();
const shared = {};
for (const workers of [0, 1, 2, 5]) shared[workers] = await sharedFigures(modules, { workers });
console.log(JSON.stringify({ figures: await figures(modules), shared }));
