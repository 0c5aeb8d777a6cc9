// SPDX-License-Identifier: Apache-2.0
//
// Metrics by group, like fairlearn's MetricFrame: every rate of every group and of all rows, and the gaps
// between groups.

import { among } from '../../claims/adjust.js';
import { invalid, invalidState } from '../../core/error.js';
import { type Estimate, estimate } from '../../core/estimate.js';
import type { Wasm } from '../../core/module.js';
import { requireOneOf } from '../../core/options.js';
import { isUnknownGroup } from '../../data/largest-group.js';
import { toGroup } from '../../data/named-group.js';
import { type DisparityName, findGroupMetric, type RateName } from '../../metrics/group.js';
import type { Metric, MetricInput } from '../../metrics/metric.js';
import { type Counts, toCounts } from '../../tally/counts.js';
import type { Tally } from '../../tally/tally.js';
import { absentFigures, availableRates, isAllowed } from '../available.js';
import { type Equivalence, equivalenceTest, getMargin } from '../equivalence.js';
import { minClusters } from '../warnings.js';
import type { Group, GroupComparison, Spread, SpreadMethod } from './group.js';
import { joined, placesWithRows, referenceAmong } from './group-indices.js';
import { describe, groupWarning, whyDisparityUndefined, whyRateUndefined } from './reasons.js';
import { shrunkenRates } from './shrinkage.js';
import { getSpreads } from './spreads.js';
import { defaultUncertainty, FrameUncertainty, nobody, type UncertaintyOptions } from './uncertainty.js';

/** Options for a frame. */
export interface FrameOptions {
  favorable: readonly string[];
  /**
   * The reference category of each attribute. The reference group is the largest group with all of these
   * categories. Default: the largest group whose categories are known and not a rest such as `Other`.
   */
  privileged?: Readonly<Record<string, string | number | boolean>> | undefined;
  /** Options for confidence intervals and tests; `false` computes only the values. */
  uncertainty?: UncertaintyOptions | false | undefined;
}

/**
 * Counts, rates, and spreads by group, with confidence intervals. Returned by `audit.frame(…)`.
 *
 * @example
 * const fair = await load();
 * const approved = [1, 1, 1, 0, 1, 0, 0, 0];
 * const frame = fair.audit({ prediction: approved, groups: { race: [...'aaaabbbb'] } }).frame('race');
 * frame.groups.map(({ name, rates }) => [name, rates.selectionRate.value]); // [["a", 0.75], ["b", 0.25]]
 * frame.difference('selectionRate').value; // 0.5
 */
export class Frame<By extends string = string> {
  /** The attributes that define the groups. */
  readonly by: readonly By[];
  /** All rows together. */
  readonly overall: Group;
  /** The groups that have rows, largest first; groups of unknown people are last. */
  readonly groups: readonly Group<By>[];
  /** The rates that the columns allow. */
  readonly metrics: readonly Metric[];
  readonly #wasm: Wasm;
  readonly #tally: Tally;
  readonly #uncertainty: UncertaintyOptions | false;
  readonly #inputs: ReadonlySet<MetricInput>;
  /** The core's counts of the groups, in their order, and of all rows. */
  readonly #counts: Float64Array;
  readonly #overall: Float64Array;
  readonly #favorable: readonly string[];
  /** The index of each group among all combinations of categories. */
  readonly #order: Uint32Array;
  /** The core's statistics of clusters with rows in several groups. */
  readonly #shared: Float64Array;
  /** Rates that have no value in any group because a column is missing. */
  readonly #absent: Readonly<Record<string, Estimate>>;
  readonly #spreads: Readonly<Record<string, Spread>>;
  #comparisons: { reference: Group<By>; uncertainty: FrameUncertainty | undefined } | undefined;

  /** @internal */
  constructor(wasm: Wasm, tally: Tally, by: readonly By[], options: FrameOptions) {
    this.#wasm = wasm;
    this.#tally = tally;
    this.#uncertainty = options.uncertainty ?? {};
    this.by = by;
    this.metrics = availableRates(wasm, tally);
    this.#inputs = new Set(this.metrics.flatMap(({ inputs }) => inputs));
    this.#absent = absentFigures(wasm.rateNames(), this.#inputs);
    const raw = wasm.frame(tally.handle, [...by], [...options.favorable]);
    this.#overall = raw.overall;
    const places = placesWithRows(wasm, tally, by, raw);
    this.#counts = joined(places.map(({ counts }) => counts));
    this.#favorable = options.favorable;
    this.#order = Uint32Array.from(places, ({ place }) => place);
    this.#shared = this.#sharedAmong(places.length);

    const counts = toCounts(wasm, this.#counts);
    const reference = referenceAmong(places, by, options.privileged);
    const uncertainty = this.#uncertaintyAgainst(reference);
    const values = wasm.rates(this.#counts);
    this.groups = places.map(({ categories }, i) =>
      this.#makeGroup(categories, counts[i] as Counts, values, i, uncertainty),
    );
    const [all] = toCounts(wasm, raw.overall);
    const overallRates = wasm.rates(raw.overall);
    this.overall = this.#makeGroup({}, all as Counts, overallRates, undefined, uncertainty);
    const { metrics } = this;
    const { counts: ofKnown, groups, uncertainty: compared } = this.#ofKnown(uncertainty);
    this.#spreads = getSpreads(wasm, ofKnown, raw.overall, { metrics, groups, uncertainty: compared });
    const referenceGroup = this.groups[reference];
    if (referenceGroup) this.#comparisons = { reference: referenceGroup, uncertainty };
  }

  /**
   * The reference group: the one with the privileged categories, or the largest.
   *
   * @throws FairwasmError `invalidState` if there are no rows.
   */
  get reference(): Group<By> {
    if (this.#comparisons) return this.#comparisons.reference;
    throw invalidState('rows', 'at least one row', 'none');
  }

  /**
   * Returns a group by its categories: `frame.group({ race: 'Asian' })`, or `frame.group('Asian')` for a
   * single attribute.
   *
   * @example
   * // frame: as in the example of Frame.
   * const { value, ci } = frame.group({ race: 'b' }).rates.selectionRate;
   * [value, ci]; // [0.25, [0.045…, 0.699…]]
   *
   * @throws FairwasmError `invalidArgument` if there is no such group, or an attribute is missing or unknown.
   */
  group(categories: string | Readonly<Record<By, string | number | boolean>>): Group<By> {
    return findGroup(this.#tally, this.by, this.groups, categories);
  }

  /** Returns the smallest value of a rate among the groups. */
  min(metric: RateName): Estimate {
    return this.spread(metric).min;
  }

  /** Returns the largest value of a rate among the groups. */
  max(metric: RateName): Estimate {
    return this.spread(metric).max;
  }

  /**
   * Returns the largest difference between groups; 0 means that all are equal.
   *
   * @example
   * // frame: as in the example of Frame.
   * frame.difference('selectionRate').ci; // [0, 0.789…]
   * frame.difference('selectionRate', 'toOverall').value; // 0.25
   */
  difference(metric: RateName, method: 'betweenGroups' | 'toOverall' = 'betweenGroups'): Estimate {
    const { difference, differenceToOverall } = this.spread(metric);
    return isBetweenGroups(method) ? difference : differenceToOverall;
  }

  /** Returns the smallest ratio between groups; 1 means that all are equal. */
  ratio(metric: RateName, method: 'betweenGroups' | 'toOverall' = 'betweenGroups'): Estimate {
    const { ratio, ratioToOverall } = this.spread(metric);
    return isBetweenGroups(method) ? ratio : ratioToOverall;
  }

  /**
   * Returns all statistics of the gap between groups in a rate. Throws `invalidArgument` for an unknown rate.
   */
  spread(metric: RateName): Spread {
    const names = this.metrics.map(({ name }) => name);
    return this.#spreads[requireOneOf('metric', metric, names)] as Spread;
  }

  /** The disparities that the columns allow. */
  get disparityNames(): readonly DisparityName[] {
    const names = this.#wasm.disparityNames() as DisparityName[];
    return names.filter((name) => isAllowed(name, this.#inputs));
  }

  /**
   * Compares each other group with `reference`, the privileged group.
   *
   * @example
   * // frame: as in the example of Frame.
   * frame.disparities().map(({ group, values }) => [group.name, values.disparateImpact.value]); // [["b", 0.333…]]
   *
   * @throws FairwasmError `invalidArgument` for a group of another frame.
   */
  disparities(reference: Group = this.reference): readonly {
    group: Group<By>;
    /** Every disparity by name; NaN with a reason if a column is missing. */
    values: Readonly<Record<DisparityName, Estimate>>;
  }[] {
    const place = this.#getPlace(reference);
    const uncertainty = reference === this.reference ? this.#comparisons?.uncertainty : this.#uncertaintyAgainst(place);
    const absent = absentFigures(this.#wasm.disparityNames(), this.#inputs);
    const against = { names: this.disparityNames, reference: this.#countsAt(place), uncertainty };
    return this.groups.flatMap((group, i) => {
      if (group === reference) return [];
      const values = getDisparities(this.#wasm, against, this.#countsAt(i), i);
      return { group, values: { ...absent, ...values } as GroupComparison['values'] };
    });
  }

  /**
   * @internal The comparison with {@link reference}, with an `adjustedCi` and an `adjustedPValue` for each
   * disparity.
   *
   * @param getCount Returns the number of comparisons to adjust a disparity for.
   */
  disparitiesAmong(getCount: (name: DisparityName) => number): readonly GroupComparison<By>[] {
    const uncertainty = this.#comparisons?.uncertainty;
    if (uncertainty === undefined) return this.disparities();
    const names = this.#wasm.disparityNames() as DisparityName[];
    const ends = this.#wasm.disparityIntervals(
      this.#counts,
      this.groups.indexOf(this.reference),
      Float64Array.from(names, (name) => this.#wasm.confidenceOfEach(getCount(name), this.#confidence)),
      this.#shared,
    );
    return this.disparities().map(({ group, values }) => {
      const start = this.groups.indexOf(group) * names.length;
      const adjusted = names.map((name, i) => {
        const { adjustedPValue: _, ...alone } = values[name];
        return [name, among(alone, getCount(name), endsAt(ends, start + i))];
      });
      return { group, values: Object.fromEntries(adjusted) as GroupComparison['values'] };
    });
  }

  /** @internal The groups, with an `adjustedCi` for each rate that holds simultaneously for `count` rates. */
  groupsAmong(count: number): readonly Group<By>[] {
    if (this.#comparisons?.uncertainty === undefined) return this.groups;
    const names = this.#wasm.rateNames();
    const confidence = this.#wasm.confidenceOfEach(count, this.#confidence);
    const ends = this.#wasm.rateIntervals(this.#counts, confidence);
    return this.groups.map((group, place) => {
      const rates = names.map((name, i) => [
        name,
        among(group.rates[name as RateName], count, endsAt(ends, place * names.length + i)),
      ]);
      return { ...group, rates: Object.fromEntries(rates) as Group['rates'] };
    });
  }

  /**
   * @internal The spreads, with an `adjustedCi` for differences and ratios that holds simultaneously for `count` rates.
   */
  spreadsAmong(count: number): Readonly<Record<string, Spread>> {
    const confidence = this.#wasm.confidenceOfEach(count, this.#confidence);
    const { counts } = this.#ofKnown(undefined);
    const wide = this.#uncertainty && this.#uncertaintyAgainst(0, counts, { confidence, draws: 1 });
    if (!wide) return this.#spreads;
    const rates = this.#wasm.rateNames();
    const members = this.#wasm.spreadNames();
    const adjusted = Object.entries(this.#spreads).map(([name, alone]) => {
      const estimates = (['difference', 'ratio'] as const).map((member) => {
        const { ci } = wide.spread(rates.indexOf(name), members.indexOf(member));
        return [member, among(alone[member], count, ci)];
      });
      return [name, { ...alone, ...Object.fromEntries(estimates) }];
    });
    return Object.fromEntries(adjusted);
  }

  /**
   * Tests whether groups are equivalent: two one-sided tests that a disparity between a group and the
   * reference group is within a margin. A difference that is not significant may still be large; an
   * equivalent one is small. The p-value is the alpha at which the disparity's interval at confidence 1 - 2
   * alpha just fits into the margin; it is above 0.5 if the disparity is outside.
   *
   * Source: Schuirmann: A Comparison of the Two One-Sided Tests Procedure and the Power Approach, 1987.
   *
   * @param disparity One of {@link disparityNames}.
   * @param margin For a difference, a number in (0, 1): within ± margin. For a ratio, a positive number other than 1:
   * 0.8 and 1.25 both mean 0.8 to 1.25.
   * @param group The group to compare with the reference group. Default: all others, which are equivalent if each one
   * is; the group with the largest p-value, or one without a p-value, determines the result.
   * @returns A p-value of NaN, with a reason, if the disparity has no value or no interval.
   *
   * @example
   * // frame: as in the example of Frame.
   * const { isEquivalent } = frame.equivalence('statisticalParityDifference', 0.05);
   * isEquivalent; // false
   *
   * @throws FairwasmError `invalidArgument` for an unknown disparity, an invalid margin, or a group that is the
   * reference group or belongs to another frame; `invalidState` if there is no other group.
   */
  equivalence(disparity: DisparityName, margin: number, group?: Group): Equivalence<By> {
    const tests = this.equivalences(disparity, margin);
    if (group !== undefined) this.#getPlace(group, 'group');
    const requested = tests.filter((each) => group === undefined || each.group === group);
    // A group without a p-value counts as not equivalent.
    const doubt = ({ pValue }: Equivalence) => (Number.isNaN(pValue) ? 2 : pValue);
    const [decides] = requested.sort((a, b) => doubt(b) - doubt(a));
    if (decides) return decides;
    throw (group === undefined ? invalidState : invalid)(
      'group',
      'a group other than the reference group',
      group === undefined ? 'none' : 'the reference group itself',
    );
  }

  /** Returns {@link equivalence} of each other group, in the order of {@link disparities}. */
  equivalences(disparity: DisparityName, margin: number): readonly Equivalence<By>[] {
    const name = requireOneOf('disparity', disparity, this.disparityNames);
    const range = getMargin(margin, findGroupMetric(name)?.ideal === 1);
    return this.disparities().map(({ group, values }) => {
      const places = [this.groups.indexOf(group), this.groups.indexOf(this.reference)] as const;
      const tested = equivalenceTest(this.#wasm, {
        name,
        margin: range,
        estimate: values[name],
        counts: [this.getCounts(group), this.getCounts(this.reference)],
        between: this.#wasm.sharedBetween(this.#shared, ...places),
        confidence: this.#confidence,
      });
      return { group, ...tested };
    });
  }

  /**
   * Returns a rate of every group, shrunk toward the overall rate; the fewer rows, the stronger the
   * shrinkage. Among many small groups, the extreme rates are mostly chance. The true rates of the groups are
   * modeled as draws from a beta distribution whose mean and strength are estimated from all groups
   * (beta-binomial; with weights, at the effective sample size). An interval covers the true rate with the
   * frame's confidence on average over the groups, not for each group: an outlying group is shrunk too much.
   *
   * Source: Efron and Morris: Data Analysis Using Stein's Estimator, 1975; Kleinman: Proportions with
   * Extraneous Variance, 1973; the prior of the strength is Daniels's (A Prior for the Variance in
   * Hierarchical Models, 1999).
   *
   * @param metric A rate of this frame that is a proportion of rows or a mean score.
   * @returns The rates in the order of the groups, with the raw rates. NaN with a reason for a group without this
   * rate, and for all groups if fewer than three have the rate or if clusters have rows in several groups, which makes
   * the rates dependent.
   * @throws FairwasmError `invalidArgument` for another metric.
   */
  shrunken(metric: RateName): readonly {
    group: Group<By>;
    /** The rate in the frame, from this group's rows only. */
    raw: Estimate;
    /** Its posterior mean, with an equal-tailed credible interval at the frame's confidence. */
    shrunken: Estimate;
  }[] {
    const rate = requireOneOf('metric', metric, this.shrinkable);
    if (this.#shared.length === 0) return shrunkenRates(this.#wasm, this.groups, this.#counts, rate, this.#confidence);
    const [persons] = this.#shared;
    const reason = () => `groups are dependent: ${persons} clusters have rows in several groups`;
    return this.groups.map((group) => ({ group, raw: group.rates[rate], shrunken: estimate(Number.NaN, reason) }));
  }

  /** The rates that {@link shrunken} accepts. */
  get shrinkable(): readonly RateName[] {
    const possible = this.#wasm.shrinkableRates();
    const known = this.metrics.map(({ name }) => name as RateName);
    return known.filter((name) => possible.includes(name));
  }

  /** @internal Returns the core's counts of a group of this frame, or of all its rows. */
  getCounts(group: Group): Float64Array {
    return group === this.overall ? this.#overall : this.#countsAt(this.#getPlace(group, 'group'));
  }

  /** @internal Returns the core's counts of each group, and of all rows, in a tally with the same categories. */
  countsIn(tally: Tally['handle']): Float64Array[] {
    const { counts, overall } = this.#wasm.frame(tally, [...this.by], [...this.#favorable]);
    const width = this.#wasm.countWidth;
    const groups = Array.from(this.#order, (place) => counts.subarray(place * width, (place + 1) * width));
    return [...groups, overall];
  }

  get #confidence(): number {
    const { confidence } = this.#uncertainty || defaultUncertainty;
    return confidence ?? defaultUncertainty.confidence;
  }

  #getPlace(group: Group, argument = 'reference'): number {
    const place = this.groups.indexOf(group);
    if (place >= 0) return place;
    throw invalid(
      argument,
      'one of the groups of this frame',
      typeof group === 'object' && group !== null ? `'${group.name}' of another frame` : String(group),
    );
  }

  #countsAt(place: number): Float64Array {
    const width = this.#wasm.countWidth;
    return this.#counts.slice(place * width, (place + 1) * width);
  }

  // Unknown groups are not part of a gap if there are two other groups.
  #ofKnown(uncertainty: FrameUncertainty | undefined) {
    const groups = this.groups.filter((group) => !isUnknownGroup(group));
    if (groups.length === this.groups.length || groups.length < 2) {
      return { counts: this.#counts, groups: this.groups, uncertainty };
    }
    const counts = this.#counts.subarray(0, groups.length * this.#wasm.countWidth); // Unknown groups are last.
    return { counts, groups, uncertainty: uncertainty && this.#uncertaintyAgainst(0, counts) };
  }

  /** Returns intervals and tests; undefined if they were not requested or there are too many groups. */
  #uncertaintyAgainst(
    reference: number,
    counts = this.#counts,
    options = this.#uncertainty,
  ): FrameUncertainty | undefined {
    const groups = counts.length / this.#wasm.countWidth;
    if (options === false) return undefined;
    if (groups === 0 || this.#isCrowdOfClusters(groups)) return undefined;
    const shared = groups < this.#order.length ? this.#sharedAmong(groups) : this.#shared;
    return new FrameUncertainty(this.#wasm, counts, this.#overall, reference, options, shared);
  }

  #sharedAmong(groups: number): Float64Array {
    if (!this.#tally.columns.cluster || groups > this.#wasm.maxPairedGroups) return nobody;
    const order = this.#order.subarray(0, groups);
    return this.#wasm.frameShared(this.#tally.handle, [...this.by], [...this.#favorable], order);
  }

  // Clusters with rows in several groups are counted for every pair of groups.
  #isCrowdOfClusters(groups: number): boolean {
    return this.#tally.columns.cluster && groups > this.#wasm.maxPairedGroups;
  }

  #makeGroup(
    categories: Readonly<Record<string, string>>,
    counts: Counts,
    values: Float64Array,
    place: number | undefined,
    uncertainty: FrameUncertainty | undefined,
  ): Group {
    const names = this.#wasm.rateNames();
    const among = describe(categories);
    const rates = this.metrics.map(({ name, undefinedWhen }): [string, Estimate] => {
      const i = names.indexOf(name);
      const value = values[(place ?? 0) * names.length + i] as number;
      const why = () => whyRateUndefined(counts, undefinedWhen, among);
      return [name, estimate(value, why, uncertainty?.rate(place, i))];
    });
    const group: Group = {
      id: getId(this.by.map((name) => categories[name])),
      ...toGroup(categories),
      counts,
      rates: { ...this.#absent, ...Object.fromEntries(rates) } as Group['rates'],
    };
    const warning =
      place === undefined ? undefined : (this.#clusterWarning(place) ?? groupWarning(counts, this.metrics, rates));
    return warning ? { ...group, warning } : group;
  }

  // With few clusters, the variance estimate itself is unreliable.
  #clusterWarning(place: number): string | undefined {
    if (!this.#tally.columns.cluster || this.#uncertainty === false) return undefined;
    const { countSets } = this.#wasm;
    const clusters = this.#countsAt(place)
      .slice(-countSets)
      .reduce((sum, units) => sum + units, 0);
    return clusters < minClusters ? `its rows belong to only ${clusters} clusters` : undefined;
  }
}

const getId = (categories: readonly (string | undefined)[]): string =>
  categories.length === 0 ? '' : JSON.stringify(categories);

const endsAt = (ends: Float64Array, i: number) =>
  [ends[2 * i], ends[2 * i + 1]] as unknown as readonly [number, number];

const isBetweenGroups = (method: SpreadMethod): boolean =>
  requireOneOf('method', method, ['betweenGroups', 'toOverall']) === 'betweenGroups';

/** Throws `invalidArgument` if there is no such group, or an attribute is missing or not in `by`. */
function findGroup<By extends string>(
  tally: Tally,
  by: readonly By[],
  groups: readonly Group<By>[],
  categories: string | Readonly<Record<By, string | number | boolean>>,
): Group<By> {
  const [only = ''] = by;
  const requested = typeof categories === 'object' && categories !== null ? categories : { [only]: categories };
  const given = Object.keys(requested);
  const fits = given.length === by.length && given.every((name) => by.includes(name as By));
  const wanted = by.map((name) => tally.findCategory(name, (requested as Readonly<Record<string, unknown>>)[name]));
  const found = groups.find((group) => by.every((name, i) => group.categories[name] === wanted[i]));
  if (fits && found) return found;
  throw invalid(
    'group',
    fits
      ? `one of ${groups.map(({ name }) => `'${name}'`).join(', ')}`
      : `one category of ${by.join(' and one of ') || 'no attribute'}`,
    describe(requested) || 'none',
  );
}

/** Data shared by all compared groups. */
interface Against {
  names: readonly DisparityName[];
  /** Counts of the reference group. */
  reference: Float64Array;
  uncertainty: FrameUncertainty | undefined;
}

/** Returns the named disparities of a group with these counts, at this position among all groups. */
function getDisparities(
  wasm: Wasm,
  { names, reference, uncertainty }: Against,
  counts: Float64Array,
  place: number,
): Record<string, Estimate> {
  const all = wasm.disparityNames();
  const values = wasm.disparities(counts, reference);
  const estimates = names.map((name) => {
    const i = all.indexOf(name);
    const value = values[i] as number;
    const extras = uncertainty?.disparity(place, i, [...wasm.disparityRates(i)]);
    const why = () => whyDisparityUndefined(name, value);
    return [name, estimate(value, why, extras)];
  });
  return Object.fromEntries(estimates);
}
