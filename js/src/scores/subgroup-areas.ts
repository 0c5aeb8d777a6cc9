// SPDX-License-Identifier: Apache-2.0
//
// AUC values for overlapping identities, and their power mean: the metric of the Jigsaw competition on
// unintended bias.

import { invalid } from '../core/error.js';
import { type Estimate, estimate } from '../core/estimate.js';
import { requireOptions, shown } from '../core/options.js';
import { Staging } from '../core/staging.js';
import { type CategoryColumn, type NumberColumn, requireEach, toNumbers } from '../data/column.js';
import { requireRows } from '../data/condition.js';
import { type Favorable, toLabels } from '../data/favorable.js';
import { requireColumns } from '../data/named-columns.js';
import { toOutcomes } from '../data/outcomes.js';
import { toWeights } from '../data/weights.js';
import { requireLabels } from '../tally/tally-arguments.js';
import type { Wasm } from './module.js';

/** Columns of equal length. */
export interface IdentityInput {
  /** True outcomes. */
  label: CategoryColumn;
  /** Scores, any finite numbers; higher scores mean that a favorable outcome is more likely. */
  score: NumberColumn;
  /**
   * For each identity, 1 (or true) for rows that belong to it and 0 for others: a row may belong to several
   * or none.
   */
  identities: Readonly<Record<string, NumberColumn>>;
  /** Row weights, at least 0. Default: 1. */
  weight?: NumberColumn | undefined;
  /** The favorable label or labels, which high scores predict. Default: 1. */
  favorable?: Favorable | undefined;
}

/** AUC values of one identity; NaN if their rows lack an outcome. */
export type IdentityAreas = SubgroupAreas['identities'][number];

/** The result of {@link Scores.subgroupAreas}. */
export interface SubgroupAreas {
  /** Power means over identities. Each is NaN if an AUC is, and 0 if one is 0 and the exponent negative. */
  subgroup: Estimate;
  bpsn: Estimate;
  bnsp: Estimate;
  /** (overall + the three power means) / 4: the competition's score. */
  final: Estimate;
  overall: Estimate;
  identities: readonly {
    name: string;
    /** Number of rows of the identity, unweighted. */
    rows: number;
    /** AUC of the rows of the identity: how well its own outcomes are separated. */
    subgroup: Estimate;
    /**
     * AUC of positives of the background (all other rows) and negatives of the identity: low if the scores
     * of the latter are too high.
     */
    bpsn: Estimate;
    /**
     * AUC of negatives of the background and positives of the identity: low if the scores of the latter
     * are too low.
     */
    bnsp: Estimate;
  }[];
  /** The same means over the identities whose AUC is defined. */
  ofDefined: Pick<SubgroupAreas, 'subgroup' | 'bpsn' | 'bnsp' | 'final'>;
}

const inputNames = ['label', 'score', 'identities', 'weight', 'favorable'];
type Triple = readonly [value: number, low: number, high: number];

/** See {@link Scores.subgroupAreas}. */
export function subgroupAreas(wasm: Wasm, input: IdentityInput, power: number, confidence: number): SubgroupAreas {
  const { names, columns } = read(input);
  const core = staged(wasm, columns, (rows) => wasm.subgroupAreas(rows, confidence));
  const overall = area(core.overall as unknown as Triple, 'of all rows');
  const identities = names.map((name, i) => toIdentity(name, core.identities.subarray(10 * i, 10 * (i + 1))));
  return {
    overall,
    identities,
    ...powerMeans(overall, identities, power),
    ofDefined: powerMeans(overall, identities, power, (value) => !Number.isNaN(value)),
  };
}

interface Columns {
  label: Uint8Array;
  score: Float64Array;
  weight: Float64Array | undefined;
  identities: Uint8Array[];
}

function read(input: IdentityInput): { names: string[]; columns: Columns } {
  requireOptions('subgroupAreas', input, inputNames);
  const { label, score, identities, weight, favorable = 1 } = input;
  requireColumns('identities', identities);
  requireLabels([favorable].flat());
  const columns = {
    label: toOutcomes(label, toLabels(favorable) as string[]),
    score: toNumbers(score, 'score'),
    weight: toWeights(weight, toNumbers(score, 'score').length),
    identities: Object.entries(identities).map(([name, column]) => toMembers(column, name)),
  };
  const rows = columns.score.length;
  requireRows('label', columns.label.length, rows);
  const names = Object.keys(identities);
  columns.identities.forEach((column, i) => {
    requireRows(names[i] as string, column.length, rows);
  });
  return { names, columns };
}

function toMembers(column: NumberColumn, name: string): Uint8Array {
  const expected = '1 for rows of the identity and 0 for others';
  const isBit = (value: number) => value === 0 || value === 1;
  return Uint8Array.from(requireEach(toNumbers(column, name), name, expected, isBit));
}

type CoreRows = Parameters<Wasm['subgroupAreas']>[0];

/**
 * Calls the core with the addresses of the columns; columns with 8 bytes per value come first, to keep them
 * aligned.
 */
function staged<Result>(
  wasm: Wasm,
  { label, score, weight, identities }: Columns,
  call: (rows: CoreRows) => Result,
): Result {
  const rows = score.length;
  const staging = new Staging(wasm, Math.max(1, rows * (17 + identities.length)));
  try {
    let offset = 0;
    const address = (values: Uint8Array | Float64Array): number => {
      const pointer = staging.copy(values, offset);
      offset += values.byteLength;
      return pointer;
    };
    return call({
      rows,
      score: address(score),
      weight: weight && address(weight),
      label: address(label),
      identities: Uint32Array.from(identities, address),
    });
  } finally {
    staging.dispose();
  }
}

const area = ([value, low, high]: Triple, among: string): Estimate =>
  estimate(value, () => `the rows ${among} lack an outcome`, {
    ci: [low, high],
    warning: Number.isNaN(low) ? 'no interval: the variance cannot be estimated from these rows' : undefined,
  });

function toIdentity(name: string, flat: Float64Array): IdentityAreas {
  const at = (index: number) => flat.subarray(index, index + 3) as unknown as Triple;
  return {
    name,
    rows: flat[0] as number,
    subgroup: area(at(1), `of ${name}`),
    bpsn: area(at(4), `of the positives outside ${name} and the negatives in it`),
    bnsp: area(at(7), `of the negatives outside ${name} and the positives in it`),
  };
}

const kinds = ['subgroup', 'bpsn', 'bnsp'] as const;

function powerMeans(
  overall: Estimate,
  identities: readonly IdentityAreas[],
  power: number,
  counts: (value: number) => boolean = () => true,
): SubgroupAreas['ofDefined'] {
  const reason = () => (identities.length === 0 ? 'no identity' : 'an AUC is undefined');
  const warning = 'no interval: identities have common rows';
  const means = kinds.map((kind) =>
    powerMean(identities.map((identity) => identity[kind].value).filter(counts), power),
  );
  const final = (overall.value + means.reduce((sum, mean) => sum + mean, 0)) / 4;
  const [subgroup, bpsn, bnsp] = means.map((mean) => estimate(mean, reason, { warning })) as [
    Estimate,
    Estimate,
    Estimate,
  ];
  return { subgroup, bpsn, bnsp, final: estimate(final, reason, { warning }) };
}

/** Returns (mean of value^power)^(1/power), or NaN without values. */
function powerMean(values: readonly number[], power: number): number {
  const sum = values.reduce((total, value) => total + value ** power, 0);
  return (sum / values.length) ** (1 / power);
}

export function requirePower(power: unknown = -5): number {
  if (typeof power === 'number' && Number.isFinite(power) && power !== 0) return power;
  throw invalid('power', 'a finite number other than 0, such as -5', shown(power));
}
