// SPDX-License-Identifier: Apache-2.0
//
// Recourse by subgroup: which proportion of the people with an unfavorable decision could reverse it by an action, at
// which cost, and in which subgroups these differ most between groups.

import { type Estimate, estimate } from '../core/estimate.js';
import { getMax, getMin } from '../core/extremes.js';
import { inSlices } from '../core/long-run.js';
import type { SliceColumn } from './columns.js';
import type { Wasm } from './module.js';
import {
  type AffectedRows,
  type CheckedRecourse,
  checkedRecourse,
  type RecourseAction,
  type RecourseInput,
  type RecourseMeasure,
  type RecourseOptions,
  readAffected,
} from './recourse-input.js';
import {
  type BoundedMean,
  boundActions,
  boundDifference,
  boundMean,
  boundQuantile,
  getTail,
  type Interval,
  toProportion,
} from './recourse-intervals.js';

/**
 * The measures of one group of people in a subgroup. The intervals of a measure hold jointly for all groups and
 * subgroups of the search. An interval without a finite upper limit is omitted.
 */
export type RecourseMeasures = Readonly<Record<RecourseMeasure, Estimate>>;

/** The people of one group in a subgroup. */
export type RecourseGroup = RecourseSubgroup['groups'][number];

/** A subgroup: the people with an unfavorable decision that satisfy all its conditions. */
export type RecourseSubgroup = Recourse['subgroups'][number];

/** The result of {@link Slices.recourse}. */
export interface Recourse {
  format: 'fairwasm-recourse';
  version: 1;
  /** Number of people with an unfavorable decision. */
  rows: number;
  groups: readonly { name: string; rows: number }[];
  actions: readonly {
    name: string;
    changes: Record<string, string>;
    /** Mean cost. */
    cost: number;
    /** Number of people for whom the action reverses the decision. */
    effective: number;
  }[];
  metric: RecourseMeasure | 'tradeOff';
  /** Null without a budget. */
  budget: number | null;
  share: number;
  minSupport: number;
  minRows: number;
  maxConditions: number;
  confidence: number;
  /** Number of subgroups with enough rows in every group, all of which were compared. */
  searched: number;
  /** Number of comparisons of two groups, for which intervals and adjusted p-values hold jointly. */
  comparisons: number;
  /** The subgroups with the largest gaps. */
  subgroups: readonly {
    /** Empty for all people. */
    conditions: Record<string, string>;
    rows: number;
    groups: readonly (RecourseMeasures & { name: string; rows: number })[];
    /**
     * The largest difference in `effectivenessWithinBudget` between two groups, with an interval and an adjusted p-value
     * that hold jointly for all subgroups of the search. The interval excludes 0 exactly if the adjusted p-value is at
     * most 1 - `confidence`.
     */
    gap: Estimate & { highest: string; lowest: string };
    /**
     * The largest minus the smallest value of each measure; infinite if some group has no finite cost. Intervals hold
     * jointly for all subgroups and pairs of groups.
     */
    gaps: RecourseMeasures;
    /**
     * The largest difference between two groups in the proportion with recourse at a cost up to c, over all c
     * (Kolmogorov and Smirnov); `statistic` is multiplied by sqrt(n m / (n + m)).
     */
    tradeOff: { difference: number; statistic: number };
  }[];
  notes: readonly string[];
}

type Values = Record<RecourseMeasure, number>;

interface Measured {
  groups: Values[];
  sizes: number[];
  tradeOff: { difference: number; statistic: number };
}

interface Candidate {
  conditions: readonly (readonly [column: number, value: number])[];
  rows: number;
  gap: number;
}

interface Frame {
  conditions: Candidate['conditions'];
  rows: Uint32Array;
  from: number;
  weight: number;
}

/** @internal See {@link Slices.recourse}. */
export async function findRecourse(wasm: Wasm, input: RecourseInput, options: RecourseOptions): Promise<Recourse> {
  const requested = checkedRecourse(options);
  const affected = readAffected(input, requested);
  const { search, rows, groups, actions, notes } = affected;
  const sizes = groups.map((_, group) => search.groupCodes.filter((code) => code === group).length);
  const { found, searched } = await searchSubgroups(affected, requested, sizes);
  const comparisons = (searched * groups.length * (groups.length - 1)) / 2;
  return {
    format: 'fairwasm-recourse',
    version: 1,
    rows,
    groups: groups.map((name, group) => ({ name, rows: sizes[group] as number })),
    actions: actions.map(({ name, changes, costs, works }) => ({
      name,
      changes,
      cost: costs.reduce((sum, each) => sum + each, 0) / rows,
      effective: works.reduce((sum, each) => sum + each, 0),
    })),
    metric: requested.metric,
    budget: Number.isFinite(requested.budget) ? requested.budget : null,
    share: requested.share,
    minSupport: requested.minSupport,
    minRows: requested.minRows,
    maxConditions: requested.maxConditions,
    confidence: requested.confidence,
    searched,
    comparisons,
    subgroups: found.map((each) =>
      describeSubgroup(wasm, each, affected, requested, { costs: getCostRange(affected), searched, comparisons }),
    ),
    notes: searched > 0 ? notes : [...notes, 'no subgroup has enough rows in every group'],
  };
}

/** Compares every subgroup with enough rows: a subgroup of one with too few rows has too few rows as well. */
async function searchSubgroups(
  affected: AffectedRows,
  requested: CheckedRecourse,
  sizes: readonly number[],
): Promise<{ found: Candidate[]; searched: number }> {
  const { search, groups } = affected;
  const isEnough = (rows: Uint32Array) => {
    const counts = countGroups(rows, search.groupCodes, groups.length);
    return counts.every(
      (count, group) => count >= requested.minRows && count / (sizes[group] as number) >= requested.minSupport,
    );
  };
  let matches: Candidate[] = [];
  let searched = 0;
  const offer = (conditions: Candidate['conditions'], rows: Uint32Array) => {
    searched++;
    const gap = getGap(measure(rows, affected, requested), requested.metric);
    matches.push({ conditions, rows: rows.length, gap });
    if (matches.length >= 4 * requested.top) matches = matches.sort(compare).slice(0, requested.top);
  };
  const all = search.byCost;
  const stack: Frame[] = isEnough(all) ? [{ conditions: [], rows: all, from: 0, weight: 1 }] : [];
  if (stack.length > 0) offer([], all);
  let done = 0;
  await inSlices(() => {
    const frame = stack.pop();
    if (frame === undefined) return 1;
    const next: Frame[] = [];
    for (let column = frame.from; column < search.columns.length; column++) {
      parts(frame.rows, search.columns[column] as SliceColumn).forEach((rows, value) => {
        if (!isEnough(rows)) return;
        const conditions = [...frame.conditions, [column, value] as const];
        offer(conditions, rows);
        if (conditions.length < requested.maxConditions) next.push({ conditions, rows, from: column + 1, weight: 0 });
      });
    }
    for (const each of next) stack.push({ ...each, weight: frame.weight / next.length });
    if (next.length === 0) done += frame.weight;
    return stack.length === 0 ? 1 : Math.min(done, 1 - 1e-9);
  }, requested.run);
  return { found: matches.sort(compare).slice(0, requested.top), searched };
}

/** Sorts by the gap, then by fewer conditions, more rows, and the order of columns and values. */
function compare(a: Candidate, b: Candidate): number {
  const byGap = a.gap === b.gap ? 0 : b.gap > a.gap ? 1 : -1;
  const [one, other] = [a.conditions.flat(), b.conditions.flat()];
  const index = one.findIndex((each, i) => each !== other[i]);
  const byPlace = index < 0 ? 0 : (one[index] as number) - (other[index] as number);
  return byGap || one.length - other.length || b.rows - a.rows || byPlace;
}

/** Returns the rows with each value, in the same order. */
function parts(rows: Uint32Array, { codes, values }: Pick<SliceColumn, 'codes' | 'values'>): Uint32Array[] {
  const counts = countGroups(rows, codes, values.length);
  const split = counts.map((count) => new Uint32Array(count));
  const indices = counts.map(() => 0);
  for (const row of rows) {
    const code = codes[row] as number;
    const index = indices[code] as number;
    (split[code] as Uint32Array)[index] = row;
    indices[code] = index + 1;
  }
  return split;
}

function countGroups(rows: Uint32Array, codes: ArrayLike<number>, groups: number): number[] {
  const counts = Array.from({ length: groups }, () => 0);
  for (const row of rows) {
    const code = codes[row] as number;
    counts[code] = (counts[code] as number) + 1;
  }
  return counts;
}

/** Returns the measures of each group. `rows` are in ascending order of their least cost. */
function measure(rows: Uint32Array, { search, groups }: AffectedRows, { budget, share }: CheckedRecourse): Measured {
  const { groupCodes, minCosts, actions } = search;
  const byGroup = parts(rows, { codes: groupCodes, values: groups });
  const values = byGroup.map((own): Values => {
    const size = own.length;
    let [within, able, sum] = [0, 0, 0];
    let costOfEffectiveness = Number.POSITIVE_INFINITY;
    for (const row of own) {
      const cost = minCosts[row] as number;
      if (cost === Number.POSITIVE_INFINITY) break;
      able++;
      sum += cost;
      if (cost <= budget) within++;
      if (able / size >= share) costOfEffectiveness = Math.min(costOfEffectiveness, cost);
    }
    return {
      effectiveness: able / size,
      effectivenessWithinBudget: within / size,
      costOfEffectiveness,
      meanCost: able > 0 ? sum / able : Number.POSITIVE_INFINITY,
      ...measureActions(own, actions, budget, share),
    };
  });
  return { groups: values, sizes: byGroup.map((own) => own.length), tradeOff: compareCosts(byGroup, minCosts) };
}

/** Returns the measures of one action for all people of a group. */
function measureActions(rows: Uint32Array, actions: readonly RecourseAction[], budget: number, share: number) {
  let [actionEffectiveness, actionEffectivenessWithinBudget, choices] = [0, 0, 0];
  let actionCost = Number.POSITIVE_INFINITY;
  for (const { works, costs } of actions) {
    let [effective, sum] = [0, 0];
    for (const row of rows) {
      effective += works[row] as number;
      sum += costs[row] as number;
    }
    const effectiveness = effective / rows.length;
    const cost = sum / rows.length;
    actionEffectiveness = Math.max(actionEffectiveness, effectiveness);
    if (cost <= budget) actionEffectivenessWithinBudget = Math.max(actionEffectivenessWithinBudget, effectiveness);
    if (effectiveness < share) continue;
    choices++;
    actionCost = Math.min(actionCost, cost);
  }
  return { actionEffectiveness, actionEffectivenessWithinBudget, actionCost, choices };
}

/** Returns the largest difference between the distributions of two groups' least costs. */
function compareCosts(byGroup: readonly Uint32Array[], costs: ArrayLike<number>) {
  const max = { difference: 0, statistic: 0 };
  byGroup.forEach((one, i) => {
    for (const other of byGroup.slice(i + 1)) {
      let [a, b, difference] = [0, 0, 0];
      for (;;) {
        const next = Math.min(getCost(one, a, costs), getCost(other, b, costs));
        if (next === Number.POSITIVE_INFINITY) break;
        while (getCost(one, a, costs) === next) a++;
        while (getCost(other, b, costs) === next) b++;
        difference = Math.max(difference, Math.abs(a / one.length - b / other.length));
      }
      const statistic = difference * Math.sqrt((one.length * other.length) / (one.length + other.length));
      max.difference = Math.max(max.difference, difference);
      max.statistic = Math.max(max.statistic, statistic);
    }
  });
  return max;
}

const getCost = (rows: Uint32Array, index: number, costs: ArrayLike<number>): number =>
  index < rows.length ? (costs[rows[index] as number] as number) : Number.POSITIVE_INFINITY;

function getGap({ groups, tradeOff }: Measured, metric: RecourseMeasure | 'tradeOff'): number {
  if (metric === 'tradeOff') return tradeOff.statistic;
  const values = groups.map((each) => each[metric]);
  const [low, high] = [getMin(values), getMax(values)];
  return low === high ? 0 : high - low;
}

/** Values that the intervals of all subgroups share. */
interface Joint {
  costs: readonly [low: number, high: number];
  searched: number;
  comparisons: number;
}

/** Returns the least and the greatest cost of an effective action. */
function getCostRange({ actions }: AffectedRows): Joint['costs'] {
  let [low, high] = [Number.POSITIVE_INFINITY, 0];
  for (const { costs, works } of actions) {
    costs.forEach((cost, row) => {
      if (works[row] === 0) return;
      low = Math.min(low, cost);
      high = Math.max(high, cost);
    });
  }
  return [low, high];
}

/** Returns the means that have intervals: those of independent values of each person. */
function getMeans(
  name: RecourseMeasure,
  { groups, sizes }: Measured,
  [low, high]: Joint['costs'],
): BoundedMean[] | undefined {
  if (name === 'meanCost') {
    return groups.map(({ meanCost, effectiveness }, group) => {
      const rows = Math.round(effectiveness * (sizes[group] as number));
      return { value: meanCost, rows, low, high };
    });
  }
  if (name !== 'effectiveness' && name !== 'effectivenessWithinBudget') return undefined;
  return groups.map((each, group) =>
    toProportion(Math.round(each[name] * (sizes[group] as number)), sizes[group] as number),
  );
}

/** Returns the intervals of the other measures, by group. */
function boundOthers(
  wasm: Wasm,
  byGroup: readonly Uint32Array[],
  { search: { actions, minCosts } }: AffectedRows,
  requested: CheckedRecourse,
  { costs, searched }: Joint,
): Partial<Record<RecourseMeasure, Interval>>[] {
  const count = searched * byGroup.length;
  const tail = getTail(count, requested.confidence);
  // An interval of the effectiveness and one of the mean cost for each action.
  const tailOfActions = getTail(2 * actions.length * count, requested.confidence);
  return byGroup.map((own) => {
    const sum = (values: ArrayLike<number>) => own.reduce((all, row) => all + (values[row] as number), 0);
    const means = actions.map(({ works, costs: ofAction }) => {
      const [low, high] = getRange(ofAction);
      return {
        effectiveness: toProportion(sum(works), own.length),
        cost: { value: sum(ofAction) / own.length, rows: own.length, low, high },
      };
    });
    const ownCosts = Float64Array.from(own, (row) => minCosts[row] as number);
    const bounds = {
      costOfEffectiveness: boundQuantile(wasm, ownCosts, requested.share, tail, costs[0]),
      ...boundActions(wasm, means, requested, tailOfActions),
    };
    return Object.fromEntries(Object.entries(bounds).filter(([, ends]) => ends.every(Number.isFinite)));
  });
}

const getRange = (values: Float64Array): readonly [number, number] => [
  values.reduce((min, each) => Math.min(min, each), Number.POSITIVE_INFINITY),
  values.reduce((max, each) => Math.max(max, each), 0),
];

function describeSubgroup(
  wasm: Wasm,
  { conditions }: Candidate,
  affected: AffectedRows,
  requested: CheckedRecourse,
  joint: Joint,
): RecourseSubgroup {
  const { search, groups } = affected;
  const { searched, comparisons } = joint;
  const rows = search.byCost.filter((row) =>
    conditions.every(([column, value]) => search.columns[column]?.codes[row] === value),
  );
  const measured = measure(rows, affected, requested);
  const byGroup = parts(rows, { codes: search.groupCodes, values: groups });
  const others = boundOthers(wasm, byGroup, affected, requested, joint);
  const tail = getTail(searched * groups.length, requested.confidence);
  const tailOfGaps = getTail(comparisons, requested.confidence);
  const names = Object.keys(measured.groups[0] as Values) as RecourseMeasure[];
  const means = new Map(names.map((name) => [name, getMeans(name, measured, joint.costs)]));
  const describe = (name: RecourseMeasure, value: number, ci: Estimate['ci']): Estimate =>
    estimate(value, () => getReason(name, requested.share), { ci });
  const describeAll = (of: (name: RecourseMeasure) => Estimate) =>
    Object.fromEntries(names.map((name) => [name, of(name)])) as RecourseMeasures;
  const compareMeans = (name: RecourseMeasure) => {
    const [one, other] = findExtremes(measured.groups.map((each) => each[name]));
    const own = means.get(name);
    if (own) return boundDifference(wasm, own[one] as BoundedMean, own[other] as BoundedMean, tailOfGaps);
    const [first, second] = [others[one]?.[name], others[other]?.[name]];
    return first && second && ([first[0] - second[1], first[1] - second[0]] as Interval);
  };
  const ci = compareMeans('effectivenessWithinBudget');
  return {
    conditions: Object.fromEntries(
      conditions.map(([column, value]) => {
        const { name, values } = search.columns[column] as SliceColumn;
        return [name, values[value] as string];
      }),
    ),
    rows: rows.length,
    groups: measured.groups.map((values, group) => ({
      name: groups[group] as string,
      rows: measured.sizes[group] as number,
      ...describeAll((name) => {
        const mean = means.get(name)?.[group];
        const bound = mean ? boundMean(wasm, mean, tail) : others[group]?.[name];
        return describe(name, values[name], bound);
      }),
    })),
    gap: { ...testGap(wasm, measured, groups, comparisons), ...(ci && { ci }) },
    gaps: describeAll((name) => describe(name, getGap(measured, name), compareMeans(name))),
    tradeOff: measured.tradeOff,
  };
}

const getReason = (name: RecourseMeasure, share: number): string =>
  name === 'meanCost' ? 'a group has no recourse' : `fewer than ${100 * share}% have recourse`;

const findExtremes = (values: readonly number[]): [highest: number, lowest: number] => [
  values.indexOf(getMax(values)),
  values.lastIndexOf(getMin(values)),
];

/** Fisher's exact test, adjusted by Bonferroni. */
function testGap(
  wasm: Wasm,
  { groups, sizes }: Measured,
  names: readonly string[],
  comparisons: number,
): RecourseSubgroup['gap'] {
  const shares = groups.map((each) => each.effectivenessWithinBudget);
  const [highest, lowest] = findExtremes(shares);
  const [top, bottom] = [highest, lowest].map((group): [number, number] => {
    const size = sizes[group] as number;
    return [Math.round((shares[group] as number) * size), size];
  }) as [[number, number], [number, number]];
  const gap = (shares[highest] as number) - (shares[lowest] as number);
  const pValue = wasm.fisherTest(top[0], top[1], bottom[0], bottom[1]);
  const adjustedPValue = Math.min(1, pValue * comparisons);
  return {
    ...estimate(gap, () => '', { pValue, adjustedPValue }),
    highest: names[highest] as string,
    lowest: names[lowest] as string,
  };
}
