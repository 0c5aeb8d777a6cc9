// Builds the page with one script for the page and one for each worker, which scripts/lib/single-file.mjs makes one file
// of.

import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';
import { commandOptions } from './commands.ts';
import { pageSideEffects } from './side-effects.ts';
import { slimTemplates } from './slim-templates.ts';

const folder = (path: string) => fileURLToPath(new URL(path, import.meta.url));

// The file has WebAssembly as data, so that its copies in JavaScript are never loaded.
const withoutCopies: Plugin = {
  name: 'fairwasm-without-copies',
  load: (id) => (/\/dist\/wasm\/[^/]*base64\.js$/.test(id) ? "export default '';" : undefined),
};

export default defineConfig({
  root: folder('.'),
  base: './',
  plugins: [commandOptions, pageSideEffects, slimTemplates, withoutCopies],
  worker: { format: 'es', plugins: () => [withoutCopies], rolldownOptions: { output: { codeSplitting: false } } },
  build: {
    outDir: folder('../build/single'),
    emptyOutDir: true,
    target: 'es2022',
    cssCodeSplit: false,
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    rolldownOptions: { output: { codeSplitting: false } },
  },
});
