// Bundles the main entry point for pages without a bundler: one request instead of 160. WebAssembly, its text form, and
// file readers with their libraries are loaded on demand.

import { join } from 'node:path';
import { bundle } from './bundle.mjs';
import { listFiles } from './files.mjs';
import { top } from './paths.mjs';

const dist = join(top, 'dist');
const entry = join(dist, 'browser.js');
const name = 'fairwasm.browser';

/**
 * Writes dist/fairwasm.browser.js, and dist/browser for its dynamic imports, from the compiled modules; resolves with
 * the files written and read.
 */
export async function buildBrowserBundle() {
  const read = await bundle({
    outDir: dist,
    emptyOutDir: false,
    target: 'es2022',
    input: { [name]: entry },
    external: /\.base64\.js$|\/vendor\/(flechette|fzstd|hyparquet|unzip)/,
    chunkFileNames: 'browser/[name].js',
    chunks: [{ name, entry }],
  });
  return { outputs: [`dist/${name}.js`, ...listFiles(['dist/browser'], ['.js'])], read };
}
