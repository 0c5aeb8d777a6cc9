// SPDX-License-Identifier: Apache-2.0
//
// ZIP archives: workbooks and logs are archives, and tables are often compressed in one.

import { inflateSync } from '../../vendor/fflate.js';
import { badFile } from '../byte-input.js';
import { type Decompressor, zstdDecompressors } from './decompress.js';

interface Part {
  method: number;
  checksum: number;
  size: number;
  originalSize: number;
  offset: number;
}

const methods = { stored: 0, deflate: 8, zstd: 93 };
const maxPartLength = 1 << 29;
const expected = 'a complete ZIP archive or .xlsx workbook';

/** The parts of an archive, decompressed when needed. */
export class Archive {
  readonly #bytes: Uint8Array;
  readonly #parts: ReadonlyMap<string, Part>;
  readonly #zstd: (() => Decompressor) | undefined;

  private constructor(bytes: Uint8Array, parts: ReadonlyMap<string, Part>, zstd: (() => Decompressor) | undefined) {
    this.#bytes = bytes;
    this.#parts = parts;
    this.#zstd = zstd;
  }

  /** Rejects with `invalidArgument` for an incomplete archive. */
  static async open(buffer: ArrayBuffer): Promise<Archive> {
    const bytes = new Uint8Array(buffer);
    const parts = getParts(bytes);
    const isZstd = [...parts.values()].some(({ method }) => method === methods.zstd);
    return new Archive(bytes, parts, isZstd ? await zstdDecompressors() : undefined);
  }

  get names(): string[] {
    return [...this.#parts.keys()];
  }

  has(name: string): boolean {
    return this.#parts.has(name);
  }

  part(name: string): Uint8Array {
    const part = this.#parts.get(name);
    if (!part) throw new Error(`no part ${name}`);
    const { method, checksum, originalSize } = part;
    // Deflate compresses data at most a thousandfold; the declared size must be consistent with that before memory is
    // allocated. Zstandard allocates what it decompresses.
    const stored = storedBytes(this.#bytes, part);
    const isDense = method !== methods.zstd && originalSize > 1032 * stored.length + 1024;
    if (originalSize > maxPartLength || isDense) {
      throw badFile(expected, `a part of ${originalSize} bytes, compressed to ${stored.length}`);
    }
    const content = this.#decompressed(stored, part);
    if (content.length !== originalSize || crc32(content) !== checksum) throw damaged('a part that was damaged');
    return content;
  }

  #decompressed(stored: Uint8Array, { method, originalSize }: Part): Uint8Array {
    if (method === methods.stored) return stored;
    if (method === methods.zstd && this.#zstd) return unpacked(this.#zstd(), stored, originalSize);
    if (method !== methods.deflate) throw badFile(expected, `a part with compression method ${method}`);
    try {
      return inflateSync(stored, { out: new Uint8Array(originalSize) });
    } catch (error) {
      throw damaged(error instanceof Error ? error.message : String(error));
    }
  }

  get isWorkbook(): boolean {
    return this.names.some((name) => /(?:^|\/)workbook\.xml$/i.test(name));
  }

  /** Names of the files that may be tables. */
  get files(): string[] {
    const isHidden = (name: string) => /(?:^|\/)(?:\.|__MACOSX\/)|\/$/.test(name);
    const all = this.names.filter((name) => !isHidden(name));
    const tables = all.filter((name) => tableName.test(name));
    return tables.length > 0 ? tables : all.filter((name) => !/readme|license/i.test(name));
  }
}

const tableName = /\.(?:csv|tsv|tab|data|parquet|arrow|feather|xlsx|jsonl?|ndjson)(?:\.(?:gz|zst))?$/i;

const damaged = (reason: string) =>
  badFile(expected, /invalid|EOF/i.test(reason) ? 'a damaged or incomplete file' : reason);

const marks = { local: 0x04034b50, entry: 0x02014b50, end: 0x06054b50, end64: 0x06064b50, locator64: 0x07064b50 };
const endLength = 22;
const maxComment = 65535;
const in64 = 0xffffffff; // the value is in the fields of ZIP64

/** Reads the directory at the end of an archive. A later part replaces an earlier part with the same name. */
function getParts(bytes: Uint8Array): Map<string, Part> {
  const view = new DataView(bytes.buffer);
  try {
    let end = bytes.length - endLength;
    while (view.getUint32(end, true) !== marks.end) {
      if (--end < bytes.length - endLength - maxComment) throw new RangeError();
    }
    let count = view.getUint16(end + 10, true);
    let at = view.getUint32(end + 16, true);
    if (end >= 20 && view.getUint32(end - 20, true) === marks.locator64) {
      const end64 = Number(view.getBigUint64(end - 12, true));
      if (view.getUint32(end64, true) === marks.end64) {
        count = Number(view.getBigUint64(end64 + 32, true));
        at = Number(view.getBigUint64(end64 + 48, true));
      }
    }
    const parts = new Map<string, Part>();
    const decoder = new TextDecoder();
    for (let i = 0; i < count; i++) {
      if (view.getUint32(at, true) !== marks.entry) throw new RangeError();
      if ((view.getUint16(at + 8, true) & 1) === 1) throw badFile(expected, 'an encrypted archive; unpack it first');
      const [nameLength = 0, extraLength = 0, commentLength = 0] = [28, 30, 32].map((each) =>
        view.getUint16(at + each, true),
      );
      const extra = at + 46 + nameLength;
      const name = decoder.decode(bytes.subarray(at + 46, extra));
      const sizes = [24, 20, 42].map((each) => view.getUint32(at + each, true));
      const [originalSize = 0, size = 0, offset = 0] = sizes64(view, extra, extra + extraLength, sizes);
      const [method, checksum] = [view.getUint16(at + 10, true), view.getUint32(at + 16, true)];
      parts.set(name, { method, checksum, size, originalSize, offset });
      at = extra + extraLength + commentLength;
    }
    return parts;
  } catch (error) {
    if (error instanceof RangeError) throw damaged('invalid directory');
    throw error;
  }
}

/** Returns sizes and offset, which are among the extra fields if they do not fit into four bytes. */
function sizes64(view: DataView, from: number, end: number, sizes: readonly number[]): number[] {
  if (!sizes.includes(in64)) return [...sizes];
  for (let at = from; at + 4 <= end; at += 4 + view.getUint16(at + 2, true)) {
    if (view.getUint16(at, true) !== 1) continue;
    let index = at + 4;
    return sizes.map((size) => {
      if (size !== in64) return size;
      index += 8;
      return Number(view.getBigUint64(index - 8, true));
    });
  }
  return [...sizes];
}

function storedBytes(bytes: Uint8Array, { offset, size }: Part): Uint8Array {
  const view = new DataView(bytes.buffer);
  if (offset + 30 > bytes.length || view.getUint32(offset, true) !== marks.local) throw damaged('invalid part');
  const start = offset + 30 + view.getUint16(offset + 26, true) + view.getUint16(offset + 28, true);
  if (start + size > bytes.length) throw damaged('invalid part');
  return bytes.subarray(start, start + size);
}

const atOnce = 512; // bytes, of which four can become 128 KiB

function unpacked(unpack: Decompressor, stored: Uint8Array, length: number): Uint8Array {
  const content = new Uint8Array(length);
  let filled = 0;
  for (let at = 0; at <= stored.length; at += atOnce) {
    for (const piece of unpack(stored.subarray(at, at + atOnce), at + atOnce > stored.length)) {
      if (filled + piece.length > length) throw damaged('a part that was damaged');
      content.set(piece, filled);
      filled += piece.length;
    }
  }
  return content.subarray(0, filled);
}

const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let sum = byte;
  for (let bit = 0; bit < 8; bit++) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1;
  return sum;
});

function crc32(bytes: Uint8Array): number {
  let sum = 0xffffffff;
  for (let i = 0; i < bytes.length; i++) sum = (sum >>> 8) ^ (table[(sum ^ (bytes[i] as number)) & 0xff] as number);
  return (sum ^ 0xffffffff) >>> 0;
}

/** Returns the text of a part in UTF-8 or UTF-16. */
export function textIn(archive: Archive, name: string): string {
  const bytes = archive.part(name);
  const isWide = bytes[0] === 0xff && bytes[1] === 0xfe;
  return new TextDecoder(isWide ? 'utf-16le' : 'utf-8').decode(bytes);
}
