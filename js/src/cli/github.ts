// SPDX-License-Identifier: Apache-2.0
//
// What limits found as GitHub Actions shows it: annotations, which are lines on standard output, and Markdown for the
// summary of the job. Text from the data cannot become a command there.

import { open } from 'node:fs/promises';
import type { ComparisonReport } from '../audit/comparison.js';
import type { Report } from '../audit/report.js';
import { reportMarkdown } from '../report/markdown.js';
import { escapeMarkdown, markdownTable } from '../report/markdown-parts.js';
import { oneLine } from '../report/shown.js';
import { InputError } from './command.js';
import type { Check } from './gate.js';

// As GitHub's own toolkit has it: in data, what would end the line; in properties, what would end the property.
const escapeData = (text: string): string =>
  text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
const escapeProperty = (text: string): string =>
  escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');

/** A line for each limit that was crossed, each value that could not be judged, and each warning of the report. */
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

const verdicts = {
  kept: 'kept',
  crossed: '**crossed**',
  unjudged: '**not judged**',
  skipped: 'not judged',
} as const;
const maxRows = 200;
const maxBytes = 1_000_000; // GitHub drops a summary of more than a mebibyte

/** The verdicts as a table, what was crossed first, and the report; without it where both are too long for GitHub. */
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
  const table =
    rows.length > 0
      ? `## Limits\n\n${markdownTable(['Limit', 'Verdict', ''], rows)}\n${more}\n`
      : '';
  const whole = table + reportMarkdown(report);
  return Buffer.byteLength(whole) <= maxBytes ? whole : table;
}

/** Adds to the summary of the job, where there is one to be added to. */
export async function writeJobSummary(markdown: string): Promise<void> {
  const path = process.env.GITHUB_STEP_SUMMARY;
  if (!path) return;
  try {
    await append(path, `${markdown}\n`);
  } catch (error) {
    throw new InputError(
      oneLine(`${path}: the job summary cannot be written: ${(error as Error).message}`),
    );
  }
}

// All of it or nothing: half a table would swallow what the next step adds.
async function append(path: string, text: string): Promise<void> {
  const file = await open(path, 'a');
  try {
    const { size } = await file.stat();
    await file.appendFile(text).catch(async (error: unknown) => {
      await file.truncate(size).catch(() => {}); // of a device nothing can be taken back
      throw error;
    });
  } finally {
    await file.close();
  }
}
