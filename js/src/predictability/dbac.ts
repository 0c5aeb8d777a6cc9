// SPDX-License-Identifier: Apache-2.0
//
// DBAC, directional bias amplification in captioning (Nair, Tokas, Kerner: A Woman with a Knife or A Knife with a
// Woman? Measuring Directional Bias Amplification in Image Captions, WACV 2026). Attackers predict the attribute of an
// image from its captions without words for the attribute, or its objects from captions without words for objects.
// Bayes' theorem turns the answers into the probability of what a caption mentions, given what the image shows.

import { fewCases } from '../core/estimate.js';
import { studentQuantile } from '../core/intervals.js';
import { inSlices, type RunOptions } from '../core/long-run.js';
import { requireOptions } from '../core/options.js';
import type { Direction } from '../metrics/amplification.js';
import {
  type Attack,
  attacksOn,
  computeProbability,
  fitPart,
  getMentions,
  omitted,
  type Side,
  sideToAttribute,
  sideToTask,
} from './dbac-attacks.js';
import { countCodes, type DbacInput, readDbac } from './dbac-input.js';
import type { ReplacedWords } from './vocabulary.js';
import type { WordTargets } from './word-attacker.js';

/** Amplification in one direction. */
export type DbacDirection = Dbac['AtoT'];

/** Directional bias amplification in captions; see {@link Predictability.dbac}. */
export interface Dbac {
  format: 'fairwasm-dbac';
  version: 1;
  images: number;
  categories: readonly string[];
  objects: readonly string[];
  /** Proportions of human and of generated captions that mention each object. */
  mentions: readonly { name: string; human: number; generated: number }[];
  folds: number;
  /** Number of blocks of images for the confidence intervals. */
  blocks: number;
  seed: number;
  /** From attribute to task: objects that captions mention, given the attribute of the image. */
  AtoT: {
    /**
     * Mean over trials of (λ_M - λ_D) / (λ_M + λ_D), in [-1, 1]; positive if what the image shows determines what generated
     * captions mention more than what human captions mention. NaN with a reason if all human, or all generated, captions
     * mention the same: λ then only measures how well attackers predict the target.
     */
    value: number;
    /** Why the value is undefined. */
    reason?: string;
    /** Why the value is unreliable: nearly all captions mention the same. */
    warning?: string;
    /**
     * 95% confidence interval over images, from the jackknife over blocks of images, which also covers the fitting of
     * attackers. NaN without blocks.
     */
    ci: readonly [low: number, high: number];
    /** Standard error of the value over images. NaN without blocks. */
    standardError: number;
    /** Mean over trials and human captions: P(true target | masked caption) · P(mentioned) / P(true target). */
    lambdaD: number;
    /** The same for generated captions. */
    lambdaM: number;
    /**
     * The value if attackers knew only the proportions of the targets. It differs from 0 if generated captions mention fewer,
     * or more, combinations than human captions, which is not bias.
     */
    marginal: number;
    /** Values by trial, which differ by the random parts and by the human captions that they use. */
    trials: readonly { lambdaD: number; lambdaM: number; value: number }[];
  };
  /** From task to attribute: attribute that captions state, given the objects of the image. Null without `imageObjects`. */
  TtoA: Dbac['AtoT'] | null;
  /** LIC with the same attackers, which has no direction. */
  lic: {
    /** licM - licD. */
    value: number;
    /** Mean over human captions of the confidence in the true attribute if it is predicted, otherwise 0. */
    licD: number;
    licM: number;
  };
  /** Words replaced in human and generated captions by direction. */
  replaced: Readonly<Partial<Record<Direction, Readonly<Record<'human' | 'generated', ReplacedWords>>>>>;
}

/** @internal Use `predictability.dbac()`. */
export async function dbac(input: DbacInput, run: RunOptions): Promise<Dbac> {
  requireOptions('run', run, ['onProgress', 'signal']);
  const read = readDbac(input);
  const { folds, imageObjects } = read;
  const AtoT = sideToTask(read);
  const TtoA = imageObjects ? sideToAttribute(read, imageObjects) : null;
  const attacks = [AtoT, ...(TtoA ? [TtoA] : [])].flatMap((side) => attacksOn(side, read));
  const fits = attacks.length * folds;
  let at = 0;
  await inSlices(() => {
    fitPart(attacks[Math.floor(at / folds)] as Attack, folds, at % folds);
    return ++at / fits;
  }, run);
  const computeLic = (kind: Attack['kind']) =>
    average(
      attacks
        .filter((each) => each.side === AtoT && each.kind === kind && each.block === undefined)
        .map(({ confidence }) => average(confidence)),
    );
  const [licD, licM] = [computeLic('human'), computeLic('generated')];
  return {
    format: 'fairwasm-dbac',
    version: 1,
    images: read.images,
    categories: read.categories,
    objects: read.objects.map(([name]) => name),
    mentions: getMentions(read),
    folds,
    blocks: read.blocks,
    seed: read.seed,
    AtoT: measure(AtoT, attacks, 'mention the same objects'),
    TtoA: TtoA && measure(TtoA, attacks, 'state the same attribute'),
    lic: { value: licM - licD, licD, licM },
    replaced: { AtoT: AtoT.replaced, ...(TtoA && { TtoA: TtoA.replaced }) },
  };
}

const average = (values: ArrayLike<number>) => Array.from(values).reduce((sum, each) => sum + each, 0) / values.length;

/** Returns why a direction is undefined or unreliable, if captions hardly vary in what they mention. */
function getWarnings({ human, generated }: Side, words: string): Pick<DbacDirection, 'reason' | 'warning'> {
  const kinds = [...human.map((each) => ['human', each] as const), ['generated', generated] as const];
  const [kind, { others, mentioned }] = kinds.reduce((min, each) => (each[1].others < min[1].others ? each : min));
  if (others === 0) return { reason: `all ${kind} captions ${words}` };
  return others < fewCases ? { warning: `all but ${others} of ${mentioned.length} ${kind} captions ${words}` } : {};
}

function measure(side: Side, attacks: readonly Attack[], words: string): DbacDirection {
  const warnings = getWarnings(side, words);
  const blind = baseRates(side.targets, side.truth.length);
  const own = attacks.filter((each) => each.side === side);
  const measured = own.flatMap((ofHuman, i) => {
    if (ofHuman.kind !== 'human') return [];
    const both = [ofHuman, own[i + 1] as Attack] as const;
    const [lambdaD, lambdaM] = both.map((each) => lambda(each, each.probability)) as [number, number];
    const [blindD, blindM] = both.map((each) => lambda(each, blind)) as [number, number];
    return [
      {
        trial: { lambdaD, lambdaM, value: warnings.reason ? Number.NaN : (lambdaM - lambdaD) / (lambdaM + lambdaD) },
        marginal: (blindM - blindD) / (blindM + blindD),
        isWhole: ofHuman.block === undefined,
      },
    ];
  });
  const [whole, reduced] = [true, false].map((kind) => measured.filter(({ isWhole }) => isWhole === kind)) as [
    typeof measured,
    typeof measured,
  ];
  const trials = whole.map(({ trial }) => trial);
  const value = average(trials.map((trial) => trial.value));
  const standardError = jackknifeError(reduced.map(({ trial }) => trial.value));
  const reach = reduced.length > 1 ? studentQuantile(0.95, reduced.length - 1) * standardError : Number.NaN;
  return {
    value,
    ...warnings,
    ci: [clamp(value - reach), clamp(value + reach)],
    standardError,
    lambdaD: average(trials.map(({ lambdaD }) => lambdaD)),
    lambdaM: average(trials.map(({ lambdaM }) => lambdaM)),
    marginal: average(whole.map(({ marginal }) => marginal)),
    trials,
  };
}

const clamp = (value: number) => Math.max(-1, Math.min(1, value));

/** Returns the standard error of a value, from its values without each block. NaN without blocks. */
function jackknifeError(values: readonly number[]): number {
  if (values.length === 0) return Number.NaN;
  const center = average(values);
  const squares = values.reduce((sum, each) => sum + (each - center) ** 2, 0);
  return Math.sqrt((squares * (values.length - 1)) / values.length);
}

/** Returns the probability of each image's targets if only their proportions are known. */
function baseRates({ values, outputs, isOneHot }: WordTargets, images: number): Float64Array {
  const rates = new Float64Array(outputs);
  values.forEach((each, i) => {
    rates[i % outputs] = (rates[i % outputs] as number) + each / images;
  });
  return Float64Array.from({ length: images }, (_, i) =>
    computeProbability(values.subarray(i * outputs, (i + 1) * outputs), rates, isOneHot),
  );
}

/** Returns λ, the mean over images of P(true target | caption) · P(mentioned) / P(true target). */
function lambda({ side, captions, order }: Attack, probability: Float64Array): number {
  const images = order.filter((image) => image !== omitted);
  const { mentioned } = captions;
  const { truth } = side;
  const mentions = countCodes(images.map((image) => mentioned[image] as number));
  const truths = countCodes(images.map((image) => truth[image] as number));
  return average(
    Array.from(
      images,
      (image) =>
        ((probability[image] as number) * (mentions[mentioned[image] as number] as number)) /
        (truths[truth[image] as number] as number),
    ),
  );
}
