// SPDX-License-Identifier: Apache-2.0
//
// The unprivileged and privileged group of AIF360's metrics. A group is a list of alternatives, each an
// object whose values must all match.

import { invalid, invalidState } from '../core/error.js';
import type { Wasm } from '../core/module.js';
import { type DatasetInput, type GroupCondition, noSuchCategory, requireClauses } from '../data/condition.js';
import { chosenGroup, type GroupChoice } from '../data/row-metric.js';
import { requireName, type Value } from '../data/value.js';
import type { Tally } from '../tally/tally.js';

/** The compared groups. */
export type ComparedGroups = Pick<DatasetInput, 'unprivileged' | 'privileged'>;

/** A condition in the core's format. */
export type CoreCondition = [attribute: string, category: string][][];

/**
 * Converts categories to the tally's spelling. Throws `invalidArgument` for anything but a list of objects,
 * and for a category that no row has.
 */
export function toCoreCondition(condition: GroupCondition, tally: Tally): CoreCondition {
  return requireClauses(condition).map((clause) =>
    Object.entries(clause).map(([attribute, value]): [string, string] => [
      attribute,
      requireCategory(tally, attribute, value),
    ]),
  );
}

function requireCategory(tally: Tally, attribute: string, value: Value): string {
  const result = tally.findCategory(attribute, value);
  const column = tally.groups.find(({ name }) => name === attribute);
  // The core rejects unknown attributes.
  if (result === undefined && column) throw noSuchCategory(attribute, value, column.categories);
  return result ?? requireName(value, attribute);
}

const everyRow: CoreCondition = [[]];

/** The compared groups of one tally in the core's format. */
export class Groups {
  readonly unprivileged: CoreCondition | undefined;
  readonly privileged: CoreCondition | undefined;

  /**
   * @throws FairwasmError `invalidArgument` for an unknown attribute, or if a row is in both groups.
   */
  constructor(wasm: Wasm, tally: Tally, { unprivileged, privileged }: ComparedGroups) {
    this.unprivileged = unprivileged == null ? undefined : toCoreCondition(unprivileged, tally);
    this.privileged = privileged == null ? undefined : toCoreCondition(privileged, tally);
    const rows = (condition: CoreCondition) => wasm.counts(tally.handle, condition, [])[0];
    // The core rejects unknown attributes when it counts.
    if (this.unprivileged) rows(this.unprivileged);
    if (this.privileged) rows(this.privileged);
    if (!this.unprivileged || !this.privileged) return;
    const both = this.unprivileged.flatMap((a) => this.privileged?.map((b) => [...a, ...b]) ?? []);
    const shared = rows(both);
    if (!shared) return;
    throw invalid('privileged', 'groups without common rows', `${shared} rows in both`);
  }

  /** Returns the condition for a choice. Throws `invalidState` for a group that was not passed. */
  condition(choice?: GroupChoice): CoreCondition {
    const privileged = chosenGroup(choice);
    if (privileged === undefined) return everyRow;
    const name = privileged ? 'privileged' : 'unprivileged';
    const condition = this[name];
    if (condition) return condition;
    throw invalidState(name, `the ${name} group, passed when the metric was created`, 'none');
  }
}
