// SPDX-License-Identifier: Apache-2.0
//
// Requests to the page's worker, and the progress that it reports. A feature declares its own requests by merging into
// `Requests`, so that this file does not depend on features; shell/worker.ts answers them.

import type { Example, Report, ReportContext } from 'fairwasm';
import type { ClassReport } from 'fairwasm/classes';
import type { ErrorReport } from 'fairwasm/scores';
import type { CountsAudit } from 'fairwasm/sql';
import type { Choice } from '../table/choice.js';
import type { TableProfile } from '../table/profile.js';

/** By name: what a request contains, and the type of its result. */
export interface Requests {
  profile: { request: { file: Blob }; result: TableProfile };
  prepare: { request: { file: Blob; profile: TableProfile; choice: Choice }; result: Blob };
  example: { request: { example: Example; extras?: Extras }; result: Report };
  extras: { request: ChosenFile & { extras: Extras }; result: Report };
  counts: { request: { file: Blob; source: string; what: CountsAudit }; result: Report };
  classes: { request: ChosenFile & { isOrdered: boolean }; result: ClassReport };
  numbers: { request: ChosenFile; result: ErrorReport };
}

/** A file with the chosen roles of its columns. */
export interface ChosenFile {
  file: Blob;
  source: string;
  choice: Choice;
}

/** Optional parts of a report. */
export type Extras = Pick<ReportContext, 'equivalenceMargin' | 'shrunken' | 'within'>;

export type RequestOf<Kind extends keyof Requests> = { kind: Kind } & Requests[Kind]['request'];
export type AnyRequest = { [Kind in keyof Requests]: RequestOf<Kind> }[keyof Requests];

/** Progress of a request: bytes of a file, unless `note` describes the step. */
export interface Progress {
  done: number;
  total: number;
  /** The current step. */
  note?: string;
  /** The rates of an audit before their confidence intervals are computed. */
  figures?: Report;
  /** The profile of a file's first rows, while the others are read. */
  first?: TableProfile;
}

/** Workers that may share the counting of a file. */
export interface WorkerPool {
  workers?: number;
  startWorker?: (name: string) => Worker;
}
