// SPDX-License-Identifier: Apache-2.0
//
// The cost of equalizing on rows from which the thresholds were not chosen.

import { type Estimate, estimate, fewCases } from '../core/estimate.js';
import type { WasmCurves } from './module.js';
import { type CorePolicy, type GroupRows, getOutcome, type ThresholdOutcome, whyUndefined } from './outcome.js';
import type { CoreTask } from './task.js';

/** Thresholds that were chosen on some rows, applied to others. */
export interface HeldOutCost {
  /**
   * Loss from the equalizing thresholds compared with each group's own best ones, on the held-out rows. It
   * may be negative, because the chosen thresholds need not be the best on new rows. The confidence interval
   * is Student's t for the mean loss per row (for balanced accuracies, for means of outcomes, combined as in
   * Zou and Donner 2008): for these thresholds, and groups of these sizes, on rows from the same
   * distribution. There is none with weights, or if no decision differs.
   */
  cost: Estimate;
  /** The equalizing thresholds on these rows: the remaining gap, and the rates. */
  equalized: ThresholdOutcome;
  /** Each group's own best thresholds on these rows. */
  unconstrained: ThresholdOutcome;
}

interface Rows {
  handle: WasmCurves;
  totals: readonly GroupRows[];
  isWeighted: boolean;
}

interface Chosen {
  free: readonly CorePolicy[];
  equal: readonly CorePolicy[];
  confidence: number;
}

/** @internal Applies thresholds, chosen on groups with the totals `fitted`, to the rows of `test`. */
export function heldOutCost(
  fitted: readonly GroupRows[],
  { handle, totals, isWeighted }: Rows,
  task: CoreTask,
  { free, equal, confidence }: Chosen,
): HeldOutCost {
  const none = { value: Number.NaN, gap: Number.NaN, groups: [] };
  const isChosen = free.length > 0 && equal.length > 0;
  const on = (policies: readonly CorePolicy[]) => (isChosen ? handle.applied(task, [...policies]) : none);
  const best = on(free);
  const reasons = isChosen ? totals : fitted;
  const equalized = getOutcome(on(equal), best.value, reasons, task);
  const unconstrained = getOutcome(best, best.value, reasons, task);
  if (Number.isNaN(best.value)) {
    const cost = estimate(Number.NaN, () => whyUndefined(reasons, task));
    return { cost, equalized, unconstrained };
  }
  const core = handle.heldOutCost(task, [...free], [...equal], confidence);
  const [value, low, high] = core.cost as unknown as [number, number, number];
  const cost = estimate(value, () => '', {
    ci: isWeighted ? undefined : [low, high],
    warning: whyUnsure(isWeighted, low, core.decidedOtherwise),
  });
  return { cost, equalized, unconstrained };
}

function whyUnsure(isWeighted: boolean, low: number, otherwise: number): string | undefined {
  if (isWeighted) return 'no interval: rows are weighted';
  if (Number.isNaN(low)) return 'no interval: too few decisions differ';
  if (otherwise >= fewCases) return undefined;
  return `only ${Number(otherwise.toFixed(1))} decisions differ`;
}
