// SPDX-License-Identifier: Apache-2.0
//
// What the worker of audits is asked, what it tells meanwhile, and what comes of it; and how errors cross.

import { type ComparisonReport, FairwasmError, type Report, type ReportContext } from 'fairwasm';
import type { ClassReport } from 'fairwasm/classes';
import type { ErrorReport } from 'fairwasm/scores';
import type { CountsAudit } from 'fairwasm/sql';
import type { ThresholdConstraint } from 'fairwasm/thresholds';
import type { TakenIn } from '../intake/take-in.js';
import type { Answered, Question } from '../scan/questions.js';
import type { Frontier, ScoreCurve } from '../scores/frontier-rows.js';
import type { ScoreSheet } from '../scores/score-sheet.js';
import type { Choice } from '../table/choice.js';
import type { TableProfile } from '../table/profile.js';

/** What a worker can be asked to do. */
export type Work =
  | { kind: 'profile'; file: Blob }
  | { kind: 'intake'; file: Blob }
  | { kind: 'prepare'; file: Blob; profile: TableProfile; choice: Choice }
  | { kind: 'example'; name: string; extras?: Beside }
  | { kind: 'audit'; file: Blob; source: string; choice: Choice }
  | { kind: 'extras'; file: Blob; source: string; choice: Choice; extras: Beside }
  | { kind: 'counts'; file: Blob; source: string; what: CountsAudit }
  | { kind: 'classes'; file: Blob; source: string; choice: Choice; isOrdered: boolean }
  | { kind: 'numbers'; file: Blob; source: string; choice: Choice }
  | { kind: 'frontier'; groups: readonly ScoreCurve[]; constraint: ThresholdConstraint }
  | { kind: 'scan'; file: Blob; choice: Choice; question: Question };

/** What a report can have beside the usual. */
export type Beside = Pick<ReportContext, 'equivalenceMargin' | 'shrunken' | 'within'>;

/** Workers that may share the counting of a file. */
export interface WorkerPool {
  workers?: number;
  startWorker?: (name: string) => Worker;
}

/** What comes of it. */
export interface Results {
  profile: TableProfile;
  intake: TakenIn;
  prepare: Blob;
  example: Report;
  audit: Audited;
  /** The report anew, with what was asked for. */
  extras: Report;
  counts: Report;
  classes: ClassReport;
  numbers: ErrorReport;
  frontier: Frontier;
  scan: Answered;
}

/** What is known of a file after its audit. */
export interface Audited {
  report: Report;
  /** With the second model, where there is one. */
  comparison: ComparisonReport | undefined;
  /** Undefined without scores that can be held against outcomes. */
  scores: ScoreSheet | undefined;
}

export interface Progress {
  bytes: number;
  total: number;
  /** How far the work is, where bytes do not tell. */
  note?: string;
  /** An audit's figures, before their intervals. */
  figures?: Report;
  /** What a file's first rows hold, while the others are read. */
  first?: TableProfile;
}

/** An error in a form that survives the crossing: an Error's own fields would not. */
export type Failure =
  | {
      kind: 'input';
      code: FairwasmError['code'];
      argument: string;
      expected: string;
      actual: string;
      row: number | undefined;
    }
  | { kind: 'other'; name: string; message: string };

export function toFailure(error: unknown): Failure {
  if (!(error instanceof FairwasmError)) {
    const { name, message } = error instanceof Error ? error : new Error(String(error));
    return { kind: 'other', name, message };
  }
  const { code, argument, expected, actual, row } = error;
  return { kind: 'input', code, argument, expected, actual, row };
}

export function toError(failure: Failure): Error {
  if (failure.kind === 'other')
    return Object.assign(new Error(failure.message), { name: failure.name });
  return new FairwasmError(failure.code, failure);
}
