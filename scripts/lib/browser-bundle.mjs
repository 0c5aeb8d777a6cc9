// Bundles the main entry point for pages without a bundler: one request instead of 160. WebAssembly, its text form, and readers of
// files, with the libraries that they need, are loaded when they are needed.

import { join, relative } from 'node:path';
import { reachable } from './cli-bundle.mjs';
import { listFiles } from './files.mjs';
import { top } from './paths.mjs';
import { readBy } from './stages.mjs';

const dist = join(top, 'dist');
const entry = join(dist, 'index.js');
const name = 'fairwasm.browser';

/** Writes dist/fairwasm.browser.js, and dist/browser for what it imports later, from the compiled modules; resolves with the files written and read. */
export async function buildBrowserBundle() {
  const { build } = await import('vite'); // not there before setup()
  const imports = new Map();
  let ids;
  const isNeededAtOnce = (id) => {
    ids ??= reachable(entry, imports);
    return ids.has(id);
  };
  const built = await build({
    configFile: false,
    root: top,
    logLevel: 'warn',
    publicDir: false,
    plugins: [
      {
        name: 'browser',
        moduleParsed: ({ id, importedIds }) => void imports.set(id, importedIds),
        // A module finds the files next to where it was, not next to the bundle.
        transform: (code, id) =>
          code.replaceAll('import.meta.url', `new URL('${relative(dist, id)}', import.meta.url)`),
      },
    ],
    build: {
      ssr: true, // the addresses of files stay as they are
      outDir: dist,
      emptyOutDir: false,
      target: 'es2022',
      rolldownOptions: {
        input: { [name]: entry },
        external: /\.base64\.js$|\/vendor\/(flechette|fzstd|hyparquet|read-excel-file)/,
        output: {
          minify: true,
          entryFileNames: '[name].js',
          chunkFileNames: 'browser/[name].js',
          codeSplitting: { groups: [{ name, test: isNeededAtOnce }] },
        },
      },
    },
  });
  return {
    outputs: [`dist/${name}.js`, ...listFiles(['dist/browser'], ['.js'])],
    read: readBy(built),
  };
}
