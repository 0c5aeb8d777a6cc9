// SPDX-License-Identifier: Apache-2.0
//
// Logs of OpenAI evals: JSON Lines with a specification, events of several types per sample, and a final report.

import { isNested } from '../files/leaves.js';
import { fieldsOf, textOf } from './fields.js';
import { type LogKind, type LogReader, LogTable } from './log-table.js';

export const openaiEvals: LogKind = {
  tool: 'OpenAI evals',
  aliases: { sample_id: 'item', completion_fns: 'model' },
  prefix: 'sample.',
};

export const isOpenaiSpec = (value: unknown): boolean => {
  const { spec } = fieldsOf(value);
  return isNested(spec) && 'completion_fns' in spec;
};

/** Reads events. Scores are those of matches and metrics; a sample with an error and neither has none. */
export function openaiEvalsReader(columns: readonly string[] | undefined): LogReader {
  const table = new LogTable(openaiEvals, columns);
  const samples = new Map<string, { scores: Record<string, unknown>; isError: boolean }>();
  let model: string | undefined;
  let isComplete = false;
  return {
    add(value) {
      const { spec, final_report: report, sample_id: id, type, data } = fieldsOf(value);
      if (spec !== undefined) {
        const { completion_fns: names } = fieldsOf(spec);
        model = textOf(Array.isArray(names) ? names[0] : names);
      }
      isComplete ||= report !== undefined;
      const name = textOf(id);
      if (name === undefined) return;
      const sample = samples.get(name) ?? { scores: {}, isError: false };
      samples.set(name, sample);
      if (type === 'match') sample.scores.correct = fieldsOf(data).correct ?? null;
      else if (type === 'metrics') Object.assign(sample.scores, scoresIn(data));
      else if (type === 'error') sample.isError = true;
    },
    finish() {
      for (const [item, { scores, isError }] of samples) {
        table.add({ item, model, fields: {}, scores, isError: isError && Object.keys(scores).length === 0 });
      }
      if (!isComplete) table.note('The evaluation stopped before its end.');
      return table;
    },
  };
}

const scoresIn = (data: unknown) =>
  Object.fromEntries(
    Object.entries(fieldsOf(data)).filter(([, value]) => typeof value === 'number' || typeof value === 'boolean'),
  );
