// Bundled libraries of the package, each as one ES module, so that fairwasm has no dependencies and needs no bundler.
// See docs/decisions/018-package-contents.md.

import { cp, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { listFiles } from './files.mjs';
import { top } from './paths.mjs';
import { mended } from './vendor-patches.mjs';

// By name of the module: what the package uses and where it comes from.
const libraries = {
  papaparse: { papaparse: 'default' },
  'string-width': { 'string-width': 'default' },
  hyparquet: {
    hyparquet: 'parquetMetadataAsync',
    'hyparquet/src/column.js': 'parquetHeader',
    'hyparquet/src/convert.js': 'convert',
    'hyparquet/src/datapage.js': 'decompressPage',
    'hyparquet/src/delta.js': 'deltaBinaryUnpack, deltaByteArray, deltaLengthByteArray',
    'hyparquet/src/encoding.js': 'byteStreamSplit',
    'hyparquet/src/plain.js': 'readPlain',
  },
  'hyparquet-compressors': { 'hyparquet-compressors': 'compressors' },
  fflate: { fflate: 'deflateSync, inflateSync' },
  fzstd: { fzstd: 'Decompress' },
  flechette: { '@uwdata/flechette': 'tableFromIPC, setCompressionCodec, CompressionType' },
};

// Libraries that are slow to start and rarely needed: their code runs at the first call.
const startedLate = ['string-width'];

const mend = {
  name: 'mend',
  transform(code, id) {
    const file = Object.keys(mended).find((each) => id.endsWith(each));
    if (!file) return null;
    const whole = mended[file].reduce((text, [from, to]) => {
      if (text.split(from).length !== 2) throw new Error(`the text to patch must occur once in ${id}`);
      return text.replace(from, () => to);
    }, code);
    return { code: whole, map: null };
  },
};

/**
 * Returns the files that `buildVendor` writes.
 *
 * @param {string[]} folders
 */
export function vendorFiles([sources, ...copies]) {
  const built = listFiles([sources], ['.js', '.d.ts']).filter((file) => !file.includes('/report-file.'));
  const code = built.filter((file) => file.endsWith('.js'));
  return [...built, ...copies.flatMap((copy) => code.map((file) => file.replace(sources, copy)))];
}

/**
 * Writes the modules to the folders, with types for the first folder's sources.
 *
 * @param {string[]} folders
 */
export async function buildVendor([sources, ...copies]) {
  const { build } = await import('vite');
  const outDir = join(top, sources);
  const entries = join(top, 'build/vendor');
  await mkdir(entries, { recursive: true });
  for (const [name, sources] of Object.entries(libraries)) {
    const taken = ([from, names]) =>
      startedLate.includes(name)
        ? `export default (...given) => require('${from}').default(...given);\n`
        : `export { ${names} } from '${from}';\n`;
    await writeFile(join(entries, `${name}.js`), Object.entries(sources).map(taken).join(''));
  }
  await build({
    configFile: false,
    plugins: [mend],
    define: { define: 'undefined' }, // keeps an AMD loader of the page from being called
    root: top,
    logLevel: 'error',
    build: {
      outDir,
      emptyOutDir: false,
      copyPublicDir: false,
      lib: {
        entry: Object.fromEntries(Object.keys(libraries).map((name) => [name, join(entries, `${name}.js`)])),
        formats: ['es'],
      },
      rolldownOptions: { output: { entryFileNames: '[name].js', chunkFileNames: '[name].js' } },
      minify: 'oxc',
    },
  });
  const isCode = (path) => !path.endsWith('.d.ts');
  for (const folder of copies) await cp(outDir, join(top, folder), { recursive: true, filter: isCode });
  for (const [name, sources] of Object.entries(libraries)) {
    const all = ([from, names]) => `export ${names === 'default' ? '{ default }' : '*'} from '${from}';\n`;
    await writeFile(join(outDir, `${name}.d.ts`), Object.entries(sources).map(all).join(''));
  }
}
