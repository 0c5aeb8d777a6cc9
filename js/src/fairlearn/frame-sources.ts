// SPDX-License-Identifier: Apache-2.0
//
// Sources of a MetricFrame's metrics by group: counts of labels, sums of errors, histograms of scores, or the
// rows themselves for functions of rows.

import { requireMatchingLabels } from '../audit/label-check.js';
import { RegressionTally } from '../audit/scores/regression.js';
import { ScoreTally } from '../audit/scores/scores.js';
import { invalid } from '../core/error.js';
import type { Wasm } from '../core/module.js';
import { shown } from '../core/options.js';
import { CategoryEncoder, type Codes, toValues } from '../data/category.js';
import { type CategoryColumn, isCoded, type NumberColumn, toIndexable, toNumbers } from '../data/column.js';
import { RowGroups, requireRows } from '../data/condition.js';
import { type Favorable, resolveFavorable, toLabels } from '../data/favorable.js';
import { type Counts, toCounts } from '../tally/counts.js';
import { takeRows } from '../tally/jackknife.js';
import { Tally } from '../tally/tally.js';
import type { TallyResampler, Tally as WasmTally } from '../wasm/core.js';
import { type DrawnClusters, drawRows } from './drawn-rows.js';
import { type FrameMetric, fromCounts, fromErrors, fromScores, needsPositive, needsTwoLabels } from './metric-names.js';

export type Categories = Readonly<Record<string, string>>;

/** The columns of a frame, as read for some of its metrics. */
export interface SourceColumns {
  groups: Readonly<Record<string, CategoryColumn>>;
  label: CategoryColumn;
  prediction?: CategoryColumn | undefined;
  score?: NumberColumn | undefined;
  weight?: NumberColumn | undefined;
  favorable?: Favorable | undefined;
}

/** One combination of categories; call `measure` only if it has rows. */
export interface SourceGroup {
  categories: Categories;
  rows: number;
  measure: (metric: FrameMetric, name: string) => unknown;
}

/** Metrics of one kind, for every combination of the categories of some attributes. */
export interface Source {
  by(by: readonly string[]): SourceGroup[];
  /** Switches to the metrics of one bootstrap sample. */
  resample(seed: number, draw: number, clusters?: DrawnClusters): void;
  [Symbol.dispose](): void;
}

// ---- Labels ------------------------------------------------------------------------------------

/** Returns whether 1 is the positive one of these labels by convention. */
const isUsual = (labels: readonly string[]) =>
  ['0', '-1'].some((other) => labels.every((label) => label === '1' || label === other));

const quoted = (labels: readonly string[]) => labels.map((label) => `'${label}'`).join(', ');

/**
 * Returns the positive label: the named one, or 1; none if no metric requires it.
 *
 * @throws FairwasmError `invalidArgument` if the label does not occur, or if a metric requires two labels and there
 *   are more.
 */
function getPositive(
  favorable: Favorable | undefined,
  labels: readonly string[],
  metrics: readonly FrameMetric[],
): string[] {
  const named = toLabels(favorable);
  if (named) return resolveFavorable(named, labels);
  if (isUsual(labels)) return ['1'];
  const ofTwo = metrics.find(needsTwoLabels);
  if (labels.length > 2 && ofTwo !== undefined) {
    throw invalid(
      'label',
      `two labels for ${ofTwo}, or the option favorable, to compare that label with all others`,
      quoted(labels),
    );
  }
  if (!metrics.some(needsPositive)) return [];
  if (labels.length > 2 && labels.includes('1')) return ['1'];
  return resolveFavorable(undefined, labels);
}

/** Throws `invalidArgument` for numbers that are not classes. */
function requireClasses(column: CategoryColumn, argument: string): void {
  if (isCoded(column)) return;
  const values = toIndexable(column, argument);
  for (let row = 0; row < values.length; row++) {
    const value = values[row];
    if (typeof value !== 'number' || Number.isInteger(value) || Number.isNaN(value)) continue;
    throw invalid(argument, 'labels; for regression, use only errors and means', shown(value), row);
  }
}

export function required<T>(argument: string, column: T | undefined): T {
  if (column !== undefined) return column;
  throw invalid(argument, 'a column', 'none');
}

// ---- Counts ------------------------------------------------------------------------------------

// Metrics that require the positive label.
const byPositive = [
  'positives',
  'negatives',
  'predictedPositives',
  'predictedNegatives',
  'truePositives',
  'falsePositives',
  'trueNegatives',
  'falseNegatives',
] as const;

/** Metrics of labels. Samples are drawn from the counts, so the number of rows does not matter. */
export class CountSource implements Source {
  readonly #wasm: Wasm;
  readonly #tally: Tally;
  readonly #positive: readonly string[];
  #resampler: TallyResampler | undefined;
  #sample: WasmTally | undefined;
  readonly #columns: SourceColumns;
  /** Samples of clusters. */
  #drawn: DrawnTally | undefined;

  constructor(wasm: Wasm, columns: SourceColumns, metrics: readonly FrameMetric[]) {
    this.#wasm = wasm;
    this.#columns = columns;
    const { groups, label, weight } = columns;
    const prediction = required('prediction', columns.prediction);
    requireClasses(label, 'label');
    requireClasses(prediction, 'prediction');
    this.#tally = new Tally(wasm, { groups: Object.keys(groups), label: true, prediction: true });
    try {
      this.#tally.update({ groups, label, prediction, weight });
      this.#positive = getPositive(columns.favorable, this.#tally.labels, metrics);
      requireMatchingLabels(wasm, this.#tally, this.#positive);
    } catch (error) {
      this.#tally[Symbol.dispose]();
      throw error;
    }
  }

  by(by: readonly string[]): SourceGroup[] {
    const cells = this.#drawn?.tally.handle ?? this.#sample ?? this.#tally.handle;
    const { codes, counts } = this.#wasm.frame(cells, [...by], [...this.#positive]);
    const matrices = this.#wasm.confusionMatrices(cells, [...by]);
    return toCounts(this.#wasm, counts).map((all, i) => {
      const group = { counts: this.#known(all), matrix: this.#matrix(matrices, i) };
      return {
        categories: this.#categories(by, codes, i),
        rows: all.rows,
        measure: (metric) => fromCounts(metric, group),
      };
    });
  }

  resample(seed: number, draw: number, clusters?: DrawnClusters): void {
    if (clusters !== undefined) {
      this.#drawn ??= new DrawnTally(this.#wasm, this.#columns);
      this.#drawn.draw({ seed, draw, clusters });
      return;
    }
    const { handle } = this.#tally;
    this.#resampler ??= new this.#wasm.TallyResampler(handle);
    this.#sample?.delete();
    this.#sample = this.#wasm.resampled(handle, this.#resampler, seed, draw) as WasmTally;
  }

  [Symbol.dispose](): void {
    this.#sample?.delete();
    this.#drawn?.tally[Symbol.dispose]();
    this.#resampler?.delete();
    this.#sample = undefined;
    this.#resampler = undefined;
    this.#tally[Symbol.dispose]();
  }

  #known(counts: Counts): Counts {
    if (this.#positive.length > 0) return counts;
    return { ...counts, ...Object.fromEntries(byPositive.map((name) => [name, Number.NaN])) };
  }

  #categories(by: readonly string[], codes: Uint32Array, group: number): Categories {
    const entries = by.map((name, i) => {
      const attribute = this.#tally.groups.find((candidate) => candidate.name === name);
      return [name, attribute?.categories[codes[group * by.length + i] as number] as string];
    });
    return Object.fromEntries(entries);
  }

  #matrix(matrices: Float64Array, group: number): number[][] {
    const size = this.#tally.labels.length;
    return Array.from({ length: size }, (_, row) => {
      const first = (group * size + row) * size;
      return [...matrices.subarray(first, first + size)];
    });
  }
}

/** Counts of the rows of drawn clusters, with all labels and categories in the order of the columns. */
class DrawnTally {
  readonly tally: Tally;
  readonly #wasm: Wasm;
  readonly #read: ReadColumns;
  readonly #labels: Readonly<Record<'label' | 'prediction', CategoryEncoder>>;

  constructor(wasm: Wasm, { groups, label, prediction, weight }: SourceColumns) {
    this.#wasm = wasm;
    this.#labels = {
      label: new CategoryEncoder('label', [], 'error'),
      prediction: new CategoryEncoder('prediction', [], 'error'),
    };
    const encode = (name: 'label' | 'prediction', column: CategoryColumn) =>
      Float64Array.from(this.#labels[name].encode(column));
    this.#read = readColumns(groups, {
      label: encode('label', label),
      prediction: encode('prediction', required('prediction', prediction)),
      ...(weight !== undefined && { weight: toNumbers(weight, 'weight') }),
    });
    this.tally = new Tally(wasm, { groups: Object.keys(groups), label: true, prediction: true });
    this.#fill(this.#read);
  }

  draw(sample: { seed: number; draw: number; clusters: DrawnClusters }): void {
    this.tally.reset();
    this.#fill(drawnColumns(this.#read, drawRows(this.#wasm, this.#read.rows, sample)));
  }

  #fill({ groups, numbers }: ReadColumns): void {
    const coded = (name: 'label' | 'prediction') => ({
      codes: Uint32Array.from(numbers[name] as Float64Array),
      categories: this.#labels[name].categories,
    });
    const { weight } = numbers;
    this.tally.update({ groups, label: coded('label'), prediction: coded('prediction'), weight });
  }
}

// ---- Errors and scores -------------------------------------------------------------------------

/** Columns that were read once, for drawing rows. */
interface ReadColumns {
  groups: Readonly<Record<string, { codes: Codes; categories: readonly string[] }>>;
  numbers: Readonly<Record<string, Float64Array>>;
  rows: number;
}

function readColumns(
  groups: Readonly<Record<string, CategoryColumn>>,
  numbers: Record<string, Float64Array>,
): ReadColumns {
  const [[name, first] = ['', new Float64Array()], ...rest] = Object.entries(numbers);
  for (const [other, column] of rest) requireRows(other, column.length, first.length);
  const coded = new RowGroups(groups, first.length);
  const codedColumns = coded.attributes.map((attribute) => {
    const { codes, categories } = coded.column(attribute);
    return [attribute, { codes, categories: toValues(categories) }] as const;
  });
  return {
    groups: Object.fromEntries(codedColumns),
    numbers: { [name]: first, ...Object.fromEntries(rest) },
    rows: first.length,
  };
}

function drawnColumns({ groups, numbers }: ReadColumns, drawn: Uint32Array): ReadColumns {
  const codes = Object.entries(groups).map(([name, column]) => [
    name,
    { ...column, codes: takeRows(column.codes, drawn) },
  ]);
  const values = Object.entries(numbers).map(([name, column]) => [name, takeRows(column, drawn)]);
  return { groups: Object.fromEntries(codes), numbers: Object.fromEntries(values), rows: drawn.length };
}

/** A source based on an accumulator of rows, which is refilled for each sample. */
interface Refilled {
  tally: RegressionTally | ScoreTally;
  columns: ReadColumns;
  fill(columns: ReadColumns): void;
  groups(by: readonly string[]): SourceGroup[];
}

function refilledSource(wasm: Wasm, { tally, columns, fill, groups }: Refilled): Source {
  try {
    fill(columns);
  } catch (error) {
    tally[Symbol.dispose]();
    throw error;
  }
  return {
    by: groups,
    resample: (seed, draw, clusters) => {
      tally.reset();
      fill(drawnColumns(columns, drawRows(wasm, columns.rows, { seed, draw, clusters })));
    },
    [Symbol.dispose]: () => tally[Symbol.dispose](),
  };
}

/** Metrics of numbers. Samples are drawn from the rows. */
export function errorSource(wasm: Wasm, columns: SourceColumns): Source {
  const { groups, weight } = columns;
  const numbers = {
    label: toNumbers(columns.label as NumberColumn, 'label'),
    prediction: toNumbers(required('prediction', columns.prediction) as NumberColumn, 'prediction'),
    ...(weight !== undefined && { weight: toNumbers(weight, 'weight') }),
  };
  const read = readColumns(groups, numbers);
  const tally = new RegressionTally(wasm, Object.keys(groups));
  return refilledSource(wasm, {
    tally,
    columns: read,
    fill: (sample) => {
      const { label, prediction, weight } = sample.numbers as typeof numbers;
      tally.update({ groups: sample.groups, label, prediction, weight });
    },
    groups: (by) =>
      tally
        .by(by)
        .map(({ categories, errors }) => ({
          categories,
          rows: errors.count,
          measure: (metric) => fromErrors(metric, errors),
        })),
  });
}

/** Metrics of scores. Samples are drawn from the rows. */
export function scoreSource(wasm: Wasm, columns: SourceColumns, metrics: readonly FrameMetric[]): Source {
  const { groups, label, weight } = columns;
  const score = required('score', columns.score);
  requireClasses(label, 'label');
  const encoder = new CategoryEncoder('label', [], 'error');
  const codes = Float64Array.from(encoder.encode(label));
  const positive = getPositive(columns.favorable, encoder.categories, metrics);
  const numbers = {
    score: toNumbers(score, 'score'),
    label: codes,
    ...(weight !== undefined && { weight: toNumbers(weight, 'weight') }),
  };
  const read = readColumns(groups, numbers);
  const tally = new ScoreTally(wasm, Object.keys(groups), positive);
  return refilledSource(wasm, {
    tally,
    columns: read,
    fill: (sample) => {
      const { score, label, weight } = sample.numbers as typeof numbers;
      const coded = { codes: Uint32Array.from(label), categories: encoder.categories };
      tally.update({ groups: sample.groups, label: coded, score, weight });
    },
    groups: (by) =>
      tally
        .by(by)
        .map((group) => ({
          categories: group.categories,
          rows: group.rows,
          measure: (metric) => fromScores(metric, group),
        })),
  });
}
