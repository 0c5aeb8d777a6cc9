// SPDX-License-Identifier: Apache-2.0
//
// A table's values under the names by which groups and labels are made of them, so that every part of the
// page compares what the audit compares: " 1", "1.0" and "1" are "1", and NA is no value.

import { type CsvBatch, categoryOf } from 'fairwasm';

const mostKept = 1 << 14; // different texts of a column; measurements have no end of them

/** Names batch by batch; missing values become empty. */
export function naming(): (batch: CsvBatch) => CsvBatch {
  const known = new Map<string, Map<string, string>>();
  return (batch) => {
    const columns = Object.entries(batch.columns).map(([name, values]) => {
      const names = known.get(name) ?? new Map<string, string>();
      known.set(name, names);
      return [name, values.map((text) => names.get(text) ?? learn(names, text))];
    });
    return { ...batch, columns: Object.fromEntries(columns) };
  };
}

function learn(names: Map<string, string>, text: string): string {
  const name = categoryOf(text) ?? '';
  if (names.size >= mostKept) names.clear();
  names.set(text, name);
  return name;
}
