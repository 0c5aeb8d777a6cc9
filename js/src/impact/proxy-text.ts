// SPDX-License-Identifier: Apache-2.0
//
// Selection rates of probable categories, for a terminal: what is weighted never without what it can be.

import { oneLine, showConfidence, showCount, showNumber } from '../report/shown.js';
import type { ProbableCategory, ProbableImpact } from './proxy.js';

const range = ([low, high]: readonly [number, number]) =>
  `${showNumber(low)} to ${showNumber(high)}`;

/** What {@link Impact.byProbability} gave, for a terminal. */
export function probableImpactText(report: ProbableImpact, source: string): string {
  const { applicants, selected, cells, reference, confidence, categories, notes } = report;
  return [
    `Selection rates by probable category: ${oneLine(source)}`,
    '',
    ...notes.map((note) => `- ${note}`),
    '',
    `Applicants  ${showCount(applicants)}, of whom ${showCount(selected)} were selected, in ${showCount(cells)} cells`,
    `Reference   ${oneLine(reference)}`,
    ...categories.flatMap((each) => ['', ...linesOf(each, showConfidence(confidence))]),
    '',
  ].join('\n');
}

function linesOf(category: ProbableCategory, confidence: string): string[] {
  const { name, applicants, selected, weightedRate, rateBounds, rateInterval, ratio } = category;
  const { value, ci, reason } = weightedRate;
  if (reason !== undefined) return [oneLine(name), `  ${reason}`];
  return [
    oneLine(name),
    `  expected     ${showNumber(applicants)} applicants, ${showNumber(selected)} of them selected`,
    `  rate         ${showNumber(value)} weighted${ci ? `, ${confidence} interval ${range(ci)}` : ''}`,
    `  can be       ${range(rateBounds)}; with sampling ${range(rateInterval)}`,
    ...(ratio
      ? [`  ratio        ${showNumber(ratio.weighted)} weighted; can be ${range(ratio.bounds)}`]
      : []),
  ];
}
