// SPDX-License-Identifier: Apache-2.0
//
// The groups of an audit: frames by one or several attributes, and warnings about probable mistakes.
// `fairwasm/frames` exports only this; `Audit` adds comparisons.

import { limitArguments } from '../core/arity.js';
import { invalid, tooLarge } from '../core/error.js';
import type { Wasm } from '../core/module.js';
import { requireTexts, shown } from '../core/options.js';
import { resolveFavorable, toLabels } from '../data/favorable.js';
import type { Tally } from '../tally/tally.js';
import type { AuditOptions } from './audit-input.js';
import { Frame } from './frame.js';
import { requireMatchingLabels, requireSharedLabels } from './label-check.js';
import { type AuditNotes, maxGroups } from './row-reader.js';
import { warningsOf } from './warnings.js';

// A tally may count any number of groups, but comparing them would take minutes and be useless.
function requireFewGroups({ groups }: Tally): void {
  const crowd = groups.find(({ categories }) => categories.length > maxGroups);
  if (!crowd) return;
  throw tooLarge(
    crowd.name,
    `at most ${maxGroups} distinct values`,
    `${crowd.categories.length} of them; cut them into ranges or choose another column`,
  );
}

/**
 * Rates of groups by any attributes. Returned by `groupFrames(…)` of `fairwasm/frames`.
 *
 * @example
 * const counted = groupFrames(await load(), {
 *   prediction: [1, 1, 0, 1, 0, 0],
 *   groups: { sex: ['f', 'f', 'm', 'm', 'f', 'm'], region: ['n', 's', 'n', 's', 'n', 's'] },
 * });
 * counted.attributes; // ["sex", "region"]
 * counted.frame(['sex', 'region']).groups.length; // 4
 */
export class GroupFrames<Attribute extends string = string> {
  readonly #wasm: Wasm;
  readonly #options: AuditOptions;
  readonly #frames = new Map<string, Frame>();
  /** A copy of the counts behind all results; rows that are added later do not change it. */
  readonly tally: Tally;
  /** The labels that count as positive. */
  readonly favorable: readonly string[];
  /** Number of rows dropped because of missing values. */
  readonly droppedRows: number;
  /** Sentences about probable mistakes in the columns, such as scores that rank backwards. */
  readonly warnings: readonly string[];

  /** @internal */
  constructor(wasm: Wasm, tally: Tally, options: AuditOptions, notes: AuditNotes = {}) {
    this.#wasm = wasm;
    requireFewGroups(tally); // Checked before any data is copied.
    this.tally = tally.copy();
    requireSharedLabels(wasm, tally); // Checked before a favorable label is inferred from both columns.
    this.favorable = resolveFavorable(toLabels(options.favorable), tally.labels);
    requireMatchingLabels(wasm, tally, this.favorable);
    this.#options = { ...options, privileged: this.#privileged(options.privileged) };
    this.droppedRows = notes.droppedRows ?? 0;
    this.warnings = [...(notes.warnings ?? []), ...warningsOf(wasm, tally, this.favorable)];
  }

  /** The attributes that define groups. */
  get attributes(): readonly Attribute[] {
    return this.tally.groups.map(({ name }) => name as Attribute);
  }

  /**
   * Returns rates by the categories of one attribute, or by an intersection of several.
   *
   * @throws FairwasmError `invalidArgument` for an unknown attribute.
   */
  frame<By extends Attribute>(by: By | readonly By[]): Frame<By> {
    const attributes = requireTexts('by', [by].flat()) as readonly By[];
    const key = JSON.stringify(attributes);
    const known = this.#frames.get(key);
    if (known) return known as Frame<By>;
    const { privileged, uncertainty } = this.#options;
    const options = { favorable: this.favorable, privileged, uncertainty };
    const frame = new Frame(this.#wasm, this.tally, attributes, options);
    this.#frames.set(key, frame);
    return frame;
  }

  /** Frees the WebAssembly memory of the tally immediately instead of on garbage collection. */
  [Symbol.dispose](): void {
    this.tally[Symbol.dispose]();
  }

  // Reference categories in the spelling of the counts.
  #privileged(given: AuditOptions['privileged'] = {}): Record<string, string> {
    const entries = Object.entries(given).map(([attribute, category]): [string, string] => {
      const group = this.tally.groups.find(({ name }) => name === attribute);
      const name = group && this.tally.categoryOf(attribute, category);
      if (name !== undefined) return [attribute, name];
      const known: readonly string[] = group ? group.categories : this.attributes;
      throw invalid(
        'privileged',
        `${group ? `a category of ${attribute}` : 'a group attribute'}: ${known.join(', ')}`,
        shown(group ? category : attribute),
      );
    });
    return Object.fromEntries(entries);
  }
}

limitArguments(GroupFrames);
