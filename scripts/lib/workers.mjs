// The scripts of workers, each as one file without imports: Vite up to 7 makes workers of one file alone, and a server's
// bundler lays the file somewhere without what it would import. Without `import`, `export` and `import.meta` it is a module
// and a classic script alike, so that nobody has to know which of them a place takes it for.

import { rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { top } from './paths.mjs';

export const workers = [
  'dist/predictability/attackers-worker.js',
  'dist/data/counting/counting-worker.js',
];

/** Puts the scripts in the place of what the compiler wrote. */
export async function buildWorkers() {
  const { build } = await import('vite');
  for (const worker of workers) {
    const outDir = join(top, 'build/workers');
    await build({
      configFile: false,
      root: top,
      logLevel: 'error',
      publicDir: false,
      define: { 'import.meta.url': 'undefined' }, // the module is given compiled
      build: {
        outDir,
        emptyOutDir: true,
        target: 'es2022',
        minify: 'oxc',
        lib: {
          entry: join(top, worker),
          formats: ['iife'],
          name: 'fairwasmWorker',
          fileName: () => basename(worker),
        },
      },
    });
    await rename(join(outDir, basename(worker)), join(top, dirname(worker), basename(worker)));
    await rm(outDir, { recursive: true });
  }
}
