// SPDX-License-Identifier: Apache-2.0
//
// The effect of a positive decision on a person: a benefit, such as a loan, or a burden, such as detention.
// It changes no number, but determines which gap harms a group and which error is more serious. This module
// has the order of display; outcome-words.ts, which some audits do not need, has the descriptions.

import { groupMetrics } from './group.js';

/** The effect that a positive decision has on a person. */
export type Outcome = 'benefit' | 'burden';
export const outcomes: readonly Outcome[] = ['benefit', 'burden'];

// Incorrectly imposed burdens come first.
const burdenDisparities: readonly string[] = ['falsePositiveRateDifference', 'falsePositiveRateRatio'];
const essentialOfBurden: readonly string[] = [
  ...['falsePositiveRateDifference', 'falseDiscoveryRateDifference', 'disparateImpact'],
  ...['statisticalParityDifference', 'equalOpportunityDifference'],
];

/** Returns whether a summary starts with the disparity. */
export const leads = (name: string, outcome: Outcome | undefined): boolean =>
  outcome === 'burden' && burdenDisparities.includes(name);

const essentialOfTable: readonly string[] = groupMetrics.flatMap(({ name, essential }) => (essential ? name : []));

/** Returns whether the disparity is part of a short summary. */
export const isEssential = (name: string, outcome: Outcome | undefined): boolean =>
  (outcome === 'burden' ? essentialOfBurden : essentialOfTable).includes(name);

/** Returns the names in display order: the ones that matter most for the outcome come first. */
export function orderedFor(names: readonly string[], outcome: Outcome | undefined): string[] {
  const isFirst = (name: string) => leads(name, outcome);
  return [...names.filter(isFirst), ...names.filter((name) => !isFirst(name))];
}
