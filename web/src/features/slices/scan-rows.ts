// SPDX-License-Identifier: Apache-2.0
//
// Searches the chosen groups for those with the largest errors of scores: reads the columns, scans, removes the
// subgroup that it found, and scans again.

import type { Aif360, BiasScanResult } from 'fairwasm/aif360';
import { missingCategory } from '#fairwasm/data/category.js';
import { type Choice, getColumns } from '../../table/choice.js';
import { readCodes } from '../../table/read.js';
import type { Progress } from '../../worker/requests.js';
import { rowReader } from './outcomes.js';
import type { Found, ScoreQuestion } from './questions.js';

const maxFound = 3;
// A penalty per category: without it, the scan reports every difference due to chance.
const penalty = 1;

interface Rows {
  attributes: Record<string, string[]>;
  observed: number[];
  expected: number[];
}

export async function scanRows(
  aif360: Aif360,
  file: Blob,
  choice: Choice,
  question: ScoreQuestion,
  onProgress: (progress: Progress) => void,
): Promise<Found[]> {
  let rows = await collect(file, choice, question, onProgress);
  const found: Found[] = [];
  while (found.length < maxFound && isSearchable(rows)) {
    const turn = found.length;
    const result = await search(aif360, rows, question, ({ done }) => {
      const percent = Math.floor(done * 100);
      const note = `Search ${turn + 1} of up to ${maxFound}: ${percent}%`;
      onProgress({ done: turn + done, total: maxFound, note });
    });
    if (result.score <= 0 || Object.keys(result.subset).length === 0) break;
    const searched = rows.observed.length;
    found.push({ ...result, searched, share: mean(rows.observed) });
    rows = without(rows, result.subset);
  }
  return found;
}

async function collect(
  file: Blob,
  choice: Choice,
  question: ScoreQuestion,
  onProgress: (progress: Progress) => void,
): Promise<Rows> {
  const rows: Rows = {
    attributes: Object.fromEntries(choice.groups.map((name) => [name, []])),
    observed: [],
    expected: [],
  };
  const reading = {
    bins: choice.bins,
    columns: getColumns(choice),
    onProgress: ({ done }: { done: number }) => onProgress({ done, total: file.size }),
  };
  for await (const { columns } of readCodes(file, reading)) {
    const read = rowReader(columns, choice, question);
    const length = Object.values(columns)[0]?.codes.length ?? 0;
    for (let row = 0; row < length; row++) {
      const outcome = read(row);
      if (!outcome) continue;
      rows.observed.push(outcome.observed);
      rows.expected.push(outcome.expected);
      for (const name of choice.groups) {
        const column = columns[name];
        rows.attributes[name]?.push(column?.categories[column.codes[row] as number] as string);
      }
    }
  }
  return rows;
}

function search(
  aif360: Aif360,
  { attributes, observed, expected }: Rows,
  question: ScoreQuestion,
  onProgress: (progress: { done: number }) => void,
): Promise<BiasScanResult> {
  // Overpredicted: the outcome is less frequent than expected.
  const overpredicted = question === 'scoreTooHigh';
  return aif360.biasScan(
    { attributes, observations: observed, expectations: expected },
    { favorableValue: '1', overpredicted, penalty, onProgress },
  ) as Promise<BiasScanResult>;
}

// If all outcomes are equal, there is nothing to compare.
const isSearchable = ({ observed }: Rows): boolean => observed.includes(0) && observed.includes(1);

function without(rows: Rows, subset: Readonly<Record<string, readonly string[]>>): Rows {
  const clauses = Object.entries(subset).map(([name, categories]) => {
    const chosen = new Set(categories);
    return (row: number) => chosen.has(rows.attributes[name]?.[row] || missingCategory);
  });
  const isLeft = (_: unknown, row: number) => !clauses.every((holds) => holds(row));
  const attributes = Object.entries(rows.attributes).map(([name, values]) => [name, values.filter(isLeft)]);
  return {
    attributes: Object.fromEntries(attributes),
    observed: rows.observed.filter(isLeft),
    expected: rows.expected.filter(isLeft),
  };
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
