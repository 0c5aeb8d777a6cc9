// What is changed in libraries as they are laid into the package: what they believe of a file and are not to, as room for
// it would be more than there is, what they cannot do everywhere, and damage that they do not look for. By the file of
// the library, what stands there and what stands there instead. See docs/decisions/060-libraries-taken-along.md.

export const mended = {
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
  // Literals, which are most of what does not repeat, are copied at once instead of byte by byte.
  'hyparquet/src/snappy.js': [
    [
      'for (let i = 0; i < length; i++) {',
      `if (fromArray !== toArray && length > 32) {
    toArray.set(fromArray.subarray(fromPos, fromPos + length), toPos)
    return
  }
  for (let i = 0; i < length; i++) {`,
    ],
  ],
  // A block of less than no bytes would be read again and again.
  'hyparquet-compressors/src/lz4.js': [
    [
      'if (input.length - i < expectedInputLength) throw',
      'if (expectedInputLength < 0 || input.length - i < expectedInputLength) throw',
    ],
  ],
  // The window into what was unpacked: 128 MiB is as much as the zstd program takes without being asked, and what was
  // unpacked is remembered where it comes to stand, instead of the whole window being moved at every block. References to
  // before the beginning, bits that are left over, lengths that are others and checksums show that a file was damaged;
  // what ran over the end of a block took minutes, and tables that read no bits had no end.
  'fzstd/esm/index.mjs': [
    [
      '// read Zstandard block',
      `// keeps what was unpacked for as long as the window reaches
function remember(st, blk) {
  if (st.e + blk.length > st.w.length) {
    const kept = st.w.subarray(Math.max(0, st.e - st.n), st.e);
    const needed = kept.length + blk.length;
    if (needed > 0.8 * st.w.length) st.w = new u8(needed + Math.max(8 * blk.length, needed >> 2));
    st.w.set(kept);
    st.e = kept.length;
  }
  st.w.set(blk, st.e);
  st.e += blk.length;
}
// read Zstandard block`,
    ],
    ['if (ws > 2145386496)', 'if (!(ws >= 0 && ws <= 134217728))'],
    ['new u8((w == 1 ? (fss || ws) : w ? 0 : ws) + 12)', 'new u8(12)'],
    ['e: ws,', 'e: 0,\n n: ws,'],
    ['// end byte for block', 'if (sz > st.m) err(0);\n // end byte for block'],
    ['hw[++wc] = fdt.s[st1];', 'if (wc > 254) err(0);\n hw[++wc] = fdt.s[st1];'],
    ['var spl = buf.length - lss;', 'var spl = buf.length - lss;\n if (spl < 0) err(0);'],
    ['var len = -stin;', 'var len = -stin;\n if (len > st.e) err(4);'],
    [
      'cbt = (spos -= lbtr) >> 3;',
      'if (ns == 1 && spos != bt << 3) err(0);\n cbt = (spos -= lbtr) >> 3;',
    ],
    ['var ns = dat[bt++];', 'var ns = dat[bt++];\n if (ns ? bt > ebt : bt != ebt) err(0);'],
    ['var lb = dat[ebt - 1];', 'if (bt >= ebt) err(0);\n var lb = dat[ebt - 1];'],
    ['var stin = oubt - off;', 'if (!(off > 0)) err(4);\n var stin = oubt - off;'],
    [
      'for (var i = 0; i < ll; ++i) {',
      'if (!(oubt + ml <= spl && spl + ll <= buf.length)) err(0);\n for (var i = 0; i < ll; ++i) {',
    ],
    ['export function decompress(dat, buf) {', 'export function decompress(dat, buf, most) {'],
    [
      'if (st.w.length == st.u) {',
      'if (st.u) {\n if (st.u > most - ol) err(0);\n st.w = new u8(st.u);',
    ],
    [
      'bufs.push(blk);\n                    ol += blk.length;',
      'bufs.push(blk);\n if ((ol += blk.length) > most) err(0);',
    ],
    [
      `cpw(st.w, 0, blk.length);
                    st.w.set(blk, st.w.length - blk.length);`,
      'remember(st, blk);',
    ],
    ['bt = st.b + (st.c * 4);', 'if (buf && st.y != st.u) err(0);\n bt = st.b + (st.c * 4);'],
    [
      `cpw(this.s.w, 0, blk.length);
                    this.s.w.set(blk, this.s.w.length - blk.length);`,
      'remember(this.s, blk);\n this.s.y += blk.length;',
    ],
    [
      'this.s = this.s.c * 4;',
      `if (this.s.u && this.s.y != this.s.u) err(0);
      if (this.s.c) this.k = [];
      else this.onframe();
      this.s = this.s.c * 4;`,
    ],
    [
      'var sub = Math.min(chunk.length, this.s);',
      `var sub = Math.min(chunk.length, this.s);
      if (this.k) {
        this.k.push(...chunk.subarray(0, sub));
        if (sub == this.s) this.onframe(b4(this.k, 0)), (this.k = null);
      }`,
    ],
  ],
  // What a part of a workbook is to have for a checksum stands in the list of parts.
  'fflate/esm/browser.js': [
    ['var crc = function () {', 'export var crc = function () {'],
    [
      '_a = zh(data, o, z), c_2 = _a[0],',
      'sum = b4(data, o + 16), _a = zh(data, o, z), c_2 = _a[0],',
    ],
    [
      "err(14, 'unknown compression type ' + c_2);",
      `err(14, 'unknown compression type ' + c_2);
            var found = crc();
            found.p(files[fn]);
            if (found.d() >>> 0 != sum) throw new Error('a part that was damaged');`,
    ],
  ],
  // A page is as long as it says.
  'hyparquet-compressors/src/compressors.js': [
    [
      'ZSTD: input => decompressZstd(input)',
      'ZSTD: (input, length) => decompressZstd(input, undefined, length)',
    ],
  ],
  // Where a page ended before its length was reached, the rest was zeros.
  'hyparquet-compressors/src/gzip.js': [
    [
      'if (!(input.length - inputIndex)) return out',
      'if (input.length === inputIndex && outputIndex === out.length) return out',
    ],
    [
      'if (payloadStart === input.length - 8) return out',
      'if (payloadStart === input.length - 8 && outputIndex === out.length) return out',
    ],
    ['function gzipStart(', "import { crc } from 'fflate';\nfunction gzipStart("],
    ['let pos = payloadStart * 8', 'const first = outputIndex;\n let pos = payloadStart * 8'],
    [
      'if (outputIndex < out.length) {',
      `if (payloadStart > inputIndex) {
    const found = crc();
    found.p(out.subarray(first, outputIndex));
    const end = Math.ceil(pos / 8);
    if (found.d() !== new DataView(input.buffer, input.byteOffset + end, 8).getInt32(0, true)) {
      throw new Error('a page that was damaged');
    }
  }
  if (outputIndex < out.length) {`,
    ],
  ],
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
