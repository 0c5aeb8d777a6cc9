// SPDX-License-Identifier: Apache-2.0
//
// The results of certificates as plain data: by group and between groups, each value with its 95% confidence
// interval.

import { type Estimate, estimate } from '../core/estimate.js';
import { inOrder } from '../data/largest-group.js';
import { type NamedGroup, toGroup } from '../data/named-group.js';
import type { Certificates as WasmCertificates } from '../wasm/robustness.js';
import type { Wasm } from './module.js';

/** Robustness of one group. */
export interface GroupRobustness<Numbers = Float64Array> extends NamedGroup {
  rows: number;
  /** Proportion of rows with a positive radius, which are predicted correctly, with Wilson's confidence interval. */
  accuracy: Estimate;
  /** Certified accuracy at each epsilon, in the given order, with Wilson's confidence intervals. */
  certifiedAccuracy: readonly (Estimate & { epsilon: number })[];
  /**
   * Mean radius, with wrong predictions counted as 0: the area under {@link curve}. With the confidence interval of a
   * mean.
   */
  averageRobustness: Estimate;
  /** Mean radius, with wrong predictions counted negatively. With the confidence interval of a mean. */
  signedRobustness: Estimate;
  /**
   * The radius at which half of the accuracy is lost: the smallest grid point at which at most half remains, which is
   * less than 0.8% too large. With a bootstrap interval.
   */
  halfRadius: Estimate;
  curve: { epsilon: Numbers; accuracy: Numbers };
}

/**
 * Largest minus smallest value among the groups. The confidence interval combines those of all pairs of groups, which
 * hold simultaneously (Zou and Donner 2008, Newcombe's for proportions; Bonferroni): it starts at 0 if all groups may
 * be equal. It is missing if only one group has a value, or if a group has no interval.
 */
export interface RobustnessDifferences {
  accuracy: Estimate;
  certifiedAccuracy: GroupRobustness['certifiedAccuracy'];
  averageRobustness: Estimate;
  halfRadius: Estimate;
}

/** All results of certificates. */
export interface RobustnessSummary {
  /** The attributes that define the groups. */
  by: readonly string[];
  overall: GroupRobustness;
  /** The nonempty groups, largest first. */
  groups: readonly GroupRobustness[];
  differences: RobustnessDifferences;
}

type GroupValues = Omit<GroupRobustness, keyof NamedGroup | 'rows' | 'curve'>;
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
  halfRadius: 'no row was predicted correctly, or half of the radii are beyond the grid',
};

/** @internal Converts the core's flat arrays to named fields. */
export function toSummary(wasm: Wasm, parts: SummaryParts): RobustnessSummary {
  const { by, epsilons } = parts;
  const read = <T>(names: readonly string[], flat: Float64Array) => toValues(names, epsilons, flat) as T;
  const getGroups = ({ codes, rows, values, curves }: WasmSummary, attributes: readonly string[]) => {
    const width = values.length / rows.length;
    return [...rows].map((count, i): GroupRobustness => {
      const names = attributes.map((attribute, a) => {
        const code = codes[i * attributes.length + a] as number;
        return parts.attributes.find(({ name }) => name === attribute)?.categories[code] as string;
      });
      return {
        ...toGroup(Object.fromEntries(attributes.map((name, a) => [name, names[a] as string]))),
        rows: count,
        ...read<GroupValues>(wasm.robustnessValueNames(), values.slice(i * width, (i + 1) * width)),
        curve: curves[i] as { epsilon: Float64Array; accuracy: Float64Array },
      };
    });
  };
  return {
    by,
    overall: getGroups(parts.overall, [])[0] as GroupRobustness,
    groups: by.length === 0 ? [] : inOrder(getGroups(parts.groups, by)),
    differences: toValues(
      wasm.robustnessDifferenceNames(),
      epsilons,
      parts.groups.differences,
      () => 'fewer than two groups have a value, and a gap requires two groups',
    ) as unknown as RobustnessDifferences,
  };
}

function toValues(
  names: readonly string[],
  epsilons: readonly number[],
  flat: Float64Array,
  why = (name: string) => reasons[name] as string,
): Record<string, Estimate | GroupRobustness['certifiedAccuracy'][number][]> {
  const at = (i: number, name: string): Estimate => {
    const [value, ...ci] = flat.subarray(3 * i, 3 * i + 3) as unknown as [number, number, number];
    return estimate(value, () => why(name), { ci });
  };
  const named = names.map((name, i): [string, Estimate] => [name, at(i, name)]);
  const certifiedAccuracy = epsilons.map((epsilon, i) => ({ epsilon, ...at(names.length + i, 'certifiedAccuracy') }));
  return { ...Object.fromEntries(named), certifiedAccuracy };
}
