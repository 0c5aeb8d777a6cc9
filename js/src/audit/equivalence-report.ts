// SPDX-License-Identifier: Apache-2.0
//
// Equivalence tests of a report: parses the margins and collects the results.

import { invalid } from '../core/error.js';
import { isPlain, requireOneOf, shown } from '../core/options.js';
import { type DisparityName, findGroupMetric } from '../metrics/group.js';
import { type Equivalence, getMargin } from './equivalence.js';
import type { Frame } from './frame/frame.js';

/**
 * Equivalence margin: one number for every difference, such as 0.05 for ±0.05, or numbers by disparity, such
 * as 0.8 for a ratio from 0.8 to 1.25. The key `differences` covers all differences that are not named.
 */
export type EquivalenceMargin = number | Readonly<Partial<Record<DisparityName | 'differences', number>>>;

/** Margins by disparity. */
export type Margins = Readonly<Record<string, [low: number, high: number]>>;

/** Result of the equivalence test of one disparity of one group; see {@link Equivalence}. */
export interface EquivalenceReport extends Omit<Equivalence, 'group' | 'margin'> {
  verdict: 'equivalent' | 'larger' | 'inconclusive' | 'undefined';
}

/**
 * `equivalent`: the gap is significantly within the margin; `larger`: its interval is outside the margin;
 * otherwise inconclusive.
 */
export type EquivalenceVerdict = 'equivalent' | 'larger' | 'inconclusive' | 'undefined';

/** The key for all differences that are not named. */
export const allDifferences = 'differences';

const isRatio = (name: string) => findGroupMetric(name)?.ideal === 1;

/**
 * Returns the margins of the requested `disparities`, in their order.
 *
 * @throws FairwasmError `invalidArgument` for an unknown disparity or an invalid margin.
 */
export function getMargins(margin: EquivalenceMargin, disparities: readonly string[]): Margins {
  const requested = typeof margin === 'number' ? { [allDifferences]: margin } : requireNamed(margin);
  for (const name of Object.keys(requested)) {
    requireOneOf('equivalenceMargin', name, [...disparities, allDifferences]);
  }
  const all = requested[allDifferences];
  if (all !== undefined) getMargin(all, false);
  const margins = disparities.flatMap((name): [string, [number, number]][] => {
    const own = requested[name] ?? (isRatio(name) ? undefined : all);
    return own === undefined ? [] : [[name, getMargin(own, isRatio(name))]];
  });
  return Object.fromEntries(margins);
}

function requireNamed(margin: unknown): Readonly<Record<string, number>> {
  if (isPlain(margin)) return margin as Readonly<Record<string, number>>;
  throw invalid('equivalenceMargin', 'a number such as 0.05, or one number for each named disparity', shown(margin));
}

/** Returns the results by group id and disparity. */
export function getEquivalences(
  frame: Frame,
  margins: Margins,
): ReadonlyMap<string, Readonly<Record<string, EquivalenceReport>>> {
  const found = new Map<string, Record<string, EquivalenceReport>>();
  for (const [name, [low]] of Object.entries(margins) as [DisparityName, [number, number]][]) {
    for (const { group, margin, ...each } of frame.equivalences(name, Math.abs(low))) {
      const report = { ...each, verdict: getVerdict(each, margin) };
      found.set(group.id, { ...found.get(group.id), [name]: report });
    }
  }
  return found;
}

function getVerdict(
  { disparity, pValue, isEquivalent }: Pick<Equivalence, 'disparity' | 'pValue' | 'isEquivalent'>,
  [low, high]: readonly [number, number],
): EquivalenceVerdict {
  if (isEquivalent) return 'equivalent';
  const { ci } = disparity;
  if (ci && (ci[0] > high || ci[1] < low)) return 'larger';
  return Number.isNaN(pValue) ? 'undefined' : 'inconclusive';
}
