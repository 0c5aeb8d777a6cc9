// SPDX-License-Identifier: Apache-2.0
//
// What certificates say, as plain data: by group and between groups, each value with its 95 % interval.

import { type Estimate, estimate } from '../core/estimate.js';
import type { Certificates as WasmCertificates } from '../wasm/robustness.js';
import type { Wasm } from './module.js';

/** Certified accuracy at one of the epsilons that were announced: exact. */
export interface CertifiedAccuracy extends Estimate {
  epsilon: number;
}

/**
 * Certified accuracy over epsilon: it falls in steps from `(0, accuracy)`. At each `epsilon[i]` it is exactly
 * `accuracy[i]`; between two points it lies between their accuracies. Neighboring points that both belong
 * to one step lie less than 0.8 % apart (for radii from 2⁻²⁴ to 2²⁴).
 */
export interface AccuracyCurve {
  epsilon: Float64Array;
  accuracy: Float64Array;
}

/** What is known about the radii of one group. */
export interface GroupRobustness {
  /** Its category of each attribute. Empty for all rows. */
  categories: Readonly<Record<string, string>>;
  /** For people: "Asian, Female". */
  name: string;
  rows: number;
  /** Share of rows with a radius above 0: predicted rightly. Wilson interval. */
  accuracy: Estimate;
  /** By epsilon, in the order in which they were announced. Wilson intervals. */
  certifiedAccuracy: readonly CertifiedAccuracy[];
  /** Mean radius, wrong predictions counted as 0: the area under {@link curve}. Interval of the mean. */
  averageRobustness: Estimate;
  /** Mean radius, wrong predictions counted negatively. Interval of the mean. */
  signedRobustness: Estimate;
  /**
   * The radius at which half of the accuracy is gone: the smallest point of the grid where at most half is
   * left, hence less than 0.8 % too large. Bootstrap interval.
   */
  halfRadius: Estimate;
  curve: AccuracyCurve;
}

/**
 * Largest minus smallest value among the groups. Intervals are made of those of all pairs of groups, which hold
 * together (Zou and Donner 2008, of shares Newcombe's; Bonferroni): from 0 on where all groups may be equal.
 * There is none where only one group has a value, or a group none of its own.
 */
export interface RobustnessDifferences {
  accuracy: Estimate;
  certifiedAccuracy: readonly CertifiedAccuracy[];
  averageRobustness: Estimate;
  halfRadius: Estimate;
}

/** Everything that certificates say. */
export interface RobustnessSummary {
  /** The attributes whose categories make the groups. */
  by: readonly string[];
  overall: GroupRobustness;
  /** The groups that have rows, largest first. */
  groups: readonly GroupRobustness[];
  differences: RobustnessDifferences;
}

type GroupValues = Omit<GroupRobustness, 'categories' | 'name' | 'rows' | 'curve'>;
type WasmSummary = ReturnType<WasmCertificates['summary']>;

interface SummaryParts {
  attributes: readonly { name: string; categories: readonly string[] }[];
  epsilons: readonly number[];
  by: readonly string[];
  overall: WasmSummary;
  groups: WasmSummary;
}

const reasons: Readonly<Record<string, string>> = {
  accuracy: 'no rows',
  certifiedAccuracy: 'no rows',
  averageRobustness: 'no rows, or a score was infinite',
  signedRobustness: 'no rows, or a score was infinite',
  halfRadius: 'no row was predicted rightly, or half of the radii are beyond the grid',
};

/** @internal The core's flat arrays, given their names. */
export function toSummary(wasm: Wasm, parts: SummaryParts): RobustnessSummary {
  const { by, epsilons } = parts;
  const read = <T>(names: readonly string[], flat: Float64Array) =>
    toValues(names, epsilons, flat) as T;
  const groupsOf = (
    { codes, rows, values, curves }: WasmSummary,
    attributes: readonly string[],
  ) => {
    const width = values.length / rows.length;
    return [...rows].map((count, i): GroupRobustness => {
      const names = attributes.map((attribute, a) => {
        const code = codes[i * attributes.length + a] as number;
        return parts.attributes.find(({ name }) => name === attribute)?.categories[code] as string;
      });
      return {
        categories: Object.fromEntries(attributes.map((name, a) => [name, names[a] as string])),
        name: names.join(', ') || 'All rows',
        rows: count,
        ...read<GroupValues>(wasm.robustnessValueNames(), values.slice(i * width, (i + 1) * width)),
        curve: curves[i] as AccuracyCurve,
      };
    });
  };
  const largestFirst = (a: GroupRobustness, b: GroupRobustness) =>
    b.rows - a.rows || (a.name < b.name ? -1 : 1);
  return {
    by,
    overall: groupsOf(parts.overall, [])[0] as GroupRobustness,
    groups: by.length === 0 ? [] : groupsOf(parts.groups, by).sort(largestFirst),
    differences: toValues(
      wasm.robustnessDifferenceNames(),
      epsilons,
      parts.groups.differences,
      () => 'fewer than two groups have a value: a gap takes two groups',
    ) as unknown as RobustnessDifferences,
  };
}

function toValues(
  names: readonly string[],
  epsilons: readonly number[],
  flat: Float64Array,
  why = (name: string) => reasons[name] as string,
): Record<string, Estimate | CertifiedAccuracy[]> {
  const at = (i: number, name: string): Estimate => {
    const [value, ...ci] = flat.subarray(3 * i, 3 * i + 3) as unknown as [number, number, number];
    return estimate(value, () => why(name), { ci });
  };
  const named = names.map((name, i): [string, Estimate] => [name, at(i, name)]);
  const certifiedAccuracy = epsilons.map((epsilon, i) => ({
    epsilon,
    ...at(names.length + i, 'certifiedAccuracy'),
  }));
  return { ...Object.fromEntries(named), certifiedAccuracy };
}
