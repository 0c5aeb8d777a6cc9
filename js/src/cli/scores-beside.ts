// SPDX-License-Identifier: Apache-2.0
//
// Scores by group beside the report of a file: what its HTML draws, as the page's does. The report's counts do not have
// them, so that the file is read once more.

import type { CsvAudit } from '../audit/audit-csv.js';
import { besideScores } from '../audit/beside-scores.js';
import type { Report } from '../audit/report.js';
import { toMissingTexts } from '../data/value.js';
import type { Fairwasm } from '../fairwasm.js';
import { keepCompleteRows } from '../tally/missing.js';
import { computing } from './computing.js';
import { readColumns } from './input.js';

/** The report with its scores, where they are probabilities that can be held against outcomes. */
export async function withScores(
  fair: Fairwasm,
  report: Report,
  { path, what, delimiter }: { path: string; what: CsvAudit; delimiter: string | undefined },
): Promise<Report> {
  const { label, score, prediction, weight, groups } = what;
  if (label === undefined || score === undefined) return report;
  const names = [label, score, ...groups, ...[prediction, weight].flatMap((name) => name ?? [])];
  const columns = await readColumns(path, [...new Set(names)], delimiter);
  const pick = (name: string | undefined) =>
    name === undefined ? undefined : (columns[name] as string[]);
  const given = {
    label: pick(label) as string[],
    score: pick(score) as string[],
    prediction: pick(prediction),
    weight: pick(weight),
    groups: Object.fromEntries(groups.map((name) => [name, pick(name) as string[]])),
  };
  if (given.score.some((text) => text !== '' && !(Number(text) >= 0 && Number(text) <= 1))) {
    return report; // which says itself that they are no probabilities
  }
  const texts = toMissingTexts(what.missingValues);
  const { rows } =
    what.missing === 'drop' ? keepCompleteRows(given, given.label.length, texts) : { rows: given };
  const tally = fair.scoreTally(groups, [...report.favorable]);
  try {
    const scores = await computing(() => {
      const { label, score, weight, groups } = rows;
      tally.update({ groups, label: label as string[], score: score as string[], weight });
      return besideScores(tally, what.groups);
    });
    return { ...report, beside: { ...report.beside, scores } };
  } finally {
    tally[Symbol.dispose]();
  }
}
