// Writes the counts of lines that Node keeps for line-coverage.mjs. Vitest ends its processes by a signal, after which
// Node writes none.

import { takeCoverage } from 'node:v8';

if (process.env.NODE_V8_COVERAGE && process.listenerCount('SIGTERM') === 0) {
  process.once('SIGTERM', () => {
    takeCoverage();
    process.exit();
  });
}
