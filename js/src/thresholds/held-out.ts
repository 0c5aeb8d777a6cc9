// SPDX-License-Identifier: Apache-2.0
//
// What equalizing costs on rows that the thresholds were not chosen on.

import { type Estimate, estimate, fewCases } from '../core/estimate.js';
import type { WasmCurves } from './module.js';
import {
  type CorePolicy,
  outcomeOf,
  type ThresholdOutcome,
  type Totals,
  whyUndefined,
} from './outcome.js';
import type { CoreTask } from './task.js';

/** Thresholds that were chosen on some rows, on others. */
export interface HeldOutCost {
  /**
   * How much worse the equalizing thresholds do there than each group's own best ones. Can be below 0: on new rows the
   * chosen ones need not be the best. The interval is Student's, of the mean of what each row loses (of balanced accuracies
   * of the means of outcomes, joined after Zou and Donner 2008): for these thresholds and groups of these sizes, on rows
   * drawn like these. None with weights, or where nothing is decided differently.
   */
  cost: Estimate;
  /** The equalizing thresholds there: what is left of the gap, and the rates. */
  equalized: ThresholdOutcome;
  /** Each group's own best thresholds there. */
  unconstrained: ThresholdOutcome;
}

interface Rows {
  handle: WasmCurves;
  totals: readonly Totals[];
  isWeighted: boolean;
}

interface Chosen {
  free: readonly CorePolicy[];
  equal: readonly CorePolicy[];
  confidence: number;
}

/** @internal What was chosen on groups with the totals `fitted`, on the rows of `test`. */
export function heldOutCost(
  fitted: readonly Totals[],
  { handle, totals, isWeighted }: Rows,
  task: CoreTask,
  { free, equal, confidence }: Chosen,
): HeldOutCost {
  const none = { value: Number.NaN, gap: Number.NaN, groups: [] };
  const isChosen = free.length > 0 && equal.length > 0;
  const on = (policies: readonly CorePolicy[]) =>
    isChosen ? handle.applied(task, [...policies]) : none;
  const best = on(free);
  const reasons = isChosen ? totals : fitted;
  const equalized = outcomeOf(on(equal), best.value, reasons, task);
  const unconstrained = outcomeOf(best, best.value, reasons, task);
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
  if (Number.isNaN(low)) return 'no interval: too few rows are decided differently';
  if (otherwise >= fewCases) return undefined;
  return `only ${Number(otherwise.toFixed(1))} rows are decided differently`;
}
