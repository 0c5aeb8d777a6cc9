// SPDX-License-Identifier: Apache-2.0
//
// Samples of lm-evaluation-harness: one line per document and filter of its answer.

import { isNested } from '../files/leaves.js';
import { type Fields, fieldsOf, textOf } from './fields.js';
import { type LogKind, type LogReader, LogTable } from './log-table.js';

export const lmEval: LogKind = { tool: 'lm-evaluation-harness', aliases: { doc_id: 'item' }, prefix: 'sample.' };

export const isLmEvalSample = (value: unknown): boolean => {
  const { doc_id, doc, filter, metrics, filtered_resps: answers } = fieldsOf(value);
  return doc_id !== undefined && isNested(doc) && [filter, metrics, answers].some((each) => each !== undefined);
};

/** The fields of a sample that are not scores, if it does not name its scores. */
const notScores = new Set(['doc_id', 'doc', 'target', 'arguments', 'resps', 'filtered_resps', 'filter', 'metrics']);

interface Sample {
  item: string;
  fields: object;
  scores: Record<string, unknown>;
}

/** Reads samples. The scores of one document with different filters are columns of one row. */
export function lmEvalReader(columns: readonly string[] | undefined): LogReader {
  const byItem = new Map<string, Sample>();
  const filters = new Set<string>();
  const table = new LogTable(lmEval, columns);
  return {
    add(value) {
      const sample = fieldsOf(value);
      const { doc_id: id, doc, doc_hash: hash } = sample;
      const filter = textOf(sample.filter) ?? 'none';
      filters.add(filter);
      // Another version of the data has other documents with the same numbers.
      const item = `${textOf(id) ?? ''} ${textOf(hash)?.slice(0, 8) ?? ''}`.trim();
      const cached = byItem.get(item) ?? { item, fields: table.wantedFields({ doc }), scores: {} };
      byItem.set(item, cached);
      for (const name of scoresOf(sample)) cached.scores[`${name},${filter}`] = sample[name] ?? null;
    },
    finish() {
      const getName = (name: string) => (filters.size > 1 ? name : name.slice(0, name.lastIndexOf(',')));
      for (const { scores, ...sample } of byItem.values()) {
        const named = Object.entries(scores).map(([name, value]) => [getName(name), value]);
        table.add({ ...sample, scores: Object.fromEntries(named) });
      }
      if (filters.size > 1) table.note(`Each score has a column for each filter: ${[...filters].join(', ')}.`);
      return table;
    },
  };
}

function scoresOf(sample: Fields): string[] {
  if (Array.isArray(sample.metrics)) return sample.metrics.map(String);
  return Object.keys(sample).filter((key) => !notScores.has(key) && !key.endsWith('_hash'));
}
