// What the package weighs, in bytes after Brotli, and the limits it must stay below. A limit is what there is
// and a little air: whoever raises one says why in the commit.
//
//   npm run size

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { build } from 'vite';
import { top } from './lib/paths.mjs';
import { Failure } from './lib/run.mjs';
import { main } from './lib/step.mjs';

// What somebody's program is, who wants no more than an audit.
const audit = `
  import { load } from 'fairwasm';
  export const audit = async (columns) => (await load()).audit(columns).report();
`;

const weights = [
  { what: 'core.wasm', limit: 138_000, weigh: () => weighFile('core') },
  { what: 'individual.wasm', limit: 55_000, weigh: () => weighFile('individual') },
  { what: 'amplification.wasm', limit: 70_000, weigh: () => weighFile('amplification') },
  { what: 'predictability.wasm', limit: 90_000, weigh: () => weighFile('predictability') },
  { what: 'replay.wasm', limit: 94_000, weigh: () => weighFile('replay') },
  { what: 'robustness.wasm', limit: 85_000, weigh: () => weighFile('robustness') },
  { what: 'JavaScript for an audit', limit: 40_000, weigh: () => weighProgram(audit) },
];

const weighFile = (name) => brotli(readFileSync(join(top, `dist/wasm/${name}.wasm`)));
const brotli = (bytes) => brotliCompressSync(bytes).length;

// The program's entry and what it imports at once; not what it may load later.
async function weighProgram(code) {
  const id = '\0program';
  const { output } = await build({
    configFile: false,
    root: top,
    logLevel: 'silent',
    plugins: [{ name: 'program', resolveId: (name) => (name === 'program' ? id : undefined) }].map(
      (plugin) => ({ ...plugin, load: (name) => (name === id ? code : undefined) }),
    ),
    build: {
      write: false,
      modulePreload: false,
      rolldownOptions: { input: 'program', preserveEntrySignatures: 'strict' },
    },
  });
  const chunks = new Map(output.map((chunk) => [chunk.fileName, chunk]));
  const needed = new Set();
  const visit = (fileName) => {
    if (needed.has(fileName)) return;
    needed.add(fileName);
    for (const next of chunks.get(fileName).imports) visit(next);
  };
  visit(output.find(({ isEntry }) => isEntry).fileName);
  return brotli([...needed].map((fileName) => chunks.get(fileName).code).join('\n'));
}

main(async () => {
  const tooHeavy = [];
  for (const { what, limit, weigh } of weights) {
    const bytes = await weigh();
    console.log(`${what.padEnd(24)} ${String(bytes).padStart(7)} of ${limit}`);
    if (bytes > limit) tooHeavy.push(what);
  }
  if (tooHeavy.length > 0) throw new Failure(`Over the limit: ${tooHeavy.join(', ')}`);
});
