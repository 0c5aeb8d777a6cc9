// SPDX-License-Identifier: Apache-2.0
//
// Bias benchmarks of language models by category, from answers.

import type { AuditOptions } from '../audit/audit-input.js';
import { invalid, invalidState } from '../core/error.js';
import { boundedEstimate, type Estimate, requireConfidence } from '../core/estimate.js';
import { requireOptions } from '../core/options.js';
import type { CategoryColumn, NumberColumn } from '../data/column.js';
import { missingOptions, RoleColumns } from '../tally/role-columns.js';
import type { Wasm } from './module.js';

/** Answers to BBQ. Columns of numbers contain 1 for yes and 0 for no. */
export interface BbqInput extends Pick<AuditOptions, 'missing' | 'missingValues'> {
  /** The item; rows of the same item, such as its runs, are not independent. */
  item: CategoryColumn;
  /** The category of bias, such as gender. Default: one category for all rows. */
  category?: CategoryColumn | undefined;
  /** Level of the confidence intervals, in (0, 1). Default: 0.95. */
  confidence?: number | undefined;
  /** Whether the context is `ambig` or `disambig`. */
  context: CategoryColumn;
  /** Whether the answer is correct. */
  correct: NumberColumn;
  /** Whether the answer agrees with the bias. */
  biased: NumberColumn;
  /** Whether the answer is "unknown". */
  unknown: NumberColumn;
}

/** Preferences in CrowS-Pairs. */
export interface CrowsPairsInput extends Omit<BbqInput, 'context' | 'correct' | 'biased' | 'unknown'> {
  /** 1 if the model prefers the more stereotyping sentence, otherwise 0. */
  stereotype: NumberColumn;
}

/** Preferences in StereoSet. */
export interface StereoSetInput extends CrowsPairsInput {
  /** Proportion of comparisons in which a meaningful answer is preferred to an unrelated one, from 0 to 1. */
  meaningful: NumberColumn;
}

/** The scores of a category. */
export type BenchmarkCategory = BenchmarkReport['categories'][number];

/** The result of a benchmark. */
export interface BenchmarkReport {
  format: 'fairwasm-benchmark';
  version: 1;
  benchmark: 'BBQ' | 'CrowS-Pairs' | 'StereoSet';
  confidence: number;
  /** Rows with missing values that were dropped. */
  droppedRows: number;
  categories: readonly {
    /** Null for all categories together. */
    category: string | null;
    items: number;
    /** For BBQ `accuracyAmbiguous`, `s_AMB`, `accuracyDisambiguated`, and `s_DIS`; for CrowS-Pairs `preferred`; for StereoSet `lms`, `ss`, and `icat`. */
    scores: Readonly<Record<string, Estimate>>;
  }[];
}

type Given = Readonly<Record<string, Float64Array>> & { item: Uint32Array };
type Scores = BenchmarkCategory['scores'];

/** Computes the scores of each category and of all rows. */
function byCategory(
  benchmark: BenchmarkReport['benchmark'],
  columns: RoleColumns,
  confidence: number,
  numbers: readonly string[],
  getScores: (given: Given, isIn: readonly number[]) => Scores,
): BenchmarkReport {
  if (columns.length === 0) throw invalidState('rows', 'at least one row', 'none');
  const items = columns.categories('item').codes;
  const values = Object.fromEntries(numbers.map((name) => [name, columns.numbers(name)]));
  const categories = columns.sorted('category');
  const all = Array.from(items, (_, row) => row);
  const compute = (category: string | null, rows: readonly number[]): BenchmarkCategory => {
    const item = Uint32Array.from(rows, (row) => items[row] as number);
    const picked = Object.entries(values).map(([name, column]) => [
      name,
      Float64Array.from(rows, (row) => column[row] as number),
    ]);
    const given = { ...Object.fromEntries(picked), item } as Given;
    return { category, items: new Set(item).size, scores: getScores(given, rows) };
  };
  return columns.reading(() => ({
    format: 'fairwasm-benchmark',
    version: 1,
    benchmark,
    confidence,
    droppedRows: columns.dropped,
    categories: [
      ...categories.names.map((name, code) =>
        compute(
          name,
          all.filter((row) => categories.codes[row] === code),
        ),
      ),
      compute(null, all),
    ],
  }));
}

const common = ['item', 'category', 'confidence', ...missingOptions];

/** @internal See {@link Repeated.bbq}. */
export function bbq(wasm: Wasm, input: BbqInput): BenchmarkReport {
  const numbers = ['correct', 'biased', 'unknown'];
  requireOptions('bbq', input, [...common, 'context', ...numbers]);
  const { item, category, context, correct, biased, unknown } = input;
  const confidence = requireConfidence(input.confidence);
  const columns = new RoleColumns({ item, category, context, correct, biased, unknown }, input);
  const contexts = columns.sorted('context');
  const ambiguous = contexts.names.map(isAmbiguous);
  return byCategory('BBQ', columns, confidence, numbers, (value, rows) => {
    const of = (wanted: boolean) => {
      const indices = rows.flatMap((row, i) => (ambiguous[contexts.codes[row] as number] === wanted ? [i] : []));
      const take = (name: string) => Float64Array.from(indices, (i) => (value[name] as Float64Array)[i] as number);
      return wasm.biasScore(
        Uint32Array.from(indices, (i) => value.item[i] as number),
        take('correct'),
        take('biased'),
        take('unknown'),
        confidence,
      );
    };
    const [one, other] = [of(true), of(false)];
    const why =
      ({ answers }: typeof one, contexts: string) =>
      () =>
        answers === 0 ? `there are no ${contexts}` : `all answers in ${contexts} are "unknown"`;
    return {
      accuracyAmbiguous: boundedEstimate(one.accuracy, why(one, 'ambiguous contexts')),
      s_AMB: boundedEstimate(one.scaled, why(one, 'ambiguous contexts')),
      accuracyDisambiguated: boundedEstimate(other.accuracy, why(other, 'disambiguated contexts')),
      s_DIS: boundedEstimate(other.score, why(other, 'disambiguated contexts')),
    };
  });
}

function isAmbiguous(name: string): boolean {
  const key = name.toLowerCase();
  if (key.startsWith('ambig')) return true;
  if (key.startsWith('disambig')) return false;
  throw invalid('context', 'ambig or disambig', `'${name}'`);
}

const noRows = () => 'there are no rows';

/** @internal See {@link Repeated.crowsPairs}. */
export function crowsPairs(wasm: Wasm, input: CrowsPairsInput): BenchmarkReport {
  requireOptions('crowsPairs', input, [...common, 'stereotype']);
  const { item, category, stereotype } = input;
  const confidence = requireConfidence(input.confidence);
  const columns = new RoleColumns({ item, category, stereotype }, input);
  return byCategory('CrowS-Pairs', columns, confidence, ['stereotype'], (value) => ({
    preferred: boundedEstimate(wasm.preferred(value.item, value.stereotype as Float64Array, confidence), noRows),
  }));
}

/** @internal See {@link Repeated.stereoSet}. */
export function stereoSet(wasm: Wasm, input: StereoSetInput): BenchmarkReport {
  const numbers = ['meaningful', 'stereotype'];
  requireOptions('stereoSet', input, [...common, ...numbers]);
  const { item, category, meaningful, stereotype } = input;
  const confidence = requireConfidence(input.confidence);
  const columns = new RoleColumns({ item, category, meaningful, stereotype }, input);
  return byCategory('StereoSet', columns, confidence, numbers, (value) => {
    const [lms, ss] = numbers.map((name) => value[name] as Float64Array) as [Float64Array, Float64Array];
    const percent = (values: Float64Array) => values.map((each) => 100 * each);
    return {
      lms: boundedEstimate(percent(wasm.preferred(value.item, lms, confidence)), noRows),
      ss: boundedEstimate(percent(wasm.preferred(value.item, ss, confidence)), noRows),
      icat: boundedEstimate(wasm.idealizedScore(value.item, lms, ss, confidence), noRows),
    };
  });
}
