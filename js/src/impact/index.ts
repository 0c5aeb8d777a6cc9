// SPDX-License-Identifier: Apache-2.0
//
// The exports of 'fairwasm/impact'.

import './results.js';

export type { ConditionalDisparities, ConditionalDisparityInput } from './conditional-disparity.js';
export type { ScoreImpact } from './describe.js';
export type { StoredConditionalDisparities } from './describe-conditional.js';
export type { FourFifths, RateComparison } from './four-fifths.js';
export { type Impact, load } from './impact.js';
export type { CategoryTable, InferenceInput, InferredProbabilities } from './inferred.js';
export type { LocalLaw144Input } from './local-law-144.js';
export type { MeanDifferences, MeanTable } from './mean-differences.js';
export type { OutcomeInput } from './outcomes.js';
export type { ProbabilityInput, ProbableImpact } from './proxy.js';
export type { Publication } from './rule.js';
export type { QuantileRatios, ScoredGroups } from './scores.js';
export type { ImpactTable, SelectionCounts } from './table.js';
export type { ImpactInput, ImpactReport } from './tables.js';
