// SPDX-License-Identifier: Apache-2.0
//
// What a report can carry beside its own figures, so that one file holds a whole audit: results of other doors and
// commands as they were given, the auditor's notes, where the report was made and from what, and what was being looked
// at. All of it is data that JSON keeps, and none of it is a row.

import type { Estimate } from '../core/estimate.js';
import type { ComparisonReport } from './comparison.js';
import type { CustomMetrics } from './custom-figures.js';
import type { CalibrationBin, RocPoint } from './score-group.js';

/** Where and when a report was made, and from what. */
export interface Provenance {
  /** The day: `2026-11-22`. */
  date: string;
  /** Of fairwasm. */
  version: string;
  /** Where it was computed: `the page`, `the command line`, or what somebody called it. */
  where: string;
  /** The file that was read; left out where there was none. */
  data?: { name: string; bytes: number; sha256: string };
}

/** What somebody was looking at when the report was saved. */
export interface ReportView {
  /** The breakdown. */
  by: readonly string[];
  /** The disparity and the rate that were drawn; left out where there was nothing to choose. */
  disparity?: string;
  rate?: string;
  /** Whether all digits were shown. */
  isExact: boolean;
  /** The two groups whose scores were drawn, and the thresholds by group; left out where there are no scores. */
  scores?: { names: readonly [string, string]; thresholds: Readonly<Record<string, number>> };
}

/** A group's scores, as `scoreTally.by()` gives them; `selectionRate` and `accuracy` of points are not needed. */
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

/** Scores held against outcomes, by the groups of breakdowns. */
export interface ExtraScores {
  breakdowns: readonly {
    by: readonly string[];
    groups: readonly ExtraScoreGroup[];
    /** How many groups with rows there are, where not all are listed. */
    count?: number;
    /** By rate, the threshold by group that makes the rate alike. */
    thresholds?: Readonly<Record<string, Readonly<Record<string, number>>>>;
  }[];
  /** Of how many steps curves are kept at most, where they had more. */
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

/** What `fairwasm thresholds --format json` writes. */
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

/** The best accuracy that thresholds by group reach at each gap that may remain, as the page draws it. */
export interface ExtraFrontier {
  by: readonly string[];
  /** Which rates are to be alike: `equalOpportunity`. */
  constraint: string;
  /** By gap, from none on. */
  points: readonly FrontierPoint[];
  /** The best single threshold for all. */
  single: FrontierPoint;
  /** The decisions of the report, where they are known. */
  present?: FrontierPoint;
}

/** What `fairwasm slices --json`, and the search of `fairwasm/slices`, give. */
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

/** A measure of amplification, and what is left of it beyond chance. */
export type ExtraChance = Estimate & Readonly<{ byChance?: number; corrected?: Estimate }>;

/** What `fairwasm amplification --format json` writes: the measures by name. */
export type ExtraAmplification = Readonly<{
  rows: number;
  definition: string;
  BA_MALS?: ExtraChance;
  DBA?: ExtraChance;
  MDBA?: Estimate;
}>;

/** What `fairwasm leakage --format json`, and `leakage()` of `fairwasm/predictability`, give. */
export interface ExtraLeakage {
  definition: string;
  value: number;
  /** Over rows; over seeds in files without `overSeeds`. */
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

/** What `fairwasm robustness --format json`, and `certifyCsv`, give. */
export interface ExtraRobustness {
  format: 'fairwasm-robustness';
  lipConst: number;
  overall: ExtraCertified;
  breakdowns: readonly { by: readonly string[]; groups: readonly ExtraCertified[] }[];
  /** Of how many steps curves are kept at most, where they had more. */
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

/** What `fairwasm impact --format json`, and `tables()` of `fairwasm/impact`, give. */
export interface ExtraImpact {
  format: 'fairwasm-impact';
  rule: { name: string; source: string; date: string; limits: string } | null;
  /** Rows that were left out before, as a value is missing; absent where none were. */
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
      /** Null by a rule that knows no four fifths, and where nobody applied. */
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

/** What `fairwasm impact --quantile … --format json` writes: groups by their scores, against a fixed one. */
export interface ExtraImpactScores {
  format: 'fairwasm-impact-scores';
  /** What `score`, and `label` where there are residuals, are called. */
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

/** What `fairwasm impact --probability … --format json`, and `byProbability()` of `fairwasm/impact`, give. */
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

/** Results of other doors and commands, by what they are about. */
export interface Extras {
  /** Metrics of the user's own, from `report({ metrics })` and `rowMetrics()`. */
  customMetrics?: CustomMetrics;
  scores?: ExtraScores;
  thresholds?: ExtraThresholds;
  frontier?: ExtraFrontier;
  /** A second model's decisions about the same rows. */
  comparison?: ComparisonReport;
  slices?: ExtraSlices;
  amplification?: ExtraAmplification;
  leakage?: ExtraLeakage;
  robustness?: ExtraRobustness;
  impact?: ExtraImpact;
  impactScores?: ExtraImpactScores;
  impactByProbability?: ExtraImpactByProbability;
}
