// SPDX-License-Identifier: Apache-2.0
//
// Columns that reveal a group: the information of each column, or combination of columns, about a group, with
// p-values that account for the search over columns.

import { invalid, shapeMismatch } from '../core/error.js';
import { getMax } from '../core/extremes.js';
import { inSlices, type RunOptions } from '../core/long-run.js';
import { requireOptions, requireWhole } from '../core/options.js';
import { shuffled } from '../core/shuffle.js';
import { type CategoryColumn, getLength } from '../data/column.js';
import { requireColumns } from '../data/named-columns.js';
import { sliceColumn } from './columns.js';

type Setting = 'maxColumns' | 'bins' | 'top' | 'permutations' | 'seed';

/** A column or a combination of columns, with measures of its information about the group. */
export type ProxyColumns = Proxies['proxies'][number];

/** The result of {@link Slices.proxies}. */
export interface Proxies {
  format: 'fairwasm-proxies';
  version: 1;
  rows: number;
  groups: readonly { name: string; rows: number }[];
  /** The proportion of the largest group, which is the accuracy of the best guess without any column. */
  baseline: number;
  /** Number of columns and combinations that were compared. */
  searched: number;
  permutations: number;
  seed: number;
  /** Sorted by Cramér's V, then by the best guess of others. */
  proxies: readonly {
    columns: readonly string[];
    /** Number of distinct values, ranges, or combinations that occur. */
    values: number;
    /**
     * Uncertainty coefficient: the mutual information of column and group, divided by the entropy of the group, in
     * [0, 1]. Theil 1970. Higher by chance for columns with many values.
     */
    uncertaintyCoefficient: number;
    /** Cramér's V with Bergsma's correction for bias, in [0, 1]; its mean is about 0 if there is no association. */
    cramersV: number;
    /** Proportion of rows whose group is the most frequent group among rows with the same value, in [0, 1]. */
    bestGuess: number;
    /**
     * `bestGuess` from the other rows with the same value, so that values that occur once reveal nothing. Ties count in
     * part.
     */
    bestGuessOfOthers: number;
    /** Proportion of permutations of the group with an association at least this strong. Absent without permutations. */
    pValue?: number;
    /**
     * The p-value for the strongest association of any column, which accounts for the search (Westfall and Young 1993).
     */
    adjustedPValue?: number;
  }[];
}

interface Coded {
  codes: ArrayLike<number>;
  values: number;
}

interface Candidate extends Coded {
  columns: readonly string[];
  strength: number;
  /** Numbers of permutations in which this candidate, or the strongest candidate, has at least this strength. */
  reached: number;
  exceeded: number;
}

const maxCandidates = 10_000;

/** @internal See {@link Slices.proxies}. */
export async function findProxies(
  features: Readonly<Record<string, CategoryColumn>>,
  groupColumn: CategoryColumn,
  options: RunOptions & { [Name in Setting]?: number | undefined },
): Promise<Proxies> {
  const optionNames = ['maxColumns', 'bins', 'top', 'permutations', 'seed', 'onProgress', 'signal'];
  requireOptions('proxies', options, optionNames);
  const maxColumns = requireWhole('maxColumns', options.maxColumns ?? 1, 1, 3);
  const bins = requireWhole('bins', options.bins ?? 10, 2, 255);
  const top = requireWhole('top', options.top ?? 20, 1, 1000);
  const permutations = requireWhole('permutations', options.permutations ?? 999, 0, 1e6);
  const seed = requireWhole('seed', options.seed ?? 1, 0, 2 ** 32 - 1);
  const { group, columns } = readColumns(features, groupColumn, bins);
  const groups = group.names.length;
  const candidates = combine(columns, maxColumns).map(({ names, ...coded }) => ({
    columns: names,
    ...coded,
    strength: getStrength(count(coded, group.codes, groups), coded.values),
    reached: 1,
    exceeded: 1,
  }));
  await permute(candidates, group.codes, groups, { permutations, seed }, options);
  const sizes = Array.from({ length: groups }, () => 0);
  for (const code of Array.from(group.codes)) sizes[code] = (sizes[code] as number) + 1;
  const rows = group.codes.length;
  const matches = candidates.map((candidate) => measure(candidate, group.codes, sizes, permutations));
  return {
    format: 'fairwasm-proxies',
    version: 1,
    rows,
    groups: group.names.map((name, g) => ({ name, rows: sizes[g] as number })),
    baseline: getMax(sizes) / rows,
    searched: candidates.length,
    permutations,
    seed,
    proxies: matches.sort((a, b) => b.cramersV - a.cramersV || b.bestGuessOfOthers - a.bestGuessOfOthers).slice(0, top),
  };
}

function readColumns(features: Readonly<Record<string, CategoryColumn>>, groupColumn: CategoryColumn, bins: number) {
  requireColumns('columns', features);
  const each = new Float64Array();
  const { codes, values } = sliceColumn('group', groupColumn, each, 255);
  const used = values.map((_, code) => codes.includes(code));
  if (used.filter(Boolean).length < 2) throw invalid('group', 'at least two groups', values.join(', ') || 'none');
  const columns = Object.entries(features).map(([name, column]) => {
    if (getLength(column, name) !== codes.length) {
      throw shapeMismatch(name, `${codes.length} values, one per row`, `${getLength(column, name)}`);
    }
    const coded = sliceColumn(name, column, each, bins);
    return { name, codes: coded.codes, values: coded.values.length };
  });
  if (columns.length === 0) throw invalid('columns', 'at least one column', 'none');
  return { group: { codes, names: values }, columns };
}

interface Combination extends Coded {
  names: readonly string[];
  last: number;
}

/** Returns the columns, and their combinations, with codes for the values that occur. */
function combine(columns: readonly (Coded & { name: string })[], max: number): Combination[] {
  const single = columns.map(({ name, ...coded }, last) => ({ names: [name], last, ...coded }));
  let all: Combination[] = single;
  let former: Combination[] = single;
  for (let size = 2; size <= max; size++) {
    former = former.flatMap((combination) =>
      single.slice(combination.last + 1).map((column) => crossed(combination, column)),
    );
    all = [...all, ...former];
    if (all.length > maxCandidates) {
      throw invalid('maxColumns', `at most ${maxCandidates} combinations`, `at least ${all.length}`);
    }
  }
  return all;
}

function crossed(one: Combination, other: Combination): Combination {
  const indexByKey = new Map<number, number>();
  const codes = Uint32Array.from(one.codes, (code, row) => {
    const key = code * other.values + (other.codes[row] as number);
    const index = indexByKey.get(key) ?? indexByKey.size;
    indexByKey.set(key, index);
    return index;
  });
  return { names: [...one.names, ...other.names], last: other.last, codes, values: indexByKey.size };
}

/** Returns the numbers of rows by value and group. */
function count({ codes, values }: Coded, group: ArrayLike<number>, groups: number): Float64Array {
  const table = new Float64Array(values * groups);
  for (let row = 0; row < codes.length; row++) {
    const cell = (codes[row] as number) * groups + (group[row] as number);
    table[cell] = (table[cell] as number) + 1;
  }
  return table;
}

/** Sums a table by value and by group. */
function margins(table: Float64Array, values: number) {
  const groups = table.length / values;
  const byValue = new Float64Array(values);
  const byGroup = new Float64Array(groups);
  table.forEach((rows, cell) => {
    byValue[Math.floor(cell / groups)] = (byValue[Math.floor(cell / groups)] as number) + rows;
    byGroup[cell % groups] = (byGroup[cell % groups] as number) + rows;
  });
  return { byValue, byGroup, groups };
}

const occurring = (rows: Float64Array) => rows.reduce((sum, each) => sum + (each > 0 ? 1 : 0), 0);

/** Returns the chi-squared statistic and its degrees of freedom. */
function chiSquared(table: Float64Array, values: number) {
  const { byValue, byGroup, groups } = margins(table, values);
  const rows = byGroup.reduce((sum, each) => sum + each, 0);
  let sum = 0;
  table.forEach((each, cell) => {
    const product = (byValue[Math.floor(cell / groups)] as number) * (byGroup[cell % groups] as number);
    if (each > 0) sum += (each * each) / product;
  });
  const [k, r] = [occurring(byValue), occurring(byGroup)];
  return { statistic: Math.max(0, rows * (sum - 1)), rows, k, r };
}

/**
 * Returns the chi-squared statistic in standard deviations from its mean without association, so that columns with few
 * and with many values are comparable.
 */
function getStrength(table: Float64Array, values: number): number {
  const { statistic, k, r } = chiSquared(table, values);
  const degrees = (k - 1) * (r - 1);
  return degrees === 0 ? 0 : (statistic - degrees) / Math.sqrt(2 * degrees);
}

async function permute(
  candidates: Candidate[],
  group: ArrayLike<number>,
  groups: number,
  { permutations, seed }: { permutations: number; seed: number },
  run: RunOptions,
): Promise<void> {
  if (permutations === 0) return;
  const permuted = new Uint32Array(group.length);
  const strengths = new Float64Array(candidates.length);
  let draw = 0;
  let at = 0;
  const { onProgress, signal } = run;
  await inSlices(
    () => {
      if (at === 0) {
        shuffled(group.length, [seed, draw]).forEach((from, row) => {
          permuted[row] = group[from] as number;
        });
      }
      const candidate = candidates[at] as Candidate;
      strengths[at] = getStrength(count(candidate, permuted, groups), candidate.values);
      if (++at === candidates.length) {
        const max = getMax(strengths) + rounding;
        candidates.forEach((each, i) => {
          if ((strengths[i] as number) + rounding >= each.strength) each.reached++;
          if (max >= each.strength) each.exceeded++;
        });
        at = 0;
        draw++;
      }
      return (draw + at / candidates.length) / permutations;
    },
    { onProgress, signal },
  );
}

// If the cells of a table are in a different order, its strength is the same up to rounding.
const rounding = 1e-9;

function measure(
  candidate: Candidate,
  group: ArrayLike<number>,
  sizes: readonly number[],
  permutations: number,
): ProxyColumns {
  const { columns, values, reached, exceeded } = candidate;
  const table = count(candidate, group, sizes.length);
  const { byValue } = margins(table, values);
  const rows = group.length;
  const entropy = (counts: ArrayLike<number>, all: number) =>
    Array.from(counts).reduce((sum, n) => (n > 0 ? sum - (n / all) * Math.log(n / all) : sum), 0);
  const whole = entropy(sizes, rows);
  let [rest, best, others] = [0, 0, 0];
  for (let value = 0; value < values; value++) {
    const counts = table.subarray(value * sizes.length, (value + 1) * sizes.length);
    const own = byValue[value] as number;
    if (own === 0) continue;
    rest += (own / rows) * entropy(counts, own);
    best += getMax(counts);
    others += guessedByOthers(counts);
  }
  return {
    columns,
    values: occurring(byValue),
    uncertaintyCoefficient: Math.min(1, Math.max(0, 1 - rest / whole)),
    cramersV: correctedV(table, values),
    bestGuess: best / rows,
    bestGuessOfOthers: others / rows,
    ...(permutations > 0 && { pValue: reached / (permutations + 1), adjustedPValue: exceeded / (permutations + 1) }),
  };
}

/** Bergsma: A bias-correction for Cramér's V and Tschuprow's T, 2013. */
function correctedV(table: Float64Array, values: number): number {
  const { statistic, rows, k, r } = chiSquared(table, values);
  const less = (levels: number) => levels - (levels - 1) ** 2 / (rows - 1);
  const excess = Math.max(0, statistic / rows - ((k - 1) * (r - 1)) / (rows - 1));
  const max = Math.min(less(k), less(r)) - 1;
  return max > 0 ? Math.min(1, Math.sqrt(excess / max)) : 0;
}

/**
 * Returns the number of rows of a value whose group is the most frequent group among the other rows. A tie of t
 * groups counts as 1 / t, and a single row counts as 0.
 */
function guessedByOthers(counts: Float64Array): number {
  const ordered = [...counts].sort((a, b) => b - a);
  const [first = 0, second = 0] = ordered;
  if (first - 1 > second) return first;
  if (first - 1 < second || second === 0) return 0;
  return first / (ordered.filter((each) => each === second).length + 1);
}
