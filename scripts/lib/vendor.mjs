// The libraries that the package takes along: each as one ES module, so that fairwasm has no dependencies
// and needs no bundler. See docs/decisions/060-libraries-taken-along.md.

import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { top } from './paths.mjs';

// By the name of the module: what the package takes, by where it comes from.
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
  flechette: { '@uwdata/flechette': 'tableFromIPC' },
  'read-excel-file': { 'read-excel-file/universal': 'readSheet' },
};

// Libraries that take longer to start than most programs need them: their code runs at the first call.
const startedLate = ['string-width'];

// What libraries believe of a file and are not to, as room for it would be more than there is: by the file, what stands
// there and what stands there instead.
const mended = {
  // A vector's length is written down in four bytes, and fields may have one another for children: all vectors together
  // are to be no longer than the bytes they are read from, of which honest writers share few.
  '@uwdata/flechette/src/util/read.js': [
    [
      'export function readVector(',
      `const left = new WeakMap();
function within(buf, length, stride) {
  const rest = (left.get(buf) ?? 4 * buf.length) - length * stride;
  if (length < 0 || rest < 0) throw new Error('more entries than there are bytes');
  left.set(buf, rest);
  return length;
}
export function readVector(`,
    ],
    ['{ length: readInt32(buf, base) },', '{ length: within(buf, readInt32(buf, base), stride) },'],
  ],
  // Categories are not read before it was seen whether they are all there.
  '@uwdata/flechette/src/batch.js': [
    [
      'this.cache = dictionary.cache();',
      "Object.defineProperty(this, 'cache', { get: () => dictionary.cache() });",
    ],
  ],
  // A message of less than no bytes would be read without end.
  '@uwdata/flechette/src/decode/message.js': [
    [
      'if (metadataLength === 0) return null;',
      `if (metadataLength === 0) return null;
  if (metadataLength < 0) throw new Error(\`a message of \${metadataLength} bytes\`);`,
    ],
  ],
  // A block of less than no bytes would be read again and again.
  'hyparquet-compressors/src/lz4.js': [
    [
      'if (input.length - i < expectedInputLength) throw',
      'if (expectedInputLength < 0 || input.length - i < expectedInputLength) throw',
    ],
  ],
  // The window into what was unpacked: 128 MiB is as much as the zstd program takes without being asked.
  'fzstd/esm/index.mjs': [['if (ws > 2145386496)', 'if (!(ws >= 0 && ws <= 134217728))']],
  // Pieces were halved whenever one took more than 7 ms, and read by a call within the call for the one before: where much
  // else went on, a sheet of some thousand rows took minutes, or more calls than there may be.
  'read-excel-file/modules/xml/parseXml.js': [
    ['var INITIAL_CHUNK_SIZE = 64 * 1024;', 'var INITIAL_CHUNK_SIZE = 1024 * 1024;'],
    ['chunkSize /= 2;', 'chunkSize = INITIAL_CHUNK_SIZE;'],
  ],
  // Rows and cells that are left out are made as empty ones. No spreadsheet has more of them.
  'read-excel-file/modules/xlsx/parseSheet.js': [
    [
      'var previousRowNumber =',
      `if (!(state.rowNumber <= 1048576)) throw new InvalidSpreadsheetError(\`row \${state.rowNumber}\`);
      var previousRowNumber =`,
    ],
    [
      'state.cursor[0] = cell.row;',
      `if (!(cell.row <= 1048576 && cell.column <= 16384)) {
        throw new InvalidSpreadsheetError(\`a cell in row \${cell.row}, column \${cell.column}\`);
      }
      state.cursor[0] = cell.row;`,
    ],
    [
      'state.rows.push(state.row);',
      `state.rows.push(state.row);
      if (state.rowNumber * state.dataColumnCount > 4194304 + content.length) {
        throw new InvalidSpreadsheetError('far more cells than there are bytes');
      }`,
    ],
  ],
  // What is deflated becomes a thousandth at the least; room is made for what is claimed. Larger parts were left to a worker,
  // made of a text: Node has no such workers, no page with a strict policy allows them, and all parts were unpacked.
  'read-excel-file/modules/zip/unzipFromArrayBuffer.js': [
    ['import { unzip } from', 'import { unzipSync } from'],
    ['function unzipAsync(archive) {', 'function unzipAsync(archive, options) {'],
    [
      `unzip(archive, function (error, files) {
      if (error) {
        reject(error);
      } else {
        resolve(files);
      }
    });`,
      'resolve(unzipSync(archive, options));',
    ],
    [
      'filter: function filter(file) {',
      `filter: function filter(file) {
      const stored = Math.min(file.size, input.byteLength);
      if (file.originalSize > Math.min(536870912, 1032 * stored + 1024)) {
        throw new Error(\`a part of \${file.originalSize} bytes in \${file.size}\`);
      }`,
    ],
  ],
};

const mend = {
  name: 'mend',
  transform(code, id) {
    const file = Object.keys(mended).find((each) => id.endsWith(each));
    if (!file) return null;
    const whole = mended[file].reduce((text, [from, to]) => {
      if (text.split(from).length !== 2) throw new Error(`${id} is not what is mended in it`);
      return text.replace(from, () => to);
    }, code);
    return { code: whole, map: null };
  },
};

/** Lays the modules, with types for the first folder's sources, into the folders. */
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
  for (const [name, sources] of Object.entries(libraries)) {
    const all = ([from, names]) =>
      `export ${names === 'default' ? '{ default }' : '*'} from '${from}';\n`;
    await writeFile(join(outDir, `${name}.d.ts`), Object.entries(sources).map(all).join(''));
  }
}
