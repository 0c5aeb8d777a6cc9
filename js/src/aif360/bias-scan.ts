// SPDX-License-Identifier: Apache-2.0
//
// Bias scan: finds the subgroup that a model over- or under-predicts most, among all that categories of some
// attributes define, and its p-value (Zhang and Neill 2016). AIF360's bias_scan has no p-value.

import { invalid } from '../core/error.js';
import { Handle } from '../core/handle.js';
import { getStep, inSlices, type RunOptions } from '../core/long-run.js';
import { requireBoolean, requireNumber, requireOneOf, requireOptions, requireWhole, shown } from '../core/options.js';
import { CategoryEncoder } from '../data/category.js';
import { type CategoryColumn, getLength, type NumberColumn, toNumbers } from '../data/column.js';
import { RowGroups } from '../data/condition.js';
import { labelsNamed } from '../data/favorable.js';
import { requireColumns } from '../data/named-columns.js';
import type { Wasm } from '../individual/module.js';
import { requireLabels } from '../tally/tally-arguments.js';
import type { BiasScan as WasmScan } from '../wasm/individual.js';

/** Statistic of a scan: see {@link BiasScanOptions.scoring}. */
export type Scoring = NonNullable<BiasScanOptions['scoring']>;
export const scorings: readonly Scoring[] = ['Bernoulli', 'Poisson', 'Gaussian', 'BerkJones'];

/** Rows to scan, as columns of equal length. */
export interface BiasScanInput {
  /** The attributes whose categories may define subgroups. */
  attributes: Readonly<Record<string, CategoryColumn>>;
  /** Observed labels, or numbers in the modes `continuous` and `ordinal`. */
  observations: CategoryColumn;
  /**
   * The model's expectations: probabilities of the favorable label, or numbers; in the mode `nominal`, a
   * column for each class. Default: the mean of the observations, or 1 / classes.
   */
  expectations?: NumberColumn | Readonly<Record<string, NumberColumn>> | undefined;
}

export interface BiasScanOptions extends RunOptions {
  /**
   * `binary`: observations are the favorable label or not. `nominal`: one scan for each class against all
   * others. `continuous` and `ordinal`: observations are numbers. Default: `binary`.
   */
  mode?: 'binary' | 'nominal' | 'continuous' | 'ordinal';
  /**
   * The favorable label; `high` and `low` are the largest and the smallest. In the mode `nominal`, the only
   * class to scan (default: all). If low numbers are favorable in the modes `continuous` and `ordinal`,
   * over-predicted means that expectations are lower than observations. Default: `high`.
   */
  favorableValue?: string | number | boolean;
  /**
   * Whether to search for subgroups whose expectations are better than their observations, rather than worse. Default:
   * true.
   */
  overpredicted?: boolean;
  /**
   * `Bernoulli` multiplies the odds of outcomes 0 and 1, `Poisson` the means of counts, `Gaussian` the means
   * of numbers; `BerkJones` compares the rate of outcomes with `alpha`. Default: `Bernoulli`.
   */
  scoring?: 'Bernoulli' | 'Poisson' | 'Gaussian' | 'BerkJones';
  /** The rate for `BerkJones`, between 0 and 1. */
  alpha?: number;
  /** Number of starting points of the search: all rows, and random subgroups. Default: 10. */
  numIters?: number;
  /** Subtracted from the score for every category in a subgroup. Default: 1e-17. */
  penalty?: number;
  /** Number of data sets drawn from the expectations for the p-value; 0 computes none. Default: 99. */
  replications?: number;
  /** Seed of random draws; equal seeds produce equal results. Default: 1. */
  seed?: number;
}

/** The most extreme subgroup that was found. */
export interface BiasScanResult {
  /** Categories of the subgroup by attribute; unused attributes are absent. Empty for all rows. */
  subset: Record<string, string[]>;
  /**
   * Log-likelihood ratio minus penalties; 0 or less means that there is no evidence against the expectations.
   */
  score: number;
  /**
   * Proportion of data sets, drawn ones and the observed one, whose best score is at least this one: (1 +
   * number) / (1 + replications). NaN without replications.
   */
  pValue: number;
  /** Number of rows in the subgroup. */
  rows: number;
  /** Sum of the outcomes in the subgroup. */
  observed: number;
  /** Sum of the expectations in the subgroup. */
  expected: number;
}

interface Outcomes {
  observed: Float64Array;
  expected: Float64Array;
}

const modes = ['binary', 'nominal', 'continuous', 'ordinal'] as const;
const optionNames = [
  ...['mode', 'favorableValue', 'overpredicted', 'scoring', 'alpha', 'numIters', 'penalty'],
  ...['replications', 'seed', 'onProgress', 'signal'],
];

/** See {@link Aif360.biasScan}. */
export async function biasScan(
  wasm: Wasm,
  input: BiasScanInput,
  options: BiasScanOptions = {},
): Promise<BiasScanResult | Record<string, BiasScanResult>> {
  requireOptions('biasScan', input, ['attributes', 'observations', 'expectations']);
  requireOptions('biasScan', options, optionNames);
  requireColumns('attributes', input.attributes);
  const { favorableValue } = options;
  const mode = requireOneOf('mode', options.mode ?? 'binary', modes);
  const overpredicted = requireBoolean('overpredicted', options.overpredicted ?? true);
  const groups = new RowGroups(input.attributes, getLength(input.observations, 'observations'));
  if (mode === 'binary') {
    const favorable = favorableLabel(input.observations, favorableValue);
    const outcomes = oneAgainstOthers(input.observations, favorable, expectationColumn(input));
    return scan(wasm, groups, outcomes, overpredicted, options);
  }
  if (mode === 'nominal') return scanClasses(wasm, groups, input, options);
  const observed = toNumbers(input.observations as NumberColumn, 'observations');
  const expected = expectationColumn(input) ?? new Float64Array(observed.length).fill(mean(observed));
  const lowIsFavorable = favorableValue === 'low' || isLeastOnly(observed, favorableValue);
  return scan(wasm, groups, { observed, expected }, overpredicted !== lowIsFavorable, options);
}

// One scan per class; progress covers all of them.
async function scanClasses(
  wasm: Wasm,
  groups: RowGroups,
  input: BiasScanInput,
  options: BiasScanOptions,
): Promise<BiasScanResult | Record<string, BiasScanResult>> {
  const { favorableValue, overpredicted = true } = options;
  const classes = distinct(input.observations);
  const chosen = favorableValue === undefined ? classes : labelsNamed(requireLabels([favorableValue]), classes);
  if (!chosen.every((name) => classes.includes(name))) {
    throw invalid('favorableValue', `one of ${classes.join(', ')}`, shown(favorableValue));
  }
  const results: Record<string, BiasScanResult> = {};
  for (const [i, name] of chosen.entries()) {
    const outcomes = oneAgainstOthers(input.observations, name, classExpectations(input, name, classes));
    results[name] = await scan(wasm, groups, outcomes, overpredicted, {
      ...options,
      ...getStep(options, i, chosen.length),
    });
  }
  return favorableValue === undefined ? results : (results[chosen[0] as string] as BiasScanResult);
}

/** Scans rows whose outcomes are numbers. */
export async function scan(
  wasm: Wasm,
  groups: RowGroups,
  { observed, expected }: Outcomes,
  overpredicted: boolean,
  options: BiasScanOptions,
): Promise<BiasScanResult> {
  const { numIters = 10, replications = 99, penalty = 1e-17, seed = 1 } = options;
  requireNumber('penalty', penalty);
  requireWhole('numIters', numIters, 1, 2 ** 31);
  requireWhole('replications', replications, 0, 2 ** 31);
  requireWhole('seed', seed, 0, Number.MAX_SAFE_INTEGER);
  const names = groups.attributes;
  const columns = names.map((name) => groups.column(name));
  const model = getModel(options, overpredicted ? 'negative' : 'positive', observed, expected);
  const attributes = columns.map(({ codes, categories }) => ({
    codes: Uint32Array.from(codes),
    categories: categories.length,
  }));
  const handle = new Handle(new wasm.BiasScan(model, { attributes, observed, expected, penalty, seed }));
  try {
    const { best, extreme } = await searchAll(handle, numIters, replications, options);
    const subset = names.flatMap((name, i): [string, string[]][] => {
      const included = best.included[i] as boolean[];
      const chosen = (columns[i]?.categories ?? []).filter((_, code) => included[code]);
      return chosen.length === included.length ? [] : [[name, chosen]];
    });
    const { score, rows } = best;
    return {
      subset: Object.fromEntries(subset),
      score,
      pValue: replications === 0 ? Number.NaN : (1 + extreme) / (1 + replications),
      rows,
      observed: best.observed,
      expected: best.expected,
    };
  } finally {
    handle.dispose();
  }
}

// The best subgroup of the observed data, and the number of drawn data sets with one at least as good.
async function searchAll(handle: Handle<WasmScan>, starts: number, replications: number, longRun: RunOptions) {
  const total = starts * (1 + replications);
  let best = handle.object.climb(0, 0);
  let done = 1;
  let extreme = 0;
  let bestDrawn = Number.NEGATIVE_INFINITY;
  await inSlices(() => {
    if (done === total) return 1;
    const replicate = Math.floor(done / starts);
    const start = done % starts;
    const result = handle.object.climb(replicate, start);
    if (replicate === 0) {
      if (result.score > best.score) best = result;
    } else {
      bestDrawn = start === 0 ? result.score : Math.max(bestDrawn, result.score);
      if (start === starts - 1 && bestDrawn >= best.score) extreme++;
    }
    return ++done / total;
  }, longRun);
  return { best, extreme };
}

/** Returns the core's parameters of the statistic. */
export function getModel(
  { scoring = 'Bernoulli', alpha }: { scoring?: Scoring; alpha?: number | undefined },
  direction: 'positive' | 'negative',
  observed: Float64Array,
  expected: Float64Array,
) {
  requireOneOf('scoring', scoring, scorings);
  if (alpha !== undefined) requireNumber('alpha', alpha);
  if (scoring === 'BerkJones' && typeof alpha !== 'number') {
    throw invalid('alpha', 'a number between 0 and 1, which BerkJones requires', shown(alpha));
  }
  const errors = observed.map((y, row) => (y - (expected[row] as number)) ** 2);
  const variance = scoring === 'Gaussian' ? mean(errors) : 1;
  return { statistic: scoring, direction, alpha: alpha ?? 0.5, variance };
}

/** Returns 1 for rows with the label and 0 for others. */
export function indicator(column: CategoryColumn, label: string): Float64Array {
  const values = asText(column);
  return Float64Array.from(values, (value) => (value === label ? 1 : 0));
}

function oneAgainstOthers(observations: CategoryColumn, label: string, expected: Float64Array | undefined): Outcomes {
  const observed = indicator(observations, label);
  return { observed, expected: expected ?? new Float64Array(observed.length).fill(mean(observed)) };
}

function expectationColumn({ expectations }: BiasScanInput): Float64Array | undefined {
  if (expectations === undefined) return undefined;
  return toNumbers(expectations as NumberColumn, 'expectations');
}

function classExpectations(
  { expectations, observations }: BiasScanInput,
  name: string,
  classes: readonly string[],
): Float64Array {
  const rows = getLength(observations, 'observations');
  if (expectations === undefined) return new Float64Array(rows).fill(1 / classes.length);
  requireColumns('expectations', expectations);
  const columns = expectations as Readonly<Record<string, NumberColumn>>;
  const column = columns[name];
  if (column === undefined) throw invalid('expectations', `a column for class ${name}`, shown(undefined));
  return toNumbers(column, `expectations of ${name}`);
}

function asText(column: CategoryColumn): string[] {
  const encoder = new CategoryEncoder('observations', [], 'error');
  return Array.from(encoder.encode(column), (code) => encoder.categories[code] as string);
}

/** Returns the distinct values, as strings, in ascending order. */
export function distinct(column: CategoryColumn): string[] {
  return [...new Set(asText(column))].sort(byNumberOrText);
}

function byNumberOrText(a: string, b: string): number {
  const difference = Number(a) - Number(b);
  if (!Number.isNaN(difference)) return difference;
  return a < b ? -1 : 1;
}

function favorableLabel(observations: CategoryColumn, value: BiasScanOptions['favorableValue']): string {
  const labels = distinct(observations);
  if (value === undefined || value === 'high') return labels.at(-1) ?? '';
  if (value === 'low') return labels[0] ?? '';
  const [named] = labelsNamed(requireLabels([value]), labels);
  if (named !== undefined && labels.includes(named)) return named;
  throw invalid('favorableValue', `high, low or one of ${labels.join(', ')}`, shown(value));
}

function isLeastOnly(observed: Float64Array, value: BiasScanOptions['favorableValue']): boolean {
  if (typeof value !== 'number') return false;
  const isLeast = observed.every((y) => y >= value) && observed.includes(value);
  return isLeast && observed.some((y) => y > value);
}

function mean(values: Float64Array): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
