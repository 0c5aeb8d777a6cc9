// SPDX-License-Identifier: Apache-2.0
//
// Writes ZIP archives with any compression, as Python's zipfile does.

import { crc32 } from './crc32.mjs';

/**
 * Returns the bytes of an archive.
 *
 * @param {Record<string, unknown>} files JSON by name; undefined becomes text that is not JSON.
 * @param {number} method
 * @param {(bytes: Buffer) => Uint8Array} pack
 * @param {{ isZip64?: boolean, size?: number, last?: Record<string, unknown> }} [options] `size`: a wrong size of the
 *   content. `last`: files whose names may occur before.
 */
export function toArchive(files, method, pack, { isZip64 = false, size, last = {} } = {}) {
  const parts = [];
  const entries = [];
  let at = 0;
  for (const [name, content] of [...Object.entries(files), ...Object.entries(last)]) {
    const data = Buffer.from(JSON.stringify(content) ?? 'not JSON');
    const packed = pack(data);
    const path = Buffer.from(name);
    const extra = Buffer.alloc(isZip64 ? 28 : 0);
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(method, 4);
    fields.writeUInt32LE(crc32(data), 10);
    fields.writeUInt32LE(isZip64 ? 0xffffffff : packed.length, 14);
    fields.writeUInt32LE(isZip64 ? 0xffffffff : (size ?? data.length), 18);
    fields.writeUInt16LE(path.length, 22);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    fields.copy(entry, 6);
    entry.writeUInt16LE(extra.length, 30);
    entry.writeUInt32LE(isZip64 ? 0xffffffff : at, 42);
    if (isZip64) {
      extra.writeUInt16LE(1, 0);
      extra.writeUInt16LE(24, 2);
      [data.length, packed.length, at].forEach((each, i) => {
        extra.writeBigUInt64LE(BigInt(each), 4 + 8 * i);
      });
    }
    parts.push(Buffer.from('PK\x03\x04'), fields, path, packed);
    entries.push(entry, path, extra);
    at += 30 + path.length + packed.length;
  }
  const directory = Buffer.concat(entries);
  const count = entries.length / 3;
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(count, 8);
  end.writeUInt16LE(count, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(isZip64 ? 0xffffffff : at, 16);
  return new Uint8Array(
    Buffer.concat([...parts, directory, ...(isZip64 ? [toEnd64(count, at, directory.length)] : []), end]),
  );
}

function toEnd64(count, at, length) {
  const end = Buffer.alloc(76);
  end.writeUInt32LE(0x06064b50, 0);
  end.writeBigUInt64LE(44n, 4);
  end.writeBigUInt64LE(BigInt(count), 24);
  end.writeBigUInt64LE(BigInt(count), 32);
  end.writeBigUInt64LE(BigInt(length), 40);
  end.writeBigUInt64LE(BigInt(at), 48);
  end.writeUInt32LE(0x07064b50, 56);
  end.writeBigUInt64LE(BigInt(at + length), 64);
  end.writeUInt32LE(1, 72);
  return end;
}
