// Changes of libraries when they are copied into the package: untrusted lengths in files that would cause huge
// allocations, missing portability, and undetected damage. For each file of a library: the original text and its
// replacement. See docs/decisions/019-file-readers.md.

export const mended = {
  // A vector's length takes four bytes, and fields may be nested, so the total length of all vectors is limited to the
  // number of bytes read; valid files rarely share bytes between vectors.
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
  // Categories are read only after a check that all of them exist.
  '@uwdata/flechette/src/batch.js': [
    ['this.cache = dictionary.cache();', "Object.defineProperty(this, 'cache', { get: () => dictionary.cache() });"],
  ],
  // A message with a negative length would cause an infinite loop.
  '@uwdata/flechette/src/compression.js': [['codec.decode(buf);', 'codec.decode(buf, ulen);']],
  '@uwdata/flechette/src/decode/message.js': [
    [
      'if (metadataLength === 0) return null;',
      `if (metadataLength === 0) return null;
  if (metadataLength < 0) throw new Error(\`a message of \${metadataLength} bytes\`);`,
    ],
  ],
  // Literals, which are most of the incompressible data, are copied at once instead of byte by byte.
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
  // A block with a negative length would be read again and again.
  'hyparquet-compressors/src/lz4.js': [
    [
      'if (input.length - i < expectedInputLength) throw',
      'if (expectedInputLength < 0 || input.length - i < expectedInputLength) throw',
    ],
  ],
  // The window is limited to 128 MiB, the default of the zstd program, and decompressed data is kept in place instead
  // of moving the whole window for every block. References before the beginning, leftover bits, wrong lengths, and
  // wrong checksums indicate damage; reading beyond a block took minutes, and tables that read no bits caused infinite
  // loops.
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
    ['cbt = (spos -= lbtr) >> 3;', 'if (ns == 1 && spos != bt << 3) err(0);\n cbt = (spos -= lbtr) >> 3;'],
    ['var ns = dat[bt++];', 'var ns = dat[bt++];\n if (ns ? bt > ebt : bt != ebt) err(0);'],
    ['var lb = dat[ebt - 1];', 'if (bt >= ebt) err(0);\n var lb = dat[ebt - 1];'],
    ['var stin = oubt - off;', 'if (!(off > 0)) err(4);\n var stin = oubt - off;'],
    [
      'for (var i = 0; i < ll; ++i) {',
      'if (!(oubt + ml <= spl && spl + ll <= buf.length)) err(0);\n for (var i = 0; i < ll; ++i) {',
    ],
    ['export function decompress(dat, buf) {', 'export function decompress(dat, buf, most) {'],
    ['if (st.w.length == st.u) {', 'if (st.u) {\n if (st.u > most - ol) err(0);\n st.w = new u8(st.u);'],
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
  // Pages of Parquet are compared with their checksums.
  'fflate/esm/browser.js': [['var crc = function () {', 'export var crc = function () {']],
  // A page must have the length in its header.
  'hyparquet-compressors/src/compressors.js': [
    ['ZSTD: input => decompressZstd(input)', 'ZSTD: (input, length) => decompressZstd(input, undefined, length)'],
  ],
  // If a page ended before its length was reached, the rest was filled with zeros.
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
};
