// SPDX-License-Identifier: Apache-2.0
//
// Metrics disaggregated by group, like fairlearn's MetricFrame: every rate of every group and of all
// rows, and how far the groups lie apart.

import { FairwasmError } from '../core/error.js';
import type { Wasm } from '../core/module.js';
import { findGroupMetric } from '../metrics/group.js';
import type { Metric } from '../metrics/metric.js';
import type { Tally } from '../tally/tally.js';
import { type Counts, toCounts, toRecords } from './counts.js';
import { type Beside, type Estimate, estimate } from './estimate.js';
import { FrameUncertainty, smallGroupRows, type UncertaintyOptions } from './uncertainty.js';

/** One group of a frame. */
export interface Group {
  /** Its category of each attribute: `{ race: 'Asian', sex: 'Female' }`. Empty for all rows. */
  categories: Readonly<Record<string, string>>;
  /** For people: "Asian, Female". */
  name: string;
  counts: Counts;
  /** Every rate that the columns allow, by name. */
  rates: Readonly<Record<string, Estimate>>;
  /** Why its numbers say little, if they do. */
  warning?: string;
}

/** How far the groups' values of one rate lie apart; groups without a value are passed over. */
export interface Spread {
  min: Estimate;
  max: Estimate;
  /** max - min. */
  difference: Estimate;
  /** min / max. */
  ratio: Estimate;
  /** The largest distance of a group to all rows together. */
  differenceToOverall: Estimate;
  /** The smallest of group/overall or its inverse, whichever is below 1. */
  ratioToOverall: Estimate;
}

/** One group compared with the reference group. */
export interface GroupComparison {
  group: Group;
  /** Every disparity that the columns allow, by name. */
  values: Readonly<Record<string, Estimate>>;
}

/** How a frame is to be made. */
export interface FrameOptions {
  favorable: readonly string[];
  /** The reference category of an attribute; left out: its largest group. */
  privileged?: Readonly<Record<string, string | number | boolean>> | undefined;
  /** How intervals and tests are computed; `false`: not at all. */
  uncertainty?: UncertaintyOptions | false | undefined;
}

/** What a difference or ratio is taken between. */
export type SpreadMethod =
  /** The largest and the smallest group. */
  | 'betweenGroups'
  /** Each group and all rows; the worst group counts. */
  | 'toOverall';

/** Counts, rates and spreads by group, with intervals. Get one from `audit.frame(…)`. */
export class Frame {
  /** The attributes whose categories make the groups. */
  readonly by: readonly string[];
  /** All rows together. */
  readonly overall: Group;
  /** The groups that have rows, largest first. */
  readonly groups: readonly Group[];
  /** The rates that the columns allow. */
  readonly metrics: readonly Metric[];
  readonly #wasm: Wasm;
  readonly #tally: Tally;
  readonly #options: FrameOptions;
  readonly #raw: ReturnType<Wasm['frame']>;
  /** Each group's place in the core's arrays, which hold groups without rows too. */
  readonly #places: ReadonlyMap<Group, number>;
  readonly #spreads: Readonly<Record<string, Spread>>;
  #comparisons: { reference: Group; uncertainty: FrameUncertainty | undefined } | undefined;

  /** @internal */
  constructor(wasm: Wasm, tally: Tally, by: readonly string[], options: FrameOptions) {
    this.#wasm = wasm;
    this.#tally = tally;
    this.#options = options;
    this.#raw = wasm.frame(tally.handle, [...by], [...options.favorable]);
    this.by = by;
    this.metrics = availableRates(wasm, tally);

    const places = this.#placesWithRows();
    const names = places.map((place) => this.#categoriesAt(place));
    const reference = Math.max(
      0,
      names.findIndex((group) => this.#isPrivileged(group)),
    );
    const uncertainty =
      places.length > 0 ? this.#uncertaintyAgainst(places[reference] as number) : undefined;

    const values = wasm.rates(this.#raw.counts);
    const counts = toCounts(wasm, this.#raw.counts);
    const groups = places.map((place, i) =>
      this.#makeGroup(
        names[i] as Record<string, string>,
        counts[place] as Counts,
        values,
        place,
        uncertainty,
      ),
    );
    this.groups = groups;
    this.#places = new Map(groups.map((group, i) => [group, places[i] as number]));
    const overall = toCounts(wasm, this.#raw.overall)[0] as Counts;
    this.overall = this.#makeGroup(
      {},
      overall,
      wasm.rates(this.#raw.overall),
      undefined,
      uncertainty,
    );
    this.#spreads = this.#makeSpreads(uncertainty);
    const referenceGroup = groups[reference];
    if (referenceGroup) this.#comparisons = { reference: referenceGroup, uncertainty };
  }

  /**
   * The group that others are compared with: the one with the privileged categories, or the largest.
   *
   * @throws FairwasmError `invalidState` where there are no rows.
   */
  get reference(): Group {
    if (this.#comparisons) return this.#comparisons.reference;
    throw new FairwasmError('invalidState', {
      argument: 'rows',
      expected: 'at least one row',
      actual: 'none',
    });
  }

  /** A group by its categories: `frame.group({ race: 'Asian' })`. Throws `invalidArgument` if there is none. */
  group(categories: Readonly<Record<string, string | number | boolean>>): Group {
    const found = this.groups.find((group) =>
      this.by.every((name) => group.categories[name] === String(categories[name])),
    );
    if (found) return found;
    throw new FairwasmError('invalidArgument', {
      argument: 'group',
      expected: `one of ${this.groups.map(({ name }) => `'${name}'`).join(', ')}`,
      actual: describe(categories) || 'none',
    });
  }

  /** The smallest group value of a rate. */
  min(metric: string): Estimate {
    return this.spread(metric).min;
  }

  /** The largest group value of a rate. */
  max(metric: string): Estimate {
    return this.spread(metric).max;
  }

  /** How far apart the groups are: 0 where all are alike. */
  difference(metric: string, method: SpreadMethod = 'betweenGroups'): Estimate {
    const { difference, differenceToOverall } = this.spread(metric);
    return method === 'betweenGroups' ? difference : differenceToOverall;
  }

  /** How far apart the groups are, as a quotient: 1 where all are alike. */
  ratio(metric: string, method: SpreadMethod = 'betweenGroups'): Estimate {
    const { ratio, ratioToOverall } = this.spread(metric);
    return method === 'betweenGroups' ? ratio : ratioToOverall;
  }

  /** Everything about how far the groups lie apart in a rate. Throws `invalidArgument` for an unknown one. */
  spread(metric: string): Spread {
    const found = this.#spreads[metric];
    if (found) return found;
    throw new FairwasmError('invalidArgument', {
      argument: 'metric',
      expected: `one of ${this.metrics.map(({ name }) => name).join(', ')}`,
      actual: `'${metric}'`,
    });
  }

  /** The disparities that the columns allow. */
  get disparityNames(): readonly string[] {
    return this.#wasm.disparityNames().filter((name) => this.#allows(findGroupMetric(name)));
  }

  /** Each other group compared with `reference`, which stands in the place of the privileged group. */
  disparities(reference: Group = this.reference): readonly GroupComparison[] {
    const place = this.#places.get(reference) as number;
    const uncertainty =
      reference === this.reference
        ? this.#comparisons?.uncertainty
        : this.#uncertaintyAgainst(place);
    return this.groups
      .filter((group) => group !== reference)
      .map((group) => ({ group, values: this.#compare(group, place, uncertainty) }));
  }

  #compare(
    group: Group,
    reference: number,
    uncertainty: FrameUncertainty | undefined,
  ): Record<string, Estimate> {
    const names = this.#wasm.disparityNames();
    const place = this.#places.get(group) as number;
    const values = this.#wasm.disparities(this.#countsAt(place), this.#countsAt(reference));
    const rates = this.#wasm.rateNames();
    const estimates = this.disparityNames.map((name) => {
      const i = names.indexOf(name);
      const value = values[i] as number;
      const { rate, rates: both = rate === undefined ? [] : [rate] } = findGroupMetric(name) ?? {};
      const about = both.map((each) => rates.indexOf(each));
      const beside = uncertainty?.disparity(place, i, about);
      return [name, estimate(value, () => whyDisparityUndefined(name, value), beside)];
    });
    return Object.fromEntries(estimates);
  }

  #countsAt(place: number): Float64Array {
    const width = this.#wasm.countNames().length;
    return this.#raw.counts.slice(place * width, (place + 1) * width);
  }

  /** Places of the groups that have rows, largest first; equally large ones by name. */
  #placesWithRows(): number[] {
    const width = this.#wasm.countNames().length;
    const rows = (place: number) => this.#raw.counts[place * width] as number;
    const name = (place: number) => Object.values(this.#categoriesAt(place)).join();
    return Array.from({ length: this.#raw.counts.length / width }, (_, place) => place)
      .filter((place) => rows(place) > 0)
      .sort((a, b) => rows(b) - rows(a) || (name(a) < name(b) ? -1 : 1));
  }

  #categoriesAt(place: number): Record<string, string> {
    const entries = this.by.map((name, i) => {
      const group = this.#tally.groups.find((attribute) => attribute.name === name);
      return [name, group?.categories[this.#raw.codes[place * this.by.length + i] as number]];
    });
    return Object.fromEntries(entries);
  }

  #isPrivileged(categories: Readonly<Record<string, string>>): boolean {
    const { privileged } = this.#options;
    if (!privileged) return false;
    return this.by.every((name) => categories[name] === String(privileged[name]));
  }

  /** Intervals and tests; undefined where none are wanted, or there are too many groups for them. */
  #uncertaintyAgainst(reference: number): FrameUncertainty | undefined {
    const { favorable, uncertainty } = this.#options;
    const groups = this.#raw.counts.length / this.#wasm.countNames().length;
    if (uncertainty === false || groups > this.#wasm.mostUncertainGroups) return undefined;
    return new FrameUncertainty(
      this.#wasm,
      this.#tally,
      this.by,
      favorable,
      reference,
      uncertainty ?? {},
    );
  }

  #makeGroup(
    categories: Record<string, string>,
    counts: Counts,
    values: Float64Array,
    place: number | undefined,
    uncertainty: FrameUncertainty | undefined,
  ): Group {
    const names = this.#wasm.rateNames();
    const among = describe(categories);
    const rates = this.metrics.map((metric) => {
      const i = names.indexOf(metric.name);
      const value = values[(place ?? 0) * names.length + i] as number;
      const why = () => `${metric.undefinedWhen}${among && ` among ${among}`}`;
      return [metric.name, estimate(value, why, uncertainty?.rate(place, i))];
    });
    const group: Group = {
      categories,
      name: Object.values(categories).join(', ') || 'All rows',
      counts,
      rates: Object.fromEntries(rates),
    };
    const warning = smallGroupWarning(counts);
    return warning ? { ...group, warning } : group;
  }

  #makeSpreads(uncertainty: FrameUncertainty | undefined): Record<string, Spread> {
    const fields = this.#wasm.spreadNames();
    const flat = this.#wasm.spreads(this.#raw.counts, this.#raw.overall);
    const spreads = toRecords(fields, flat);
    const available = new Set(this.metrics.map(({ name }) => name));
    const entries = this.#wasm.rateNames().map((name, rate) => {
      const estimates = fields.map((field, i) => [
        field,
        estimate(
          spreads[rate]?.[field] as number,
          () => whySpreadUndefined(field),
          this.#besideSpread(uncertainty, rate, i),
        ),
      ]);
      return [name, Object.fromEntries(estimates)];
    });
    return Object.fromEntries(entries.filter(([name]) => available.has(name)));
  }

  // The test is of "no difference between groups", so it stands beside what measures that.
  #besideSpread(uncertainty: FrameUncertainty | undefined, rate: number, member: number): Beside {
    const field = this.#wasm.spreadNames()[member];
    const { ci, pValue } = uncertainty?.spread(rate, member) ?? {};
    return field === 'difference' || field === 'ratio' ? { ci, pValue } : { ci };
  }

  #allows(metric: Metric | undefined): boolean {
    const known = new Set(this.metrics.flatMap(({ inputs }) => inputs));
    return metric?.inputs.every((input) => known.has(input)) ?? false;
  }
}

function availableRates(wasm: Wasm, tally: Tally): Metric[] {
  const { label, prediction, score } = tally.columns;
  const counted: Readonly<Record<string, boolean>> = { label, prediction, score };
  return wasm
    .rateNames()
    .map((name) => findGroupMetric(name) as Metric)
    .filter(({ inputs }) => inputs.every((input) => counted[input]));
}

function smallGroupWarning({ rows, effectiveRows }: Counts): string | undefined {
  if (rows < smallGroupRows) return `only ${rows} rows: its rates say little`;
  if (effectiveRows >= smallGroupRows) return undefined;
  return `its weights are so unequal that ${rows} rows say no more than ${Math.round(effectiveRows)}`;
}

function describe(categories: Readonly<Record<string, unknown>>): string {
  return Object.entries(categories)
    .map(([attribute, category]) => `${attribute} = ${category}`)
    .join(', ');
}

function whyDisparityUndefined(name: string, value: number): string {
  if (!Number.isNaN(value)) return 'the reference group’s rate is 0';
  return findGroupMetric(name)?.undefinedWhen ?? 'undefined';
}

function whySpreadUndefined(field: string): string {
  return field.startsWith('ratio')
    ? 'the rate is 0 everywhere, or defined in no group'
    : 'the rate is defined in no group';
}
