// SPDX-License-Identifier: Apache-2.0
//
// Validates the additions of a report before they are displayed. Undefined numbers may be null, because JSON
// lacks NaN and results of other commands are kept as they were written.

import { invalid } from '../core/error.js';
import { requireOptions, shown } from '../core/options.js';
import {
  allOf,
  type Check,
  isEstimate,
  isFlag,
  isNumber,
  isText,
  isTexts,
  listOf,
  optional,
  orNull,
  recordOf,
  type Shape,
  shaped,
  strayPath,
} from './shapes.js';

const isFigure = orNull(isNumber);
const isAny: Check = (value) => value !== undefined;
const alsoEstimate = (shape: Shape): Check => allOf(isEstimate, shaped(shape));
const ofChance = alsoEstimate({ byChance: optional(isFigure), corrected: optional(isEstimate) });

const scoreGroup: Shape = {
  name: optional(isText),
  categories: recordOf(isText),
  rows: isNumber,
  positives: isFigure,
  negatives: isFigure,
  areaUnderCurve: isFigure,
  brierScore: isFigure,
  meanScore: isFigure,
  expectedCalibrationError: isFigure,
  rocCurve: listOf({
    threshold: isFigure,
    truePositiveRate: isFigure,
    falsePositiveRate: isFigure,
  }),
  calibrationCurve: listOf({
    upper: isFigure,
    weight: isFigure,
    meanScore: isFigure,
    positiveRate: isFigure,
  }),
};

const decisions: Shape = {
  value: isFigure,
  cost: isFigure,
  gap: isFigure,
  groups: listOf({
    name: isText,
    thresholds: listOf({ threshold: isFigure, probability: isFigure }),
    selectionRate: isFigure,
    truePositiveRate: isFigure,
    falsePositiveRate: isFigure,
    accuracy: isFigure,
  }),
};

const frontierPoint: Shape = { gap: isFigure, accuracy: isFigure };

const certified: Shape = {
  name: isText,
  rows: isNumber,
  accuracy: isEstimate,
  averageRobustness: isEstimate,
  certifiedAccuracy: listOf(alsoEstimate({ epsilon: isNumber })),
  curve: { epsilon: listOf(isFigure), accuracy: listOf(isFigure) },
};

const paired: Shape = {
  id: isText,
  name: isText,
  decisions: {
    rows: isNumber,
    instances: isNumber,
    both: isNumber,
    onlyA: isNumber,
    onlyB: isNumber,
    neither: isNumber,
  },
  rates: recordOf({ a: isEstimate, b: isEstimate, difference: isEstimate }),
  gaps: recordOf({ a: isEstimate, b: isEstimate, change: isEstimate, verdict: isText }),
};

const is =
  (expected: unknown): Check =>
  (value) =>
    value === expected;

// Both ends of an interval; undefined ends of a saved one are null.
const isSpan: Check = allOf(listOf(isFigure), (value) => (value as unknown[]).length === 2);

const means: Shape = {
  standardDeviation: isFigure,
  groups: listOf({ name: isText, mean: isFigure, difference: orNull(isEstimate) }),
};

const compared: Shape = {
  group: isText,
  comparisons: listOf({
    group: isText,
    ratio: isEstimate,
    belowFourFifths: orNull(isFlag),
    shortfallToFourFifths: isFigure,
    fisher: { twoSided: isFigure },
  }),
};

const sections: Readonly<Record<string, Shape>> = {
  scores: {
    breakdowns: listOf({
      by: isTexts,
      groups: listOf(scoreGroup),
      count: optional(isNumber),
      thresholds: optional(recordOf(recordOf(isFigure))),
    }),
    steps: optional(isNumber),
  },
  thresholds: {
    by: isTexts,
    objective: isAny,
    tolerance: isNumber,
    unconstrained: decisions,
    constraints: listOf({
      constraint: isText,
      equalized: decisions,
      heldOut: optional({ cost: isEstimate }),
    }),
  },
  frontier: {
    by: isTexts,
    constraint: isText,
    points: listOf(frontierPoint),
    single: frontierPoint,
    present: optional(frontierPoint),
  },
  comparison: {
    format: is('fairwasm-comparison'),
    version: is(2),
    names: { a: isText, b: isText },
    columns: recordOf(isText),
    rows: isNumber,
    instances: isNumber,
    droppedRows: isNumber,
    warnings: optional(isTexts),
    confidence: isNumber,
    favorable: isTexts,
    rates: isTexts,
    overall: paired,
    breakdowns: listOf({ by: isTexts, reference: isText, groups: listOf(paired) }),
  },
  slices: {
    slices: listOf({
      conditions: recordOf(isText),
      rows: isNumber,
      averageError: isEstimate,
      score: isFigure,
      pValue: optional(isFigure),
    }),
    rows: isNumber,
    averageError: isEstimate,
    confidence: isNumber,
    notes: isTexts,
  },
  amplification: {
    rows: isNumber,
    definition: isText,
    BA_MALS: optional(ofChance),
    DBA: optional(ofChance),
    MDBA: optional(isEstimate),
  },
  leakage: {
    definition: isText,
    value: isFigure,
    interval: listOf(isFigure),
    overSeeds: optional({ interval: listOf(isFigure) }),
    coverage: isText,
    trials: listOf({ lambdaD: isFigure, lambdaM: isFigure, leakage: isFigure }),
    warnings: isTexts,
  },
  robustness: {
    format: is('fairwasm-robustness'),
    lipConst: isNumber,
    overall: certified,
    breakdowns: listOf({ by: isTexts, groups: listOf(certified) }),
    steps: optional(isNumber),
  },
  impact: {
    format: is('fairwasm-impact'),
    rule: orNull({ name: isText, source: isText, date: isText, limits: isText }),
    droppedRows: optional(isNumber),
    outcomes: listOf({
      name: isText,
      tables: listOf({
        by: isTexts,
        unknown: isNumber,
        categories: listOf({
          name: isText,
          applicants: isFigure,
          selected: isFigure,
          rate: isFigure,
          share: isFigure,
          isSuppressed: isFlag,
          isExcluded: isFlag,
          impactRatio: orNull(isEstimate),
        }),
        fourFifths: optional(
          orNull({ againstHighest: orNull(compared), againstReference: orNull(compared) }),
        ),
      }),
    }),
  },
  impactScores: {
    format: is('fairwasm-impact-scores'),
    columns: allOf(recordOf(isText), shaped({ score: isText })),
    reference: isText,
    lowerIsBetter: isFlag,
    droppedRows: optional(isNumber),
    quantiles: listOf({
      quantile: isNumber,
      cutoff: isFigure,
      approved: isNumber,
      groups: listOf({
        name: isText,
        rows: isNumber,
        approved: isNumber,
        rate: isFigure,
        ratio: orNull(isEstimate),
      }),
    }),
    means: allOf(shaped(means), shaped({ disadvantaged: isTexts, residual: orNull(means) })),
  },
  impactByProbability: {
    format: is('fairwasm-impact-by-probability'),
    notes: isTexts,
    applicants: isNumber,
    selected: isNumber,
    cells: isNumber,
    reference: isText,
    confidence: orNull(isNumber),
    categories: listOf({
      name: isText,
      applicants: isFigure,
      selected: isFigure,
      weightedRate: isEstimate,
      rateBounds: isSpan,
      rateInterval: orNull(isSpan),
      ratio: orNull({ weighted: isFigure, bounds: isSpan }),
    }),
  },
  customMetrics: {
    confidence: orNull(isNumber),
    draws: isNumber,
    seed: isNumber,
    metrics: listOf({
      name: isText,
      from: isText,
      overall: isEstimate,
      breakdowns: listOf({
        by: isTexts,
        reference: isText,
        groups: listOf({
          id: isText,
          name: isText,
          rows: isNumber,
          value: isEstimate,
          difference: optional(isEstimate),
        }),
        gap: isEstimate,
      }),
    }),
  },
};

/** Names of the results that can be added to a report. */
export const extraNames: readonly string[] = [...Object.keys(sections), 'version'];

/**
 * Throws `invalidArgument` with the path of the first invalid part. `requireVersion` validates the report of
 * another version.
 */
export function requireExtras(extras: unknown, requireVersion: (report: unknown) => void): void {
  requireOptions('extras', extras, extraNames);
  const { version, ...results } = extras as Record<string, unknown>;
  for (const [name, result] of Object.entries(results)) {
    if (result === undefined) continue;
    requireShape(`extras.${name}`, result, sections[name] as Shape);
  }
  if (version === undefined) return;
  requireShape('extras.version', version, { name: isText, report: isAny });
  requireVersion((version as { report: unknown }).report);
}

/** Throws `invalidArgument` if the value does not have the shape. */
export function requireShape(where: string, value: unknown, shape: Shape): void {
  const stray = strayPath(value, shape);
  if (stray === undefined) return;
  throw invalid(
    'report',
    `a whole report; ${[where, ...stray.path].join('.')}`,
    shown(stray.value),
  );
}

/** Shapes of the other additions. */
export const extraShapes = {
  notes: optional(isText),
  provenance: optional({
    date: isText,
    version: isText,
    where: isText,
    data: optional({ name: isText, bytes: isNumber, sha256: isText }),
  }),
  view: optional({
    by: isTexts,
    disparity: optional(isText),
    rate: optional(isText),
    isExact: isFlag,
    scores: optional({ names: isTexts, thresholds: recordOf(isFigure) }),
  }),
} as const;
