// Bundles worker scripts, each as one file without imports, because Vite up to 7 supports only single-file workers, and
// a server's bundler moves the file away from its imports. Without `import`, `export`, and `import.meta`, the file
// works both as a module and as a classic script.

import { join } from 'node:path';
import { top } from './paths.mjs';
import { readBy } from './stages.mjs';

/** Sources of the workers. */
export const workers = ['js/src/predictability/attackers-worker.ts', 'js/src/data/counting/counting-worker.ts'];

/** Bundles a worker into dist/; resolves with the files written and read. */
export async function buildWorker(source) {
  const { build } = await import('vite');
  const output = source.replace('js/src', 'dist').replace(/\.ts$/, '.js');
  const built = await build({
    configFile: false,
    root: top,
    logLevel: 'error',
    publicDir: false,
    define: { 'import.meta.url': 'undefined' }, // the compiled module is passed in
    build: {
      outDir: join(top, 'dist'),
      emptyOutDir: false,
      target: 'es2022',
      minify: 'oxc',
      lib: {
        entry: join(top, source),
        formats: ['iife'],
        name: 'fairwasmWorker',
        fileName: () => output.replace('dist/', ''),
      },
    },
  });
  return { outputs: [output], read: readBy(built) };
}
