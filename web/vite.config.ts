// The page as static files that work from any folder of any host. Charts are a chunk of their own,
// and `offline.ts` adds the service worker with the list of what was built.

import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';
import { offline } from './offline.ts';

const folder = (path: string) => fileURLToPath(new URL(path, import.meta.url));

// The package has no side effects; the page, which lives in the same package, defines elements.
const sideEffects: Plugin = {
  name: 'fairwasm-side-effects',
  transform: {
    filter: { id: /\/web\/src\// },
    handler: () => ({ moduleSideEffects: true }),
  },
};

export default defineConfig({
  root: folder('.'),
  base: './',
  plugins: [sideEffects, offline()],
  worker: { format: 'es' },
  build: {
    outDir: folder('../build/page'),
    emptyOutDir: true,
    target: 'es2022',
    // Its polyfill fetches what the browser was going to; and a data: URL is no file to cache.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
  },
});
