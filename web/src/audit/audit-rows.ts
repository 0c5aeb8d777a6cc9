// SPDX-License-Identifier: Apache-2.0
//
// The audit of a file as it was chosen: of one model or two, and of the scores where there are any.

import { auditBatches, type CsvBatch, type Fairwasm, type Report } from 'fairwasm';
import { ScoreCounter } from '../scores/score-sheet.js';
import type { Choice } from '../table/choice.js';
import { readRows } from '../table/read.js';
import type { Audited } from '../work/protocol.js';

const roles = ['label', 'prediction', 'score', 'weight'] as const;

/** The columns of the file that the choice names. */
export const columnsOf = (choice: Choice): string[] => [
  ...new Set([...roles.flatMap((role) => choice[role] ?? []), ...choice.groups]),
];

/** Reads the file once for each model. */
export async function auditRows(
  fair: Fairwasm,
  file: Blob,
  source: string,
  choice: Choice,
  onProgress: (bytes: number) => void,
  onCounted: (figures: Report) => void,
): Promise<Audited> {
  const { rival } = choice;
  const passes = rival === undefined ? 1 : 2;
  const scores = ScoreCounter.for(fair, choice);
  const audit = (model: Choice, pass: number, counter?: ScoreCounter): Promise<Report> => {
    const { rival: _, bins, ...what } = model;
    const reading = {
      bins,
      columns: columnsOf(model),
      onProgress: (bytes: number) => onProgress((pass * file.size + bytes) / passes),
    };
    const rows = readRows(file, reading);
    const batches = counter ? counted(rows, counter) : rows;
    return auditBatches(fair, batches, { ...what, source }, pass === 0 ? { onCounted } : {});
  };
  const report = await audit(choice, 0, scores);
  const second = rival && (await audit({ ...choice, prediction: rival, score: undefined }, 1));
  return { report, rival: second || undefined, scores: scores?.sheet() };
}

// The audit comes first: it says best what is wrong with a row.
async function* counted(rows: AsyncIterable<CsvBatch>, counter: ScoreCounter) {
  for await (const batch of rows) {
    yield batch;
    counter.add(batch);
  }
}
