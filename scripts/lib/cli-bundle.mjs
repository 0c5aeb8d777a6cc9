// Bundles the command line: to resolve and open 180 modules takes longer than to audit a thousand rows. One file holds what
// every command needs, one what an audit of a file needs, and the rest is loaded when a command asks for it. See
// docs/decisions/097-how-the-command-starts.md.

import { readFile, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { listFiles } from './files.mjs';
import { top } from './paths.mjs';
import { readBy } from './stages.mjs';

const dist = join(top, 'dist');
const outDir = join(dist, 'bin');
const entry = join(dist, 'cli/dispatch.js');

// Peers are the user's. Vendored code and the glue of modules that an audit does not need are shared with the package.
const isExternal = (id) =>
  /^[^./]/.test(id) ||
  /\.base64\.js$|\/vendor\/(?!string-width|fflate|browser|rolldown)|\/wasm\/(?!core|text)/.test(id);

/** Writes dist/bin/ from the compiled modules, and makes dist/cli/main.js load it; resolves with the files written and read. */
export async function buildCliBundle() {
  const { build } = await import('vite'); // not there before setup()
  const imports = new Map();
  const chunkOf = (name, priority) => {
    let ids;
    const test = (id) => {
      ids ??= reachable(join(dist, 'cli', `${name}.js`), imports);
      return ids.has(id);
    };
    return { name, priority, test };
  };
  const built = await build({
    configFile: false,
    root: top,
    logLevel: 'warn',
    publicDir: false,
    plugins: [
      {
        name: 'cli',
        moduleParsed: ({ id, importedIds }) => void imports.set(id, importedIds),
        // A module finds the files next to where it was, not next to the bundle.
        transform: (code, id) =>
          code.replaceAll('import.meta.url', `new URL('${relative(outDir, id)}', import.meta.url)`),
      },
    ],
    build: {
      ssr: true,
      outDir,
      target: 'node20',
      rolldownOptions: {
        input: entry,
        external: isExternal,
        output: {
          minify: true,
          entryFileNames: '[name].js',
          chunkFileNames: '[name].js',
          codeSplitting: { groups: [chunkOf('dispatch', 2), chunkOf('audit', 1)] },
        },
      },
    },
  });
  const main = join(dist, 'cli/main.js');
  const code = await readFile(main, 'utf8');
  await writeFile(main, code.replace("'./dispatch.js'", "'../bin/dispatch.js'"));
  return { outputs: listFiles(['dist/bin'], ['.js']), read: readBy(built) };
}

/** A module with all that it imports at once, directly or not. */
export function reachable(id, imports, found = new Set()) {
  if (!found.has(id) && imports.has(id)) {
    found.add(id);
    for (const next of imports.get(id)) reachable(next, imports, found);
  }
  return found;
}
