// SPDX-License-Identifier: Apache-2.0
//
// Reads a CSV file as counts of combinations of categories, without storing a value per row. A random-access file is
// split into fixed ranges, which are counted here or by workers; a stream is counted as it arrives.

import { FairwasmError } from '../../core/error.js';
import { untilAborted } from '../../core/long-run.js';
import { getModule } from '../../core/module.js';
import type { StartWorker } from '../../core/platform-types.js';
import type { TextWasm } from '../../core/text-module.js';
import { ByteInput, type CsvSource, inPieces, maxTurn, type Readable, sizeOfSource, turn } from '../byte-input.js';
import {
  type CodedOptions,
  type CsvOptions,
  fillBlankRows,
  type Header,
  noteBlankRows,
  noteEncoding,
  omitTail,
  pieceLength,
  readHeader,
} from '../coded-csv.js';
import { wantedColumns } from '../files/columns.js';
import { accessTo, canBeReadAnywhere, type RandomAccess } from '../files/source.js';
import { recorded } from '../intake/record.js';
import { CountingPool, inOrder, type Team } from './counting-pool.js';
import { type CombinationCounts, type CountedBatch, merged, type PartCounts } from './counts.js';
import { type ByteRange, countRange, type RangeCounts } from './range.js';
import { type CountLayout, TableCounter } from './table-counter.js';

/** How to count rows. */
export interface CountOptions extends CsvOptions, Partial<Pick<CodedOptions, 'missingTexts'>> {
  /** Number of workers for a random-access file. Default: 0, without workers. */
  workers?: number | undefined;
  /** Starts a worker whose script is `fairwasm/counting-worker`; not needed in Node. */
  startWorker?: StartWorker | undefined;
  /** Length of a range in bytes. */
  rangeLength?: number | undefined;
}

const usualRangeLength = 1 << 21; // takes a few milliseconds
const maxStored = 1 << 14; // combinations of a stream

/**
 * Counts the rows of a file with a header row; see `readCsv` for formats and errors. Yields a single batch if there
 * are few combinations.
 */
export async function* readCounts(
  wasm: TextWasm,
  source: CsvSource,
  options: CountOptions,
): AsyncGenerator<CountedBatch, void, undefined> {
  const access = canBeReadAnywhere(source) ? accessTo(source) : undefined;
  const input = new ByteInput(access ? inPieces(access) : source, options);
  try {
    const header = await readHeader(wasm, input, options);
    const end = await omitTail(input, header, access ?? source, options);
    await fillBlankRows(input, header, options);
    options.onIntake?.(recorded(header.intake, header.decisions));
    const columns = wantedColumns(header.fields, options);
    const table: Open = { wasm, header, columns, layout: detectLayout(header, columns), options };
    const parts =
      access && input.isUnchanged
        ? getRanges(untilEnd(access, end), input.markLength + header.bytes, table)
        : toPieces(input, header.head.subarray(header.bytes), sizeOfSource(source), table);
    const blank = { rows: 0, open: 0 };
    const counted = withBlankRows(parts, blank);
    yield* merged(counted, (counts) => inRequestedOrder(counts, columns));
    noteBlankRows(header.intake, header.decisions, blank.rows, options);
  } finally {
    input.cancel();
  }
}

// The empty lines at the end of a part are blank rows if a later part has rows.
async function* withBlankRows(parts: AsyncIterable<PartCounts>, blank: { rows: number; open: number }) {
  for await (const part of parts) {
    const { rows, blankRows = 0, emptyLines = 0 } = part.counts;
    if (rows + blankRows > 0) {
      blank.rows += blank.open + blankRows;
      blank.open = 0;
    }
    blank.open += emptyLines;
    yield part;
  }
}

const untilEnd = (access: RandomAccess, end: number): RandomAccess =>
  end >= access.byteLength ? access : { ...access, byteLength: end, blob: access.blob?.slice(0, end) };

/** A file with a known header. */
interface Open {
  wasm: TextWasm;
  header: Header;
  columns: [name: string, index: number][];
  layout: CountLayout;
  options: CountOptions;
}

function detectLayout({ fields, format }: Header, columns: Open['columns']): CountLayout {
  const kinds = new Uint8Array(fields.length);
  for (const [, index] of columns) kinds[index] = 1;
  return { format, kinds };
}

// The core counts columns in file order; this restores the requested order.
function inRequestedOrder(counts: CombinationCounts, columns: Open['columns']): CountedBatch {
  const inFile = columns.map(([, index]) => index).sort((a, b) => a - b);
  const indices = columns.map(([, index]) => inFile.indexOf(index));
  return {
    ...counts,
    names: columns.map(([name]) => name),
    texts: indices.map((position) => counts.texts[position] as string[]),
    codes: indices.map((place) => counts.codes[place] as Uint32Array),
  };
}

function report({ onProgress, signal }: CountOptions, done: number, total?: number): void {
  onProgress?.({ done, total });
  signal?.throwIfAborted();
}

async function* toPieces(
  input: ByteInput,
  head: Uint8Array,
  total: number | undefined,
  { wasm, header, layout, options }: Open,
): AsyncGenerator<PartCounts> {
  const counter = new TableCounter(wasm, layout);
  try {
    let piece = head;
    let rows = 0;
    for (;;) {
      const refusal = refused(() => {
        counter.feed(piece.length, (room) => room.set(piece));
        counter.count(input.ended);
      });
      const isDone = refusal !== undefined || input.ended;
      if (isDone || counter.size > maxStored) {
        const counts = counter.take();
        const ofPart = refusal instanceof FairwasmError ? refusal.inRowsFrom(-rows) : refusal;
        yield { counts: { ...counts, emptyLines: 0 }, refusal: ofPart };
        rows += counts.rows;
      }
      report(options, input.amountRead, total);
      if (isDone) noteEncoding(header, input, options);
      if (isDone) return;
      piece = await input.next(pieceLength);
    }
  } finally {
    counter.delete();
  }
}

function refused(act: () => void): unknown {
  try {
    act();
    return undefined;
  } catch (error) {
    return error;
  }
}

async function* getRanges(access: Readable, first: number, table: Open): AsyncGenerator<PartCounts> {
  const { workers = 0, signal, rangeLength = usualRangeLength } = table.options;
  const ranges = cut(first, access.byteLength, rangeLength);
  const max = Math.min(workers, ranges.length);
  const team: RangeTeam = max > 0 ? getTeam(max, access, table) : alone(access, table);
  try {
    let end = first;
    for (const [range, counting] of inOrder(ranges, team)) {
      let counted = await untilAborted(counting, signal);
      // The assumption about the beginning of the range was wrong.
      if (counted.begin !== end) {
        const exact = { start: end, end: Math.max(end, range.end), isExact: true };
        counted = await untilAborted(team.count(exact, { isUrgent: true }), signal);
      }
      if (counted.refusal?.details.expected === utf8) {
        const { openLatin1 } = await import('./latin1.js');
        const rest = await openLatin1(access, first, end, table.options);
        if (rest) {
          const { input, options } = rest;
          yield* toPieces(input, await input.head(0), access.byteLength, { ...table, options });
          return;
        }
      }
      end = counted.end;
      const { counts, refusal } = counted;
      const error = refusal && new FairwasmError(refusal.code, refusal.details);
      yield { counts, refusal: error };
      report(table.options, end, access.byteLength);
    }
  } finally {
    team.stop();
  }
}

const utf8 = 'text in UTF-8'; // in errors of the core

/** Returns ranges that depend only on the file. */
function cut(first: number, byteLength: number, rangeLength: number): ByteRange[] {
  const count = Math.max(1, Math.ceil((byteLength - first) / rangeLength));
  return Array.from({ length: count }, (_, i) => ({
    start: first + i * rangeLength,
    end: Math.min(first + (i + 1) * rangeLength, byteLength),
    isExact: i === 0,
  }));
}

type RangeTeam = Team<ByteRange, RangeCounts>;

function getTeam(workers: number, access: Readable, { wasm, layout, options }: Open): RangeTeam {
  const table = { kind: 'csv', module: getModule(wasm), layout } as const;
  return new CountingPool(workers, table, access, options.startWorker);
}

// Counts ranges on the calling thread; events are handled between ranges.
function alone(access: Readable, { wasm, layout, options }: Open): RangeTeam {
  let turnBegan = performance.now();
  return {
    async count(range) {
      if (performance.now() - turnBegan > maxTurn) {
        await turn();
        turnBegan = performance.now();
      }
      options.signal?.throwIfAborted();
      return countRange(wasm, layout, access, range);
    },
    ahead: 2, // the next range is read while one is counted
    stop() {},
  };
}
