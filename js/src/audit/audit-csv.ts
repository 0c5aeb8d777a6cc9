// SPDX-License-Identifier: Apache-2.0
//
// The audit of a CSV file, from its bytes to the report: what the command line and the page both do. What
// reads another format into the same batches can be audited alike.

import { FairwasmError } from '../core/error.js';
import { isPlain, requireTexts, shown } from '../core/options.js';
import type { CsvSource } from '../data/byte-input.js';
import { type CsvOptions, requireCsvOptions } from '../data/coded-csv.js';
import { type CategoryColumn, isCoded, type NumberColumn } from '../data/column.js';
import { readTable } from '../data/files/read-table.js';
import { requireNames } from '../data/named-columns.js';
import type { AuditOptions, Auditor, AuditorOptions, NamedColumns } from './audit.js';
import type { Report, ReportContext } from './report.js';

/** Which column of the file is what, and how to read them. */
export interface CsvAudit
  extends AuditOptions,
    NamedColumns,
    Pick<ReportContext, 'equivalenceMargin' | 'shrunken'> {
  /** What the report calls the file. */
  source?: string | undefined;
}

/** Rows of a file, however it was read: columns by name, the first row of which is `firstRow`. */
export interface RowBatch {
  firstRow: number;
  columns: Readonly<Record<string, CategoryColumn | NumberColumn>>;
}

/** What `load()` of `fairwasm` gave. */
export interface Auditing {
  auditor(options: AuditorOptions): Auditor;
}

const roles = ['label', 'prediction', 'score', 'weight', 'cluster'] as const;
const numeric: readonly string[] = ['score', 'weight'];
type Roles = Partial<Record<(typeof roles)[number], string>>;

/**
 * Audits a CSV file that may be larger than memory, or a file of another format; see {@link readCsv}.
 *
 * @throws FairwasmError as {@link readCsv} and `Auditor.update` do; `argument` is the column's name in the
 *   file and `row` is counted from 0 over the whole file, without the header. `tooLarge` for a column with
 *   more different values than groups or labels can sensibly have (10,000 and 4,096).
 */
export async function auditCsv(
  fair: Auditing,
  file: CsvSource,
  what: CsvAudit,
  options: Omit<CsvOptions, 'columns'> = {},
): Promise<Report> {
  requireCsvOptions(options);
  return auditBatches(fair, readTable(file, { ...options, ...wantedBy(what) }), what);
}

// Columns that are counted come as codes, whatever else they are.
function wantedBy(what: CsvAudit): { columns: string[]; numbers: string[] } {
  const columns = Object.entries(rolesOf(what));
  const categories = columns.filter(([role]) => !numeric.includes(role)).map(([, name]) => name);
  const numbers = columns.filter(([role]) => numeric.includes(role)).map(([, name]) => name);
  const counted = new Set([...categories, ...what.groups]);
  return {
    columns: [...counted, ...numbers],
    numbers: numbers.filter((name) => !counted.has(name)),
  };
}

/**
 * Audits rows in batches of columns, such as another format's reader makes; they need the columns that `what`
 * names. `onCounted` gets the figures as soon as all rows are counted, before their intervals.
 *
 * @throws FairwasmError as {@link auditCsv} does, apart from the reading.
 */
export async function auditBatches(
  fair: Auditing,
  batches: AsyncIterable<RowBatch> | Iterable<RowBatch>,
  what: CsvAudit,
  { onCounted }: { onCounted?: ((figures: Report) => void) | undefined } = {},
): Promise<Report> {
  const columns = rolesOf(what);
  const { groups, label, prediction, score, weight, cluster, source, ...others } = what;
  const { equivalenceMargin, shrunken, ...reading } = others;
  const auditor = fair.auditor({
    ...reading,
    groups,
    label: label !== undefined,
    prediction: prediction !== undefined,
    score: score !== undefined,
    cluster: cluster !== undefined,
  });
  try {
    requireIterable(batches);
    for await (const batch of batches) {
      requireBatch(batch);
      const rows = Object.entries(columns).map(([role, name]) => {
        const column = batch.columns[name] as CategoryColumn;
        return [role, numeric.includes(role) ? numbersOf(column) : column];
      });
      const named = groups.map((name) => [name, batch.columns[name]]);
      const batchRows = { ...Object.fromEntries(rows), groups: Object.fromEntries(named) };
      inFile(columns, batch.firstRow, () => auditor.update(batchRows));
    }
    const names = { columns: { ...columns }, ...(source !== undefined && { source }) };
    return inFile(columns, 0, () => {
      onCounted?.(auditor.audit({ uncertainty: false }).report(names));
      return auditor.audit().report({ ...names, equivalenceMargin, shrunken });
    });
  } finally {
    auditor[Symbol.dispose]();
  }
}

// A column that is counted too comes as codes.
const numbersOf = (column: CategoryColumn) =>
  isCoded(column)
    ? Array.from(column.codes as ArrayLike<number>, (code) => column.categories[code])
    : column;

// Throws `invalidArgument` for what is no choice of columns.
function rolesOf(what: CsvAudit): Roles {
  if (!isPlain(what)) {
    throw new FairwasmError('invalidArgument', {
      argument: 'what',
      expected: "columns by role, such as { label: 'y', prediction: 'p', groups: ['sex'] }",
      actual: shown(what),
    });
  }
  requireNames('groups', what.groups);
  const given = roles.filter((role) => what[role] !== undefined);
  for (const role of given) requireTexts(role, [what[role]]);
  return Object.fromEntries(given.map((role) => [role, what[role]]));
}

function requireIterable(batches: unknown): void {
  const given = batches as Partial<AsyncIterable<unknown> & Iterable<unknown>> | null | undefined;
  const methods = [given?.[Symbol.asyncIterator], given?.[Symbol.iterator]];
  const isList = methods.some((method) => typeof method === 'function');
  if (isList && !ArrayBuffer.isView(batches)) return;
  throw new FairwasmError('invalidArgument', {
    argument: 'batches',
    expected: 'batches of columns, one after another, as readCsv() makes them',
    actual: shown(batches),
  });
}

function requireBatch(batch: unknown): void {
  const { columns, firstRow } = Object(batch) as Partial<RowBatch>;
  if (isPlain(columns) && Number.isSafeInteger(firstRow)) return;
  throw new FairwasmError('invalidArgument', {
    argument: 'batches',
    expected: 'batches such as { columns: { y: […] }, firstRow: 0 }',
    actual: shown(batch),
  });
}

/** @internal Columns by role, without those that there are not. */
export function namesByRole(
  names: {
    [Role in keyof Roles]?: string | undefined;
  },
): Record<string, string> {
  const given = Object.entries(names).filter(([, name]) => name !== undefined);
  return Object.fromEntries(given) as Record<string, string>;
}

/** @internal The core knows roles and batches, people know columns and files. */
export function inFile<T>(columns: Roles, firstRow: number, count: () => T): T {
  try {
    return count();
  } catch (error) {
    if (!(error instanceof FairwasmError)) throw error;
    const argument = columns[error.argument as keyof Roles] ?? error.argument;
    throw new FairwasmError(error.code, { ...error, argument }).inRowsFrom(firstRow);
  }
}
