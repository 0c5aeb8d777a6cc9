// SPDX-License-Identifier: Apache-2.0
//
// Results of the limits for other programs: JUnit XML for build servers (one suite per limit, one case per group), and
// annotations and a job summary for GitHub Actions. Data is escaped so that it cannot become a workflow command.

import { open } from 'node:fs/promises';
import type { ComparisonReport } from '../../audit/comparison/comparison.js';
import { oneLine } from '../../document/format.js';
import { escapeHtml } from '../../document/html-parts.js';
import { escapeMarkdown, markdownTable } from '../../document/markdown.js';
import { format } from '../../report/all-results.js';
import type { Report } from '../../report/report.js';
import { InputError } from '../command.js';
import type { Check } from './limits.js';

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
  const result = {
    crossed: `<failure message="${text}" type="limit">${text}</failure>`,
    unjudged: `<error message="${text}" type="unjudged">${text}</error>`,
    skipped: `<skipped message="${text}"/>`,
  }[verdict];
  return `${named}>${result}</testcase>`;
}

// Escaping follows GitHub's toolkit: line ends in data; line ends and separators in properties.
const escapeData = (text: string): string =>
  text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
const escapeProperty = (text: string): string => escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');

/** Returns one line for each crossed limit, each value that could not be checked, and each warning. */
export function annotations(warnings: readonly string[], checks: readonly Check[]): string {
  const annotation = (kind: 'error' | 'notice' | 'warning', title: string, text: string) =>
    `::${kind} title=${escapeProperty(oneLine(title))}::${escapeData(oneLine(text))}\n`;
  return [
    ...checks.flatMap(({ verdict, limit, message }) => {
      if (verdict === 'kept') return [];
      return [annotation(verdict === 'skipped' ? 'notice' : 'error', limit, message)];
    }),
    ...warnings.map((warning) => annotation('warning', 'fairwasm', warning)),
  ].join('');
}

const verdicts = { kept: 'kept', crossed: '**crossed**', unjudged: '**not judged**', skipped: 'not judged' } as const;
const maxRows = 200;
const maxBytes = 1_000_000; // GitHub drops a summary of more than 1 MiB.

/** Returns the results as a table, failures first, followed by the report if both fit GitHub's limit. */
export function jobSummary(report: Report | ComparisonReport, checks: readonly Check[]): string {
  const rank = { crossed: 0, unjudged: 1, skipped: 2, kept: 3 };
  const sorted = checks.toSorted((a, b) => rank[a.verdict] - rank[b.verdict]);
  const rows = sorted
    .slice(0, maxRows)
    .map(({ limit, who, verdict, message }) => [
      escapeMarkdown(limit),
      verdicts[verdict],
      escapeMarkdown(message || who),
    ]);
  const left = sorted.length - rows.length;
  const more = left > 0 ? `\nAnd ${left} more.\n` : '';
  const table = rows.length > 0 ? `## Limits\n\n${markdownTable(['Limit', 'Verdict', ''], rows)}\n${more}\n` : '';
  const whole = table + format(report, 'markdown');
  return Buffer.byteLength(whole) <= maxBytes ? whole : table;
}

/** Appends to the job summary, if GitHub Actions provides one. */
export async function writeJobSummary(markdown: string): Promise<void> {
  const path = process.env.GITHUB_STEP_SUMMARY;
  if (!path) return;
  try {
    await append(path, `${markdown}\n`);
  } catch (error) {
    throw new InputError(oneLine(`${path}: the job summary cannot be written: ${(error as Error).message}`));
  }
}

// The file is restored after a partial write, because half a table would corrupt the output of the next step.
async function append(path: string, text: string): Promise<void> {
  const file = await open(path, 'a');
  try {
    const { size } = await file.stat();
    await file.appendFile(text).catch(async (error: unknown) => {
      await file.truncate(size).catch(() => {}); // A device cannot be truncated.
      throw error;
    });
  } finally {
    await file.close();
  }
}
