// SPDX-License-Identifier: Apache-2.0
//
// What a worker that counts is told and what it answers.

import type { CompiledModule } from '../../core/platform-types.js';
import type { Counts } from './counts.js';
import type { Range, RangeCounts, Refusal } from './range.js';
import type { Layout } from './table-counter.js';

/** A file as a worker can have it: threads of one process share what is open in it; of others bytes are asked for. */
export type Shared =
  | { blob: Blob }
  | { descriptor: number; byteLength: number }
  | { byteLength: number };

/** What is counted: a table of text, by ranges; or one of Parquet, by row groups. */
export type Countable =
  | { kind: 'csv'; module: CompiledModule; layout: Layout }
  | { kind: 'parquet'; columns: readonly string[] | undefined };

/** A part of it: a range, or the place of a row group. */
export type Piece = Range | number;

/** What is in a piece. */
export type Counted = RangeCounts | { counts: Counts } | { refusal: Refusal };

/** First what is to be counted, then any number of its pieces; between them the bytes that were asked for. */
export type Request =
  | { kind: 'file'; table: Countable; file: Shared }
  | { kind: 'piece'; piece: Piece }
  | { kind: 'bytes'; bytes: ArrayBuffer };

/** For each piece its counts, in the order in which they were asked for, or what went wrong; and questions for bytes. */
export type Reply =
  | { kind: 'counted'; counted: Counted }
  | { kind: 'unreadable' }
  | { kind: 'failed'; reason: string }
  | { kind: 'read'; start: number; end: number };
