// Measures the sizes of the package in bytes after Brotli, and compares them with the limits in .size-limit.json. A
// limit is slightly above the current size; explain an increase in the commit message.
//
//   npm run size
//
// size-limit measures. Programs are bundled here with Vite, because size-limit's own bundling does not treat .wasm as a
// separate file, and includes dynamic imports.

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import { binFolder, buildFolder, top } from './lib/paths.mjs';
import { run } from './lib/run.mjs';
import { main } from './lib/step.mjs';

// Programs of users who need only an audit, and its text.
const programs = {
  'audit.js': `
    import { load } from 'fairwasm';
    export const audit = async (columns) => (await load()).audit(columns).report();
  `,
  'audit-text.js': `
    import { format, load } from 'fairwasm';
    export const audit = async (columns) => format((await load()).audit(columns).report(), 'text');
  `,
};

/** Returns the program's entry and its static imports as one string, without dynamic imports. */
async function bundled(code) {
  const id = '\0program';
  const program = {
    name: 'program',
    resolveId: (name) => (name === 'program' ? id : undefined),
    load: (name) => (name === id ? code : undefined),
  };
  const { output } = await build({
    configFile: false,
    root: top,
    logLevel: 'silent',
    plugins: [program],
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
  return [...needed].map((fileName) => chunks.get(fileName).code).join('\n');
}

main(async () => {
  const folder = join(buildFolder, 'size');
  mkdirSync(folder, { recursive: true });
  for (const [name, code] of Object.entries(programs)) writeFileSync(join(folder, name), await bundled(code));
  console.log(await run(join(binFolder, 'size-limit'), []));
});
