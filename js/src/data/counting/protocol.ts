// SPDX-License-Identifier: Apache-2.0
//
// What a worker that counts is told and what it answers.

import type { CompiledModule } from '../../core/hosts.js';
import type { Range, RangeCounts } from './range.js';
import type { Layout } from './table-counter.js';

/** A file as a worker can have it: threads of one process share what is open in it; of others bytes are asked for. */
export type Shared =
  | { blob: Blob }
  | { descriptor: number; byteLength: number }
  | { byteLength: number };

/** First what is to be counted, then any number of ranges; between them the bytes that were asked for. */
export type Request =
  | { kind: 'file'; module: CompiledModule; layout: Layout; file: Shared }
  | { kind: 'range'; range: Range }
  | { kind: 'bytes'; bytes: ArrayBuffer };

/** For each range its counts, in the order in which they were asked for, or what went wrong; and questions for bytes. */
export type Reply =
  | { kind: 'counted'; counted: RangeCounts }
  | { kind: 'failed'; reason: string }
  | { kind: 'read'; start: number; end: number };
