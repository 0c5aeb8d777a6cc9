// SPDX-License-Identifier: Apache-2.0
//
// The door of several classes and several labels.

import { limitArguments } from '../core/arity.js';
import { withBoundMethods } from '../core/bound-methods.js';
import { coreModule, coreOf } from '../core/core-module.js';
import {
  instantiate,
  type LoadOptions,
  requireLoadOptions,
  type WasmSource,
  watchOf,
} from '../core/module.js';
import { requireOptions } from '../core/options.js';
import type { Fairwasm } from '../fairwasm.js';
import type { Tally } from '../tally/tally.js';
import { requireTally } from '../tally/tally-arguments.js';
import { ClassAudit, type ClassOptions } from './class-audit.js';
import { auditOfColumns, type ClassInput, requireClassOptions } from './class-input.js';
import { LabelAudit, type LabelInput } from './label-audit.js';
import { classesModule, type Modules } from './module.js';

/**
 * The result of {@link load}.
 *
 * @example
 * const classes = await load();
 * const triage = classes.audit({
 *   label: ['low', 'high', 'medium', 'low', 'high', 'medium'],
 *   prediction: ['low', 'medium', 'medium', 'low', 'high', 'high'],
 *   groups: { sex: ['f', 'f', 'f', 'm', 'm', 'm'] },
 *   classes: ['low', 'medium', 'high'],
 *   ordered: true,
 * });
 * triage.frame('sex').group({ sex: 'f' }).values.meanRankDistance.value; // 0.333…
 */
export class Classes {
  readonly #modules: Modules;

  /** @internal */
  constructor(modules: Modules) {
    this.#modules = modules;
  }

  /**
   * Audits predictions of several classes by group. Rows are counted once, by group, true and predicted class; all
   * but what probabilities are for is a function of these counts: accuracy, balanced accuracy, averages of the
   * classes' precision, recall and F1, kappa, Matthews correlation, and each class against the rest. With
   * probabilities also log loss, Brier scores, top-k accuracy, areas under ROC curves and average precision.
   *
   * Values are those of scikit-learn, by group as in fairlearn; 0/0 is NaN with a reason. Intervals: see
   * docs/classes.md.
   *
   * @throws FairwasmError where columns are missing, differ in length or hold values that cannot be read, naming
   *   the column and the row; `invalidArgument` for a list of classes without one that occurs, or probabilities
   *   outside [0, 1] or of another sum than 1.
   */
  audit(input: ClassInput): ClassAudit {
    return auditOfColumns(this.#modules, input);
  }

  /**
   * Audits what a tally has counted: rows merged from workers, or groups counted by a database. The tally has to be
   * of the core that was shared: `load({ fair })`.
   *
   * @throws FairwasmError `incompatible` for a tally of another core, `invalidState` for one without labels or
   *   without predictions, and as {@link audit}.
   */
  auditTally(tally: Tally, options: ClassOptions = {}): ClassAudit {
    requireTally(this.#modules.core, tally);
    requireClassOptions('auditTally', options);
    return new ClassAudit(this.#modules, tally, options);
  }

  /**
   * Audits rows that may have several labels at once, by group: whether all or how many labels are right,
   * precision, recall, F1 and Jaccard index by label, by row and averaged; with scores also how well they rank.
   *
   * Values are those of scikit-learn, by group as in fairlearn; 0/0 is NaN with a reason.
   *
   * @example
   * // classes: what `load()` gives.
   * const tags = classes.labels({
   *   label: { cat: [1, 0, 1, 1], dog: [0, 0, 1, 1] },
   *   prediction: { cat: [1, 0, 1, 0], dog: [1, 0, 1, 1] },
   *   groups: { site: ['a', 'b', 'a', 'b'] },
   * });
   * tags.frame('site').overall.values.subsetAccuracy.value; // 0.5
   *
   * @throws FairwasmError `shapeMismatch` for tables that differ in shape, `invalidArgument` with the row for what
   *   is neither 0 nor 1, or no number.
   */
  labels(input: LabelInput): LabelAudit {
    return new LabelAudit(this.#modules, input);
  }
}

/** How the door of several classes is loaded. */
export interface ClassesOptions
  extends LoadOptions<{ core?: WasmSource | undefined; classes?: WasmSource | undefined }> {
  /** Whose core to share, so that its tallies can be used here. Left out: a core of its own. */
  fair?: Fairwasm | undefined;
}

/**
 * Loads the WebAssembly of this door, and the core where none is shared.
 *
 * @example
 * const classes = await load();
 * const audit = classes.audit({
 *   label: ['cat', 'dog', 'bird', 'cat'],
 *   prediction: ['cat', 'dog', 'cat', 'cat'],
 *   groups: { site: ['a', 'a', 'b', 'b'] },
 * });
 * audit.frame('site').overall.values.accuracy.value; // 0.75
 *
 * @throws FairwasmError `loadFailed` if a file is missing or not WebAssembly; the signal's reason
 *   where it is aborted.
 */
export async function load(options: ClassesOptions = {}): Promise<Classes> {
  requireLoadOptions(options, ['fair']);
  const { fair, wasm = {} } = options;
  requireOptions('wasm', wasm, ['core', 'classes']);
  const [core, classes] = await Promise.all([
    fair === undefined
      ? instantiate(coreModule, wasm.core, watchOf('core', options))
      : coreOf(fair),
    instantiate(classesModule, wasm.classes, watchOf('classes', options)),
  ]);
  return withBoundMethods(new Classes({ core, classes }));
}

limitArguments(Classes, { auditTally: 2 });
