// The libraries that the package takes along: each as one ES module, so that fairwasm has no dependencies
// and needs no bundler. See docs/decisions/060-libraries-taken-along.md.

import { cp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { top } from './paths.mjs';

const libraries = ['papaparse', 'string-width'];
const resolved = (name) => [name, fileURLToPath(import.meta.resolve(name))];

/** Lays the modules, with types for the first folder's sources, into the folders. */
export async function buildVendor([sources, ...copies]) {
  const { build } = await import('vite');
  const outDir = join(top, sources);
  await build({
    configFile: false,
    define: { define: 'undefined' }, // no AMD loader of the page's own is to be called
    root: top,
    logLevel: 'error',
    build: {
      outDir,
      emptyOutDir: true,
      copyPublicDir: false,
      lib: { entry: Object.fromEntries(libraries.map(resolved)), formats: ['es'] },
      rolldownOptions: { output: { entryFileNames: '[name].js' } },
      minify: 'oxc',
    },
  });
  for (const folder of copies) {
    await rm(join(top, folder), { recursive: true, force: true });
    await cp(outDir, join(top, folder), { recursive: true });
  }
  for (const name of libraries) {
    await writeFile(join(outDir, `${name}.d.ts`), `export { default } from '${name}';\n`);
  }
}
