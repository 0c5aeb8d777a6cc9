// SPDX-License-Identifier: Apache-2.0
//
// Co-occurrences of a CSV file, from its bytes to the accumulator: what the command line and the page
// both do.

import { FairwasmError } from '../core/error.js';
import { requireOptions, requireParts, requireTexts } from '../core/options.js';
import type { NumberColumn, Value } from '../data/column.js';
import { type CsvOptions, type CsvSource, readCsv } from '../data/csv.js';
import type { Amplification } from './amplification.js';
import type { Cooccurrence, LabelKind } from './cooccurrence.js';
import type { LabelColumn } from './labels.js';

/**
 * Which columns of the file hold which labels. One column: its categories are the labels, one a row.
 * Several columns: each is a label, 1 in the rows that have it and 0 in the others; predictions stand in
 * the order of what they predict.
 */
export type CooccurrenceCsv = Partial<Record<LabelKind, readonly string[]>> &
  Record<'attribute' | 'task', readonly string[]> & {
    /** What each row counts, 0 or more. */
    weight?: string | undefined;
  };

type CodedTexts = { codes: Uint32Array; categories: readonly string[] };
type Column = CodedTexts | Float64Array | readonly Value[];

const kinds = ['attribute', 'task', 'attributePrediction', 'taskPrediction'] as const;

/**
 * Counts a CSV file.
 *
 * @example
 * const csv = 'who,what,guess\nf,cooks,cooks\nf,rides,cooks\nm,rides,rides\n';
 * const what = { attribute: ['who'], task: ['what'], taskPrediction: ['guess'] };
 * const counts = await cooccurrenceCsv(await load(), csv, what);
 * [counts.attributes, counts.rows]; // [["f", "m"], 3]
 *
 * @throws FairwasmError as {@link readCsv} and {@link Cooccurrence.update} do; `argument` is the column's
 *   name in the file and `row` is counted from 0 over the whole file, without the header.
 */
export async function cooccurrenceCsv(
  amplification: Pick<Amplification, 'cooccurrence'>,
  file: CsvSource,
  what: CooccurrenceCsv,
  options: Omit<CsvOptions, 'columns'> = {},
): Promise<Cooccurrence> {
  requireParts(
    'amplification',
    amplification,
    ['cooccurrence'],
    'what load() of fairwasm/amplification gives',
  );
  requireOptions('cooccurrenceCsv', what, [...kinds, 'weight']);
  const given = kinds.filter((kind) => what[kind] !== undefined);
  for (const kind of new Set<LabelKind>(['attribute', 'task', ...given])) {
    if (requireTexts(kind, what[kind]).length > 0) continue;
    throw new FairwasmError('invalidArgument', {
      argument: kind,
      expected: 'a column or more',
      actual: 'none',
    });
  }
  const counts = amplification.cooccurrence({
    attributes: namesOf(what.attribute),
    tasks: namesOf(what.task),
    attributePrediction: what.attributePrediction !== undefined,
    taskPrediction: what.taskPrediction !== undefined,
  });
  const { weight } = what;
  if (weight !== undefined) requireTexts('weight', [weight]);
  const labelColumns = given.flatMap((kind) => what[kind] as readonly string[]);
  const columns = [...new Set(weight === undefined ? labelColumns : [...labelColumns, weight])];
  // A column that is labels too stays one.
  const numbers = columns.filter((name) => !labelColumns.includes(name));
  for await (const batch of readCsv(file, { ...options, columns, numbers, coded: true })) {
    const labels = given.map((kind) => {
      const names = what[kind] as readonly string[];
      const coded = names.map((name) => batch.columns[name] as CodedTexts);
      return [kind, labelsOf(names, coded, batch.firstRow)];
    });
    try {
      const weights = weight === undefined ? undefined : numbersOf(batch.columns[weight] as Column);
      counts.update({ ...Object.fromEntries(labels), weight: weights });
    } catch (error) {
      if (!(error instanceof FairwasmError)) throw error;
      const [column] =
        error.argument === 'weight' ? [weight] : (what[error.argument as LabelKind] ?? []);
      throw new FairwasmError(error.code, {
        ...error,
        argument: column ?? error.argument,
      }).inRowsFrom(batch.firstRow);
    }
  }
  return counts;
}

// One column has categories, which are learned.
const namesOf = (columns: readonly string[]) => (columns.length === 1 ? undefined : columns);

// Each text is read once a batch.
function labelsOf(
  names: readonly string[],
  columns: readonly CodedTexts[],
  firstRow: number,
): LabelColumn {
  const [first] = columns as [CodedTexts];
  if (names.length === 1) return first;
  const matrix = new Uint8Array(first.codes.length * names.length);
  columns.forEach(({ codes, categories }, c) => {
    const bits = new Int8Array(categories.length).fill(-1);
    for (let row = 0; row < codes.length; row++) {
      const code = codes[row] as number;
      if ((bits[code] as number) < 0)
        bits[code] = toBit(categories[code] as string, names[c] as string, firstRow + row);
      matrix[row * names.length + c] = bits[code] as number;
    }
  });
  return matrix;
}

const numbersOf = (column: Column): NumberColumn =>
  'codes' in column
    ? Array.from(column.codes, (code) => column.categories[code] as string)
    : column;

function toBit(text: string, argument: string, row: number): number {
  const value = text.trim();
  if (value === '1' || value === '1.0') return 1;
  if (value === '0' || value === '0.0') return 0;
  throw new FairwasmError(value === '' ? 'missingValue' : 'invalidArgument', {
    argument,
    expected: '0 or 1',
    actual: value === '' ? 'a missing value' : `'${value}'`,
    row,
  });
}
