// Bundles the command line, because resolving and opening 180 modules takes longer than auditing a thousand rows. One
// file contains the code of every command, another one that of file audits, and the rest is loaded when a command needs
// it. See docs/decisions/020-command-line.md.

import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bundle } from './bundle.mjs';
import { listFiles } from './files.mjs';
import { top } from './paths.mjs';

const dist = join(top, 'dist');

// The user installs peer dependencies. Vendored code, and the glue code of modules that an audit does not need, are
// shared with the package.
const isExternal = (id) =>
  /^[^./]/.test(id) ||
  /\.base64\.js$|\/vendor\/(?!string-width|fflate|browser|rolldown)|\/wasm\/(?!core|text)/.test(id);

/**
 * Writes dist/bin/ from the compiled modules, and makes dist/cli/main.js load it; resolves with the files written and
 * read.
 */
export async function buildCliBundle() {
  const getChunk = (name, priority, path) => ({ name, priority, entry: join(dist, 'cli', path) });
  const dispatch = getChunk('dispatch', 2, 'dispatch.js');
  const read = await bundle({
    outDir: join(dist, 'bin'),
    emptyOutDir: true,
    target: 'node20',
    input: dispatch.entry,
    external: isExternal,
    chunkFileNames: '[name].js',
    chunks: [dispatch, getChunk('audit', 1, 'audit/audit.js')],
  });
  const main = join(dist, 'cli/main.js');
  const code = await readFile(main, 'utf8');
  await writeFile(main, code.replace("'./dispatch.js'", "'../bin/dispatch.js'"));
  return { outputs: listFiles(['dist/bin'], ['.js']), read };
}
