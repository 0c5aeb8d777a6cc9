// Prints the results without workers and with each number of workers as one line of JSON, for runtimes without a page.

import { figures, loadModules, sharedFigures } from './figures.mjs';

const modules = await loadModules();
const shared = {};
for (const workers of [0, 1, 2, 5]) shared[workers] = await sharedFigures(modules, { workers });
console.log(JSON.stringify({ figures: await figures(modules), shared }));
