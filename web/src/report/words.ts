// SPDX-License-Identifier: Apache-2.0
//
// Results as sentences.

import type { Breakdown, Estimate, Metric, Report } from 'fairwasm';
import { countText, percentText, unitOf, valueText } from '../parts/number.js';
import { rateItems } from './ranking.js';

/** Compares a group with the reference group: "24.0 percentage points higher for the A group than for the B group." */
export function comparison(
  metric: Metric,
  { value }: Estimate,
  group: string,
  reference: string,
): string {
  const unit = unitOf(metric);
  if (unit === 'multiple') {
    return Number.isFinite(value)
      ? `${value.toFixed(2)} times as high for the ${group} group as for the ${reference} group.`
      : `Above 0 for the ${group} group, and 0 for the ${reference} group.`;
  }
  if (unit !== 'points')
    return `${valueText(value, unit)} for the ${group} group, compared with the ${reference} group.`;
  const points = Math.abs(value * 100).toFixed(1);
  if (Number(points) === 0) return `The same for the ${group} group and the ${reference} group.`;
  const which = value > 0 ? 'higher' : 'lower';
  return `${points} percentage points ${which} for the ${group} group than for the ${reference} group.`;
}

/** States which group fares worse, if the metric has an adverse side and the difference is significant. */
export function adverseText(
  { ideal = 0, adverse }: Metric,
  estimate: Estimate,
  group: string,
  reference: string,
): string {
  const { value } = estimate;
  const isEqual = Number.isNaN(value) || Math.abs(value - ideal) < 0.0005;
  if (adverse === undefined || isEqual || isOpen(estimate, ideal)) return '';
  const isWorse = adverse === 'above' ? value > ideal : value < ideal;
  return `By this measure, the ${isWorse ? group : reference} group fares worse.`;
}

/** Defines “positive” for a report. */
export function positiveText({ favorable, outcome }: Report): string {
  const label = `the label “${favorable.join('”, “')}”`;
  if (outcome === 'burden')
    return `“Positive” means ${label} in this report. A positive decision is a burden.`;
  return `“Positive” and “favorable” mean ${label} in this report.`;
}

/** The confidence level: "95%". */
export const confidenceText = ({ confidence }: NonNullable<Report['uncertainty']>): string =>
  percentText(confidence);

/** With the interval that accounts for all comparisons, like the adjusted p-value. */
export const together = (estimate: Estimate): Estimate => {
  const { adjustedCi } = estimate;
  return adjustedCi ? { ...estimate, ci: adjustedCi } : estimate;
};

/** The p-value, adjusted if possible: "< 0.001"; or an empty string. */
export function probabilityText({ pValue, adjustedPValue }: Estimate): string {
  const p = adjustedPValue ?? pValue;
  if (p === undefined) return '';
  return p < 0.001 ? '< 0.001' : p.toFixed(3);
}

/**
 * Describes interval and test in plain words; empty without a test. An adjusted p-value is not a frequency, so the
 * text does not express it as one.
 */
export function chanceText(
  { value, ci, pValue, adjustedPValue }: Estimate,
  ideal: number,
  { confidence }: NonNullable<Report['uncertainty']>,
): string {
  const p = adjustedPValue ?? pValue;
  if (p === undefined || pValue === undefined) return '';
  if (Math.abs(value - ideal) < 1e-12) return 'No difference observed.';
  const limit = 1 - confidence;
  const isTested = p < limit;
  const isOutside = ci !== undefined && (ideal < ci[0] || ideal > ci[1]);
  const test = `${p === pValue ? '' : 'adjusted '}${equationOf(p)}`;
  if (!isTested && pValue < limit) {
    return (
      `Among all comparisons, data like these would not be rare if there were no difference: on its own, this one has ${equationOf(pValue)}; adjusted for all ` +
      `comparisons, ${equationOf(p)}.`
    );
  }
  if (ci && isTested !== isOutside) {
    const [one, other] = isOutside ? ['interval', 'test'] : ['test', 'interval'];
    return `Borderline: the ${one} excludes no difference, the ${other} does not (${test}).`;
  }
  if (!isTested) return `Data like these would not be rare if there were no difference (${test}).`;
  return `Data like these would be ${p < 0.001 ? 'very ' : ''}rare if there were no difference (${test}).`;
}

/** True if the data are compatible with no difference, or few cases are expected. */
export function isOpen({ ci, warning }: Estimate, ideal = 0): boolean {
  return warning !== undefined || (ci !== undefined && ci[0] <= ideal && ci[1] >= ideal);
}

/** The minimum detectable differences if the data are compatible with no difference; otherwise empty. */
export function unseenText(estimate: Estimate, ideal: number): string {
  const text = detectableText(estimate);
  if (text === '' || !isOpen(estimate, ideal)) return '';
  return `Minimum detectable difference: with this sample size, the test detects ${text} with 80% power.`;
}

/** "a decrease of 9.4 pp or an increase of 13.8 pp"; empty if neither could be detected. */
export function detectableText({ minimumDetectableDifference: ends }: Estimate): string {
  const texts = ['a decrease', 'an increase'].flatMap((direction, i) => {
    const size = Math.abs(ends?.[i] ?? Number.NaN);
    return Number.isNaN(size) ? [] : [`${direction} of ${valueText(size, 'gap')}`];
  });
  return texts.join(' or ');
}

const equationOf = (p: number): string => (p < 0.001 ? 'p < 0.001' : `p = ${p.toFixed(3)}`);

/** Describes how intervals and tests were computed. */
export function methodText({ uncertainty, rows, overall, clusters }: Report): string {
  if (uncertainty === null) return 'No confidence intervals were computed.';
  const { effectiveRows } = overall.counts;
  const weights =
    effectiveRows < rows * (1 - 1e-9)
      ? ` With their weights, the ${countText(rows)} rows have an effective sample size of ${countText(Math.round(effectiveRows))}.`
      : '';
  const family = uncertainty.simultaneous ? 'all disparities' : 'the disparities of the summary';
  const held = `Intervals of ${family} are simultaneous (Šidák).`;
  if (clusters !== undefined) {
    return (
      `${confidenceText(uncertainty)}  confidence intervals: Wilson’s for proportions, Newcombe’s for differences, ` +
      `with variances between clusters, because the rows of a cluster are dependent. ${held} Tests of no ` +
      `difference: 1 minus the confidence level at which the interval reaches no difference, adjusted in the same way.${weights}`
    );
  }
  return (
    `${confidenceText(uncertainty)}  confidence intervals: Wilson’s for proportions, Newcombe’s for ` +
    `differences. ${held} Tests of no difference: Fisher’s exact (mid-p) or chi-squared, ` +
    'adjusted in the same way; for all groups at once, a permutation test ' +
    `(${countText(uncertainty.draws)} draws, seed ${uncertainty.seed}).${weights}`
  );
}

/** States the lowest and the highest value with their groups. */
export function spreadText(breakdown: Breakdown, metric: Metric): string {
  const defined = rateItems(breakdown, metric).filter(({ estimate }) =>
    Number.isFinite(estimate.value),
  );
  const [highest, lowest] = [defined[0], defined.at(-1)];
  if (!highest || !lowest || highest === lowest) return '';
  const text = (value: number) => valueText(value, unitOf(metric));
  return (
    `From ${text(lowest.estimate.value)} (${lowest.group}) ` +
    `to ${text(highest.estimate.value)} (${highest.group}).`
  );
}

/** States the range of a rate over groups, and whether such data would be rare if groups were equal. */
export function gapText(
  breakdown: Breakdown,
  metric: Metric,
  uncertainty: Report['uncertainty'],
): string {
  const gap = breakdown.spreads[metric.name]?.difference;
  const chance = gap && uncertainty ? chanceText(gap, 0, uncertainty) : '';
  return `${spreadText(breakdown, metric)} ${chance}`.trim();
}
