// SPDX-License-Identifier: Apache-2.0
//
// Variants compared with the reference variant, with names and reasons instead of indices and NaN.

import { invalid } from '../core/error.js';
import { type Estimate, estimate, requireConfidence } from '../core/estimate.js';
import { requireLevel, requireNumber, requireOptions, requireTexts, requireWhole, shown } from '../core/options.js';
import { requireFewGroups } from '../data/group-limit.js';
import { missingOptions } from '../tally/role-columns.js';
import type { Wasm } from './module.js';
import { type CodedRuns, codedRuns, type RepeatedInput, runOptions } from './runs.js';

/** A variant compared with the reference. */
export type VariantEffect = RepeatedReport['variants'][number];

/** The result of {@link Repeated.compareVariants}. */
export interface RepeatedReport {
  format: 'fairwasm-repeated';
  version: 1;
  reference: string;
  /** Outcomes that count as 1; null for scores. */
  favorable: readonly string[] | null;
  runs: number;
  items: number;
  /** Number of clusters of items; null if items are independent. */
  clusters: number | null;
  /** Rows with missing values that were dropped. */
  droppedRows: number;
  confidence: number;
  permutations: number;
  seed: number;
  detect: number | null;
  power: number;
  variants: readonly {
    variant: string;
    /** Number of items with runs of both variants. */
    items: number;
    /** Mean outcome of the variant over these items. */
    mean: Estimate;
    referenceMean: Estimate;
    /** Mean over items of the variant's mean outcome minus the mean outcome of the reference, with a t-test. */
    gap: Estimate;
    /**
     * If each cell has one run, and items are independent: items in which only one variant has the outcome 1, and
     * McNemar's exact test.
     */
    mcnemar: { onlyVariant: number; onlyReference: number; pValue: number } | null;
    /** Number of items with at least two runs of both variants, to which the following values refer. */
    repeatedItems: number;
    disagreement: {
      /** Two runs of the variant. */
      within: Estimate;
      /** Two runs of the reference. */
      withinReference: Estimate;
      /** A run of the variant and a run of the reference. */
      between: Estimate;
    };
    /**
     * Mean squared effect on one item, with intervals that invert the tests for no effect: they exclude 0 if and only
     * if `noEffectPValue` (or `noEffectAdjustedPValue` for `adjustedCi`) is at most 1 - confidence. The estimate can be
     * below 0; its intervals, as the true value, cannot.
     */
    squaredEffect: Estimate;
    /** Standard error of the squared effect over items; null if it is unknown. */
    squaredEffectError: number | null;
    /** p-value for no effect on any item; null without permutations or repeated items. */
    noEffectPValue: number | null;
    /** `noEffectPValue` adjusted for all variants (Bonferroni). */
    noEffectAdjustedPValue: number | null;
    /** Proportion of the squared effect that cancels in the gap: 1 - gap² / squared effect. */
    canceled: Estimate;
    /** Variance of the effect between items, and the noise of a difference between two single runs; null if unknown. */
    itemVariance: number | null;
    noiseVariance: number | null;
    /**
     * Variance of the gap in relation to that of independent items; 1 without clusters. Null if it is unknown.
     */
    designEffect: number | null;
    /**
     * Number of items needed to detect the gap `detect`, by the number of runs in each cell, at the level adjusted for
     * all variants (Šidák 1967). With clusters, it assumes the same design effect.
     */
    itemsNeeded: readonly { runs: number; items: number }[];
  }[];
  /** Cochran's test of equal probabilities of all variants, over items with runs of all variants; null with clusters. */
  cochransQ: { statistic: number; degrees: number; pValue: number } | null;
  /** Mean over items of the variance of the expected outcome between all variants. */
  betweenVariance: Estimate;
}

const manyRuns = 50_000;

/** Maximum number of variants: the time for joint intervals grows with its cube. */
const maxVariants = 1000;
const plannedRuns = [1, 2, 3, 5, 10, 20];

/** @internal See {@link Repeated.compareVariants}. */
export function compareVariants(wasm: Wasm, input: RepeatedInput): RepeatedReport {
  requireOptions('compareVariants', input, [
    ...runOptions,
    ...missingOptions,
    'reference',
    'confidence',
    'permutations',
    'seed',
    'detect',
    'power',
  ]);
  const { seed = 1, power = 0.8 } = input;
  requireTexts('reference', [input.reference]);
  const confidence = requireConfidence(input.confidence);
  requireWhole('seed', seed, 0);
  requireLevel('power', power, 0.8);
  const runs = codedRuns(input);
  const { given, columns, variant, favorable } = runs;
  requireFewGroups('variant', variant.names.length, maxVariants);
  const detect = getDetect(input.detect, favorable);
  const isLong = favorable === null && columns.length > manyRuns;
  const comparisons = variant.names.length - 1;
  // Adjusted p-values of many variants require more permutations.
  const { permutations = isLong ? 0 : Math.max(999, 40 * comparisons - 1) } = input;
  requireWhole('permutations', permutations, 0, 1e6);
  const reference = variant.indexOf(input.reference, 'reference');
  const result = columns.reading(() => wasm.effects(given, reference, confidence, permutations, seed));
  const eachConfidence = confidence ** (1 / Math.max(1, comparisons));
  const plan = ({ itemVariance, noiseVariance, designEffect }: CoreEffect, each: number) => {
    const factor = Math.max(1, designEffect || 1);
    const args = [factor * itemVariance, factor * noiseVariance, detect as number] as const;
    return wasm.itemsNeeded(...args, each, eachConfidence, power);
  };
  const { all } = result;
  return {
    format: 'fairwasm-repeated',
    version: 1,
    reference: variant.names[reference] as string,
    favorable,
    runs: result.runs,
    items: given.items,
    clusters: runs.clusters,
    droppedRows: columns.dropped,
    ...{ confidence, permutations, seed, detect, power },
    variants: result.effects.flatMap((effect, index) =>
      index === reference
        ? []
        : [
            {
              variant: variant.names[index] as string,
              ...describeEffect(effect, runs),
              itemsNeeded: detect === null ? [] : planned(effect, plan),
            },
          ],
    ),
    cochransQ: Number.isNaN(all.cochransQ)
      ? null
      : { statistic: all.cochransQ, degrees: all.cochransDegrees, pValue: all.cochransPValue },
    betweenVariance: bounded(all.betweenVariance, () => whyNotRepeated(all, runs)),
  };
}

type CoreResult = ReturnType<Wasm['effects']>;
type CoreEffect = CoreResult['effects'][number];

function getDetect(input: unknown, favorable: readonly string[] | null): number | null {
  if (input === undefined) return favorable === null ? null : 0.05;
  if (requireNumber('detect', input) > 0) return input as number;
  throw invalid('detect', 'a number above 0', shown(input));
}

function planned(effect: CoreEffect, plan: (effect: CoreEffect, runs: number) => number) {
  // The noise can be estimated only from repeated runs; single runs include it.
  const isKnown = !Number.isNaN(effect.noiseVariance);
  const single = { ...effect, noiseVariance: 0 };
  const rows = isKnown
    ? plannedRuns.map((runs) => ({ runs, items: plan(effect, runs) }))
    : [{ runs: 1, items: plan(single, 1) }];
  return rows.filter(({ items }) => Number.isFinite(items));
}

const noCommonItem = 'no item has runs of both variants';
const singleRuns =
  'no item has two runs of both variants, and with one run an effect cannot be distinguished from noise';
const reachesNone = 'the confidence interval of the squared effect reaches 0';

const whyNotRepeated = ({ items }: { items: number }, { variant }: CodedRuns): string => {
  if (variant.names.length < 2) return 'there is only one variant';
  return items === 0
    ? 'no item has runs of all variants'
    : 'no item has two runs of all variants, and with one run an effect cannot be distinguished from noise';
};

const overflow = 'sums of the scores exceed the range of numbers';

// With fewer degrees of freedom, the variance of the gap is barely known.
const fewDegrees = 4;

function getWarning({ degrees, gap }: CoreEffect, { clusters }: CodedRuns): string | undefined {
  if (clusters === null) return undefined;
  if (Number.isNaN(gap[1])) return clusters < 2 ? 'no interval, because all items are in one cluster' : undefined;
  return degrees < fewDegrees
    ? `few clusters dominate: the interval has ${Number(degrees.toFixed(1))} degrees of freedom`
    : undefined;
}

const orNull = (value: number): number | null => (Number.isNaN(value) ? null : value);

/** Returns a value with its interval from the core: value, low, high. */
const bounded = (
  [value = Number.NaN, low = Number.NaN, high = Number.NaN]: Float64Array,
  reason: () => string,
): Estimate => estimate(value, reason, { ci: [low, high] });

function describeEffect(effect: CoreEffect, runs: CodedRuns): Omit<VariantEffect, 'variant' | 'itemsNeeded'> {
  const { items, repeatedItems, mcnemar } = effect;
  const whyNone = () => (items === 0 ? noCommonItem : overflow);
  const whySingle = () => (repeatedItems > 0 ? overflow : items === 0 ? noCommonItem : singleRuns);
  const warning = getWarning(effect, runs);
  const [gap, low, high] = effect.gap;
  return {
    items,
    mean: estimate(effect.mean, whyNone),
    referenceMean: estimate(effect.referenceMean, whyNone),
    gap: estimate(gap as number, whyNone, {
      ci: [low as number, high as number],
      pValue: effect.gapPValue,
      adjustedCi: effect.jointCi as unknown as [number, number],
      adjustedPValue: effect.jointPValue,
      warning,
    }),
    mcnemar: Number.isNaN(mcnemar)
      ? null
      : { onlyVariant: effect.onlyVariant, onlyReference: effect.onlyReference, pValue: mcnemar },
    repeatedItems,
    disagreement: {
      within: estimate(effect.withinVariant, whySingle),
      withinReference: estimate(effect.withinReference, whySingle),
      between: estimate(effect.between, whySingle),
    },
    squaredEffect: estimate(effect.squaredEffect[0] as number, whySingle, {
      ci: [effect.squaredEffect[1] as number, effect.squaredEffect[2] as number],
      adjustedCi: effect.squaredEffectJointCi as unknown as [number, number],
    }),
    squaredEffectError: orNull(effect.squaredEffectError),
    noEffectPValue: orNull(effect.noEffectPValue),
    noEffectAdjustedPValue: orNull(effect.noEffectJointPValue),
    canceled: bounded(effect.canceled, () => (repeatedItems === 0 ? whySingle() : reachesNone)),
    itemVariance: orNull(effect.itemVariance),
    noiseVariance: orNull(effect.noiseVariance),
    designEffect: orNull(effect.designEffect),
  };
}
