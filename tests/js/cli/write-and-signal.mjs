// Writes for a while, and sends itself the signal meanwhile: `node write-and-signal.mjs SIGNAL file|folder PATH`.

import { readdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { writeEvidence } from '../../../dist/cli/audit/evidence.js';
import { writeOutput } from '../../../dist/cli/output/output.js';

const [, , signal, kind, path = ''] = process.argv;
const text = 'x'.repeat(1 << 27);

const watch = () => {
  const isBegun = readdirSync(dirname(path)).some((name) => name.endsWith('.tmp'));
  if (isBegun) process.kill(process.pid, signal);
  else setImmediate(watch);
};
watch();

const input = { name: 'people.csv', bytes: 1, sha256: '' };
await (kind === 'file' ? writeOutput(text, path) : writeEvidence(path, { options: {}, input, report: text }));
