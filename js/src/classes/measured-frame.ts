// SPDX-License-Identifier: Apache-2.0
//
// Metrics of any kind by group: groups with their values, all rows, and the differences between groups.

import type { Spread } from '../audit/frame/group.js';
import { invalid } from '../core/error.js';
import type { Estimate } from '../core/estimate.js';
import { isPlain, requireOneOf, shown } from '../core/options.js';
import { inOrder } from '../data/largest-group.js';
import { type NamedGroup, toGroup } from '../data/named-group.js';
import { getName } from '../data/value.js';
import { requireClassName } from './class-order.js';
import type { MeasuredTable } from './measured-table.js';

/** A group of any frame of this entry point. */
export interface MeasuredGroup extends NamedGroup {
  /** Identifies the group within its frame; empty for all rows. */
  id: string;
  rows: number;
  /** Every metric with one value per group, by name. */
  values: Readonly<Record<string, Estimate>>;
  /** Every metric of a single class or label, by name, then by class or label. */
  byClass: Readonly<Record<string, Readonly<Record<string, Estimate>>>>;
}

/** A metric of a table: a value per group, or per group and class or label. */
export interface MetricColumn {
  name: string;
  ofClass?: string;
}

/** A group before its values are read. */
export interface Place {
  categories: Readonly<Record<string, string>>;
  rows: number;
}

/** @internal The parts of a frame. */
export interface FrameParts<Group> {
  by: readonly string[];
  groups: readonly Group[];
  overall: Group;
  columns: readonly MetricColumn[];
  getSpread: (column: number) => Spread;
}

/**
 * Values and spreads by group.
 *
 * @example
 * const frame = (await load())
 *   .audit({ label: ['a', 'b', 'a'], prediction: ['a', 'b', 'b'], groups: { sex: ['f', 'f', 'm'] } })
 *   .frame('sex');
 * frame.spread('accuracy').difference.value; // 1
 */
export abstract class MeasuredFrame<Group extends MeasuredGroup> {
  /** The attributes whose categories define the groups. */
  readonly by: readonly string[];
  /** All rows together. */
  readonly overall: Group;
  /** The groups that have rows, largest first and unknown groups last. */
  readonly groups: readonly Group[];
  readonly #columns: readonly MetricColumn[];
  readonly #spreads = new Map<string, Spread>();
  readonly #getSpread: (column: number) => Spread;

  /** @internal */
  protected constructor(parts: FrameParts<Group>) {
    this.by = parts.by;
    this.overall = parts.overall;
    this.groups = inOrder(parts.groups);
    this.#columns = parts.columns;
    this.#getSpread = parts.getSpread;
  }

  /** The names of the metrics with one value per group. */
  get metrics(): readonly string[] {
    return this.#columns.filter(({ ofClass }) => ofClass === undefined).map(({ name }) => name);
  }

  /**
   * Returns a group by its categories, named as in {@link groups}: `{ race: 'Asian' }`.
   *
   * @throws FairwasmError `invalidArgument` if there is no such group.
   */
  group(categories: Readonly<Record<string, string | number | boolean>>): Group {
    const requested = isPlain(categories) ? (categories as Record<string, unknown>) : {};
    const names = Object.fromEntries(
      this.by.map((name) => [name, requested[name] instanceof Date ? undefined : getName(requested[name])]),
    );
    const isOwn = Object.keys(requested).every((name) => this.by.includes(name));
    const match = this.groups.find((group) => this.by.every((name) => group.categories[name] === names[name]));
    if (isOwn && match) return match;
    throw invalid(
      'group',
      `a category of ${this.by.join(' and of ') || 'nothing'}: ${this.groups.map(({ name }) => `'${name}'`).join(', ')}`,
      isPlain(categories) ? describe(requested, shown) || 'none' : shown(categories),
    );
  }

  /**
   * Returns the differences between groups in a metric; groups without a value are ignored. Intervals hold for all
   * groups jointly and include 0 unless two groups differ significantly.
   *
   * @param ofClass The class or label, for metrics of single classes.
   * @throws FairwasmError `invalidArgument` for an unknown metric or class.
   */
  spread(metric: string, ofClass?: string | number | boolean): Spread {
    const index = this.#getPlace(metric, ofClass === undefined ? undefined : requireClassName(ofClass, 'ofClass'));
    const key = String(index);
    const cached = this.#spreads.get(key) ?? this.#getSpread(index);
    this.#spreads.set(key, cached);
    return cached;
  }

  #getPlace(metric: string, ofClass: string | undefined): number {
    const names = [...new Set(this.#columns.map(({ name }) => name))];
    requireOneOf('metric', metric, names);
    const index = this.#columns.findIndex((column) => column.name === metric && column.ofClass === ofClass);
    if (index >= 0) return index;
    const optionNames = this.#columns.flatMap((column) =>
      column.name === metric && column.ofClass !== undefined ? [column.ofClass] : [],
    );
    throw invalid(
      'ofClass',
      optionNames.length === 0 ? 'no class, because the metric covers all classes' : `one of ${optionNames.join(', ')}`,
      ofClass === undefined ? 'none' : `'${ofClass}'`,
    );
  }
}

/** @internal Returns a group with its values from the table. */
export function measuredGroup(
  { categories, rows }: Place,
  columns: readonly MetricColumn[],
  table: MeasuredTable,
  index: number,
): MeasuredGroup {
  const values: Record<string, Estimate> = {};
  const byClass: Record<string, Record<string, Estimate>> = {};
  const among = describe(categories);
  columns.forEach(({ name, ofClass }, metric) => {
    const value = table.value(metric, name, index, among);
    if (ofClass === undefined) values[name] = value;
    else byClass[name] = { ...byClass[name], [ofClass]: value };
  });
  const names = Object.values(categories);
  return { id: names.length === 0 ? '' : JSON.stringify(names), ...toGroup(categories), rows, values, byClass };
}

function describe(categories: Readonly<Record<string, unknown>>, show: (category: unknown) => string = String): string {
  return Object.entries(categories)
    .map(([attribute, category]) => `${attribute} = ${show(category)}`)
    .join(', ');
}
