// SPDX-License-Identifier: Apache-2.0
//
// Audits a file with the chosen columns: one model or two, and scores if there are any.

import { auditBatches, auditCsv, type ComparisonReport, compareBatches, type Fairwasm, type Report } from 'fairwasm';
import { type Choice, getColumns } from '../../table/choice.js';
import { getOutcome } from '../../table/outcome.js';
import { type MixedBatch, type OnRead, readMixed } from '../../table/read.js';
import type { Extras, WorkerPool } from '../../worker/requests.js';
import { ScoreCounter, type ScoreSheet } from '../scores/score-sheet.js';

/** The results of a file's audit. */
export interface Audited {
  report: Report;
  /** The comparison with the second model, if there is one. */
  comparison: ComparisonReport | undefined;
  /** Undefined without scores or without outcomes to compare them with. */
  scores: ScoreSheet | undefined;
}

declare module '../../worker/requests.js' {
  interface Requests {
    audit: { request: ChosenFile; result: Audited };
  }
}

/** Counts a file, with several workers if this is faster. */
export type Share = <T>(file: Blob, count: (crew: WorkerPool) => Promise<T>) => Promise<T>;

/** Reads the file once, or twice with a second model. */
export async function auditRows(
  fair: Fairwasm,
  file: Blob,
  source: string,
  choice: Choice,
  onProgress: OnRead,
  onCounted: (figures: Report) => void,
  share: Share = (_file, count) => count({}),
): Promise<Audited> {
  if (isOnlyCounted(choice)) {
    const what = getAuditOptions(choice, source);
    const reading = { onProgress, onCounted, spellings: 'keep' } as const; // merged already
    const report = await share(file, (crew) => auditCsv(fair, file, what, { ...reading, ...crew }));
    return { report, comparison: undefined, scores: undefined };
  }
  const { rival } = choice;
  const passes = rival === undefined ? 1 : 2;
  const scores = ScoreCounter.for(fair, choice);
  const pass =
    (i: number): OnRead =>
    ({ done }) =>
      onProgress({ done: (i * file.size + done) / passes });
  const rows = getRows(file, choice, getColumns(choice), pass(0));
  const batches = scores ? counted(rows, scores) : rows;
  const report = await auditBatches(fair, batches, getAuditOptions(choice, source), { onCounted });
  const comparison = rival === undefined ? undefined : await compareRows(fair, file, source, choice, pass(1));
  return { report, comparison, scores: scores?.sheet() };
}

// If only categories are needed, rows are counted without being decoded.
const isOnlyCounted = ({ rival, score, weight, bins }: Choice): boolean =>
  [rival, score, weight].every((column) => column === undefined) &&
  Object.values(bins).every((limits) => limits.length === 0);

/** Resolves with the report and its optional parts. */
export function reportRows(
  fair: Fairwasm,
  file: Blob,
  source: string,
  choice: Choice,
  onProgress: OnRead,
  extras: Extras,
): Promise<Report> {
  const columns = [...new Set([...getColumns(choice), ...(extras.within ?? [])])];
  const rows = getRows(file, choice, columns, onProgress);
  return auditBatches(fair, rows, { ...getAuditOptions(choice, source), ...extras });
}

function getAuditOptions(
  {
    rival: _,
    bins: _bins,
    several: _several,
    classOrder: _order,
    kept: _kept,
    missingGroups: _missingGroups,
    worse: _worse,
    quantile: _quantile,
    blanks: _blanks,
    spellings: _spellings,
    unsure: _unsure,
    ...what
  }: Choice,
  source: string,
) {
  return { ...what, outcome: getOutcome(what), source, pairs: true };
}

const getRows = (file: Blob, { bins, score, weight, ...others }: Choice, columns: string[], onProgress: OnRead) => {
  const counted = [others.label, others.prediction, others.rival, ...others.groups];
  const numbers = [score, weight].filter((name) => name !== undefined && !counted.includes(name));
  return readMixed(file, numbers as string[], { bins, columns, onProgress });
};

function compareRows(
  fair: Fairwasm,
  file: Blob,
  source: string,
  choice: Choice,
  onProgress: OnRead,
): Promise<ComparisonReport> {
  const { prediction, rival, label, weight, cluster, groups, favorable, privileged, missing } = choice;
  const predictions = { a: prediction as string, b: rival as string };
  const columns = [...new Set([...getColumns(choice), predictions.b])];
  const outcome = getOutcome(choice);
  const extras = { favorable, outcome, privileged, missing, source };
  const what = { label, predictions, weight, cluster, groups, ...extras };
  return compareBatches(fair, getRows(file, choice, columns, onProgress), what);
}

// The audit runs first because its errors describe bad rows best.
async function* counted(rows: AsyncIterable<MixedBatch>, counter: ScoreCounter) {
  for await (const batch of rows) {
    yield batch;
    counter.add(batch.columns);
  }
}
