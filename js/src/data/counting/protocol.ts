// SPDX-License-Identifier: Apache-2.0
//
// The messages between a page and a counting worker.

import type { CompiledModule } from '../../core/platform-types.js';
import type { CombinationCounts } from './counts.js';
import type { ByteRange, RangeCounts, Refusal } from './range.js';
import type { CountLayout } from './table-counter.js';

/**
 * A file in a form that a worker can use: threads of the same process share an open file; in other cases bytes are
 * requested.
 */
export type Shared = { blob: Blob } | { descriptor: number; byteLength: number } | { byteLength: number };

/** The data to count: a delimited file, by ranges; or a Parquet file, by row groups. */
export type Countable =
  | { kind: 'csv'; module: CompiledModule; layout: CountLayout }
  | { kind: 'parquet'; columns: readonly string[] | undefined };

/** One piece of the data: a range of a delimited file, or the index of a row group. */
export type Piece = ByteRange | number;

/** The result for a piece. */
export type PieceCounts = RangeCounts | { counts: CombinationCounts } | { refusal: Refusal };

/** First the file to count, then any number of its pieces, with requested bytes in between. */
export type CountRequest =
  | { kind: 'file'; table: Countable; file: Shared }
  | { kind: 'piece'; piece: Piece }
  | { kind: 'bytes'; bytes: ArrayBuffer };

/** The counts of each piece, in the order of the requests, or an error; and requests for bytes. */
export type CountReply =
  | { kind: 'counted'; counted: PieceCounts }
  | { kind: 'unreadable' }
  | { kind: 'failed'; reason: string }
  | { kind: 'read'; start: number; end: number };
