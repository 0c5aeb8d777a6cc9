// SPDX-License-Identifier: Apache-2.0
//
// ZIP archives: workbooks are archives, and tables are often compressed in one.

import { unzipSync } from '../../vendor/unzip.js';
import { badFile } from '../byte-input.js';

/** The parts of an archive, decompressed when needed. */
export class Archive {
  readonly names: readonly string[];
  readonly #bytes: Uint8Array;

  /** Throws `invalidArgument` for an incomplete archive. */
  constructor(bytes: ArrayBuffer) {
    this.#bytes = new Uint8Array(bytes);
    const names: string[] = [];
    unzipped(this.#bytes, ({ name }) => {
      names.push(name);
      return false;
    });
    this.names = names;
  }

  has(name: string): boolean {
    return this.names.includes(name);
  }

  part(name: string): Uint8Array {
    const parts = unzipped(this.#bytes, (part) => part.name === name);
    const found = parts[name];
    if (!found) throw new Error(`no part ${name}`);
    return found;
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

const tableName = /\.(?:csv|tsv|tab|data|parquet|arrow|feather|xlsx|jsonl?|ndjson|arff)(?:\.(?:gz|zst))?$/i;

interface Part {
  name: string;
  size: number;
  originalSize: number;
}

// Deflate compresses data at most a thousandfold; the declared size must be consistent with that before memory is
// allocated.
function unzipped(bytes: Uint8Array, isWanted: (part: Part) => boolean): Record<string, Uint8Array> {
  try {
    return unzipSync(bytes, {
      filter: (part: Part) => {
        const stored = Math.min(part.size, bytes.byteLength);
        if (!isWanted(part)) return false;
        if (part.originalSize > Math.min(536870912, 1032 * stored + 1024))
          throw new Error(`a part of ${part.originalSize} bytes, compressed to ${part.size}`);
        return true;
      },
    });
  } catch (error) {
    throw badFile('a complete ZIP archive or .xlsx workbook', whatIsWrong(error));
  }
}

const whatIsWrong = (error: unknown): string => {
  const message = error instanceof Error ? error.message : String(error);
  return /invalid zip|unexpected EOF/i.test(message) ? 'a damaged or incomplete file' : message;
};

/** Returns the text of a part in UTF-8 or UTF-16. */
export function textIn(archive: Archive, name: string): string {
  const bytes = archive.part(name);
  const isWide = bytes[0] === 0xff && bytes[1] === 0xfe;
  return new TextDecoder(isWide ? 'utf-16le' : 'utf-8').decode(bytes);
}
