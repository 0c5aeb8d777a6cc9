// The libraries that the package takes along: each as one ES module, so that fairwasm has no dependencies
// and needs no bundler. See docs/decisions/060-libraries-taken-along.md.

import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { top } from './paths.mjs';

// By the name of the module: the library, and what the package takes from it.
const libraries = {
  papaparse: ['papaparse', 'default'],
  'string-width': ['string-width', 'default'],
  hyparquet: ['hyparquet', 'parquetMetadataAsync, parquetScan'],
  'hyparquet-compressors': ['hyparquet-compressors', 'compressors'],
  fzstd: ['fzstd', 'Decompress'],
  flechette: ['@uwdata/flechette', 'tableFromIPC'],
  'read-excel-file': ['read-excel-file/universal', 'readSheet'],
};

/** Lays the modules, with types for the first folder's sources, into the folders. */
export async function buildVendor([sources, ...copies]) {
  const { build } = await import('vite');
  const outDir = join(top, sources);
  const entries = join(top, 'build/vendor');
  await mkdir(entries, { recursive: true });
  for (const [name, [from, taken]] of Object.entries(libraries)) {
    await writeFile(join(entries, `${name}.js`), `export { ${taken} } from '${from}';\n`);
  }
  await build({
    configFile: false,
    define: { define: 'undefined' }, // no AMD loader of the page's own is to be called
    root: top,
    logLevel: 'error',
    build: {
      outDir,
      emptyOutDir: true,
      copyPublicDir: false,
      lib: {
        entry: Object.fromEntries(
          Object.keys(libraries).map((name) => [name, join(entries, `${name}.js`)]),
        ),
        formats: ['es'],
      },
      rolldownOptions: { output: { entryFileNames: '[name].js', chunkFileNames: '[name].js' } },
      minify: 'oxc',
    },
  });
  for (const folder of copies) {
    await rm(join(top, folder), { recursive: true, force: true });
    await cp(outDir, join(top, folder), { recursive: true });
  }
  for (const [name, [from, taken]] of Object.entries(libraries)) {
    const all = taken === 'default' ? '{ default }' : '*';
    await writeFile(join(outDir, `${name}.d.ts`), `export ${all} from '${from}';\n`);
  }
}
