// SPDX-License-Identifier: Apache-2.0
//
// A whole audit as plain data: the report with its additions. The published JSON Schema, and the check of files when
// they are read, are made from this type and its comments.

import type { AmplificationResult } from '../amplification/describe.js';
import type { ComparisonReport } from '../audit/comparison/comparison.js';
import type { CustomMetrics } from '../audit/custom/custom-figures.js';
import type { AuditReport } from '../audit/report.js';
import type { Document } from '../document/model.js';
import type { ScoreImpact } from '../impact/describe.js';
import type { ProbableImpact } from '../impact/proxy.js';
import type { ImpactReport } from '../impact/tables.js';
import type { StoredLeakage } from '../predictability/describe.js';
import type { StoredRobustness } from '../robustness/describe.js';
import type { StoredScores } from '../scores/describe-scores.js';
import type { StoredSlices } from '../slices/describe.js';
import type { Frontier, ThresholdReport } from '../thresholds/describe.js';

/** An audit as plain data, with its additions. Its JSON is the documented report format. */
export interface Report extends AuditReport {
  /** The auditor's notes. */
  notes?: string;
  /** Time, place, and input of the report. */
  provenance?: {
    /** Date, such as `2026-11-22`. */
    date: string;
    /** Version of fairwasm. */
    version: string;
    /** The place where the report was computed: `the page`, `the command line`, or a custom name. */
    where: string;
    /** The file that was read; absent if there was none. */
    data?: {
      name: string;
      /** @asType integer */
      bytes: number;
      sha256: string;
    };
  };
  /** The view that was open when the report was saved. */
  view?: {
    /** The breakdown. */
    by: readonly string[];
    /** Displayed disparity and rate; absent if there was no choice. */
    disparity?: string;
    rate?: string;
    /** Whether all digits were displayed. */
    isExact: boolean;
    /** The two displayed groups with their thresholds; absent without scores. */
    scores?: { names: readonly [string, string]; thresholds: Readonly<Record<string, number>> };
  };
  extras?: Extras;
}

/** The stored description of any result, which the page can show again. */
export interface StoredDocument extends Document {
  format: 'fairwasm-document';
  version: 1;
}

/**
 * Results of other modules and commands for the same data, by topic, in the form in which they were returned or
 * written.
 */
export interface Extras {
  /** Custom metrics from `report({ metrics })` and `rowMetrics()`. */
  customMetrics?: CustomMetrics;
  scores?: StoredScores;
  thresholds?: ThresholdReport;
  frontier?: Frontier;
  /** A second model's decisions for the same rows. */
  comparison?: ComparisonReport;
  slices?: StoredSlices;
  amplification?: AmplificationResult;
  leakage?: StoredLeakage;
  robustness?: StoredRobustness;
  impact?: ImpactReport;
  impactScores?: ScoreImpact;
  impactByProbability?: ProbableImpact;
  /** A report of other rows, such as those of another version of the model. */
  version?: { name: string; report: Report };
}
