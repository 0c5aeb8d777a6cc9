// What the package weighs, in bytes after Brotli, and the limits of .size-limit.json it must stay below. A limit
// is what there is and a little air: whoever raises one says why in the commit.
//
//   npm run size
//
// size-limit measures. The program is bundled here, by Vite: size-limit's own bundling takes no .wasm for a file
// beside the code, and counts what a program loads only when it is asked for.

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import { binFolder, buildFolder, top } from './lib/paths.mjs';
import { run } from './lib/run.mjs';
import { main } from './lib/step.mjs';

// Somebody's program who wants no more than an audit, or no more than rates of groups.
const programs = {
  'audit.js': `
    import { load } from 'fairwasm';
    export const audit = async (columns) => (await load()).audit(columns).report();
  `,
  'frames.js': `
    import { groupFrames, load } from 'fairwasm/frames';
    export const frames = async (columns) => groupFrames(await load(), columns);
  `,
};

/** The program's entry and what it imports at once, as one text; not what it may load later. */
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
  for (const [name, code] of Object.entries(programs))
    writeFileSync(join(folder, name), await bundled(code));
  console.log(await run(join(binFolder, 'size-limit'), []));
});
