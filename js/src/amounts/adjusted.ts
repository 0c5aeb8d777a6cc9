// SPDX-License-Identifier: Apache-2.0
//
// Gaps that are adjusted for covariates, and their decomposition into explained and unexplained parts.

import { among, confidenceOfEach } from '../claims/adjust.js';
import { invalid, missingValue } from '../core/error.js';
import { type Estimate, estimate, requireConfidence } from '../core/estimate.js';
import { isPlain, requireBoolean, requireOptions, requireTexts, shown } from '../core/options.js';
import { CategoryEncoder } from '../data/category.js';
import { type CategoryColumn, type NumberColumn, toIndexable, toNumbers } from '../data/column.js';
import { noSuchCategory, requireRows } from '../data/condition.js';
import { maxGroups } from '../data/group-limit.js';
import { defaultReference, sortedNames } from '../data/largest-group.js';
import { type NamedGroup, toGroup } from '../data/named-group.js';
import { isMissing } from '../data/value.js';
import type { Wasm } from './module.js';

/** Input of {@link Amounts.adjustedGaps}. */
export interface AdjustedInput {
  group: CategoryColumn;
  amount: NumberColumn;
  /** Columns to adjust for, by name. Columns of numbers are numeric covariates, others have an indicator per category. */
  covariates: Readonly<Record<string, NumberColumn | CategoryColumn>>;
  /** Names of covariates whose numbers are categories, such as codes. */
  categorical?: readonly string[] | undefined;
  /**
   * Names of covariates that the organization decides and that the group may shape, such as grade, rating, or part-time
   * work. The report then also has the gaps adjusted only for the others.
   */
  decidedHere?: readonly string[] | undefined;
  /** The unit that each row belongs to. Default: rows are independent. */
  cluster?: CategoryColumn | undefined;
  /** The group that others are compared with. Default: the largest group. */
  reference?: string | undefined;
  /** Whether to model logarithms: gaps are then gaps in geometric means. Default: true. */
  logarithm?: boolean | undefined;
  /** Level of the confidence intervals, in (0, 1). Default: 0.95. */
  confidence?: number | undefined;
}

/** Explained and unexplained parts of the difference of mean outcomes, reference - group. */
export interface GapParts {
  explained: Estimate;
  unexplained: Estimate;
  /** The explained part by covariate. */
  explainedBy: Readonly<Record<string, number>>;
}

/** Oaxaca and Blinder's decomposition of a difference of mean outcomes. */
export interface GapDecomposition {
  rows: number;
  referenceRows: number;
  /** Mean outcome of the reference less that of the group. */
  difference: number;
  /** With the reference group's coefficients. */
  ofReference: GapParts;
  /** With the group's coefficients. */
  ofGroup: GapParts;
  /** With those of a model of both groups that contains the group (Jann 2008): unexplained is the adjusted gap of the pair. */
  pooled: GapParts;
  /** With those of a model without the group (Neumark 1988), which attributes part of the gap to covariates. */
  withoutGroup: GapParts;
  /**
   * The unexplained part with the reference group's coefficients by covariate, and `constant`; categories as deviations from
   * their mean (Yun 2005).
   */
  unexplainedBy: Readonly<Record<string, number>>;
}

/** A group of an {@link AdjustedReport}. */
export interface AdjustedGroup extends NamedGroup<'group'> {
  /** The group's coefficient: its adjusted mean outcome less that of the reference. */
  coefficient: Estimate;
  /** With logarithms, 1 - exp(coefficient): the adjusted gap in geometric means as a fraction. NaN without logarithms. */
  adjustedGap: Estimate;
  /** The same, adjusted only for the covariates that are not in `decidedHere`; absent if it names none. */
  adjustedBefore?: { coefficient: Estimate; adjustedGap: Estimate };
  decomposition?: GapDecomposition;
  /** Why there is no decomposition. */
  reason?: string;
}

/** The result of {@link Amounts.adjustedGaps}. */
export interface AdjustedReport {
  format: 'fairwasm-adjusted-gaps';
  version: 1;
  rows: number;
  reference: string;
  isLogarithm: boolean;
  covariates: readonly string[];
  decidedHere: readonly string[];
  confidence: number;
  comparisons: number;
  groups: readonly AdjustedGroup[];
}

type Adjusted = ReturnType<Wasm['adjust']>;
type CoreEstimate = Adjusted['gaps'][0]['coefficient'];
type CoreDecomposition = Adjusted['gaps'][0]['decomposition'];
type CoreParts = CoreDecomposition['pooled'];

const optionNames = [
  'group',
  'amount',
  'covariates',
  'categorical',
  'decidedHere',
  'cluster',
  'reference',
  'logarithm',
];

/** See {@link Amounts.adjustedGaps}. */
export function measureAdjusted(wasm: Wasm, input: AdjustedInput): AdjustedReport {
  requireOptions('adjustedGaps', input, [...optionNames, 'confidence']);
  const { categorical = [], decidedHere = [], cluster } = input;
  if (!isPlain(input.covariates)) throw invalid('covariates', 'an object of columns', shown(input.covariates));
  const confidence = requireConfidence(input.confidence);
  const isLogarithm = requireBoolean('logarithm', input.logarithm ?? true);
  const names = Object.keys(input.covariates);
  for (const [argument, given] of Object.entries({ categorical, decidedHere })) {
    const unexpected = requireTexts(argument, given).find((name) => !names.includes(name));
    if (unexpected !== undefined) throw invalid(argument, 'names of covariates', shown(unexpected));
  }
  const outcome = readOutcome(input.amount, isLogarithm);
  const groups = new CategoryEncoder('group', [], 'category', { max: () => maxGroups });
  const codes = Uint32Array.from(groups.encode(input.group));
  requireRows('group', codes.length, outcome.length);
  const clusters = cluster === undefined ? new Uint32Array() : readClusters(cluster, outcome.length);
  const reference = chooseReference(groups, codes, input.reference);
  const terms = names.map((name) =>
    readTerm(name, input.covariates[name] as NumberColumn, categorical.includes(name), outcome.length),
  );
  const comparisons = groups.categories.length - 1;
  const level = confidenceOfEach(Math.max(1, comparisons), confidence);
  const regress = (used: readonly Term[]) =>
    wasm.adjust(
      {
        outcome,
        covariates: joined(used.flatMap(({ columns }) => columns)),
        terms: used.map(({ columns, isCategorical }) => ({ columns: columns.length, isCategorical })),
        groups: codes,
        groupCount: groups.categories.length,
        reference,
        clusters,
      },
      confidence,
      level,
    );
  const adjusted = regress(terms);
  const before =
    decidedHere.length === 0 ? undefined : regress(terms.filter(({ name }) => !decidedHere.includes(name)));
  const context: Context = { count: comparisons, isLogarithm, isClustered: cluster !== undefined };
  return {
    format: 'fairwasm-adjusted-gaps',
    version: 1,
    rows: outcome.length,
    reference: groups.categories[reference] as string,
    isLogarithm,
    covariates: names,
    decidedHere: [...decidedHere],
    confidence,
    comparisons,
    groups: sortedNames(groups.categories)
      .map((name) => ({ name, index: groups.categories.indexOf(name) }))
      .filter(({ index }) => index !== reference)
      .map(({ name, index }) => ({
        ...toGroup({ group: name }),
        ...coefficientOf(adjusted, index, context),
        ...(before && { adjustedBefore: coefficientOf(before, index, context) }),
        ...decompositionOf((adjusted.gaps[index] as Adjusted['gaps'][0]).decomposition, names, context),
      })),
  };
}

function joined(columns: readonly Float64Array[]): Float64Array {
  const all = new Float64Array(columns.reduce((sum, { length }) => sum + length, 0));
  let to = 0;
  for (const column of columns) {
    all.set(column, to);
    to += column.length;
  }
  return all;
}

interface Term {
  name: string;
  columns: Float64Array[];
  isCategorical: boolean;
}

interface Context {
  count: number;
  isLogarithm: boolean;
  isClustered: boolean;
}

function readOutcome(column: NumberColumn, isLogarithm: boolean): Float64Array {
  const amounts = toNumbers(column, 'amount');
  if (!isLogarithm) return amounts;
  const row = amounts.findIndex((each) => !(each > 0));
  if (row >= 0)
    throw invalid('amount', 'numbers above 0, or logarithm: false for a model of amounts', shown(amounts[row]), row);
  return amounts.map(Math.log);
}

function readClusters(column: CategoryColumn, rows: number): Uint32Array {
  const codes = Uint32Array.from(new CategoryEncoder('cluster', [], 'error').encode(column));
  requireRows('cluster', codes.length, rows);
  return codes;
}

function chooseReference(encoder: CategoryEncoder, codes: Uint32Array, reference: string | undefined): number {
  if (reference !== undefined) {
    requireTexts('reference', [reference]);
    const name = encoder.find(reference);
    if (name === undefined) throw noSuchCategory('reference', reference, encoder.categories);
    return encoder.categories.indexOf(name);
  }
  const rows = new Float64Array(encoder.categories.length);
  for (const code of codes) rows[code] = (rows[code] as number) + 1;
  const groups = encoder.categories.map((group, i) => ({ categories: { group }, rows: rows[i] as number }));
  return Math.max(0, groups.indexOf(defaultReference(groups) as (typeof groups)[0]));
}

// A column is numeric if all its values are numbers.
function readTerm(name: string, column: NumberColumn | CategoryColumn, isCategorical: boolean, rows: number): Term {
  const isNumeric = !isCategorical && !('codes' in column) && isNumbers(toIndexable(column, name));
  if (isNumeric) {
    const numbers = toNumbers(column as NumberColumn, name);
    requireRows(name, numbers.length, rows);
    return { name, columns: [numbers], isCategorical: false };
  }
  const encoder = new CategoryEncoder(name, [], 'error');
  const codes = encoder.encode(column as CategoryColumn);
  requireRows(name, codes.length, rows);
  // The first category is the base, whose choice changes no gap.
  const [, ...categories] = [...encoder.categories].sort().map((each) => encoder.categories.indexOf(each));
  return {
    name,
    columns: categories.map((code) => Float64Array.from(codes, (each) => Number(each === code))),
    isCategorical: true,
  };
}

function isNumbers(values: ArrayLike<unknown>): boolean {
  for (let row = 0; row < values.length; row++) {
    const value = values[row];
    if (isMissing(value)) throw missingValue('covariates', 'a value in every row', 'a missing value', row);
    if (typeof value !== 'number' && typeof value !== 'bigint') return false;
  }
  return true;
}

const reasons = {
  none: '',
  fewRows: 'a group has no more rows than the model has coefficients',
  collinear: 'covariates are collinear, or a category occurs in only one of the groups',
};

function toEstimate(core: CoreEstimate, { count, isClustered }: Context, reason: string): Estimate {
  const { value, low, high, jointLow, jointHigh, pValue } = core;
  const warning = Number.isNaN(low)
    ? isClustered
      ? 'no interval, because none is known with clusters'
      : 'no interval, because one row determines a coefficient, or the model fits exactly'
    : undefined;
  const alone = estimate(value, () => reason, { ci: [low, high], pValue, warning });
  return among(alone, count, [jointLow, jointHigh]);
}

function coefficientOf(adjusted: Adjusted, index: number, context: Context) {
  const core = (adjusted.gaps[index] as Adjusted['gaps'][0]).coefficient;
  const toGap = (value: number) => -Math.expm1(value);
  const { low, high, jointLow, jointHigh } = core;
  const gap = {
    ...core,
    ...{ value: toGap(core.value), low: toGap(high), high: toGap(low) },
    ...{ jointLow: toGap(jointHigh), jointHigh: toGap(jointLow) },
  };
  const reason = reasons[adjusted.undefined];
  return {
    coefficient: toEstimate(core, context, reason),
    adjustedGap: context.isLogarithm
      ? toEstimate(gap, context, reason)
      : estimate(Number.NaN, () => 'the model has amounts instead of logarithms'),
  };
}

function decompositionOf(
  core: CoreDecomposition,
  names: readonly string[],
  context: Context,
): Pick<AdjustedGroup, 'decomposition' | 'reason'> {
  if (core.undefined !== 'none') return { reason: reasons[core.undefined] };
  const byName = (values: ArrayLike<number>) => Object.fromEntries(names.map((name, i) => [name, values[i] as number]));
  const parts = ({ explained, unexplained, explainedBy }: CoreParts): GapParts => ({
    explained: toEstimate(explained, context, reasons.collinear),
    unexplained: toEstimate(unexplained, context, reasons.collinear),
    explainedBy: byName(explainedBy),
  });
  const { rows, referenceRows, difference, ofReference, ofGroup, pooled, withoutGroup } = core;
  return {
    decomposition: {
      ...{ rows, referenceRows, difference },
      ofReference: parts(ofReference),
      ofGroup: parts(ofGroup),
      pooled: parts(pooled),
      withoutGroup: parts(withoutGroup),
      unexplainedBy: { constant: core.unexplainedByConstant, ...byName(core.unexplainedBy) },
    },
  };
}
