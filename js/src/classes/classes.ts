// SPDX-License-Identifier: Apache-2.0
//
// The entry point of multiclass and multilabel audits.

import { withBoundMethods } from '../core/bound-methods.js';
import { loadWithCore } from '../core/core-module.js';
import type { LoadOptions, WasmSource } from '../core/module.js';
import type { Fairwasm } from '../fairwasm.js';
import type { Tally } from '../tally/tally.js';
import { requireTally } from '../tally/tally-arguments.js';
import { ClassAudit, type ClassOptions } from './class-audit.js';
import { auditOfColumns, type ClassInput, requireClassOptions } from './class-input.js';
import { LabelAudit, type LabelInput } from './label-audit.js';
import { type ClassModules, classesModule } from './module.js';

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
  readonly #modules: ClassModules;

  /** @internal */
  constructor(modules: ClassModules) {
    this.#modules = modules;
  }

  /**
   * Audits multiclass predictions by group. Rows are counted once, by group, true class, and predicted class. All
   * metrics except those of probabilities are functions of these counts: accuracy, balanced accuracy, averages of the
   * classes' precision, recall, and F1, kappa, Matthews correlation, and each class compared with the rest.
   * Probabilities add log loss, Brier scores, top-k accuracy, areas under ROC curves, and average precision.
   *
   * Values equal those of scikit-learn, by group as in fairlearn; 0/0 is NaN with a reason. Intervals: see
   * docs/classes.md.
   *
   * @throws FairwasmError for columns that are missing, differ in length, or contain unreadable values, with the column
   * and the row; `invalidArgument` for a list of classes of which none occurs, and for probabilities outside [0, 1] or
   * that do not sum to 1.
   */
  audit(input: ClassInput): ClassAudit {
    return auditOfColumns(this.#modules, input);
  }

  /**
   * Audits the counts of a tally: rows merged from workers, or groups counted by a database. The tally must belong to
   * the shared core: `load({ fair })`.
   *
   * @throws FairwasmError `incompatible` for a tally of another core, `invalidState` for one without labels or
   *   predictions, and like {@link audit}.
   */
  auditTally(tally: Tally, options: ClassOptions = {}): ClassAudit {
    requireTally(this.#modules.core, tally);
    requireClassOptions('auditTally', options);
    return new ClassAudit(this.#modules, tally, options);
  }

  /**
   * Audits multilabel predictions by group: the proportion of rows or labels that are correct; precision, recall, F1,
   * and Jaccard index by label, by row, and averaged; with scores, also how well they rank.
   *
   * Values equal those of scikit-learn, by group as in fairlearn; 0/0 is NaN with a reason.
   *
   * @example
   * // classes: the result of `load()`.
   * const tags = classes.labels({
   *   label: { cat: [1, 0, 1, 1], dog: [0, 0, 1, 1] },
   *   prediction: { cat: [1, 0, 1, 0], dog: [1, 0, 1, 1] },
   *   groups: { site: ['a', 'b', 'a', 'b'] },
   * });
   * tags.frame('site').overall.values.subsetAccuracy.value; // 0.5
   *
   * @throws FairwasmError `shapeMismatch` for tables that differ in shape, `invalidArgument` with the row for values
   *   that are not 0 or 1, or not numbers.
   */
  labels(input: LabelInput): LabelAudit {
    return new LabelAudit(this.#modules, input);
  }
}

/**
 * Loads the WebAssembly module, and the core unless you pass one to share.
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
 * @throws FairwasmError `loadFailed` if a file is missing or not WebAssembly; the signal's reason if it is
 *   aborted.
 */
export async function load(
  options: LoadOptions<{ core?: WasmSource | undefined; classes?: WasmSource | undefined }> & {
    /** The library whose core is shared, so that its tallies can be audited. Default: a separate core. */
    fair?: Fairwasm | undefined;
  } = {},
): Promise<Classes> {
  const [core, classes] = await loadWithCore(options, classesModule);
  return withBoundMethods(new Classes({ core, classes }));
}
