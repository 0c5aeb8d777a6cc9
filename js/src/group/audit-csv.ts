// SPDX-License-Identifier: Apache-2.0
//
// The audit of a CSV file, from its bytes to the report: what the command line and the page both do. What
// reads another format into the same batches can be audited alike.

import { FairwasmError } from '../core/error.js';
import { type CsvBatch, type CsvOptions, type CsvSource, readCsv } from '../data/csv.js';
import type { Fairwasm } from '../fairwasm.js';
import type { Report } from '../report/report.js';
import type { AuditOptions, NamedColumns } from './audit.js';

/** Which column of the file is what, and how to read them. */
export interface CsvAudit extends AuditOptions, NamedColumns {
  /** What the report calls the file. */
  source?: string | undefined;
}

const roles = ['label', 'prediction', 'score', 'weight', 'cluster'] as const;
type Roles = Partial<Record<(typeof roles)[number], string>>;

/**
 * Audits a CSV file that may be larger than memory.
 *
 * @throws FairwasmError as {@link readCsv} and `Auditor.update` do; `argument` is the column's name in the
 *   file and `row` is counted from 0 over the whole file, without the header. `tooLarge` for a column with
 *   more different values than groups or labels can sensibly have (10,000 and 4,096).
 */
export async function auditCsv(
  fair: Fairwasm,
  file: CsvSource,
  what: CsvAudit,
  options: Omit<CsvOptions, 'columns'> = {},
): Promise<Report> {
  const wanted = [...Object.values(rolesOf(what)), ...what.groups];
  return auditBatches(fair, readCsv(file, { ...options, columns: wanted }), what);
}

/**
 * Audits rows in batches of columns of text, such as another format's reader makes; they need the columns
 * that `what` names. `onCounted` gets the figures as soon as all rows are counted, before their intervals.
 *
 * @throws FairwasmError as {@link auditCsv} does, apart from the reading.
 */
export async function auditBatches(
  fair: Fairwasm,
  batches: AsyncIterable<CsvBatch> | Iterable<CsvBatch>,
  what: CsvAudit,
  { onCounted }: { onCounted?: ((figures: Report) => void) | undefined } = {},
): Promise<Report> {
  const { groups, label, prediction, score, weight, cluster, source, ...reading } = what;
  const columns = rolesOf(what);
  const auditor = fair.auditor({
    ...reading,
    groups,
    label: label !== undefined,
    prediction: prediction !== undefined,
    score: score !== undefined,
    cluster: cluster !== undefined,
  });
  try {
    for await (const batch of batches) {
      const pick = (name: string) => batch.columns[name] as string[];
      const rows = Object.entries(columns).map(([role, name]) => [role, pick(name)]);
      const named = groups.map((name) => [name, pick(name)]);
      const batchRows = { ...Object.fromEntries(rows), groups: Object.fromEntries(named) };
      inFile(columns, batch.firstRow, () => auditor.update(batchRows));
    }
    const names = { columns: { ...columns }, ...(source !== undefined && { source }) };
    return inFile(columns, 0, () => {
      onCounted?.(auditor.audit({ uncertainty: false }).report(names));
      return auditor.audit().report(names);
    });
  } finally {
    auditor[Symbol.dispose]();
  }
}

function rolesOf(what: CsvAudit): Roles {
  const given = roles.filter((role) => what[role] !== undefined);
  return Object.fromEntries(given.map((role) => [role, what[role]]));
}

// The core knows roles and batches, people know columns and files.
function inFile<T>(columns: Roles, firstRow: number, count: () => T): T {
  try {
    return count();
  } catch (error) {
    if (!(error instanceof FairwasmError)) throw error;
    const argument = columns[error.argument as keyof Roles] ?? error.argument;
    throw new FairwasmError(error.code, { ...error, argument }).inRowsFrom(firstRow);
  }
}
