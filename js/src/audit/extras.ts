// SPDX-License-Identifier: Apache-2.0
//
// Additions to a report, so that one file can hold a whole audit: results of other modules and commands, the
// auditor's notes, the provenance, and the view that was open. All of it is JSON-compatible and contains no
// individual rows.

import type { Estimate } from '../core/estimate.js';
import type { ComparisonReport } from './comparison.js';
import type { CustomMetrics } from './custom-figures.js';
import type { CalibrationBin, RocPoint } from './score-group.js';

/** Time, place, and input of a report. */
export interface Provenance {
  /** Date, such as `2026-11-22`. */
  date: string;
  /** Version of fairwasm. */
  version: string;
  /** Where it was computed: `the page`, `the command line`, or a custom name. */
  where: string;
  /** The file that was read; absent if there was none. */
  data?: { name: string; bytes: number; sha256: string };
}

/** The view that was open when the report was saved. */
export interface ReportView {
  /** The breakdown. */
  by: readonly string[];
  /** Displayed disparity and rate; absent if there was no choice. */
  disparity?: string;
  rate?: string;
  /** Whether all digits were displayed. */
  isExact: boolean;
  /** The two displayed groups with their thresholds; absent without scores. */
  scores?: { names: readonly [string, string]; thresholds: Readonly<Record<string, number>> };
}

/**
 * A group's scores, as returned by `scoreTally.by()`; `selectionRate` and `accuracy` of points are not
 * needed.
 */
export interface ExtraScoreGroup {
  name?: string;
  categories: Readonly<Record<string, string>>;
  rows: number;
  positives: number;
  negatives: number;
  areaUnderCurve: number;
  brierScore: number;
  meanScore: number;
  expectedCalibrationError: number;
  rocCurve: readonly Pick<RocPoint, 'threshold' | 'truePositiveRate' | 'falsePositiveRate'>[];
  calibrationCurve: readonly CalibrationBin[];
}

/** Scores and outcomes by the groups of breakdowns. */
export interface ExtraScores {
  breakdowns: readonly {
    by: readonly string[];
    groups: readonly ExtraScoreGroup[];
    /** Number of groups with rows, if not all are listed. */
    count?: number;
    /** The thresholds by group that equalize a rate, by rate. */
    thresholds?: Readonly<Record<string, Readonly<Record<string, number>>>>;
  }[];
  /** Maximum number of points per curve, if curves were reduced. */
  steps?: number;
}

interface ExtraDecisions {
  value: number;
  cost: number;
  gap: number;
  groups: readonly {
    name: string;
    thresholds: readonly { threshold: number; probability: number }[];
    selectionRate: number;
    truePositiveRate: number;
    falsePositiveRate: number;
    accuracy: number;
  }[];
}

/** JSON of `fairwasm thresholds --format json`. */
export interface ExtraThresholds {
  by: readonly string[];
  objective: unknown;
  tolerance: number;
  unconstrained: ExtraDecisions;
  constraints: readonly {
    constraint: string;
    equalized: ExtraDecisions;
    heldOut?: { cost: Estimate };
  }[];
}

interface FrontierPoint {
  gap: number;
  accuracy: number;
}

/** The best accuracy of group-specific thresholds for each remaining gap, as shown on the page. */
export interface ExtraFrontier {
  by: readonly string[];
  /** The equalized rates, such as `equalOpportunity`. */
  constraint: string;
  /** Points in order of the gap, from none. */
  points: readonly FrontierPoint[];
  /** The best single threshold for all groups. */
  single: FrontierPoint;
  /** The decisions in the report, if known. */
  present?: FrontierPoint;
}

/** JSON of `fairwasm slices --json`, and the result of the search of `fairwasm/slices`. */
export interface ExtraSlices {
  slices: readonly {
    conditions: Readonly<Record<string, string>>;
    rows: number;
    averageError: Estimate;
    score: number;
    pValue?: number;
  }[];
  rows: number;
  averageError: Estimate;
  confidence: number;
  notes: readonly string[];
}

/** A measure of amplification, and its value corrected for chance. */
export type ExtraChance = Estimate & Readonly<{ byChance?: number; corrected?: Estimate }>;

/** JSON of `fairwasm amplification --format json`: the measures by name. */
export type ExtraAmplification = Readonly<{
  rows: number;
  definition: string;
  BA_MALS?: ExtraChance;
  DBA?: ExtraChance;
  MDBA?: Estimate;
}>;

/** JSON of `fairwasm leakage --format json`, and the result of `leakage()` of `fairwasm/predictability`. */
export interface ExtraLeakage {
  definition: string;
  value: number;
  /** Confidence interval over rows, or over seeds in files without `overSeeds`. */
  interval: readonly [number, number];
  overSeeds?: { interval: readonly [number, number] };
  coverage: string;
  trials: readonly { lambdaD: number; lambdaM: number; leakage: number }[];
  warnings: readonly string[];
}

export interface ExtraCertified {
  name: string;
  rows: number;
  accuracy: Estimate;
  averageRobustness: Estimate;
  certifiedAccuracy: readonly (Estimate & { epsilon: number })[];
  curve: { epsilon: readonly number[]; accuracy: readonly number[] };
}

/** JSON of `fairwasm robustness --format json`, and the result of `certifyCsv`. */
export interface ExtraRobustness {
  format: 'fairwasm-robustness';
  lipConst: number;
  overall: ExtraCertified;
  breakdowns: readonly { by: readonly string[]; groups: readonly ExtraCertified[] }[];
  /** Maximum number of points per curve, if curves were reduced. */
  steps?: number;
}

interface ExtraCompared {
  group: string;
  comparisons: readonly {
    group: string;
    ratio: Estimate;
    belowFourFifths: boolean | null;
    shortfallToFourFifths: number;
    fisher: { twoSided: number };
  }[];
}

/** JSON of `fairwasm impact --format json`, and the result of `tables()` of `fairwasm/impact`. */
export interface ExtraImpact {
  format: 'fairwasm-impact';
  rule: { name: string; source: string; date: string; limits: string } | null;
  /** Number of rows dropped because of missing values; absent if there were none. */
  droppedRows?: number;
  outcomes: readonly {
    name: string;
    tables: readonly {
      by: readonly string[];
      unknown: number;
      categories: readonly {
        name: string;
        applicants: number;
        selected: number;
        rate: number;
        share: number;
        isSuppressed: boolean;
        isExcluded: boolean;
        impactRatio: Estimate | null;
      }[];
      /** Null for a rule without a four-fifths threshold, and without applicants. */
      fourFifths?: {
        againstHighest: ExtraCompared | null;
        againstReference: ExtraCompared | null;
      } | null;
    }[];
  }[];
}

interface ExtraMeans {
  standardDeviation: number;
  groups: readonly { name: string; mean: number; difference: Estimate | null }[];
}

/**
 * JSON of `fairwasm impact --quantile … --format json`: groups by scores, compared with a fixed reference
 * group.
 */
export interface ExtraImpactScores {
  format: 'fairwasm-impact-scores';
  /** Column names of `score` and, with residuals, of `label`. */
  columns: Readonly<Record<string, string>>;
  reference: string;
  lowerIsBetter: boolean;
  droppedRows?: number;
  quantiles: readonly {
    quantile: number;
    cutoff: number;
    approved: number;
    groups: readonly {
      name: string;
      rows: number;
      approved: number;
      rate: number;
      ratio: Estimate | null;
    }[];
  }[];
  means: ExtraMeans & { disadvantaged: readonly string[]; residual: ExtraMeans | null };
}

/**
 * JSON of `fairwasm impact --probability … --format json`, and the result of `byProbability()` of
 * `fairwasm/impact`.
 */
export interface ExtraImpactByProbability {
  format: 'fairwasm-impact-by-probability';
  notes: readonly string[];
  applicants: number;
  selected: number;
  cells: number;
  reference: string;
  confidence: number | null;
  categories: readonly {
    name: string;
    applicants: number;
    selected: number;
    weightedRate: Estimate;
    rateBounds: readonly [low: number, high: number];
    rateInterval: readonly [low: number, high: number] | null;
    ratio: { weighted: number; bounds: readonly [low: number, high: number] } | null;
  }[];
}

/** Results of other modules and commands, by topic. */
export interface Extras {
  /** Custom metrics from `report({ metrics })` and `rowMetrics()`. */
  customMetrics?: CustomMetrics;
  scores?: ExtraScores;
  thresholds?: ExtraThresholds;
  frontier?: ExtraFrontier;
  /** A second model's decisions for the same rows. */
  comparison?: ComparisonReport;
  slices?: ExtraSlices;
  amplification?: ExtraAmplification;
  leakage?: ExtraLeakage;
  robustness?: ExtraRobustness;
  impact?: ExtraImpact;
  impactScores?: ExtraImpactScores;
  impactByProbability?: ExtraImpactByProbability;
}
