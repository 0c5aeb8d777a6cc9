// SPDX-License-Identifier: Apache-2.0
//
// Scores by group for the charts in an HTML report. The counts of the report do not contain them, so the file
// is read a second time.

import type { CsvAuditOptions } from '../audit/audit-csv.js';
import type { CategoryColumn, NumberColumn } from '../data/column.js';
import type { IntakeOptions } from '../data/intake/options.js';
import { isMissing, toMissingTexts, type Value } from '../data/value.js';
import type { Fairwasm } from '../fairwasm.js';
import type { Report } from '../report/report.js';
import { scoreBreakdowns, storedScores } from '../scores/stored-scores.js';
import { keepCompleteRows } from '../tally/missing.js';
import { computing } from './computing.js';
import { readByRole } from './file-columns.js';

/** Adds the scores to the report, if they are probabilities and the report has outcomes. */
export async function withScores(
  fair: Fairwasm,
  report: Report,
  { path, what, intake }: { path: string; what: CsvAuditOptions; intake: IntakeOptions | undefined },
): Promise<Report> {
  const { label, score, prediction, weight, groups } = what;
  if (label === undefined || score === undefined) return report;
  const labels = [label, prediction];
  const asked = { categories: [...labels, ...groups], numbers: [score, weight], labels };
  const columns = await readByRole(path, asked, intake);
  const given = {
    label: columns.category(label),
    score: columns.number(score),
    prediction: prediction === undefined ? undefined : columns.category(prediction),
    weight: weight === undefined ? undefined : columns.number(weight),
    groups: columns.categories(groups),
  };
  const texts = toMissingTexts(what.missingValues);
  const isImprobable = (value: Value) => !(Number(value) >= 0 && Number(value) <= 1) && !isMissing(value, texts);
  if ((given.score as readonly Value[]).some(isImprobable)) {
    return report; // Its report states that the scores are not probabilities.
  }
  const { rows } = what.missing === 'drop' ? keepCompleteRows(given, columns.rows, texts) : { rows: given };
  const tally = fair.scoreTally(groups, [...report.favorable]);
  try {
    const scores = await computing(() => {
      const { label, score, weight, groups } = rows;
      tally.update({ ...{ groups, weight }, label: label as CategoryColumn, score: score as NumberColumn });
      return storedScores(scoreBreakdowns(tally, what.groups));
    });
    return { ...report, extras: { ...report.extras, scores } };
  } finally {
    tally[Symbol.dispose]();
  }
}
