// SPDX-License-Identifier: Apache-2.0
//
// Custom metrics that are functions of a group's counts. Confidence intervals come from draws of the
// confusion matrix from its posterior under Jeffreys's prior, so they work for any function of any range.

import type { Wasm } from '../../core/module.js';
import type { Formula, FormulaCounts } from '../../metrics/formula.js';
import type { Counts } from '../../tally/counts.js';
import type { Tally } from '../../tally/tally.js';
import type { Frame } from '../frame/frame.js';
import type { Group } from '../frame/group.js';
import type { UncertaintyOptions } from '../frame/uncertainty.js';
import {
  type CustomMetric,
  type CustomMetrics,
  type DrawnGroup,
  ownBreakdown,
  ownEstimate,
  ownValue,
  requireOwn,
} from './custom-figures.js';

/**
 * A custom metric of a group's counts: a formula, or a function that returns NaN if it is undefined. A function is called
 * often and must have no side effects.
 */
export type CustomCountsMetric = Formula | ((counts: Readonly<Counts>) => number);

const toFormula = (metric: CustomCountsMetric): Pick<Formula, 'compute'> & Partial<Pick<Formula, 'whyUndefined'>> =>
  typeof metric === 'function' ? { compute: metric as (counts: FormulaCounts) => number } : metric;

/** @internal The parts of an audit that custom metrics need. */
export interface CustomAudited {
  wasm: Wasm;
  tally: Tally;
  frames: readonly Frame[];
  overall: Frame;
}

// The cells of the confusion matrix that the columns determine, and the sums of cells.
const getCells = ({ label, prediction }: Tally['columns']): readonly [keyof Counts, number][] => {
  if (label && prediction) {
    return [
      ['truePositives', 0],
      ['falsePositives', 1],
      ['trueNegatives', 2],
      ['falseNegatives', 3],
    ];
  }
  return label
    ? [
        ['positives', 3],
        ['negatives', 2],
      ]
    : [
        ['predictedPositives', 1],
        ['predictedNegatives', 2],
      ];
};

/** Returns the counts that drawn cells determine; sums of scores are not among them. */
function countsOfCells(names: readonly (keyof Counts)[], cells: Float64Array, seen: Counts): Counts {
  const drawn = {
    ...seen,
    generalizedTruePositives: Number.NaN,
    generalizedFalsePositives: Number.NaN,
    generalizedTrueNegatives: Number.NaN,
    generalizedFalseNegatives: Number.NaN,
  };
  names.forEach((name, i) => {
    drawn[name] = cells[i] as number;
  });
  if (names.length < 4) return drawn;
  drawn.positives = drawn.truePositives + drawn.falseNegatives;
  drawn.negatives = drawn.falsePositives + drawn.trueNegatives;
  drawn.predictedPositives = drawn.truePositives + drawn.falsePositives;
  drawn.predictedNegatives = drawn.trueNegatives + drawn.falseNegatives;
  return drawn;
}

const isMetric = (metric: unknown): metric is CustomCountsMetric =>
  typeof metric === 'function' || typeof (metric as Partial<Formula> | undefined)?.compute === 'function';

/** @internal */
export function customCounts(
  { wasm, tally, frames, overall }: CustomAudited,
  requested: Readonly<Record<string, CustomCountsMetric>>,
  uncertainty: Required<UncertaintyOptions> | null,
): CustomMetrics {
  const metrics = requireOwn(requested, isMetric, 'formulas or functions').map(
    ([name, metric]) => [name, toFormula(metric)] as const,
  );
  const { confidence, draws, seed } = uncertainty ?? { confidence: 0, draws: 0, seed: 0 };
  const without = withoutIntervals(tally, uncertainty, draws);
  const cells = getCells(tally.columns);
  const names = cells.map(([name]) => name);
  const drawCounts = (frame: Frame, group: Group, stream: number): Counts[] => {
    if (without !== undefined || !(group.counts.instances > 0)) return [];
    const squares = wasm.cellSquares(frame.getCounts(group));
    const drawn = wasm.drawnCells(
      Float64Array.from(names, (name) => group.counts[name]),
      Float64Array.from(cells, ([, place]) => squares[place] as number),
      draws,
      seed,
      stream,
    );
    return Array.from({ length: draws }, (_, i) =>
      countsOfCells(names, drawn.subarray(i * cells.length, (i + 1) * cells.length), group.counts),
    );
  };
  let streams = 0;
  // Counts are drawn once for all metrics.
  const measured = (frame: Frame, group: Group): DrawnGroup[] => {
    const drawn = drawCounts(frame, group, streams++);
    return metrics.map(([name, { compute, whyUndefined }]) => ({
      id: group.id,
      name: group.name,
      rows: group.counts.rows,
      value: ownValue(name, () => compute(group.counts)),
      draws:
        drawn.length === 0 ? undefined : Float64Array.from(drawn, (counts) => ownValue(name, () => compute(counts))),
      reason: whyUndefined?.(group.counts),
    }));
  };
  const how = { from: 'counts', confidence, without } as const;
  const all = measured(overall, overall.overall);
  const byFrame = frames.map((frame) => ({
    frame,
    reference: frame.groups.indexOf(frame.reference),
    groups: frame.groups.map((group) => measured(frame, group)),
  }));
  return {
    confidence: uncertainty === null ? null : confidence,
    draws,
    seed,
    metrics: metrics.map(
      ([name], m): CustomMetric => ({
        name,
        from: 'counts',
        overall: ownEstimate(wasm, all[m] as DrawnGroup, how),
        breakdowns: byFrame.map(({ frame, reference, groups }) =>
          ownBreakdown(
            wasm,
            groups.map((each) => each[m] as DrawnGroup),
            { by: frame.by, reference, ...how },
          ),
        ),
      }),
    ),
  };
}

function withoutIntervals(
  tally: Tally,
  uncertainty: Required<UncertaintyOptions> | null,
  draws: number,
): string | undefined {
  if (uncertainty === null || draws === 0) return '';
  return tally.clusters === undefined ? undefined : 'rows of one cluster are dependent';
}
