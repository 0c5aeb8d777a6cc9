// SPDX-License-Identifier: Apache-2.0
//
// Which gaps a report holds against a margin, and what came of it: whether each is shown to lie within.

import { invalid } from '../core/error.js';
import { isPlain, requireOneOf, shown } from '../core/options.js';
import { type DisparityName, findGroupMetric } from '../metrics/group.js';
import { type Equivalence, marginOf } from './equivalence.js';
import type { Frame } from './frame.js';

/**
 * What counts as alike: of every difference by one number, such as 0.05 for ± 0.05; or by name of the disparity, of a
 * ratio such as 0.8 for 0.8 to 1.25, where `differences` stands for all differences that are not named.
 */
export type EquivalenceMargin =
  | number
  | Readonly<Partial<Record<DisparityName | typeof allDifferences, number>>>;

/** By name of a disparity: what counts as alike. */
export type Margins = Readonly<Record<string, [low: number, high: number]>>;

/** Whether one disparity of one group was shown to lie within its margin; see {@link Equivalence}. */
export interface EquivalenceReport extends Omit<Equivalence, 'group' | 'margin'> {
  verdict: EquivalenceVerdict;
}

/**
 * Whether a gap below the margin is `shown`, it is `larger` (its interval lies beyond the margin), or these data leave
 * that `open`.
 */
export type EquivalenceVerdict = 'equivalent' | 'larger' | 'inconclusive' | 'undefined';

/** The name of all differences that are not named. */
export const allDifferences = 'differences';

const isRatio = (name: string) => findGroupMetric(name)?.ideal === 1;

/**
 * The margins of those of the `disparities` that are asked for, in their order.
 *
 * @throws FairwasmError `invalidArgument` for a disparity that is not among them, or what is no margin.
 */
export function marginsOf(margin: EquivalenceMargin, disparities: readonly string[]): Margins {
  const asked = typeof margin === 'number' ? { [allDifferences]: margin } : requireNamed(margin);
  for (const name of Object.keys(asked)) {
    requireOneOf('equivalenceMargin', name, [...disparities, allDifferences]);
  }
  const all = asked[allDifferences];
  if (all !== undefined) marginOf(all, false);
  const margins = disparities.flatMap((name): [string, [number, number]][] => {
    const own = asked[name] ?? (isRatio(name) ? undefined : all);
    return own === undefined ? [] : [[name, marginOf(own, isRatio(name))]];
  });
  return Object.fromEntries(margins);
}

function requireNamed(margin: unknown): Readonly<Record<string, number>> {
  if (isPlain(margin)) return margin as Readonly<Record<string, number>>;
  throw invalid(
    'equivalenceMargin',
    'a number such as 0.05, or one for each disparity that is named',
    shown(margin),
  );
}

/** By group's id and disparity: what came of it. */
export function equivalencesOf(
  frame: Frame,
  margins: Margins,
): ReadonlyMap<string, Readonly<Record<string, EquivalenceReport>>> {
  const found = new Map<string, Record<string, EquivalenceReport>>();
  for (const [name, [low]] of Object.entries(margins) as [DisparityName, [number, number]][]) {
    for (const { group, margin, ...each } of frame.equivalences(name, Math.abs(low))) {
      const report = { ...each, verdict: verdictOf(each, margin) };
      found.set(group.id, { ...found.get(group.id), [name]: report });
    }
  }
  return found;
}

function verdictOf(
  { disparity, pValue, isEquivalent }: Pick<Equivalence, 'disparity' | 'pValue' | 'isEquivalent'>,
  [low, high]: readonly [number, number],
): EquivalenceVerdict {
  if (isEquivalent) return 'equivalent';
  const { ci } = disparity;
  if (ci && (ci[0] > high || ci[1] < low)) return 'larger';
  return Number.isNaN(pValue) ? 'undefined' : 'inconclusive';
}
