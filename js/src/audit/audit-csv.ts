// SPDX-License-Identifier: Apache-2.0
//
// Audits a CSV file, from its bytes to the report, for the command line and the page. Readers of other
// formats can produce the same batches.

import { FairwasmError, invalid } from '../core/error.js';
import { isPlain, requireFunction, requireParts, requireTexts, requireWhole, shown } from '../core/options.js';
import type { StartWorker } from '../core/platform-types.js';
import type { CsvSource } from '../data/byte-input.js';
import { type CsvOptions, requireCsvOptions } from '../data/coded-csv.js';
import { type CategoryColumn, isCoded, type NumberColumn } from '../data/column.js';
import type { CountedBatch } from '../data/counting/counts.js';
import type { CsvBatch } from '../data/csv.js';
import { countTable } from '../data/files/count-table.js';
import { readTable } from '../data/files/read-table.js';
import { getSpelling, type IntakeOptions } from '../data/intake/options.js';
import type { Intake } from '../data/intake/record.js';
import type { RowBatch, SelectedBatch } from '../data/intake/selection.js';
import { requireNames } from '../data/named-columns.js';
import { toMissingTexts } from '../data/value.js';
import type { CountedRows } from '../tally/tally.js';
import type { AuditOptions, AuditorOptions } from './audit-input.js';
import type { Auditor } from './auditor.js';
import type { AuditReport, ReportContext } from './report.js';

export type { RowBatch };

/** The role of each column of the file, and options for reading. */
export interface CsvAuditOptions
  extends AuditOptions,
    Pick<IntakeOptions, 'blanks' | 'recode' | 'bins' | 'where' | 'omit' | 'largest'>,
    Pick<ReportContext, 'equivalenceMargin' | 'shrunken' | 'pairs' | 'within' | 'metrics'> {
  label?: string | undefined;
  prediction?: string | undefined;
  score?: string | undefined;
  weight?: string | undefined;
  cluster?: string | undefined;
  groups: readonly string[];
  /** Name of the file in the report. */
  source?: string | undefined;
}

/** The result of `load()` of `fairwasm`. */
export type AuditorModule = Parameters<typeof auditBatches>[0];

const roles = ['label', 'prediction', 'score', 'weight', 'cluster'] as const;
const numeric: readonly string[] = ['score', 'weight'];
type Roles = Partial<Record<(typeof roles)[number], string>>;

/**
 * Audits a CSV file that may be larger than memory, or a file of another format; see {@link readCsv}.
 *
 * @example
 * const csv = 'repaid,approved,sex\n1,1,f\n0,1,f\n1,0,m\n0,0,m\n'; // or a File, or the result of openAsBlob
 * const report = await auditCsv(await load(), csv, { label: 'repaid', prediction: 'approved', groups: ['sex'] });
 * report.breakdowns[0].spreads.selectionRate.difference.value; // 1
 *
 * @throws FairwasmError as {@link readCsv} and `Auditor.update` do; `argument` is the column's name in the
 *   file and `row` is counted from 0 over the whole file, without the header. `tooLarge` for a column with
 *   more different values than groups or labels can sensibly have (10,000 and 4,096).
 */
export async function auditCsv(
  fair: { auditor(options: AuditorOptions): Auditor },
  file: CsvSource,
  what: CsvAuditOptions,
  options: Omit<CsvOptions, 'columns'> & {
    /**
     * Number of module workers that count a CSV or Parquet file with random access: a Blob, bytes, or the
     * result of `openAsBlob` in Node. Default: 0, which counts on this thread in slices between which events
     * are handled. The report does not depend on it. Scores, weights, and clusters are always read on this
     * thread.
     */
    workers?: number | undefined;
    /**
     * Starts a module worker with the script `fairwasm/counting-worker`. Required for workers in browsers,
     * where each bundler has its own way to include a worker file. Node finds the file itself.
     */
    startWorker?: StartWorker | undefined;
    /**
     * Called with the figures as soon as all rows are counted, before the confidence intervals are computed.
     */
    onCounted?: ((figures: AuditReport) => void) | undefined;
  } = {},
): Promise<AuditReport> {
  requireParts('options', options, [], 'an object with options');
  const { onCounted, ...reading } = options;
  if (onCounted !== undefined) requireFunction('onCounted', onCounted);
  return reported(await countCsv(fair, file, what, reading), onCounted);
}

/** Options for counting the rows of a file, and a callback for early results. */
type CountingOptions = NonNullable<Parameters<typeof auditCsv>[3]>;

// Counted columns are read as codes, whatever their other roles.
function wantedBy(what: CsvAuditOptions): { columns: string[]; numbers: string[] } {
  const columns = Object.entries(getRoles(what));
  const categories = columns.filter(([role]) => !numeric.includes(role)).map(([, name]) => name);
  const numbers = columns.filter(([role]) => numeric.includes(role)).map(([, name]) => name);
  const counted = new Set([...categories, ...countedBy(what)]);
  return { columns: [...counted, ...numbers], numbers: numbers.filter((name) => !counted.has(name)) };
}

/** @internal Returns the columns of groups and of conditions, which are counted in the same way. */
export function countedBy({ groups, within = [] }: Pick<CsvAuditOptions, 'groups' | 'within'>): string[] {
  requireNames('groups', groups);
  requireNames('within', within);
  return [...new Set([...groups, ...within])];
}

/**
 * Audits rows in batches of columns, for example from a reader of another format; the batches need the
 * columns that `what` names. `onCounted` is called with the figures as soon as all rows are counted, before
 * the confidence intervals are computed.
 *
 * @example
 * async function* batches() {
 *   yield { firstRow: 0, columns: { hired: [1, 0], sex: ['f', 'f'] } };
 *   yield { firstRow: 2, columns: { hired: [1, 1], sex: ['m', 'm'] } };
 * }
 * const report = await auditBatches(await load(), batches(), { prediction: 'hired', groups: ['sex'] });
 * report.breakdowns[0].spreads.selectionRate.ratio.value; // 0.5
 *
 * @throws FairwasmError as {@link auditCsv} does, apart from the reading.
 */
export async function auditBatches(
  fair: { auditor(options: AuditorOptions): Auditor },
  batches:
    | AsyncIterable<Pick<CsvBatch<CategoryColumn | NumberColumn>, 'firstRow' | 'columns'>>
    | Iterable<Pick<CsvBatch<CategoryColumn | NumberColumn>, 'firstRow' | 'columns'>>,
  what: CsvAuditOptions,
  options: { onCounted?: ((figures: AuditReport) => void) | undefined } = {},
): Promise<AuditReport> {
  requireParts('options', options, [], 'an object with options');
  return reported(await countBatches(fair, batches, what), options.onCounted);
}

function reported(counted: CountedFile, onCounted?: (figures: AuditReport) => void): AuditReport {
  try {
    return counted.report(onCounted);
  } finally {
    counted.auditor[Symbol.dispose]();
  }
}

/** @internal The counted rows of a file. The caller disposes of the auditor. */
export interface CountedFile {
  auditor: Auditor;
  /** Returns the result of {@link auditBatches}. */
  report(onCounted?: (figures: AuditReport) => void): AuditReport;
}

/** @internal The counting part of {@link auditBatches}. */
export async function countBatches(
  fair: AuditorModule,
  batches: AsyncIterable<RowBatch | CountedBatch> | Iterable<RowBatch | CountedBatch>,
  what: CsvAuditOptions,
): Promise<CountedFile> {
  requireParts('fair', fair, ['auditor'], 'the result of load() from fairwasm');
  const columns = getRoles(what);
  const { groups: _, label, prediction, score, weight, cluster, source, ...others } = what;
  const { equivalenceMargin, shrunken, pairs, within, metrics, ...reading } = others;
  const groups = countedBy(what);
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
      if (isCountedBatch(batch)) {
        inFile(columns, 0, () => updateCounted(auditor, batch, columns, groups));
        continue;
      }
      requireBatch(batch);
      const rows = Object.entries(columns).map(([role, name]) => {
        const column = batch.columns[name] as CategoryColumn;
        return [role, numeric.includes(role) ? getNumbers(column) : column];
      });
      const named = groups.map((name) => [name, batch.columns[name]]);
      const batchRows = { ...Object.fromEntries(rows), groups: Object.fromEntries(named) };
      inFile(columns, batch.firstRow, () => auditor.update(batchRows), (batch as SelectedBatch).rows);
    }
  } catch (error) {
    auditor[Symbol.dispose]();
    throw error;
  }
  const names = { columns: { ...columns }, ...(source !== undefined && { source }) };
  return {
    auditor,
    report: (onCounted) =>
      inFile(columns, 0, () => {
        onCounted?.(auditor.audit({ uncertainty: false }).report({ ...names, pairs, within }));
        const requested = { equivalenceMargin, shrunken, pairs, within, metrics };
        return auditor.audit().report({ ...names, ...requested });
      }),
  };
}

/** @internal The counting part of {@link auditCsv}. */
export async function countCsv(
  fair: AuditorModule,
  file: CsvSource,
  what: CsvAuditOptions,
  options: Omit<CsvOptions, 'columns'> & Omit<CountingOptions, 'onCounted'> = {},
): Promise<CountedFile> {
  const { workers, startWorker, ...reading } = options;
  requireCsvOptions(reading);
  if (workers !== undefined) requireWhole('workers', workers, 0, 1024);
  if (startWorker !== undefined) requireFunction('startWorker', startWorker);
  const { blanks, recode, bins, where, omit, largest, ...roles } = requireRoles(what);
  const { columns, numbers } = wantedBy(roles);
  const notes: string[] = [];
  const onIntake = (intake: Intake) => {
    notes.length = 0;
    for (const note of intake.notes) notes.push(note);
    reading.onIntake?.(intake);
  };
  const { label, prediction, weight, score, cluster } = roles;
  const labels = [label, prediction].filter((name) => name !== undefined);
  const requested = {
    plainNumbers: true,
    ...reading,
    spellings: getSpelling(reading.spellings, countedBy(roles), [labels]),
    ...(blanks && { blanks }),
    ...(recode && { recode }),
    ...(bins && { bins }),
    ...(where && { where }),
    ...(omit && { omit }),
    ...(largest && { largest }),
    onIntake,
    columns,
    missingTexts: toMissingTexts(roles.missingValues),
  };
  const isCounted = [weight, score, cluster, numbers[0]].every((name) => name === undefined);
  const batches = isCounted
    ? countTable(file, { ...requested, workers, startWorker })
    : readTable(file, { ...requested, numbers });
  const counted = await countBatches(fair, batches, roles);
  return withNotes(counted, notes);
}

// A report contains every unusual decision about its file.
function withNotes({ auditor, report }: CountedFile, notes: readonly string[]): CountedFile {
  const noted = (each: AuditReport): AuditReport => ({ ...each, warnings: [...notes, ...each.warnings] });
  return { auditor, report: (onCounted) => noted(report(onCounted && ((figures) => onCounted(noted(figures))))) };
}

// A column that is also counted is read as codes.
const getNumbers = (column: CategoryColumn) =>
  isCoded(column) ? Array.from(column.codes as ArrayLike<number>, (code) => column.categories[code]) : column;

// Throws `invalidArgument` for an invalid selection of columns.
/** Returns `what`, which must be an object. */
function requireRoles(what: CsvAuditOptions): CsvAuditOptions {
  if (!isPlain(what)) {
    throw invalid('what', "columns by role, such as { label: 'y', prediction: 'p', groups: ['sex'] }", shown(what));
  }
  return what;
}

function getRoles(what: CsvAuditOptions): Roles {
  requireRoles(what);
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
  throw invalid('batches', 'an iterable of column batches, as from readCsv()', shown(batches));
}

function requireBatch(batch: unknown): void {
  const { columns, firstRow } = Object(batch) as Partial<RowBatch>;
  if (isPlain(columns) && Number.isSafeInteger(firstRow)) return;
  throw invalid('batches', 'batches such as { columns: { y: […] }, firstRow: 0 }', shown(batch));
}

/** @internal Returns the columns by role, without missing ones. */
export function namesByRole(
  names: {
    [Role in keyof Roles]?: string | undefined;
  },
): Record<string, string> {
  const given = Object.entries(names).filter(([, name]) => name !== undefined);
  return Object.fromEntries(given) as Record<string, string>;
}

/** @internal Runs `read`; replaces roles and batch rows in its errors with columns and rows of the file. */
export function inFile<T>(columns: Roles, firstRow: number, count: () => T, rows?: ArrayLike<number>): T {
  try {
    return count();
  } catch (error) {
    if (!(error instanceof FairwasmError)) throw error;
    const argument = columns[error.argument as keyof Roles] ?? error.argument;
    throw error.with({ argument }).inRowsFrom(firstRow, rows);
  }
}

/** Returns whether a batch comes from the file reader; rows from users are not of this class. */
const isCountedBatch = (batch: unknown): batch is CountedBatch =>
  typeof batch === 'object' && batch !== null && 'firstRows' in batch && 'names' in batch;

/**
 * Adds all rows. Errors name the first invalid row of the file, however the rows were counted.
 *
 * @throws FairwasmError as `Auditor.update` does, with the row in the file; earlier rows have then been counted.
 */
function updateCounted(auditor: Auditor, batch: CountedBatch, columns: Roles, groups: readonly string[]): void {
  addPart(auditor, batch, { columns, groups, first: 0, end: batch.counts.length });
}

interface Part {
  columns: Roles;
  groups: readonly string[];
  first: number;
  end: number;
}

// Combinations are in the order of their first rows. If one is rejected, the first half is tried separately,
// then the second.
function addPart(auditor: Auditor, batch: CountedBatch, part: Part): void {
  const { first, end } = part;
  try {
    auditor.updateCounted(getRows(batch, part));
  } catch (error) {
    if (!(error instanceof FairwasmError) || error.row === undefined) throw error;
    // A surplus category occurs in no earlier row, whichever half is tried.
    if (end - first === 1 || error.code === 'tooLarge') {
      throw error.with({ row: batch.firstRows[first + error.row] });
    }
    const middle = Math.floor((first + end) / 2);
    addPart(auditor, batch, { ...part, end: middle });
    addPart(auditor, batch, { ...part, first: middle });
  }
}

function getRows(batch: CountedBatch, { columns, groups, first, end }: Part): CountedRows {
  const column = (name: string) => {
    const place = batch.names.indexOf(name);
    return {
      codes: (batch.codes[place] as Uint32Array).subarray(first, end),
      categories: batch.texts[place] as string[],
    };
  };
  const { label, prediction } = columns;
  return {
    groups: Object.fromEntries(groups.map((name) => [name, column(name)])),
    ...(label !== undefined && { label: column(label) }),
    ...(prediction !== undefined && { prediction: column(prediction) }),
    rows: batch.counts.subarray(first, end),
  };
}
