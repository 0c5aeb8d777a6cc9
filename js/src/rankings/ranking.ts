// SPDX-License-Identifier: Apache-2.0
//
// Groups in ranked lists.

import { type Estimate, estimate } from '../core/estimate.js';
import { type NamedGroup, toGroup } from '../data/named-group.js';
import type { RankedLists as WasmLists } from '../wasm/rankings.js';
import type { ReferenceShares } from './groups.js';

/** A group in the ranked lists. */
export interface RankedGroup extends NamedGroup<'group'> {
  rows: number;
  /** Number of lists with rows of the group. */
  queries: number;
  exposure: Record<
    'logarithmic' | 'geometric',
    {
      /** Sum over the group's rows. */
      sum: number;
      /** Sum divided by the group's rows. */
      perRow: Estimate;
      /** `perRow` divided by the value for all rows; 1 for equal exposure. */
      relativePerRow: Estimate;
      /** Sum divided by the sum of the group's relevance; only with relevance. */
      perMerit?: Estimate;
      /** `perMerit` divided by the value for all rows; 1 if exposure is proportional to merit. */
      relativePerMerit?: Estimate;
    }
  >;
  /** Rows in the top positions, and the number expected from the reference shares. */
  top: { rows: number; expected: number };
  /** Skew@k: ln(rows in the top / expected rows). */
  skew: Estimate;
  /** Number of prefixes with fewer rows than ⌊reference share · length⌋, and number of lists with such a prefix. */
  infeasible: { prefixes: number; lists: number };
  /** Probability that a row of the group is ranked above a row of another group; 0.5 for equal chances. */
  favored: Estimate;
  /** `favored` among pairs of equal relevance; only with relevance. */
  favoredAtEqualRelevance?: Estimate;
  prefixTests: {
    /** Number of lists with rows of the group and of other groups. */
    lists: number;
    /** Number of lists in which a prefix has too few rows of the group, at the level 1 - confidence. */
    rejected: number;
    /** Smallest p-value of a list, adjusted for prefixes and for lists; NaN without lists. */
    pValue: number;
    /** `pValue`, also adjusted for all groups (Bonferroni). */
    adjustedPValue: number;
    /** Length of the prefix with the smallest p-value; NaN without lists. */
    position: number;
  };
}

/** The result of {@link Rankings.rankings} and {@link RankedLists.report}. */
export interface RankingReport {
  format: 'fairwasm-rankings';
  version: 1;
  rows: number;
  queries: number;
  /** Rows that are tied with another row of their list. */
  tied: number;
  /** Positions without a row above the last row of a list, and lists with such positions; absent if there are none. */
  missing?: { positions: number; lists: number };
  top: number;
  patience: number;
  depth: number;
  confidence: number;
  /** Reference shares by group; absent if each list is compared with its own shares. */
  reference?: ReferenceShares;
  /** Mean over lists of the normalized discounted Kullback-Leibler divergence. */
  ndkl: Estimate;
  groups: readonly RankedGroup[];
}

type Result = ReturnType<WasmLists['ranking']>;
type Group = Result['groups'][0];

/** Returns the report of ranked lists. Without a reference, it has the groups that occur, sorted by name. */
export function toRankingReport(lists: WasmLists): RankingReport {
  const { top, patience, depth, confidence, hasRelevance, reference } = lists.options();
  const result = lists.ranking();
  const sum = reference.reduce((all, share) => all + share, 0);
  const shares = result.groups.map(({ name }, i) => [name, (reference[i] as number) / sum]);
  const groups =
    reference.length > 0
      ? result.groups
      : result.groups.filter(({ rows }) => rows > 0).sort((one, other) => (one.name < other.name ? -1 : 1));
  return {
    format: 'fairwasm-rankings',
    version: 1,
    rows: result.rows,
    queries: result.queries,
    tied: result.tied,
    ...(result.missing > 0 && { missing: { positions: result.missing, lists: result.missingLists } }),
    ...{ top, patience, depth, confidence },
    ...(reference.length > 0 && { reference: Object.fromEntries(shares) }),
    ndkl: withGaps(
      tested(result.ndkl, result.queries, () =>
        result.rows === 0 ? noRows : 'a group that occurs has a reference share of 0',
      ),
      result.missing,
    ),
    groups: groups.map((group) => rankedGroup(group, hasRelevance)),
  };
}

const noRows = 'there are no rows';

const withGaps = (ndkl: Estimate, missing: number): Estimate =>
  missing === 0 || Number.isNaN(ndkl.value)
    ? ndkl
    : {
        ...ndkl,
        warning: ['prefixes contain only the rows present', ...(ndkl.warning ? [ndkl.warning] : [])].join('; '),
      };

function rankedGroup(group: Group, hasRelevance: boolean): RankedGroup {
  const { name, rows, queries, topRows, topExpected, infeasible, infeasibleLists, prefixes } = group;
  const none = () => (rows === 0 ? 'the group has no rows' : 'only this group has rows');
  const whySkew = () =>
    topExpected === 0 ? 'the reference share is 0' : 'no row of the group is in the top positions';
  const { lists, rejected, pValue, jointPValue, position } = prefixes;
  return {
    ...toGroup({ group: name }),
    rows,
    queries,
    exposure: {
      logarithmic: groupExposure(group.logarithmic, group, hasRelevance),
      geometric: groupExposure(group.geometric, group, hasRelevance),
    },
    top: { rows: topRows, expected: topExpected },
    skew: tested(group.skew, queries, whySkew),
    infeasible: { prefixes: infeasible, lists: infeasibleLists },
    favored: tested(group.pairs, queries, none),
    ...(hasRelevance && {
      favoredAtEqualRelevance: tested(group.pairsOfRelevance, queries, () => 'no pair has equal relevance'),
    }),
    prefixTests: { lists, rejected, pValue, adjustedPValue: jointPValue, position },
  };
}

function groupExposure(
  { sum, perRow, relativePerRow, perMerit, relativePerMerit }: Group['logarithmic'],
  { queries }: Group,
  hasRelevance: boolean,
): RankedGroup['exposure']['logarithmic'] {
  const none = () => 'the group has no rows';
  const noMerit = () => 'the relevance of the group is 0';
  return {
    sum,
    perRow: untested(perRow, queries, none),
    relativePerRow: tested(relativePerRow, queries, none),
    ...(hasRelevance && {
      perMerit: untested(perMerit, queries, noMerit),
      relativePerMerit: tested(relativePerMerit, queries, noMerit),
    }),
  };
}

// With fewer lists, intervals contain the true value in 90% to 95% of data sets: see docs/uncertainty.md.
const fewLists = 20;

function tested(
  [value, low, high, pValue, jointLow, jointHigh, jointPValue, degrees]: Float64Array,
  queries: number,
  why: () => string,
): Estimate {
  return estimate(value as number, why, {
    ci: [low as number, high as number],
    pValue,
    adjustedCi: [jointLow as number, jointHigh as number],
    adjustedPValue: jointPValue,
    warning: getWarning(low as number, queries, (degrees as number) + 1),
  });
}

function untested(result: Float64Array, queries: number, why: () => string): Estimate {
  const { pValue: _, adjustedPValue: __, adjustedCi: ___, ...rest } = tested(result, queries, why);
  return rest;
}

function getWarning(low: number, queries: number, effective: number): string | undefined {
  if (Number.isNaN(low)) {
    return queries < 2
      ? 'no interval, because it requires at least two lists'
      : 'no interval, because all lists have equal values';
  }
  if (queries < fewLists) return `${queries} lists: the interval is approximate`;
  return effective < fewLists
    ? `few long lists dominate: the effective number of lists is ${Number(effective.toFixed(1))}`
    : undefined;
}
