// SPDX-License-Identifier: Apache-2.0
//
// What a positive decision does to a person: it is a benefit, such as a loan, or a burden, such as detention. The
// numbers are the same, and what they mean is not: which gap strikes a group, and which error is the grave one. Here
// stands what comes first; what is said of it stands in outcome-words.ts, which audits alone do not need.

import { groupMetrics } from './group.js';

/** What a positive decision is to the person it is made about. */
export const outcomes = ['benefit', 'burden'] as const;
export type Outcome = (typeof outcomes)[number];

// Who bears a burden that should not have fallen on them comes first.
const ofBurden: readonly string[] = ['falsePositiveRateDifference', 'falsePositiveRateRatio'];
const essentialOfBurden: readonly string[] = [
  ...['falsePositiveRateDifference', 'falseDiscoveryRateDifference', 'disparateImpact'],
  ...['statisticalParityDifference', 'equalOpportunityDifference'],
];

/** Whether a summary begins with the disparity. */
export const leads = (name: string, outcome: Outcome | undefined): boolean =>
  outcome === 'burden' && ofBurden.includes(name);

const essentialOfTable: readonly string[] = groupMetrics.flatMap(({ name, essential }) =>
  essential ? name : [],
);

/** Whether the disparity belongs in a short summary. */
export const isEssential = (name: string, outcome: Outcome | undefined): boolean =>
  (outcome === 'burden' ? essentialOfBurden : essentialOfTable).includes(name);

/** The names in the order in which to show them: what the outcome asks about first is at the front. */
export function orderedFor(names: readonly string[], outcome: Outcome | undefined): string[] {
  const isFirst = (name: string) => leads(name, outcome);
  return [...names.filter(isFirst), ...names.filter((name) => !isFirst(name))];
}
