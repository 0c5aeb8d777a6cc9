// The figures, in a browser: `resultsOf()` for the test to call.

import { load } from 'fairwasm';
import { figures } from './figures.mjs';

globalThis.resultsOf = async () => figures(await load());
