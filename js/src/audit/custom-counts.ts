// SPDX-License-Identifier: Apache-2.0
//
// Metrics of the user's own that are functions of a group's counts. Their intervals come from draws of the counts, so that
// any function has one, whatever its range: shares of the cells of the confusion matrix after Jeffreys's prior.

import type { Wasm } from '../core/module.js';
import type { Counts } from '../tally/counts.js';
import type { Tally } from '../tally/tally.js';
import {
  type CustomMetric,
  type CustomMetrics,
  type DrawnGroup,
  ownBreakdown,
  ownEstimate,
  ownValue,
  requireOwn,
} from './custom-figures.js';
import type { Frame } from './frame.js';
import type { Group } from './group.js';
import type { UncertaintyOptions } from './uncertainty.js';

/** A metric of one's own: of a group's counts, NaN where it is undefined. Called often, so it is to be a plain function. */
export type CustomCountsMetric = (counts: Readonly<Counts>) => number;

/** @internal The audit, as far as its own metrics need it. */
export interface CustomAudited {
  wasm: Wasm;
  tally: Tally;
  frames: readonly Frame[];
  overall: Frame;
}

// Which cells of the confusion matrix can be told apart, by their places in it, and what else they sum up to.
const cellsOf = ({ label, prediction }: Tally['columns']): readonly [keyof Counts, number][] => {
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

/** Counts of drawn cells: all that follows from them. Sums of scores do not. */
function countsOfCells(
  names: readonly (keyof Counts)[],
  cells: Float64Array,
  seen: Counts,
): Counts {
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

/** @internal */
export function customCounts(
  { wasm, tally, frames, overall }: CustomAudited,
  asked: Readonly<Record<string, CustomCountsMetric>>,
  uncertainty: Required<UncertaintyOptions> | null,
): CustomMetrics {
  const metrics = requireOwn<CustomCountsMetric>(asked);
  const { confidence, draws, seed } = uncertainty ?? { confidence: 0, draws: 0, seed: 0 };
  const without = withoutIntervals(tally, uncertainty, draws);
  const cells = cellsOf(tally.columns);
  const names = cells.map(([name]) => name);
  const drawnOf = (frame: Frame, group: Group, stream: number): Counts[] => {
    if (without !== undefined || !(group.counts.instances > 0)) return [];
    const squares = wasm.cellSquares(frame.countsOf(group));
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
  // Of all metrics at once: counts are drawn once.
  const measured = (frame: Frame, group: Group): DrawnGroup[] => {
    const drawn = drawnOf(frame, group, streams++);
    return metrics.map(([name, f]) => ({
      id: group.id,
      name: group.name,
      rows: group.counts.rows,
      value: ownValue(name, () => f(group.counts)),
      draws:
        drawn.length === 0
          ? undefined
          : Float64Array.from(drawn, (counts) => ownValue(name, () => f(counts))),
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
  return tally.clusters === undefined ? undefined : 'rows of one cluster belong together';
}
