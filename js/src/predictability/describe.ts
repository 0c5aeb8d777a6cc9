// SPDX-License-Identifier: Apache-2.0
//
// Describes leakage: the value with its interval, and the attackers of each trial.

import { showCount, showNumber, showRange } from '../document/format.js';
import { type Document, showInline } from '../document/model.js';

/** The result of `leakage()`, as JSON has it; older files lack the interval over seeds. */
export interface StoredLeakage {
  definition: string;
  value: number;
  /** Confidence interval over rows, or over seeds in files without `overSeeds`. */
  interval: readonly [number, number];
  overSeeds?: { interval: readonly [number, number] };
  coverage: string;
  trials: readonly { lambdaD: number; lambdaM: number; leakage: number }[];
  warnings: readonly string[];
}

/** Describes leakage. */
export function describeLeakage(result: StoredLeakage): Document {
  const { definition, value, interval, overSeeds, coverage, trials, warnings } = result;
  const isKnown = interval.every((end) => Number.isFinite(end));
  const overRows = { value, ci: overSeeds && isKnown ? interval : undefined };
  const seeds = (overSeeds?.interval ?? interval).map((end) => showNumber(end, true));
  const rows = overRows.ci ? ' over rows' : '';
  const leakage = showInline(overRows, { heading: 'Leakage', format: 'difference' });
  return {
    name: 'leakage',
    title: 'Leakage',
    blocks: [
      {
        texts: [
          definition,
          `Leakage ${leakage}${rows}, from ${showCount(trials.length)} trials; over seeds ${showRange(seeds)}. ${coverage}`,
          ...warnings,
        ],
      },
      {
        caption: 'Quality of attackers by trial',
        heading: 'Trial',
        columns: [
          { heading: 'On labels' },
          { heading: 'On predictions' },
          { heading: 'Leakage', format: 'difference' },
        ],
        rows: trials.map(({ lambdaD, lambdaM, leakage: each }, i) => ({
          name: String(i + 1),
          cells: [lambdaD, lambdaM, each],
        })),
      },
    ],
  };
}
