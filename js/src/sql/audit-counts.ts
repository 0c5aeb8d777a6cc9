// SPDX-License-Identifier: Apache-2.0
//
// Audits precomputed counts from a query result or a file. The report is the same as for the rows themselves.

import { type AuditorModule, countedBy, inFile, namesByRole } from '../audit/audit-csv.js';
import type { AuditOptions, AuditorOptions } from '../audit/audit-input.js';
import { scoresUnused } from '../audit/audit-input.js';
import type { Auditor } from '../audit/auditor.js';
import type { AuditReport, ReportContext } from '../audit/report.js';
import { FairwasmError, invalid } from '../core/error.js';
import { requireOptions, requireParts, shown } from '../core/options.js';
import type { CsvSource } from '../data/byte-input.js';
import { type CsvOptions, requireCsvOptions } from '../data/coded-csv.js';
import { isCoded } from '../data/column.js';
import { readTable } from '../data/files/read-table.js';
import { requireLimit } from '../data/suppression.js';
import type { Table } from '../data/table.js';
import { toMissingTexts, type Value } from '../data/value.js';
import { boundedReport } from './bounded-report.js';
import { type AnswerCounts, atPlace, countedRows } from './counted.js';
import { answerColumns, answerList, type Counting, countingOptions } from './counting.js';
import { suppressedReport } from './suppressed-report.js';

/** The columns of the counts, and the options of the audit. */
export interface CountsAudit
  extends Counting,
    AuditOptions,
    Pick<ReportContext, 'equivalenceMargin' | 'shrunken' | 'pairs' | 'within' | 'metrics'> {
  /** Name of the rows' source in the report. */
  source?: string | undefined;
  /**
   * Suppresses cells with counts from 1 to just below this number, and groups from which they could be derived; see
   * {@link AuditReport.withheld}. Not available for results with a minimum cell size, with weights, or with scores without
   * a threshold.
   */
  suppressBelow?: number | undefined;
}

const auditOptions = Object.keys({
  favorable: true,
  privileged: true,
  outcome: true,
  missing: true,
  missingValues: true,
  uncertainty: true,
  source: true,
  equivalenceMargin: true,
  shrunken: true,
  pairs: true,
  suppressBelow: true,
  within: true,
  metrics: true,
} satisfies Record<Exclude<keyof CountsAudit, keyof Counting>, true>);

/**
 * Audits precomputed counts: `rows` is the result of the {@link statement} for the same columns.
 *
 * @example
 * import { load } from 'fairwasm';
 * const answer = { sex: ['f', 'f', 'm', 'm'], approved: [1, 0, 1, 0], n: ['30', '70', '60', '40'] }; // of the engine
 * const report = auditCounts(await load(), answer, { prediction: 'approved', groups: ['sex'] });
 * report.breakdowns[0].spreads.selectionRate.ratio.value; // 0.5
 *
 * @throws FairwasmError like {@link counted}, `Auditor.updateCounted`, and `Auditor.audit`.
 */
export function auditCounts(
  fair: { auditor(options: AuditorOptions): Auditor },
  rows: Table,
  request: CountsAudit,
): AuditReport {
  requireParts('fair', fair, ['auditor'], 'the result of load() from fairwasm');
  requireCountsAudit(request);
  const { groups: given = [], label, prediction, score, weight, counts, minCellSize, ...rest } = request;
  const { source, equivalenceMargin, shrunken, pairs, within, metrics, suppressBelow, ...reading } = rest;
  const { threshold, missingValues } = reading;
  const groups = countedBy({ groups: given, within });
  const counting = { groups, label, prediction, score, weight, counts, threshold, minCellSize };
  const { counted, places } = countedRows(rows, counting, toMissingTexts(missingValues));
  const columns = namesByRole({ label, prediction, score, weight });
  const context = {
    columns,
    ...(source !== undefined && { source }),
    equivalenceMargin,
    shrunken,
    pairs,
    within,
    metrics,
  };
  const isWhole = suppressBelow === undefined && minCellSize === undefined;
  const make = (
    input: AnswerCounts,
    by: readonly string[],
    favorable: AuditOptions['favorable'] = reading.favorable,
  ) => {
    const auditor = fair.auditor({
      ...reading,
      privileged: among(reading.privileged, by),
      favorable,
      groups: by,
      label: label !== undefined,
      prediction: prediction !== undefined,
      score: score !== undefined,
    });
    try {
      const own = by.map((name) => [name, input.groups[name] as readonly Value[]]);
      auditor.updateCounted({ ...input, groups: Object.fromEntries(own) });
      const report = auditor.audit().report(context);
      if (input.scores || isWhole) return report;
      // They are omitted in this report in any case.
      return { ...report, warnings: report.warnings.filter((each) => each !== scoresUnused) };
    } finally {
      auditor[Symbol.dispose]();
    }
  };
  if (suppressBelow !== undefined && pairs === true) {
    throw invalid(
      'pairs',
      'no pairs with suppressBelow, which reports each attribute and the intersection of all',
      'true',
    );
  }
  const all = () => inAnswer(places, () => make(counted, groups));
  return inFile(columns, 0, () => {
    if (suppressBelow !== undefined) {
      const { privileged } = reading;
      const requested = { groups, threshold, missingValues, suppressBelow, privileged };
      const { scores: _, ...given } = counted;
      const whole = inAnswer(places, () => make(given, []));
      return suppressedReport(given, requested, whole, make);
    }
    if (minCellSize === undefined) return all();
    return boundedReport(counted, { groups, threshold, missingValues, minCellSize }, all(), fair);
  });
}

/**
 * @internal Returns an auditor with the precomputed counts, for other results than a report of binary outcomes. The
 *   caller disposes of it.
 *
 * @throws FairwasmError like {@link auditCounts}; `invalidArgument` if some counts are suppressed.
 */
export function countsAuditor(fair: Pick<AuditorModule, 'auditor'>, rows: Table, options: CountsAudit): Auditor {
  requireCountsAudit(options);
  const { label, prediction, score, weight, counts, threshold, missing, missingValues } = options;
  const groups = countedBy({ groups: options.groups ?? [], within: options.within });
  if ((options.minCellSize ?? options.suppressBelow) !== undefined) {
    throw invalid('minCellSize', 'no value, because all counts are required', 'a limit, which withholds counts');
  }
  const counting = { groups, label, prediction, score, weight, counts, threshold };
  const { counted, places } = countedRows(rows, counting, toMissingTexts(missingValues));
  return inFile(namesByRole({ label, prediction, score, weight }), 0, () => {
    const auditor = fair.auditor({
      ...{ groups, threshold, missing, missingValues },
      label: label !== undefined,
      prediction: prediction !== undefined,
      score: score !== undefined,
    });
    try {
      inAnswer(places, () => auditor.updateCounted(counted));
      return auditor;
    } catch (error) {
      auditor[Symbol.dispose]();
      throw error;
    }
  });
}

/** Returns the reference categories of only these attributes. */
function among(privileged: AuditOptions['privileged'], by: readonly string[]) {
  if (privileged === undefined) return undefined;
  return Object.fromEntries(Object.entries(privileged).filter(([name]) => by.includes(name)));
}

/**
 * Like {@link auditCounts}, for a file: the query result as any client saves it, in a format that {@link readCsv}
 * reads.
 *
 * @example
 * import { load } from 'fairwasm';
 * const csv = 'sex,approved,n\nf,1,30\nf,0,70\nm,1,60\nm,0,40\n'; // or the File in which a client saved its answer
 * const report = await auditCountsFile(await load(), csv, { prediction: 'approved', groups: ['sex'] });
 * report.rows; // 200
 *
 * @throws FairwasmError like {@link auditCounts} and `readCsv`; `row` is counted from 0, without the header.
 */
export async function auditCountsFile(
  fair: { auditor(options: AuditorOptions): Auditor },
  file: CsvSource,
  request: CountsAudit,
  options: Omit<CsvOptions, 'columns'> = {},
): Promise<AuditReport> {
  requireParts('fair', fair, ['auditor'], 'the result of load() from fairwasm');
  requireCsvOptions(options);
  requireCountsAudit(request);
  return auditCounts(fair, await readAnswer(file, request, options), request);
}

/**
 * @internal Reads the columns that {@link auditCounts} requires from a file.
 *
 * @throws FairwasmError like `readCsv`, including for missing columns.
 */
export async function readAnswer(
  file: CsvSource,
  request: CountsAudit,
  options: Omit<CsvOptions, 'columns'> = {},
): Promise<Readonly<Record<string, readonly Value[]>>> {
  const groups = countedBy({ groups: request.groups ?? [], within: request.within });
  const columns = answerList(answerColumns('auditCountsFile', { ...request, groups }));
  const values = new Map(columns.map((name): [string, Value[]] => [name, []]));
  for await (const batch of readTable(file, { ...options, columns })) {
    for (const [name, column] of Object.entries(batch.columns)) {
      const list = values.get(name) as Value[];
      if (isCoded(column)) {
        for (const code of column.codes as ArrayLike<number> & Iterable<number>) list.push(column.categories[code]);
      } else for (const value of column as Iterable<Value>) list.push(value);
    }
  }
  return Object.fromEntries(values);
}

function requireCountsAudit(options: CountsAudit): void {
  requireOptions('auditCounts', options, [...countingOptions, ...auditOptions]);
  const { suppressBelow, minCellSize, score, threshold, weight } = options;
  requireLimit('suppressBelow', suppressBelow);
  const isWithheld = (suppressBelow ?? minCellSize) !== undefined;
  if (suppressBelow !== undefined && options.within !== undefined && options.within.length > 0) {
    throw invalid(
      'within',
      'no strata, because results within strata would reveal the suppressed cells',
      shown(options.within),
    );
  }
  if (isWithheld && options.metrics !== undefined) {
    throw invalid(
      'metrics',
      'no custom metrics, because they could reveal the suppressed cells',
      shown(options.metrics),
    );
  }
  if (suppressBelow === undefined) return;
  const sums = weight ?? (threshold === undefined ? score : undefined);
  const unexpected = minCellSize === undefined ? sums : minCellSize;
  if (unexpected === undefined) return;
  throw invalid(
    'suppressBelow',
    sums === undefined
      ? 'no minCellSize, because the missing counts cannot be protected'
      : 'counts without sums of weights and scores, which could reveal small cells',
    shown(unexpected),
  );
}

function inAnswer<T>(indices: readonly number[], count: () => T): T {
  try {
    return count();
  } catch (error) {
    throw error instanceof FairwasmError ? atPlace(error, indices) : error;
  }
}
