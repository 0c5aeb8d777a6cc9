// SPDX-License-Identifier: Apache-2.0
//
// The scores of all groups as curves of selection by threshold, and all results that follow from them.
import { incompatible, invalid, invalidState } from '../core/error.js';
import { requireConfidence } from '../core/estimate.js';
import { Handle } from '../core/handle.js';
import { requireBoolean, requireNumber, requireOptions, requireTexts, requireWhole, shown } from '../core/options.js';
import type { NamedGroup } from '../data/named-group.js';
import {
  type CalibratedOutcome,
  type CalibratedTask,
  calibratedTask,
  getCalibratedOutcome,
} from './calibrated-odds.js';
import { type HeldOutCost, heldOutCost } from './held-out.js';
import type { Wasm, WasmCurves } from './module.js';
import { type CoreOutcome, type GroupRows, getOutcome, getPolicy, type ThresholdOutcome } from './outcome.js';
import { codedRows, type ThresholdRows } from './rows.js';
import { type CoreTask, coreTask, type ThresholdTask } from './task.js';

/** A group and its number of rows: sums of weights. */
export interface ThresholdGroup extends NamedGroup {
  positives: number;
  negatives: number;
  /**
   * Corners of the upper convex hull of the ROC curve: the best true positive rate of randomized thresholds
   * at each false positive rate. Empty if the group lacks an outcome.
   */
  rocHull: readonly { threshold: number; falsePositiveRate: number; truePositiveRate: number }[];
}

interface Known {
  totals: readonly GroupRows[];
  isWeighted: boolean;
}

/**
 * Scores by group. Create one with `thresholds.curves(…)`. It is a snapshot; rows cannot be added.
 *
 * @example
 * const curves = (await load()).curves({
 *   score: [0.9, 0.6, 0.4, 0.2, 0.8, 0.5, 0.3, 0.1],
 *   label: [1, 1, 0, 0, 1, 0, 1, 0],
 *   groups: { sex: ['f', 'f', 'f', 'f', 'm', 'm', 'm', 'm'] },
 * });
 * const { value, cost } = curves.optimum({ constraint: 'demographicParity' });
 * [value, cost]; // [0.875, 0]
 */
export class ScoreCurves {
  readonly #handle: Handle<WasmCurves>;
  readonly #known: Known;

  /** @internal */
  constructor(core: WasmCurves, known: Known) {
    this.#handle = new Handle(core);
    this.#known = known;
  }

  /** @internal */
  static of(wasm: Wasm, rows: ThresholdRows): ScoreCurves {
    const { groups, group, positive, score, weight, isWeighted } = codedRows(rows);
    const core = new wasm.Curves(groups.length, group, positive, score, weight);
    const totals = core
      .groups()
      .map(({ positives, negatives }, i) => ({ ...(groups[i] as NamedGroup), positives, negatives }));
    return new ScoreCurves(core, { totals, isWeighted });
  }

  /** Whether rows have weights, in which case there are no confidence intervals and rows cannot be split. */
  get isWeighted(): boolean {
    return this.#known.isWeighted;
  }

  /** The groups, in the order of their categories. */
  get groups(): readonly ThresholdGroup[] {
    const hulls = this.#core.hulls();
    return this.#known.totals.map(({ categories, name, positives, negatives }, g) => ({
      categories,
      name,
      positives,
      negatives,
      rocHull: triples(hulls[g] as Float64Array).map(([threshold, hits, alarms]) => ({
        threshold,
        falsePositiveRate: alarms / negatives,
        truePositiveRate: hits / positives,
      })),
    }));
  }

  /**
   * Returns the best randomized thresholds under a constraint, exact up to rounding; in case of a tie, those
   * with the lowest rates.
   *
   * With one constrained rate x, group g reaches the upper concave hull f_g(x) of its thresholds' points; the
   * value is the maximum of Σ f_g(x_g) over all x_g in [l, l + tolerance], l in [0, 1]. For equalized odds,
   * it is the maximum over all points between diagonal and ROC hull whose FPR and TPR differ by at most the
   * tolerance; a point below the hull mixes a point of the hull with a coin.
   *
   * The result is NaN, with a reason, if a group lacks the constrained rate, or the objective's outcomes are
   * missing. Sources: Hardt, Price, and Srebro 2016; fairlearn's `ThresholdOptimizer`, which searches a grid
   * of rates.
   *
   * Thresholds that differ by group treat people with equal scores differently because of their group. This
   * is unlawful in many places and uses, whatever its purpose.
   *
   * @throws FairwasmError `invalidArgument` for an unknown constraint, objective, or option, a tolerance outside [0,
   * 1], and costs by which a wrong decision is cheaper than the right one.
   */
  optimum(task: ThresholdTask): ThresholdOutcome {
    const core = coreTask('optimum', task);
    return this.#outcome(this.#core.optimum(core), core);
  }

  /**
   * Returns the best single threshold for each group under a constraint, without randomization; in case of a
   * tie, the lowest thresholds, the first group's before the second's. Candidates are each group's scores and
   * Infinity, or `thresholds`, of which the lowest represents all that select the same rows. NaN if none is
   * within the tolerance.
   *
   * @example
   * // curves: as in the example of ScoreCurves.
   * const { groups } = curves.deterministic({ constraint: 'equalOpportunity', tolerance: 0.5 });
   * groups.map(({ name, thresholds }) => [name, thresholds[0].threshold]); // [["f", 0.6], ["m", 0.3]]
   *
   * @throws FairwasmError as {@link optimum}; `tooLarge` for equalized odds of more than 20,000 different scores.
   */
  deterministic(task: ThresholdTask & { thresholds?: readonly number[] | undefined }): ThresholdOutcome {
    const core = coreTask('deterministic', task, ['thresholds']);
    return this.#outcome(this.#core.deterministic(core, getGrid(task.thresholds)), core);
  }

  /**
   * Returns the best critical region of the reject option: within it, favored groups are selected and others are not;
   * outside of it, only scores decide. Therefore, there are at most two thresholds, regardless of the number of groups.
   * All regions that start and end at a score, or at Infinity, are searched; in case of a tie, the one with the fewest
   * rows, then the lowest. NaN with a reason if no region is within the tolerance.
   *
   * Source: Kamiran, Karim, and Zhang: Decision Theory for Discrimination-Aware Classification, 2012. There,
   * and in AIF360's `RejectOptionClassification`, the region is a margin around a threshold, here (low +
   * high) / 2 and (high - low) / 2; AIF360 tries 100 thresholds with 50 margins each, for balanced accuracy.
   *
   * Selection because of group membership is unlawful in many places and uses, whatever its purpose.
   *
   * @throws FairwasmError as {@link optimum}; `invalidArgument` for `favored` that names no group, or all of them.
   */
  rejectOption(
    task: ThresholdTask & {
      /**
       * Names of the groups that are selected within the critical region, as in `groups` of the curves; some but
       * not all groups.
       */
      favored: readonly string[];
    },
  ): ThresholdOutcome & {
    /**
     * Rows with a score of at least `low` and below `high`: favored groups are selected there, others are not.
     * `rows` is their number, over all groups. Elsewhere, groups have no effect. NaN if the value is undefined.
     */
    region: { low: number; high: number; rows: number };
  } {
    const core = coreTask('rejectOption', task, ['favored']);
    const favored = getFavoredGroups(task.favored, this.#known.totals);
    const result = this.#core.rejectOption(core, favored);
    return getRejectOutcome(result, this.#best(core), this.#known.totals, core);
  }

  /**
   * Returns calibrated equalized odds: in groups whose scores have lower error costs than the group with the
   * highest cost, some scores are withheld at random and replaced with the group's base rate, so that the
   * costs are equal. Calibrated scores remain calibrated. With the costs c_g, and the costs b_g of base rates
   * only, the fraction (max c - tolerance - c_g) / (b_g - c_g) of the group's scores is withheld; NaN with a
   * reason if it is above 1. Decisions then use one threshold for all groups; `gap` is that of their odds,
   * and `cost` is relative to each group's own best threshold.
   *
   * Source: Pleiss, Raghavan, Wu, Kleinberg, and Weinberger: On Fairness and Calibration, 2017, for any
   * number of groups. AIF360's `CalibratedEqOddsPostprocessing` weights false negatives by 1 - b instead of
   * b.
   *
   * Withholding scores because of a group also treats people differently because of their group.
   *
   * @throws FairwasmError `invalidArgument` for scores outside [0, 1], an invalid threshold, and as {@link optimum}.
   */
  calibratedOdds(task: CalibratedTask = {}): CalibratedOutcome {
    const { calibrated, odds } = calibratedTask(task);
    const result = this.#core.calibratedOdds(calibrated);
    return getCalibratedOutcome(result, this.#best(odds), this.#known.totals, odds);
  }

  /**
   * Returns the best randomized thresholds with a given rate: one rate for all groups, or one for each in
   * their order. For equalized odds, the false positive rate, one for all, with the highest true positive
   * rate that all groups reach.
   *
   * @throws FairwasmError as {@link optimum}; `shapeMismatch` for another number of rates, `invalidArgument` for rates
   *   outside [0, 1].
   */
  atRate(task: ThresholdTask, rate: number | readonly number[]): ThresholdOutcome {
    const core = coreTask('atRate', task);
    const rates = Float64Array.from([rate].flat(), (each) => requireNumber('rate', each));
    return this.#outcome(this.#core.atRates(core, rates), core);
  }

  /**
   * Returns each group's own best threshold, the baseline of the constraint's cost. Throws like
   * {@link optimum}.
   */
  unconstrained(task: ThresholdTask): ThresholdOutcome {
    const core = coreTask('unconstrained', task);
    return this.#outcome(this.#core.unconstrained(core), core);
  }

  /** Returns the best threshold that is the same for all groups. Throws like {@link optimum}. */
  singleThreshold(task: ThresholdTask): ThresholdOutcome {
    const core = coreTask('singleThreshold', task);
    return this.#outcome(this.#core.singleThreshold(core), core);
  }

  /**
   * Returns the best value at every tolerance, from 0 to the one at which the constraint costs nothing. For
   * one rate, all corners of a piecewise linear curve; for equalized odds, exact values at `steps` + 1 evenly
   * spaced tolerances (default 20). Empty if it is undefined. Throws like {@link optimum}.
   */
  frontier(
    task: Omit<ThresholdTask, 'tolerance'> & { steps?: number | undefined },
  ): { tolerance: number; value: number; cost: number }[] {
    requireOptions('frontier', task, ['constraint', 'objective', 'steps']);
    const { steps = 20 } = task;
    const core = coreTask('frontier', task, ['steps']);
    requireWhole('steps', steps, 1, 1000);
    const flat = this.#core.frontier(core, steps);
    const best = flat.at(-1) as number;
    return Array.from({ length: flat.length / 2 }, (_, i) => {
      const [tolerance, value] = flat.subarray(2 * i) as unknown as [number, number];
      return { tolerance, value, cost: Math.abs(best - value) };
    });
  }

  /**
   * Splits the rows at random into a part for choosing thresholds and a part for testing them: within each
   * outcome of each group, the fraction `share` of the rows, rounded, is in `test`. Default: 0.5. Equal seeds
   * produce equal parts on every platform.
   *
   * @throws FairwasmError `invalidState` with weights; `invalidArgument` for a fraction outside (0, 1) or a seed that
   *   is not a whole number.
   */
  split(options: { share?: number | undefined; seed?: number | undefined } = {}): {
    fit: ScoreCurves;
    test: ScoreCurves;
  } {
    requireOptions('split', options, ['share', 'seed']);
    const share = requireNumber('share', options.share ?? 0.5);
    const { seed = 1 } = options;
    requireWhole('seed', seed, 0);
    if (this.#known.isWeighted) throw invalidState('this', 'rows without weights', 'unweighted rows');
    const part = (which: number) => this.#part(this.#core.part(share, seed, which) as WasmCurves);
    return { fit: part(0), test: part(1) };
  }

  /**
   * Returns the cost of equalizing on other rows of the same groups: the best thresholds with and without the
   * constraint are chosen here and applied to `test`; with `deterministic`, one threshold for each group. If
   * the unconstrained thresholds satisfy the constraint, they are applied. Thresholds look better on the rows
   * from which they were chosen than on new rows. NaN with a reason if it is undefined for either rows. Pass
   * `chosen`, a result of reject option or calibrated equalized odds, to apply it instead.
   *
   * @throws FairwasmError as {@link optimum}; `incompatible` if `test` or `chosen` has other groups, `invalidArgument`
   * for a
   *   confidence outside (0, 1).
   */
  heldOutCost(
    test: ScoreCurves,
    task: ThresholdTask & {
      deterministic?: boolean | undefined;
      confidence?: number | undefined;
      chosen?: Pick<ThresholdOutcome, 'groups'> | undefined;
    },
  ): HeldOutCost {
    const core = coreTask('heldOutCost', task, ['deterministic', 'confidence', 'chosen']);
    const confidence = requireConfidence(task.confidence);
    const isPure = requireBoolean('deterministic', task.deterministic ?? false);
    const { totals } = this.#known;
    requireSameGroups('test', totals, test instanceof ScoreCurves ? test.#known.totals : []);
    const free = this.#core.unconstrained(core);
    const best = () => (isPure ? this.#core.deterministic(core, getGrid(undefined)) : this.#core.optimum(core));
    const equal = () => policiesIn(free.gap <= core.tolerance ? free : best());
    const { chosen } = task;
    if (chosen && chosen.groups.length > 0) requireSameGroups('chosen', totals, chosen.groups);
    return heldOutCost(totals, { handle: test.#core, ...test.#known }, core, {
      free: policiesIn(free),
      equal: chosen ? chosen.groups.map(getPolicy) : equal(),
      confidence,
    });
  }

  /** Frees the WebAssembly memory immediately instead of on garbage collection. */
  [Symbol.dispose](): void {
    this.#handle.dispose();
  }

  get #core(): WasmCurves {
    return this.#handle.object;
  }

  #part(core: WasmCurves): ScoreCurves {
    const totals = core
      .groups()
      .map(({ positives, negatives }, g) => ({ ...(this.#known.totals[g] as GroupRows), positives, negatives }));
    return new ScoreCurves(core, { totals, isWeighted: false });
  }

  #outcome(core: ReturnType<WasmCurves['optimum']>, task: CoreTask): ThresholdOutcome {
    return getOutcome(core, this.#best(task), this.#known.totals, task);
  }

  // The value with each group's own best threshold.
  #best(task: CoreTask): number {
    return this.#core.unconstrained(task).value;
  }
}

const policiesIn = ({ groups }: CoreOutcome) => groups.map(({ policy }) => policy);

const triples = (flat: Float64Array): [number, number, number][] =>
  Array.from({ length: flat.length / 3 }, (_, i) => [
    ...(flat.subarray(3 * i, 3 * i + 3) as unknown as [number, number, number]),
  ]);

function getGrid(thresholds: readonly number[] | undefined): Float64Array {
  if (thresholds === undefined) return new Float64Array();
  const isGrid =
    Array.isArray(thresholds) &&
    thresholds.length > 0 &&
    thresholds.every((each) => typeof each === 'number' && !Number.isNaN(each));
  if (isGrid) return Float64Array.from(thresholds);
  throw invalid('thresholds', 'a list of numbers, which may include Infinity', shown(thresholds));
}

function requireSameGroups(argument: string, own: readonly NamedGroup[], others: readonly NamedGroup[]): void {
  const getKeys = (groups: readonly NamedGroup[]) => groups.map(({ categories }) => JSON.stringify(categories));
  if (getKeys(own).join() === getKeys(others).join()) return;
  throw incompatible(
    argument,
    `${argument === 'test' ? 'curves' : 'thresholds'} of the same groups: ${own.map(({ name }) => name).join('; ')}`,
    others.map(({ name }) => name).join('; ') || 'none',
  );
}

/** @internal Returns which of the groups are favored, in the core's format. */
function getFavoredGroups(favored: unknown, groups: readonly GroupRows[]): Uint8Array {
  const names = requireTexts('favored', favored);
  const optionNames = groups.map(({ name }) => name);
  const unexpected = names.find((name) => !optionNames.includes(name));
  const codes = Uint8Array.from(optionNames, (name) => (names.includes(name) ? 1 : 0));
  if (unexpected === undefined && codes.includes(1) && codes.includes(0)) return codes;
  throw invalid(
    'favored',
    `some, but not all, of the groups: ${optionNames.map((name) => `'${name}'`).join(', ')}`,
    unexpected === undefined ? (names.length === 0 ? 'none' : 'every group') : `'${unexpected}'`,
  );
}

/** @internal */
function getRejectOutcome(
  { decisions, region }: ReturnType<WasmCurves['rejectOption']>,
  unconstrained: number,
  groups: readonly GroupRows[],
  task: CoreTask,
) {
  const { low, high, rows } = region;
  return { ...getOutcome(decisions, unconstrained, groups, task), region: { low, high, rows } };
}
