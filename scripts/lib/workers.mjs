// The scripts of workers, each as one file without imports: Vite up to 7 makes workers of one file only, and a
// server's bundler puts the file somewhere without what it would import. Without `import`, `export`, and
// `import.meta` the file is a module and a classic script at once, so that no one has to know which of them an
// environment takes it for.

import { join } from 'node:path';
import { top } from './paths.mjs';
import { readBy } from './stages.mjs';

/** Their sources. */
export const workers = [
  'js/src/predictability/attackers-worker.ts',
  'js/src/data/counting/counting-worker.ts',
];

/** Bundles one of them into dist/; resolves with the files written and read. */
export async function buildWorker(source) {
  const { build } = await import('vite');
  const output = source.replace('js/src', 'dist').replace(/\.ts$/, '.js');
  const built = await build({
    configFile: false,
    root: top,
    logLevel: 'error',
    publicDir: false,
    define: { 'import.meta.url': 'undefined' }, // the module is given compiled
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
