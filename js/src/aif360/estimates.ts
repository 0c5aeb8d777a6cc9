// SPDX-License-Identifier: Apache-2.0
//
// Estimates of metrics of two groups: value, confidence interval, test, and a warning about few cases. Names
// are the methods of BinaryLabelDatasetMetric and ClassificationMetric; undefined values are NaN with a
// reason, even if AIF360 returns 0.

import { FrameUncertainty, nobody } from '../audit/frame/uncertainty.js';
import { type FairwasmError, invalid } from '../core/error.js';
import { type Estimate, type EstimateExtras, estimate, requireConfidence } from '../core/estimate.js';
import type { Wasm } from '../core/module.js';
import { requireBoolean, requireOneOf, requireOptions } from '../core/options.js';
import type { GroupChoice } from '../data/row-metric.js';
import { findGroupMetric } from '../metrics/group.js';
import type { Tally } from '../tally/tally.js';
import type { Groups } from './compared-groups.js';
import type { CoreBenefits } from './entropy.js';

/** The group, the confidence level, and parameters of an estimate. */
export interface EstimateOptions {
  /** For a rate: the group, privileged or not. Default: all rows. */
  privileged?: boolean | undefined;
  /** Level of the confidence interval, in (0, 1). Default: 0.95. */
  confidence?: number | undefined;
  /** Parameter of generalized entropy indices. Default: 2. */
  alpha?: number | undefined;
  /** Parameter of differential fairness, at least 0. Default: 1. */
  concentration?: number | undefined;
}

/** @internal The data of a metric of two groups. */
export interface ComparedTally {
  wasm: Wasm;
  tally: Tally;
  favorable: readonly string[];
  groups: Groups;
}

type Make = (options: Checked) => Estimate;
type Makers = Readonly<Record<string, Make>>;
interface Checked {
  privileged: boolean | undefined;
  confidence: number;
  alpha: number;
  concentration: number;
}

/** Methods that are other names of a method. */
const synonyms: Readonly<Record<string, string>> = {
  recall: 'truePositiveRate',
  sensitivity: 'truePositiveRate',
  specificity: 'trueNegativeRate',
  precision: 'positivePredictiveValue',
  truePositiveRateDifference: 'equalOpportunityDifference',
  meanDifference: 'statisticalParityDifference',
};

/** @internal Estimates for the true labels: the methods of BinaryLabelDatasetMetric. */
export function labelEstimates(source: ComparedTally): Makers {
  const { wasm } = source;
  const counts = (choice?: GroupChoice) => wasm.labelsAsPredictions(getCounts(source, choice));
  const both = () => wasm.labelsAsPredictions(bothCounts(source));
  return {
    baseRate: (options) => rateEstimate(wasm, counts(chosen(options)), 'baseRate', options),
    ...disparityEstimates(source, ['statisticalParityDifference', 'disparateImpact'], counts, both, () =>
      getShared(source, true),
    ),
    ...fairnessEstimate(source),
  };
}

/** @internal Estimates for the predictions: the methods of ClassificationMetric. */
export function predictionEstimates(source: ComparedTally): Makers {
  const { wasm, tally } = source;
  const { label, prediction, score } = tally.columns;
  const columns: Readonly<Record<string, boolean>> = { label, prediction, score, attribute: true };
  const isCounted = (name: string) => findGroupMetric(name)?.inputs.every((input) => columns[input]) ?? false;
  const counts = (choice?: GroupChoice) => getCounts(source, choice);
  const rates = wasm.rateNames().filter(isCounted);
  return {
    ...Object.fromEntries(
      rates.map((name): [string, Make] => [
        name,
        (options) => rateEstimate(wasm, counts(chosen(options)), name, options),
      ]),
    ),
    ...disparityEstimates(
      source,
      wasm.disparityNames().filter(isCounted),
      counts,
      () => bothCounts(source),
      () => getShared(source, false),
    ),
    ...entropyEstimates(source, '', () => 'individuals'),
    ...entropyEstimates(source, 'betweenAllGroups', () => 'allGroups'),
    ...entropyEstimates(source, 'betweenGroup', () => [
      source.groups.condition({ privileged: false }),
      source.groups.condition({ privileged: true }),
    ]),
    ...fairnessEstimate(source),
    differentialFairnessBiasAmplification: ({ concentration, confidence }) => {
      const favorable = [...source.favorable];
      const given = [tally.handle, favorable, concentration] as const;
      const value = wasm.differentialFairnessBiasAmplification(...given);
      if (tally.columns.cluster) return unsureFairness(value);
      const [, ...ends] = wasm.boundedDifferentialAmplification(...given, confidence);
      return estimate(value, () => undefinedFairness, getFairnessExtras(wasm, value, ends));
    },
  };
}

/**
 * @internal Returns the estimate of one of `makers`. Throws `invalidArgument` for an unknown name or option.
 */
export function getEstimate(makers: Makers, name: string, options: EstimateOptions): Estimate {
  requireOptions('estimate', options, ['privileged', 'confidence', 'alpha', 'concentration']);
  const other = Object.keys(synonyms).filter((synonym) => (synonyms[synonym] as string) in makers);
  const known = requireOneOf('name', name, [...Object.keys(makers), ...other]);
  const { privileged, alpha = 2, concentration = 1 } = options;
  const confidence = requireConfidence(options.confidence);
  require('alpha', 'a finite number', alpha, Number.isFinite);
  require('concentration', 'a nonnegative finite number', concentration, (value) => {
    return value >= 0 && Number.isFinite(value);
  });
  if (privileged !== undefined) requireBoolean('privileged', privileged);
  const make = makers[synonyms[known] ?? known] ?? makers[known];
  return (make as Make)({ privileged, confidence, alpha, concentration });
}

function require(argument: string, expected: string, value: unknown, isIn: (value: number) => boolean): void {
  if (typeof value === 'number' && isIn(value)) return;
  throw refused(argument, expected, value);
}

function refused(argument: string, expected: string, value: unknown): FairwasmError {
  const actual = typeof value === 'string' ? `'${value}'` : String(value);
  return invalid(argument, expected, actual);
}

const chosen = ({ privileged }: Checked): GroupChoice => ({ privileged });

function getCounts({ wasm, tally, favorable, groups }: ComparedTally, choice?: GroupChoice): Float64Array {
  return wasm.counts(tally.handle, groups.condition(choice), [...favorable]);
}

/** Returns the counts of rows in either group. */
function bothCounts({ wasm, tally, favorable, groups }: ComparedTally): Float64Array {
  const both = [false, true].flatMap((privileged) => groups.condition({ privileged }));
  return wasm.counts(tally.handle, both, [...favorable]);
}

/** Returns the statistics of clusters with rows in both groups. */
function getShared({ wasm, tally, favorable, groups }: ComparedTally, ofLabels: boolean): Float64Array {
  if (!tally.columns.cluster) return nobody;
  const unprivileged = groups.condition({ privileged: false });
  const privileged = groups.condition({ privileged: true });
  return wasm.conditionsShared(tally.handle, unprivileged, privileged, [...favorable], ofLabels);
}

// Permutation tests compare many groups; two groups have their own test.
const draws = 1;

function rateEstimate(wasm: Wasm, counts: Float64Array, name: string, { privileged, confidence }: Checked): Estimate {
  const index = wasm.rateNames().indexOf(name);
  const uncertainty = new FrameUncertainty(wasm, counts, counts, 0, { draws, confidence });
  const among = { undefined: 'all rows', true: 'the privileged', false: 'the unprivileged' };
  const why = () => `${findGroupMetric(name)?.undefinedWhen} among ${among[`${privileged as boolean | undefined}`]}`;
  return estimate(wasm.rates(counts)[index] as number, why, uncertainty.rate(0, index));
}

function disparityEstimates(
  { wasm }: ComparedTally,
  names: readonly string[],
  counts: (choice: GroupChoice) => Float64Array,
  both: () => Float64Array,
  shared: () => Float64Array,
): Makers {
  const make =
    (name: string): Make =>
    ({ confidence }) => {
      const unprivileged = counts({ privileged: false });
      const privileged = counts({ privileged: true });
      const groups = Float64Array.from([...unprivileged, ...privileged]);
      const options = { draws, confidence };
      const uncertainty = new FrameUncertainty(wasm, groups, both(), 1, options, shared());
      const index = wasm.disparityNames().indexOf(name);
      const value = wasm.disparities(unprivileged, privileged)[index] as number;
      const why = () =>
        Number.isNaN(value)
          ? (findGroupMetric(name)?.undefinedWhen ?? 'undefined')
          : 'the privileged group’s rate is 0';
      return estimate(value, why, getDisparityExtras(wasm, uncertainty, name));
    };
  return Object.fromEntries(names.map((name) => [name, make(name)]));
}

function getDisparityExtras(wasm: Wasm, uncertainty: FrameUncertainty, name: string): EstimateExtras {
  const index = wasm.disparityNames().indexOf(name);
  const { adjustedPValue: _, ...extras } = uncertainty.disparity(0, index, [...wasm.disparityRates(index)]);
  return extras;
}

const undefinedEntropy = 'all benefits are 0, or alpha is 0 or less and a benefit is 0';
const noneOfClusters = 'no interval: no method is known for clustered rows';
const undefinedFairness = 'without smoothing, a group’s rate is 0 or 1';

// The three indices of the same benefits. The coefficient of variation is sqrt(2 GE(2)).
function entropyEstimates(source: ComparedTally, prefix: string, of: () => CoreBenefits): Makers {
  const { wasm, tally } = source;
  const capital = (name: string) => (prefix === '' ? name : `${prefix}${name[0]?.toUpperCase()}${name.slice(1)}`);
  const make = (alpha: number, confidence: number, scale = (value: number) => value) => {
    const between = of();
    const favorable = [...source.favorable];
    const value = wasm.generalizedEntropyIndex(tally.handle, between, favorable, alpha);
    if (tally.columns.cluster) return estimate(scale(value), () => undefinedEntropy, { warning: noneOfClusters });
    const ends = wasm.generalizedEntropyInterval(tally.handle, between, favorable, alpha, confidence);
    const extras =
      ends == null
        ? { warning: 'no interval: the groups overlap or do not include all rows' }
        : { ci: pair(ends.map(scale)) };
    return estimate(scale(value), () => undefinedEntropy, extras);
  };
  return {
    [capital('generalizedEntropyIndex')]: ({ alpha, confidence }) => make(alpha, confidence),
    [capital('theilIndex')]: ({ confidence }) => make(1, confidence),
    [capital('coefficientOfVariation')]: ({ confidence }) => make(2, confidence, (value) => Math.sqrt(2 * value)),
  };
}

function fairnessEstimate({ wasm, tally, favorable }: ComparedTally): Makers {
  return {
    smoothedEmpiricalDifferentialFairness: ({ concentration, confidence }) => {
      const labels = [...favorable];
      const given = [tally.handle, 'label', labels, concentration] as const;
      const value = wasm.smoothedEmpiricalDifferentialFairness(...given);
      if (tally.columns.cluster) return unsureFairness(value);
      const [, ...ends] = wasm.boundedDifferentialFairness(...given, confidence);
      return estimate(value, () => undefinedFairness, getFairnessExtras(wasm, value, ends));
    },
  };
}

const unsureFairness = (value: number) => estimate(value, () => undefinedFairness, { warning: noneOfClusters });

function getFairnessExtras(wasm: Wasm, value: number, ends: readonly number[]): EstimateExtras {
  if (!Number.isFinite(value) || !ends.some(Number.isNaN)) return { ci: pair(ends) };
  return { warning: `no interval: more than ${wasm.maxPairedGroups} groups` };
}

function pair(ends: ArrayLike<number>): [number, number] {
  return [ends[0] as number, ends[1] as number];
}
