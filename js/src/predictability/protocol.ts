// SPDX-License-Identifier: Apache-2.0
//
// The messages to a worker and from it.

import type { FairwasmErrorCode, FairwasmErrorDetails } from '../core/error.js';
import type { CompiledModule } from '../core/platform-types.js';
import type { Job, Kind, Standing, TrialOf, TrialRange } from './jobs.js';

/** The only message to a worker: run these trials. */
export interface TrialRequest {
  module: CompiledModule;
  job: Job;
  trials: TrialRange;
  watched: boolean;
}

/** An error as plain data, because class instances cannot be cloned. */
export type Failure = { code: FairwasmErrorCode; details: FairwasmErrorDetails } | { code: null; message: string };

/**
 * The messages of a worker: any number of `progress` (the latest standings) and `trials` (finished trials), then one
 * of the others.
 */
export type TrialReply =
  | { kind: 'progress'; standings: Standing[] }
  | { kind: 'trials'; trials: TrialOf[Kind][] }
  | { kind: 'done' }
  | { kind: 'failed'; failure: Failure };
