// SPDX-License-Identifier: Apache-2.0
//
// Areas under ROC curves for identities that overlap, and their power mean: the metric of the Jigsaw competition on
// unintended bias.

import { invalid } from '../core/error.js';
import { type Estimate, estimate, requireConfidence } from '../core/estimate.js';
import { requireOptions, shown } from '../core/options.js';
import { Staging } from '../core/staging.js';
import { type CategoryColumn, type NumberColumn, toNumbers } from '../data/column.js';
import { requireRows } from '../data/condition.js';
import { type Favorable, toLabels } from '../data/favorable.js';
import { requireColumns } from '../data/named-columns.js';
import { toOutcomes } from '../data/outcomes.js';
import { toWeights } from '../data/weights.js';
import { requireLabels } from '../tally/tally-arguments.js';
import type { Wasm } from './module.js';

/** Columns of one length. */
export interface IdentityInput {
  /** True outcomes. */
  label: CategoryColumn;
  /** Any finite numbers: the higher, the more likely a favorable outcome. */
  score: NumberColumn;
  /** For each identity 1 (or true) where a row belongs to it, else 0: a row may belong to several or to none. */
  identities: Readonly<Record<string, NumberColumn>>;
  /** Instance weights, 0 or more; left out: 1. */
  weight?: NumberColumn | undefined;
  /** The label that high scores stand for, or several; left out: 1. */
  favorable?: Favorable | undefined;
}

/** How areas are brought together. */
export interface SubgroupAreaOptions {
  /** Of the mean over identities, not 0; default -5, which looks at the worst. */
  power?: number | undefined;
  /** Of the intervals; default 0.95. */
  confidence?: number | undefined;
}

/** Areas under the ROC curve of one identity; NaN where their rows lack an outcome. */
export interface IdentityAreas {
  name: string;
  /** Of the identity, unweighted. */
  rows: number;
  /** Of the rows of the identity: are its own outcomes told apart? */
  subgroup: Estimate;
  /** Positives of the background, which is all other rows, and negatives of the identity: low where those get too high scores. */
  bpsn: Estimate;
  /** Negatives of the background and positives of the identity: low where those get too low scores. */
  bnsp: Estimate;
}

/** Power means over identities, each NaN where an area is, and 0 where one is 0 and the power negative. */
export interface PowerMeans {
  subgroup: Estimate;
  bpsn: Estimate;
  bnsp: Estimate;
  /** (overall + the three power means) / 4: the competition's score. */
  final: Estimate;
}

/** What {@link Scores.subgroupAreas} gives. */
export interface SubgroupAreas extends PowerMeans {
  overall: Estimate;
  identities: readonly IdentityAreas[];
  /** The same over the identities in which an area is defined. */
  ofDefined: PowerMeans;
}

const inputNames = ['label', 'score', 'identities', 'weight', 'favorable'];
type Triple = readonly [value: number, low: number, high: number];

/** See {@link Scores.subgroupAreas}. */
export function subgroupAreas(
  wasm: Wasm,
  input: IdentityInput,
  options: SubgroupAreaOptions,
): SubgroupAreas {
  requireOptions('subgroupAreas', options, ['power', 'confidence']);
  const power = requirePower(options.power);
  const confidence = requireConfidence(options.confidence);
  const { names, columns } = read(input);
  const core = staged(wasm, columns, (rows) => wasm.subgroupAreas(rows, confidence));
  const overall = area(core.overall as unknown as Triple, 'of all rows');
  const identities = names.map((name, i) =>
    toIdentity(name, core.identities.subarray(10 * i, 10 * (i + 1))),
  );
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
  const numbers = toNumbers(column, name);
  const row = numbers.findIndex((value) => value !== 0 && value !== 1);
  if (row < 0) return Uint8Array.from(numbers);
  throw invalid(name, '1 for rows of the identity and 0 for others', String(numbers[row]), row);
}

type CoreRows = Parameters<Wasm['subgroupAreas']>[0];

/** Calls the core with the addresses of the columns; those of 8 bytes a value come first, which keeps them aligned. */
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
    warning: Number.isNaN(low)
      ? 'no interval: these rows do not tell how much it varies'
      : undefined,
  });

function toIdentity(name: string, flat: Float64Array): IdentityAreas {
  const at = (place: number) => flat.subarray(place, place + 3) as unknown as Triple;
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
): PowerMeans {
  const reason = () => (identities.length === 0 ? 'no identity' : 'an area is undefined');
  const warning = 'no interval: identities have rows in common';
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

/** (mean of value^power)^(1/power); NaN of no values. */
function powerMean(values: readonly number[], power: number): number {
  const sum = values.reduce((total, value) => total + value ** power, 0);
  return (sum / values.length) ** (1 / power);
}

function requirePower(power: unknown = -5): number {
  if (typeof power === 'number' && Number.isFinite(power) && power !== 0) return power;
  throw invalid('power', 'a finite number other than 0, such as -5', shown(power));
}
