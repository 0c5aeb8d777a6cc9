// SPDX-License-Identifier: Apache-2.0
//
// Results of the limits as JUnit XML, which most build servers display: one suite per limit, one case per
// group.

import { escapeHtml } from '../document/html-parts.js';
import type { Check } from './gate.js';

/**
 * Escapes a string for XML. Characters that XML cannot represent become replacement characters, as unpaired
 * surrogates do in UTF-8.
 */
const escapeXml = (text: string): string => escapeHtml(text).replace(/[\ufffe\uffff]/g, '\ufffd');

const count = (checks: readonly Check[], verdict: Check['verdict']): number =>
  checks.filter((check) => check.verdict === verdict).length;

/** Returns the checks as one XML document. */
export function junit(source: string | null, checks: readonly Check[]): string {
  const limits = [...new Set(checks.map(({ limit }) => limit))];
  const suites = limits.map((limit) =>
    suite(
      limit,
      checks.filter((check) => check.limit === limit),
    ),
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="${escapeXml(`fairwasm: ${source ?? 'no source'}`)}" ${totals(checks)}>
${suites.join('\n')}
</testsuites>
`;
}

const totals = (checks: readonly Check[]): string =>
  `tests="${checks.length}" failures="${count(checks, 'crossed')}" errors="${count(checks, 'unjudged')}" skipped="${count(checks, 'skipped')}"`;

function suite(limit: string, checks: readonly Check[]): string {
  return `  <testsuite name="${escapeXml(limit)}" ${totals(checks)}>
${checks.map(testCase).join('\n')}
  </testsuite>`;
}

function testCase({ limit, who, verdict, message }: Check): string {
  const named = `    <testcase classname="${escapeXml(limit)}" name="${escapeXml(who || 'any group')}"`;
  if (verdict === 'kept') return `${named}/>`;
  const text = escapeXml(message);
  const found = {
    crossed: `<failure message="${text}" type="limit">${text}</failure>`,
    unjudged: `<error message="${text}" type="unjudged">${text}</error>`,
    skipped: `<skipped message="${text}"/>`,
  }[verdict];
  return `${named}>${found}</testcase>`;
}
