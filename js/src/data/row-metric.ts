// SPDX-License-Identifier: Apache-2.0
//
// The base class of metrics that require rows, like AIF360's DatasetMetric: a privileged and an unprivileged group,
// instance weights, and comparisons of both groups.

import { invalid } from '../core/error.js';
import { requireFunction, requireOptions, shown } from '../core/options.js';
import { type CategoryColumn, type NumberColumn, requireEach, toNumbers } from './column.js';
import { type GroupCondition, RowGroups, requireClauses, requireRows } from './condition.js';

/**
 * The rows to use: `true` or `{ privileged: true }` for the privileged group, `false` or `{ privileged: false }` for
 * the unprivileged group. Default: null (all rows).
 */
export type GroupChoice = boolean | { privileged?: boolean | null | undefined } | null;

/**
 * Returns the group of a choice; undefined for all rows.
 *
 * @param otherNames Additional options of the call.
 * @throws FairwasmError `invalidArgument` for an invalid choice.
 */
export function chosenGroup(choice: GroupChoice | undefined, otherNames: readonly string[] = []): boolean | undefined {
  if (choice === undefined || choice === null) return undefined;
  if (typeof choice === 'boolean') return choice;
  if (typeof choice !== 'object') {
    throw invalid('privileged', 'true, false, null, or { privileged: true } or { privileged: false }', shown(choice));
  }
  requireOptions('choice', choice, ['privileged', ...otherNames]);
  const { privileged } = choice;
  if (privileged === undefined || privileged === null) return undefined;
  if (typeof privileged === 'boolean') return privileged;
  throw invalid('privileged', 'true, false, or null', shown(privileged));
}

/** The groups to compare, and the weights of the rows. */
export interface RowMetricInput {
  /** Columns that define the groups, by attribute. */
  groups: Readonly<Record<string, CategoryColumn>>;
  privileged?: GroupCondition | null | undefined;
  unprivileged?: GroupCondition | null | undefined;
  /** Instance weights. Default: 1. */
  weight?: NumberColumn | undefined;
}

/**
 * The base class of metrics that require rows: two compared groups, and the weights of the rows.
 *
 * @example
 * const metric = (await load()).sampleDistortionMetric({
 *   features: [[0], [1], [2]],
 *   distorted: [[1], [1], [2]],
 *   groups: { sex: ['f', 'f', 'm'] },
 *   unprivileged: [{ sex: 'f' }],
 *   privileged: [{ sex: 'm' }],
 * });
 * metric.difference(({ privileged }) => metric.numInstances(privileged)); // 1
 */
export class RowMetric {
  /** @internal The rows' groups. */
  protected readonly rowGroups: RowGroups;
  /** @internal */
  protected readonly conditions: { privileged: GroupCondition | undefined; unprivileged: GroupCondition | undefined };
  readonly #weights: Float64Array | undefined;

  /** @internal @throws FairwasmError `shapeMismatch`, or `invalidArgument` if a row is in both groups. */
  protected constructor(input: RowMetricInput, rows: number) {
    const { groups, privileged, unprivileged, weight } = input;
    this.rowGroups = new RowGroups(groups, rows);
    this.conditions = {
      privileged: privileged == null ? undefined : requireClauses(privileged),
      unprivileged: unprivileged == null ? undefined : requireClauses(unprivileged),
    };
    this.#weights = weight === undefined ? undefined : toFinite(weight);
    if (this.#weights) requireRows('weight', this.#weights.length, rows);
    if (privileged?.length && unprivileged?.length) this.#requireDisjoint(privileged, unprivileged);
  }

  /** Returns the sum of the weights of a group's rows: AIF360's `num_instances`. */
  numInstances(choice?: GroupChoice): number {
    const mask = this.getRows(chosenGroup(choice));
    let sum = 0;
    for (let row = 0; row < mask.length; row++) if (mask[row]) sum += this.getWeight(row);
    return sum;
  }

  /** Returns metric(unprivileged) - metric(privileged). */
  difference(metric: (choice: { privileged: boolean }) => number): number {
    requireFunction('metric', metric);
    return metric({ privileged: false }) - metric({ privileged: true });
  }

  /** Returns metric(unprivileged) / metric(privileged). */
  ratio(metric: (choice: { privileged: boolean }) => number): number {
    requireFunction('metric', metric);
    return metric({ privileged: false }) / metric({ privileged: true });
  }

  /** @internal */
  protected getWeight(row: number): number {
    return this.#weights ? (this.#weights[row] as number) : 1;
  }

  /** @internal Returns 1 for the rows of the group, otherwise 0. Throws `invalidArgument` if the group was never defined. */
  protected getRows(privileged: boolean | undefined): Uint8Array {
    if (privileged === undefined) return this.rowGroups.matching(undefined);
    const name = privileged ? 'privileged' : 'unprivileged';
    const condition = this.conditions[name];
    if (condition) return this.rowGroups.matching(condition);
    throw invalid(name, 'the group, passed when the metric is created', 'none');
  }

  #requireDisjoint(privileged: GroupCondition, unprivileged: GroupCondition): void {
    const one = this.rowGroups.matching(privileged);
    const other = this.rowGroups.matching(unprivileged);
    const row = one.findIndex((isIn, i) => isIn === 1 && other[i] === 1);
    if (row < 0) return;
    throw invalid('unprivileged', 'rows that are not also privileged', 'a row in both groups', row);
  }
}

const toFinite = (weight: NumberColumn): Float64Array =>
  requireEach(toNumbers(weight, 'weight'), 'weight', 'a finite number', Number.isFinite);
