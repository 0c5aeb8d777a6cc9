// SPDX-License-Identifier: Apache-2.0
//
// Bias scenarios: one record for each limit and group, with the fields that a bias assessment documents. The hazard, the
// mitigation, and the next review are null, because only people can complete them.

import { type Check, judgedInterval } from './gate.js';

/** A record of a bias assessment. */
interface BiasScenario {
  /** The group, and the group that it is compared with: "of f compared with m (by sex)". */
  group: string;
  /** The possible harm to the group, in words of the assessor. */
  hazard: null;
  /** The measure and its acceptable values: "disparateImpact, at least 0.8". */
  acceptability: string;
  /** The measured value and its confidence interval; null if they are undefined, or compared with a baseline. */
  result: { value: number; ci: readonly [number, number] | null } | null;
  outcome: 'acceptable' | 'not acceptable' | 'not judged' | 'exempt';
  /** Why the outcome is not acceptable, not judged, or exempt. */
  reason: string | null;
  mitigation: null;
  review: null;
}

const outcomes = { kept: 'acceptable', crossed: 'not acceptable', unjudged: 'not judged', skipped: 'exempt' } as const;

function toScenario({ limit, who, verdict, message, estimate }: Check): BiasScenario {
  return {
    group: who || 'any group',
    hazard: null,
    acceptability: limit,
    result:
      estimate === undefined || Number.isNaN(estimate.value)
        ? null
        : { value: estimate.value, ci: judgedInterval(estimate) ?? null },
    outcome: outcomes[verdict],
    reason: message || null,
    mitigation: null,
    review: null,
  };
}

/** Returns the scenarios of a report as JSON. Infinite values are null, because JSON has no infinity. */
export const scenarios = (source: string | null, checks: readonly Check[]): string =>
  `${JSON.stringify(
    { format: 'fairwasm-scenarios', version: 1, source, scenarios: checks.map(toScenario) },
    null,
    2,
  )}\n`;
