// SPDX-License-Identifier: Apache-2.0
//
// An audit of what an engine counted, from its answer, or from a file with it, to the report: the same as that of the
// rows themselves.

import { type Auditing, countedBy, inFile, namesByRole } from '../audit/audit-csv.js';
import type { AuditOptions } from '../audit/audit-input.js';
import type { Auditor } from '../audit/auditor.js';
import type { Report, ReportContext } from '../audit/report.js';
import { scoresUnused } from '../audit/row-reader.js';
import { FairwasmError, invalid } from '../core/error.js';
import { requireOptions, requireParts, shown } from '../core/options.js';
import type { CsvSource } from '../data/byte-input.js';
import { type CsvOptions, requireCsvOptions } from '../data/coded-csv.js';
import { isCoded } from '../data/column.js';
import { readTable } from '../data/files/read-table.js';
import { requireLimit } from '../data/suppression.js';
import type { Table } from '../data/table.js';
import { toMissingTexts, type Value } from '../data/value.js';
import { boundedReport } from './bounded.js';
import { type AnswerCounts, atPlace, countedRows } from './counted.js';
import { answerColumns, answerList, type Counting, countingOptions } from './counting.js';
import { suppressedReport } from './suppressed.js';

/** What was counted, and how the audit is made. */
export interface CountsAudit
  extends Counting,
    AuditOptions,
    Pick<ReportContext, 'equivalenceMargin' | 'shrunken' | 'pairs' | 'within' | 'metrics'> {
  /** What the report calls the place where the rows are. */
  source?: string | undefined;
  /**
   * Counts from 1 to just below this are not shown, nor groups from which they could be found; see
   * {@link Report.withheld}. Of all counts, not of an answer that has a least count; without weights and without scores,
   * a threshold aside.
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
 * Audits what an engine counted: `rows` is its answer to the {@link statement} of the same columns.
 *
 * @example
 * import { load } from 'fairwasm';
 * const answer = { sex: ['f', 'f', 'm', 'm'], approved: [1, 0, 1, 0], n: ['30', '70', '60', '40'] }; // of the engine
 * const report = auditCounts(await load(), answer, { prediction: 'approved', groups: ['sex'] });
 * report.breakdowns[0].spreads.selectionRate.ratio.value; // 0.5
 *
 * @throws FairwasmError as {@link counted}, `Auditor.updateCounted` and `Auditor.audit` do.
 */
export function auditCounts(fair: Auditing, rows: Table, what: CountsAudit): Report {
  requireParts('fair', fair, ['auditor'], 'what load() of fairwasm gives');
  requireCountsAudit(what);
  const {
    groups: given = [],
    label,
    prediction,
    score,
    weight,
    counts,
    minCellSize,
    ...others
  } = what;
  const { source, equivalenceMargin, shrunken, pairs, within, metrics, suppressBelow, ...reading } =
    others;
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
    given: AnswerCounts,
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
      const own = by.map((name) => [name, given.groups[name] as readonly Value[]]);
      auditor.updateCounted({ ...given, groups: Object.fromEntries(own) });
      const report = auditor.audit().report(context);
      if (given.scores || isWhole) return report;
      // They were left out here, whatever they are.
      return { ...report, warnings: report.warnings.filter((each) => each !== scoresUnused) };
    } finally {
      auditor[Symbol.dispose]();
    }
  };
  if (suppressBelow !== undefined && pairs === true) {
    throw invalid(
      'pairs',
      'no pairs beside suppressBelow, which decides by each attribute and by all of them crossed',
      'true',
    );
  }
  const all = () => inAnswer(places, () => make(counted, groups));
  return inFile(columns, 0, () => {
    if (suppressBelow !== undefined) {
      const { privileged } = reading;
      const asked = { groups, threshold, missingValues, suppressBelow, privileged };
      const { scores: _, ...given } = counted;
      const whole = inAnswer(places, () => make(given, []));
      return suppressedReport(given, asked, whole, make);
    }
    if (minCellSize === undefined) return all();
    return boundedReport(counted, { groups, threshold, missingValues, minCellSize }, all(), fair);
  });
}

/**
 * @internal What an engine counted, in an auditor: for what else is made of counts than a report of two outcomes. Who asks for it
 * disposes of it.
 *
 * @throws FairwasmError as {@link auditCounts}; `invalidArgument` where some counts are withheld.
 */
export function countsAuditor(
  fair: Pick<Auditing, 'auditor'>,
  rows: Table,
  what: CountsAudit,
): Auditor {
  requireCountsAudit(what);
  const { label, prediction, score, weight, counts, threshold, missing, missingValues } = what;
  const groups = countedBy({ groups: what.groups ?? [], within: what.within });
  if ((what.minCellSize ?? what.suppressBelow) !== undefined) {
    throw invalid('minCellSize', 'all counts', 'some that are withheld');
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

/** The reference of these attributes alone. */
function among(privileged: AuditOptions['privileged'], by: readonly string[]) {
  if (privileged === undefined) return undefined;
  return Object.fromEntries(Object.entries(privileged).filter(([name]) => by.includes(name)));
}

/**
 * {@link auditCounts} of a file: the answer as any client of the engine saves it, in a format that {@link readCsv} reads.
 *
 * @example
 * import { load } from 'fairwasm';
 * const csv = 'sex,approved,n\nf,1,30\nf,0,70\nm,1,60\nm,0,40\n'; // or the File in which a client saved its answer
 * const report = await auditCountsFile(await load(), csv, { prediction: 'approved', groups: ['sex'] });
 * report.rows; // 200
 *
 * @throws FairwasmError as {@link auditCounts} and `readCsv`; `row` is counted from 0, without the header.
 */
export async function auditCountsFile(
  fair: Auditing,
  file: CsvSource,
  what: CountsAudit,
  options: Omit<CsvOptions, 'columns'> = {},
): Promise<Report> {
  requireParts('fair', fair, ['auditor'], 'what load() of fairwasm gives');
  requireCsvOptions(options);
  requireCountsAudit(what);
  return auditCounts(fair, await readAnswer(file, what, options), what);
}

/**
 * @internal An engine's answer from a file: its columns that {@link auditCounts} takes.
 *
 * @throws FairwasmError as `readCsv`; for columns that the answer does not have.
 */
export async function readAnswer(
  file: CsvSource,
  what: CountsAudit,
  options: Omit<CsvOptions, 'columns'> = {},
): Promise<Readonly<Record<string, readonly Value[]>>> {
  const groups = countedBy({ groups: what.groups ?? [], within: what.within });
  const columns = answerList(answerColumns('auditCountsFile', { ...what, groups }));
  const values = new Map(columns.map((name): [string, Value[]] => [name, []]));
  for await (const batch of readTable(file, { ...options, columns })) {
    for (const [name, column] of Object.entries(batch.columns)) {
      const list = values.get(name) as Value[];
      if (isCoded(column)) {
        for (const code of column.codes as ArrayLike<number> & Iterable<number>) {
          list.push(column.categories[code]);
        }
      } else for (const value of column as Iterable<Value>) list.push(value);
    }
  }
  return Object.fromEntries(values);
}

function requireCountsAudit(what: CountsAudit): void {
  requireOptions('auditCounts', what, [...countingOptions, ...auditOptions]);
  const { suppressBelow, minCellSize, score, threshold, weight } = what;
  requireLimit('suppressBelow', suppressBelow);
  const isWithheld = (suppressBelow ?? minCellSize) !== undefined;
  if (suppressBelow !== undefined && what.within !== undefined && what.within.length > 0) {
    throw invalid(
      'within',
      'no strata, as small counts are withheld by the report: what is made of all of them would give them back',
      shown(what.within),
    );
  }
  if (isWithheld && what.metrics !== undefined) {
    throw invalid(
      'metrics',
      'no metrics of your own, as small counts are withheld and could be found from them',
      shown(what.metrics),
    );
  }
  if (suppressBelow === undefined) return;
  const sums = weight ?? (threshold === undefined ? score : undefined);
  const stray = minCellSize === undefined ? sums : minCellSize;
  if (stray === undefined) return;
  throw invalid(
    'suppressBelow',
    sums === undefined
      ? 'all counts: what an answer with a least count lacks cannot be protected'
      : 'counts without sums of weights and scores, from which small counts can be found',
    shown(stray),
  );
}

function inAnswer<T>(places: readonly number[], count: () => T): T {
  try {
    return count();
  } catch (error) {
    throw error instanceof FairwasmError ? atPlace(error, places) : error;
  }
}
