// SPDX-License-Identifier: Apache-2.0
//
// The two groups that AIF360's metrics compare, privileged and unprivileged, and how a group is named
// there: a list of alternatives, each an object of values that must all hold.

import { invalid, invalidState } from '../core/error.js';
import type { Wasm } from '../core/module.js';
import { type Condition, noSuchCategory, requireClauses } from '../data/condition.js';
import { chosenGroup, type GroupChoice } from '../data/row-metric.js';
import { requireName, type Value } from '../data/value.js';
import type { Tally } from '../tally/tally.js';

/** The groups that a metric compares; a metric that needs one that was left out throws. */
export interface ComparedGroups {
  unprivileged?: Condition | null | undefined;
  privileged?: Condition | null | undefined;
}

/** A condition as it crosses into the core. */
export type CoreCondition = [attribute: string, category: string][][];

/**
 * Categories under the names that the tally has. Throws `invalidArgument` for anything but a list of objects, and for a
 * category that no row has.
 */
export function toCoreCondition(condition: Condition, tally: Tally): CoreCondition {
  return requireClauses(condition).map((clause) =>
    Object.entries(clause).map(([attribute, value]): [string, string] => [
      attribute,
      requireCategory(tally, attribute, value),
    ]),
  );
}

function requireCategory(tally: Tally, attribute: string, value: Value): string {
  const found = tally.categoryOf(attribute, value);
  const column = tally.groups.find(({ name }) => name === attribute);
  // The core rejects attributes that there are not.
  if (found === undefined && column) throw noSuchCategory(attribute, value, column.categories);
  return found ?? requireName(value, attribute);
}

const everyRow: CoreCondition = [[]];

/** The compared groups of one tally, as the core understands them. */
export class Groups {
  readonly unprivileged: CoreCondition | undefined;
  readonly privileged: CoreCondition | undefined;

  /**
   * @throws FairwasmError `invalidArgument` for an unknown attribute, or where a row is in both groups.
   */
  constructor(wasm: Wasm, tally: Tally, { unprivileged, privileged }: ComparedGroups) {
    this.unprivileged = unprivileged == null ? undefined : toCoreCondition(unprivileged, tally);
    this.privileged = privileged == null ? undefined : toCoreCondition(privileged, tally);
    const rows = (condition: CoreCondition) => wasm.counts(tally.handle, condition, [])[0];
    // Counting each also refuses attributes that there are not.
    if (this.unprivileged) rows(this.unprivileged);
    if (this.privileged) rows(this.privileged);
    if (!this.unprivileged || !this.privileged) return;
    const both = this.unprivileged.flatMap((a) => this.privileged?.map((b) => [...a, ...b]) ?? []);
    const shared = rows(both);
    if (!shared) return;
    throw invalid('privileged', 'groups that have no row in common', `${shared} rows in both`);
  }

  /** The condition of a choice. Throws `invalidState` for a group that was not given. */
  condition(choice?: GroupChoice): CoreCondition {
    const privileged = chosenGroup(choice);
    if (privileged === undefined) return everyRow;
    const name = privileged ? 'privileged' : 'unprivileged';
    const condition = this[name];
    if (condition) return condition;
    throw invalidState(name, `the ${name} group, given when the metric was made`, 'none');
  }
}
