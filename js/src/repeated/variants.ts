// SPDX-License-Identifier: Apache-2.0
//
// Variants compared with the reference variant, with names and reasons instead of indices and NaN.

import { invalid } from '../core/error.js';
import { type Estimate, estimate, requireConfidence } from '../core/estimate.js';
import { requireLevel, requireNumber, requireOptions, requireTexts, requireWhole, shown } from '../core/options.js';
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
    /** If each cell has one run: items in which only one variant has the outcome 1, and McNemar's exact test. */
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
    /** Mean squared effect on one item. The estimate and its interval can be below 0. */
    squaredEffect: Estimate;
    /** Standard error of the squared effect over items; null if it is unknown. */
    squaredEffectError: number | null;
    /** p-value for no effect on any item; null without permutations or repeated items. */
    noEffectPValue: number | null;
    /** Proportion of the squared effect that cancels in the gap: 1 - gap² / squared effect. */
    canceled: Estimate;
    /** Variance of the effect between items, and the noise of a difference between two single runs; null if unknown. */
    itemVariance: number | null;
    noiseVariance: number | null;
    /** Number of items needed to detect the gap `detect`, by the number of runs in each cell. */
    itemsNeeded: readonly { runs: number; items: number }[];
  }[];
  /** Cochran's test of equal probabilities of all variants, over items with runs of all variants. */
  cochransQ: { statistic: number; degrees: number; pValue: number } | null;
  /** Mean over items of the variance of the expected outcome between all variants. */
  betweenVariance: Estimate;
}

const manyRuns = 50_000;
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
  const detect = getDetect(input.detect, favorable);
  const isLong = favorable === null && columns.length > manyRuns;
  const { permutations = isLong ? 0 : 999 } = input;
  requireWhole('permutations', permutations, 0, 1e6);
  const reference = variant.indexOf(input.reference, 'reference');
  const result = columns.reading(() => wasm.effects(given, reference, confidence, permutations, seed));
  const plan = (effect: CoreEffect, each: number) =>
    wasm.itemsNeeded(effect.itemVariance, effect.noiseVariance, detect as number, each, confidence, power);
  const { all } = result;
  return {
    format: 'fairwasm-repeated',
    version: 1,
    reference: variant.names[reference] as string,
    favorable,
    runs: result.runs,
    items: given.items,
    droppedRows: columns.dropped,
    ...{ confidence, permutations, seed, detect, power },
    variants: result.effects.flatMap((effect, place) =>
      place === reference
        ? []
        : [
            {
              variant: variant.names[place] as string,
              ...describeEffect(effect),
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

function getDetect(given: unknown, favorable: readonly string[] | null): number | null {
  if (given === undefined) return favorable === null ? null : 0.05;
  if (requireNumber('detect', given) > 0) return given as number;
  throw invalid('detect', 'a number above 0', shown(given));
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

const orNull = (value: number): number | null => (Number.isNaN(value) ? null : value);

/** Returns a value with its interval from the core: value, low, high. */
const bounded = (
  [value = Number.NaN, low = Number.NaN, high = Number.NaN]: Float64Array,
  reason: () => string,
): Estimate => estimate(value, reason, { ci: [low, high] });

function describeEffect(effect: CoreEffect): Omit<VariantEffect, 'variant' | 'itemsNeeded'> {
  const { items, repeatedItems, mcnemar } = effect;
  const whyNone = () => noCommonItem;
  const whySingle = () => (items === 0 ? noCommonItem : singleRuns);
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
    squaredEffect: bounded(effect.squaredEffect, whySingle),
    squaredEffectError: orNull(effect.squaredEffectError),
    noEffectPValue: orNull(effect.noEffectPValue),
    canceled: bounded(effect.canceled, () => (repeatedItems === 0 ? whySingle() : reachesNone)),
    itemVariance: orNull(effect.itemVariance),
    noiseVariance: orNull(effect.noiseVariance),
  };
}
