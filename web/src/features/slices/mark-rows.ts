// SPDX-License-Identifier: Apache-2.0
//
// Adds a column to a file that separates the rows of a found group from all others.

import { type NamedColumns, profileCsv, rewriteTable } from 'fairwasm';
import { missingCategory } from '#fairwasm/data/category.js';
import { type FoundGroup, others } from './questions.js';

export async function markRows(file: Blob, { name, title, conditions }: FoundGroup) {
  const change = (columns: NamedColumns): NamedColumns => {
    const passed = Object.entries(conditions).map(([column, category]) => {
      const { codes, categories } = columns[column] as NamedColumns[string];
      return { codes, isIn: categories.map(getTest(category)) };
    });
    const [any] = Object.values(columns);
    const codes = Uint32Array.from(any?.codes ?? [], (_, row) =>
      passed.every(({ codes, isIn }) => isIn[codes[row] as number]) ? 0 : 1,
    );
    return { ...columns, [name]: { codes, categories: [title, others] } };
  };
  const marked = await rewriteTable(file, { change });
  return { file: marked, profile: await profileCsv(marked) };
}

const range = /^\(([^,]+), ([^,]+)\]$/;

/** Whether a text belongs to a category: `f`, `≤ 25`, `(25, 32]`, or `> 32`. */
export function getTest(category: string): (text: string) => boolean {
  const [, above, upTo] = range.exec(category) ?? [];
  const [low, high] = [above ?? /^> (.+)$/.exec(category)?.[1], upTo ?? /^≤ (.+)$/.exec(category)?.[1]].map((limit) =>
    limit === undefined ? undefined : Number(limit),
  );
  const isRange = [low, high].some((limit) => limit !== undefined && !Number.isNaN(limit));
  const number = category.trim() === '' ? Number.NaN : Number(category);
  return (text) => {
    if (text === category) return true;
    if (text === '') return category === missingCategory;
    const value = Number(text);
    if (isRange) return value > (low ?? -Infinity) && value <= (high ?? Infinity);
    return value === number;
  };
}
