// SPDX-License-Identifier: Apache-2.0
//
// What a worker is told and what it answers.

import type { FairwasmErrorCode, FairwasmErrorDetails } from '../core/error.js';
import type { CompiledModule } from '../core/platform-types.js';
import type { Job, Kind, Range, Standing, TrialOf } from './jobs.js';

/** The one message to a worker: run these trials. */
export interface Request {
  module: CompiledModule;
  job: Job;
  trials: Range;
  watched: boolean;
}

/** An error in pieces, since classes do not survive the crossing. */
export type Failure =
  | { code: FairwasmErrorCode; details: FairwasmErrorDetails }
  | { code: null; message: string };

/**
 * A worker's messages: any number of `progress`, the standings since the last, and of `trials` that are
 * done; then one of the others.
 */
export type Reply =
  | { kind: 'progress'; standings: Standing[] }
  | { kind: 'trials'; trials: TrialOf[Kind][] }
  | { kind: 'done' }
  | { kind: 'failed'; failure: Failure };
