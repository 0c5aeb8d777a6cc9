// The figures, in a browser: `resultsOf()` for the test to call.

import { figures, loadDoors } from './figures.mjs';

globalThis.resultsOf = async () => figures(await loadDoors());
