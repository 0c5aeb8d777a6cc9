// SPDX-License-Identifier: Apache-2.0
//
// Counts the co-occurrences in a CSV file; used by the command line and the page.

import { FairwasmError, invalid } from '../core/error.js';
import { requireBoolean, requireOptions, requireParts, requireTexts } from '../core/options.js';
import { missingCategory } from '../data/category.js';
import { requireCsvOptions } from '../data/coded-csv.js';
import type { NumberColumn, Value } from '../data/column.js';
import { type CsvOptions, type CsvSource, readCsv } from '../data/csv.js';
import { type CodedTexts, IndicatorColumn } from '../data/indicator.js';
import { getSpelling } from '../data/intake/options.js';
import { toCategory } from '../data/value.js';
import type { Amplification } from './amplification.js';
import type { Cooccurrence, LabelKind } from './cooccurrence.js';
import type { LabelColumn } from './labels.js';

/**
 * The columns of the file for each kind of label. The categories of a single column are the labels, one per row. With
 * several columns, each column is a label: 1, `true`, or yes in the rows that have it, otherwise 0, `false`, or no (or
 * 1 and -1). List predictions in the same order as the columns that they predict.
 */
export type CooccurrenceCsv = Partial<
  Record<'attribute' | 'task' | 'attributePrediction' | 'taskPrediction', readonly string[]>
> &
  Record<'attribute' | 'task', readonly string[]> & {
    /** The column with the weight of each row, at least 0. */
    weight?: string | undefined;
    /**
     * True if a single `task` column is one task with values 1 and 0 (an N x 1 array in the package
     * bias_amplification), instead of two tasks "1" and "0". Default: false.
     */
    taskIndicator?: boolean | undefined;
    /**
     * True if several `attribute` columns contain categories instead of 1 and 0. Every category is then an attribute,
     * named `column: category`, and each row has one attribute per column. Default: false.
     */
    attributeCategories?: boolean | undefined;
  };

type Column = CodedTexts | Float64Array | readonly Value[];

const kinds = ['attribute', 'task', 'attributePrediction', 'taskPrediction'] as const;

/**
 * Counts the co-occurrences in a CSV file.
 *
 * @example
 * const csv = 'who,what,guess\nf,cooks,cooks\nf,rides,cooks\nm,rides,rides\n';
 * const what = { attribute: ['who'], task: ['what'], taskPrediction: ['guess'] };
 * const counts = await cooccurrenceCsv(await load(), csv, what);
 * [counts.attributes, counts.rows]; // [["f", "m"], 3]
 *
 * @throws FairwasmError like {@link readCsv} and {@link Cooccurrence.update}. `argument` is the column's name in the
 *   file, and `row` is counted from 0 over the whole file, without the header.
 */
export async function cooccurrenceCsv(
  amplification: Pick<Amplification, 'cooccurrence'>,
  file: CsvSource,
  what: CooccurrenceCsv,
  options: Omit<CsvOptions, 'columns'> = {},
): Promise<Cooccurrence> {
  requireParts('amplification', amplification, ['cooccurrence'], 'the result of load() from fairwasm/amplification');
  requireOptions('cooccurrenceCsv', what, [...kinds, 'weight', 'taskIndicator', 'attributeCategories']);
  const given = kinds.filter((kind) => what[kind] !== undefined);
  for (const kind of new Set<LabelKind>(['attribute', 'task', ...given])) {
    if (requireTexts(kind, what[kind]).length > 0) continue;
    throw invalid(kind, 'at least one column', 'none');
  }
  requireCsvOptions(options);
  // The categories of a single column are learned from the data.
  const { weight, taskIndicator = false, attributeCategories = false } = what;
  requireBoolean('taskIndicator', taskIndicator);
  requireBoolean('attributeCategories', attributeCategories);
  const isSets = (kind: LabelKind) =>
    attributeCategories && kind.startsWith('attribute') && (what[kind] ?? []).length > 1;
  const isMatrix = (kind: LabelKind) =>
    (taskIndicator && kind.startsWith('task')) || ((what[kind] ?? []).length > 1 && !isSets(kind));
  const counts = amplification.cooccurrence({
    attributes: isMatrix('attribute') ? what.attribute : undefined,
    tasks: isMatrix('task') ? what.task : undefined,
    attributePrediction: what.attributePrediction !== undefined,
    taskPrediction: what.taskPrediction !== undefined,
  });
  if (weight !== undefined) requireTexts('weight', [weight]);
  const labelColumns = given.flatMap((kind) => what[kind] as readonly string[]);
  const columns = [...new Set(weight === undefined ? labelColumns : [...labelColumns, weight])];
  // A column that also contains labels stays a category column.
  const numbers = columns.filter((name) => !labelColumns.includes(name));
  const spellings = getSpelling(
    options.spellings,
    [],
    [
      [...what.attribute, ...(what.attributePrediction ?? [])],
      [...what.task, ...(what.taskPrediction ?? [])],
    ],
  );
  const readers = new Map(labelColumns.map((name) => [name, new IndicatorColumn(name)]));
  for await (const batch of readCsv(file, {
    plainNumbers: true,
    ...options,
    spellings,
    columns,
    numbers,
    coded: true,
  })) {
    const labels = given.map((kind) => {
      const names = what[kind] as readonly string[];
      const coded = names.map((name) => batch.columns[name] as CodedTexts);
      const indicators = names.map((name) => readers.get(name) as IndicatorColumn);
      const predicted = readers.get(what[toTruth(kind)]?.[0] as string);
      if (isSets(kind)) return [kind, getSets(what.attribute, coded)];
      return [kind, getLabels(indicators, coded, isMatrix(kind), batch.firstRow, predicted)];
    });
    try {
      const weights = weight === undefined ? undefined : toNumbers(batch.columns[weight] as Column);
      counts.update({ ...Object.fromEntries(labels), weight: weights });
    } catch (error) {
      if (!(error instanceof FairwasmError)) throw error;
      const [column] = error.argument === 'weight' ? [weight] : (what[error.argument as LabelKind] ?? []);
      throw error.with({ argument: column ?? error.argument }).inRowsFrom(batch.firstRow, batch.rows);
    }
  }
  return counts;
}

const toTruth = (kind: LabelKind): LabelKind =>
  kind === 'attributePrediction' ? 'attribute' : kind === 'taskPrediction' ? 'task' : kind;

function getLabels(
  readers: readonly IndicatorColumn[],
  columns: readonly CodedTexts[],
  asMatrix: boolean,
  firstRow: number,
  predicted: IndicatorColumn | undefined,
): LabelColumn {
  const [first] = columns as [CodedTexts];
  const [only] = readers as [IndicatorColumn];
  if (!asMatrix) return only.rename(first, firstRow, predicted);
  const matrix = new Uint8Array(first.codes.length * columns.length);
  columns.forEach((column, c) => {
    const bits = (readers[c] as IndicatorColumn).read(column, firstRow);
    for (let row = 0; row < bits.length; row++) matrix[row * columns.length + c] = bits[row] as number;
  });
  return matrix;
}

/** Returns the categories of each row, with the names of the columns that they belong to or predict. */
function getSets(names: readonly string[], columns: readonly CodedTexts[]): LabelColumn {
  const labels = columns.map(({ categories }, c) =>
    categories.map((text) => `${names[c]}: ${toCategory(text) ?? missingCategory}`),
  );
  const rows = columns[0]?.codes.length ?? 0;
  return Array.from({ length: rows }, (_, row) =>
    columns.map(({ codes }, c) => labels[c]?.[codes[row] as number] as string),
  );
}

const toNumbers = (column: Column): NumberColumn =>
  'codes' in column ? Array.from(column.codes, (code) => column.categories[code] as string) : column;
