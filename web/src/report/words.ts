// SPDX-License-Identifier: Apache-2.0
//
// Figures as sentences.

import type { Estimate, Metric, Report } from 'fairwasm';
import { countText, unitOf, valueText } from '../parts/number.js';

/** "24.0 percentage points higher for African-American than for Caucasian." */
export function comparison(
  metric: Metric,
  { value }: Estimate,
  group: string,
  reference: string,
): string {
  const unit = unitOf(metric);
  if (unit === 'multiple') {
    return Number.isFinite(value)
      ? `${value.toFixed(2)} times as high for ${group} as for ${reference}.`
      : `Above 0 for ${group}, and 0 for ${reference}.`;
  }
  if (unit !== 'points') return `${valueText(value, unit)} for ${group} against ${reference}.`;
  const points = Math.abs(value * 100).toFixed(1);
  if (Number(points) === 0) return `The same for ${group} and ${reference}.`;
  const which = value > 0 ? 'higher' : 'lower';
  return `${points} percentage points ${which} for ${group} than for ${reference}.`;
}

/** "95 %". */
export const confidenceText = ({ confidence }: NonNullable<Report['uncertainty']>): string =>
  `${Number((confidence * 100).toPrecision(6))}\u202f%`;

/** The p-value, adjusted where it was: "< 0.001"; or nothing. */
export function probabilityText({ pValue, adjustedPValue }: Estimate): string {
  const p = adjustedPValue ?? pValue;
  if (p === undefined) return '';
  return p < 0.001 ? '< 0.001' : p.toFixed(3);
}

/** What the p-value says about chance, in plain words; nothing where there was no test. */
export function chanceText({ pValue, adjustedPValue }: Estimate): string {
  const p = adjustedPValue ?? pValue;
  if (p === undefined) return '';
  const often = p < 0.001 ? 'less than once in 1,000 times' : `about ${timesText(p)} times`;
  const answer = p < 0.01 ? 'Hardly' : p < 0.05 ? 'It could, but not often' : 'Yes, easily';
  return (
    `Could this be chance? ${answer}: among groups that are treated alike, a difference this large ` +
    `would come up ${often}.`
  );
}

const timesText = (p: number): string =>
  p < 0.095 ? `${(p * 1000).toFixed(0)} in 1,000` : `${(p * 100).toFixed(0)} in 100`;

/** How intervals and tests were computed. */
export function methodText({ uncertainty, rows, overall }: Report): string {
  if (uncertainty === null) return 'No intervals were computed.';
  const { effectiveRows } = overall.counts;
  const weights =
    effectiveRows < rows * (1 - 1e-9)
      ? ` With their weights, the ${countText(rows)} rows say as much as ${countText(Math.round(effectiveRows))} of equal weight.`
      : '';
  return (
    `${confidenceText(uncertainty)} intervals: Wilson’s for shares of rows, BCa bootstrap for all else ` +
    `(${countText(uncertainty.draws)} draws, seed ${uncertainty.seed}). Tests of no difference: Fisher’s ` +
    'exact or chi-squared, adjusted for the number of groups (Benjamini and Hochberg); between all groups ' +
    `at once, a permutation test.${weights}`
  );
}
