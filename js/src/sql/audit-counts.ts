// SPDX-License-Identifier: Apache-2.0
//
// An audit of what an engine counted, from its answer, or from a file with it, to the report: the same as that of the
// rows themselves.

import type { AuditOptions } from '../audit/audit.js';
import { type Auditing, inFile, namesByRole } from '../audit/audit-csv.js';
import type { Report, ReportContext } from '../audit/report.js';
import { FairwasmError } from '../core/error.js';
import { requireOptions } from '../core/options.js';
import type { CsvSource } from '../data/byte-input.js';
import { type CsvOptions, requireCsvOptions } from '../data/coded-csv.js';
import { isCoded } from '../data/column.js';
import { readTable } from '../data/files/read-table.js';
import type { Table } from '../data/table.js';
import type { Value } from '../data/value.js';
import { atPlace, countedRows } from './counted.js';
import { answerColumns, answerList, type Counting, countingOptions } from './counting.js';

/** What was counted, and how the audit is made. */
export interface CountsAudit
  extends Counting,
    AuditOptions,
    Pick<ReportContext, 'equivalenceMargin' | 'shrunken'> {
  /** What the report calls the place where the rows are. */
  source?: string | undefined;
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
} satisfies Record<Exclude<keyof CountsAudit, keyof Counting>, true>);

/**
 * Audits what an engine counted: `rows` is its answer to the {@link statement} of the same columns.
 *
 * @throws FairwasmError as {@link counted}, `Auditor.updateCounted` and `Auditor.audit` do.
 */
export function auditCounts(fair: Auditing, rows: Table, what: CountsAudit): Report {
  requireCountsAudit(what);
  const { groups = [], label, prediction, score, weight, counts, ...others } = what;
  const { source, equivalenceMargin, shrunken, ...reading } = others;
  const { threshold } = reading;
  const counting = { groups, label, prediction, score, weight, counts, threshold };
  const { counted, places } = countedRows(rows, counting);
  const auditor = fair.auditor({
    ...reading,
    groups,
    label: label !== undefined,
    prediction: prediction !== undefined,
    score: score !== undefined,
  });
  const columns = namesByRole({ label, prediction, score, weight });
  try {
    return inFile(columns, 0, () => {
      inAnswer(places, () => auditor.updateCounted(counted));
      const context = { columns, ...(source !== undefined && { source }) };
      return auditor.audit().report({ ...context, equivalenceMargin, shrunken });
    });
  } finally {
    auditor[Symbol.dispose]();
  }
}

/**
 * {@link auditCounts} of a file: the answer as any client of the engine saves it, in a format that {@link readCsv} reads.
 *
 * @throws FairwasmError as {@link auditCounts} and `readCsv`; `row` is counted from 0, without the header.
 */
export async function auditCountsFile(
  fair: Auditing,
  file: CsvSource,
  what: CountsAudit,
  options: Omit<CsvOptions, 'columns'> = {},
): Promise<Report> {
  requireCsvOptions(options);
  requireCountsAudit(what);
  const columns = answerList(answerColumns('auditCountsFile', what));
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
  return auditCounts(fair, Object.fromEntries(values), what);
}

function requireCountsAudit(what: CountsAudit): void {
  requireOptions('auditCounts', what, [...countingOptions, ...auditOptions]);
}

function inAnswer(places: readonly number[], count: () => void): void {
  try {
    count();
  } catch (error) {
    throw error instanceof FairwasmError ? atPlace(error, places) : error;
  }
}
