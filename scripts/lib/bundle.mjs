// Bundles compiled modules of dist/ with Vite. A module that uses `import.meta.url` still finds the files next to it.

import { relative } from 'node:path';
import { top } from './paths.mjs';
import { readBy } from './stages.mjs';

/**
 * Writes a bundle to `outDir` and resolves with the files read. Each of `chunks` has a `name`, the `entry` whose static
 * imports it contains, and a `priority` over other chunks.
 */
export async function bundle({ outDir, emptyOutDir, target, chunkFileNames, chunks, ...inputs }) {
  const { build } = await import('vite'); // not installed before setup()
  const imports = new Map();
  const groups = chunks.map(({ entry, ...group }) => {
    let ids;
    const test = (id) => {
      ids ??= reachable(entry, imports);
      return ids.has(id);
    };
    return { ...group, test };
  });
  const built = await build({
    configFile: false,
    root: top,
    logLevel: 'warn',
    publicDir: false,
    plugins: [
      {
        name: 'fairwasm',
        moduleParsed: ({ id, importedIds }) => void imports.set(id, importedIds),
        transform: (code, id) =>
          code.replaceAll('import.meta.url', `new URL('${relative(outDir, id)}', import.meta.url)`),
      },
    ],
    build: {
      ssr: true, // keeps the URLs of files unchanged
      outDir,
      emptyOutDir,
      target,
      rolldownOptions: {
        ...inputs,
        output: { minify: true, entryFileNames: '[name].js', chunkFileNames, codeSplitting: { groups } },
      },
    },
  });
  return readBy(built);
}

// Returns a module and all modules that it imports statically, directly or indirectly.
function reachable(id, imports, found = new Set()) {
  if (!found.has(id) && imports.has(id)) {
    found.add(id);
    for (const next of imports.get(id)) reachable(next, imports, found);
  }
  return found;
}
