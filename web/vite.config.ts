// Builds the page as static files for any folder of any host. Charts have their own chunk, and `offline.ts` adds the
// service worker with the list of built files.

import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { commandOptions } from './commands.ts';
import { ofThePage, ofWorkers } from './first-load.ts';
import { offline } from './offline.ts';
import { pageSideEffects } from './side-effects.ts';
import { slimTemplates } from './slim-templates.ts';

const folder = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  root: folder('.'),
  base: './',
  plugins: [commandOptions, pageSideEffects, slimTemplates, offline()],
  worker: { format: 'es', rolldownOptions: { output: { codeSplitting: { groups: ofWorkers } } } },
  build: {
    outDir: folder('../build/page'),
    emptyOutDir: true,
    target: 'es2022',
    // The polyfill requests files that the browser requests anyway, and a data: URL is not a file to cache.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    rolldownOptions: { output: { codeSplitting: { groups: ofThePage } } },
  },
});
