// SPDX-License-Identifier: Apache-2.0
//
// The groups of an audit, once the rows are in: frames by one attribute or several, and what looks like a mistake. The
// `fairwasm/frames` door has no more than this; an `Audit` asks further.

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

// A tally may count any number; comparing them would take minutes, and say nothing.
function requireFewGroups({ groups }: Tally): void {
  const crowd = groups.find(({ categories }) => categories.length > maxGroups);
  if (!crowd) return;
  throw tooLarge(
    crowd.name,
    `at most ${maxGroups} different values`,
    `${crowd.categories.length} of them; put them into ranges, or choose another column`,
  );
}

/**
 * Rates of groups by any attributes. Get one from `groupFrames(…)` of `fairwasm/frames`.
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
  /** The counts behind all answers: a copy, which later rows do not change. */
  readonly tally: Tally;
  /** The labels that count as positive. */
  readonly favorable: readonly string[];
  /** Rows left out because something was missing in them. */
  readonly droppedRows: number;
  /** What looks like a mistake in the columns, in sentences: scores that rank backwards, for instance. */
  readonly warnings: readonly string[];

  /** @internal */
  constructor(wasm: Wasm, tally: Tally, options: AuditOptions, notes: AuditNotes = {}) {
    this.#wasm = wasm;
    requireFewGroups(tally); // before any of it is copied
    this.tally = tally.copy();
    requireSharedLabels(wasm, tally); // before a favorable label is looked for among those of both columns
    this.favorable = resolveFavorable(toLabels(options.favorable), tally.labels);
    requireMatchingLabels(wasm, tally, this.favorable);
    this.#options = { ...options, privileged: this.#privileged(options.privileged) };
    this.droppedRows = notes.droppedRows ?? 0;
    this.warnings = [...(notes.warnings ?? []), ...warningsOf(wasm, tally, this.favorable)];
  }

  /** The attributes by which groups are made. */
  get attributes(): readonly Attribute[] {
    return this.tally.groups.map(({ name }) => name as Attribute);
  }

  /**
   * Rates by the categories of one attribute, or of several crossed.
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

  /** Frees the tally's WebAssembly memory at once; otherwise that happens when it is garbage-collected. */
  [Symbol.dispose](): void {
    this.tally[Symbol.dispose]();
  }

  // The reference categories under the names that they have in the counts.
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
