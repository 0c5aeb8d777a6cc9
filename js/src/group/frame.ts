// SPDX-License-Identifier: Apache-2.0
//
// Metrics disaggregated by group, like fairlearn's MetricFrame: every rate of every group and of all
// rows, and how far the groups lie apart.

import { FairwasmError } from '../core/error.js';
import type { Wasm } from '../core/module.js';
import { findMetric, type Metric } from '../metrics/table.js';
import type { Tally } from '../tally/tally.js';
import { type Counts, toCounts, toRecords } from './counts.js';
import { type Estimate, estimate } from './estimate.js';

/** One group of a frame. */
export interface Group {
  /** Its category of each attribute: `{ race: 'Asian', sex: 'Female' }`. Empty for all rows. */
  categories: Readonly<Record<string, string>>;
  /** For people: "Asian, Female". */
  name: string;
  counts: Counts;
  /** Every rate that the columns allow, by name. */
  rates: Readonly<Record<string, Estimate>>;
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

/** What a difference or ratio is taken between. */
export type SpreadMethod =
  /** The largest and the smallest group. */
  | 'betweenGroups'
  /** Each group and all rows; the worst group counts. */
  | 'toOverall';

/** Counts, rates and spreads by group. Get one from `audit.frame(…)`. */
export class Frame {
  /** The attributes whose categories make the groups. */
  readonly by: readonly string[];
  /** All rows together. */
  readonly overall: Group;
  /** The groups that have rows, largest first. */
  readonly groups: readonly Group[];
  /** The rates that the columns allow. */
  readonly metrics: readonly Metric[];
  readonly #spreads: Readonly<Record<string, Spread>>;
  readonly #wasm: Wasm;
  readonly #counts: ReadonlyMap<Group, Float64Array>;

  /** @internal */
  constructor(wasm: Wasm, tally: Tally, by: readonly string[], favorable: readonly string[]) {
    const { codes, counts, overall } = wasm.frame(tally.handle, [...by], [...favorable]);
    const categories = by.map(
      (name) => tally.groups.find((group) => group.name === name)?.categories,
    );
    this.#wasm = wasm;
    this.by = by;
    this.metrics = availableRates(wasm, tally);

    const makeGroup = (flat: Float64Array, names: readonly string[]): Group => {
      const group = Object.fromEntries(
        by.slice(0, names.length).map((name, i) => [name, names[i] as string]),
      );
      return {
        categories: group,
        name: names.join(', ') || 'All rows',
        counts: toCounts(wasm, flat)[0] as Counts,
        rates: this.#rates(flat, describe(group)),
      };
    };
    const width = wasm.countNames().length;
    const groups: [Group, Float64Array][] = [];
    for (let i = 0; i * width < counts.length; i++) {
      const flat = counts.slice(i * width, (i + 1) * width);
      if (flat[0] === 0) continue; // a combination that never occurred
      const names = by.map((_, a) => categories[a]?.[codes[i * by.length + a] as number] as string);
      groups.push([makeGroup(flat, names), flat]);
    }
    groups.sort(([a], [b]) => b.counts.rows - a.counts.rows || (a.name < b.name ? -1 : 1));
    this.#counts = new Map(groups);
    this.groups = groups.map(([group]) => group);
    this.overall = makeGroup(overall, []);
    this.#spreads = this.#spread(
      groups.map(([, flat]) => flat),
      overall,
    );
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
    return this.#wasm.disparityNames().filter((name) => this.#allows(findMetric(name)));
  }

  /**
   * Each other group compared with `reference` (in the place of the privileged group): every disparity
   * that the columns allow, by name.
   */
  disparities(reference: Group): { group: Group; values: Record<string, Estimate> }[] {
    const names = this.#wasm.disparityNames();
    return this.groups
      .filter((group) => group !== reference)
      .map((group) => {
        const flat = this.#wasm.disparities(
          this.#counts.get(group) as Float64Array,
          this.#counts.get(reference) as Float64Array,
        );
        const [record] = toRecords(names, flat);
        const values = this.disparityNames.map((name) => [
          name,
          estimate(record?.[name] as number, () =>
            whyDisparityUndefined(name, record?.[name] as number),
          ),
        ]);
        return { group, values: Object.fromEntries(values) };
      });
  }

  #allows(metric: Metric | undefined): boolean {
    const known = new Set(this.metrics.flatMap(({ inputs }) => inputs));
    return metric?.inputs.every((input) => known.has(input)) ?? false;
  }

  #rates(flat: Float64Array, among: string): Record<string, Estimate> {
    const [values] = toRecords(this.#wasm.rateNames(), this.#wasm.rates(flat));
    const entries = this.metrics.map((metric) => [
      metric.name,
      estimate(
        values?.[metric.name] as number,
        () => `${metric.undefinedWhen}${among && ` among ${among}`}`,
      ),
    ]);
    return Object.fromEntries(entries);
  }

  #spread(groups: readonly Float64Array[], overall: Float64Array): Record<string, Spread> {
    const flat = new Float64Array(groups.flatMap((counts) => [...counts]));
    const spreads = toRecords(this.#wasm.spreadNames(), this.#wasm.spreads(flat, overall));
    const entries = this.#wasm.rateNames().map((name, i) => {
      const fields = Object.entries(spreads[i] as Record<string, number>).map(([field, value]) => [
        field,
        estimate(value, () => whySpreadUndefined(field)),
      ]);
      return [name, Object.fromEntries(fields)];
    });
    const available = new Set(this.metrics.map(({ name }) => name));
    return Object.fromEntries(entries.filter(([name]) => available.has(name)));
  }
}

function availableRates(wasm: Wasm, tally: Tally): Metric[] {
  return wasm
    .rateNames()
    .map((name) => findMetric(name) as Metric)
    .filter(({ inputs }) => inputs.every((input) => tally.columns[input]));
}

function describe(categories: Readonly<Record<string, unknown>>): string {
  return Object.entries(categories)
    .map(([attribute, category]) => `${attribute} = ${category}`)
    .join(', ');
}

function whyDisparityUndefined(name: string, value: number): string {
  if (!Number.isNaN(value)) return 'the reference group’s rate is 0';
  return findMetric(name)?.undefinedWhen ?? 'undefined';
}

function whySpreadUndefined(field: string): string {
  return field.startsWith('ratio')
    ? 'the rate is 0 everywhere, or defined in no group'
    : 'the rate is defined in no group';
}
