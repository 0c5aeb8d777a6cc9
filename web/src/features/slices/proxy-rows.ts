// SPDX-License-Identifier: Apache-2.0
//
// Searches a file for columns that reveal a group.

import type { Proxies, Slices } from 'fairwasm/slices';
import { readCodes } from '../../table/read.js';
import type { Progress, RequestOf } from '../../worker/requests.js';
import { GrowingColumn } from './growing-column.js';
import { countCombinations } from './questions.js';

// The most permutations whose search takes seconds, or none.
const mostCells = 1e9;
const getPermutations = (cells: number): number =>
  [999, 199, 99, 19].find((permutations) => permutations * cells <= mostCells) ?? 0;

/** `columns`: the columns to compare. */
export async function proxyRows(
  slices: Slices,
  { file, choice, group, columns, maxColumns }: RequestOf<'proxies'>,
  onProgress: (progress: Progress) => void,
): Promise<Proxies> {
  const growing = new Map([group, ...columns].map((name) => [name, new GrowingColumn()]));
  const reading = {
    columns: [...growing.keys()],
    bins: choice.bins,
    onProgress: ({ done }: { done: number }) => onProgress({ done, total: file.size }),
  };
  for await (const batch of readCodes(file, reading)) {
    for (const [name, column] of Object.entries(batch.columns)) growing.get(name)?.add(column);
  }
  const of = (name: string) => growing.get(name) as GrowingColumn;
  const coded = of(group).coded();
  const cells = coded.codes.length * countCombinations(columns.length, maxColumns);
  return slices.proxies(
    { columns: Object.fromEntries(columns.map((name) => [name, of(name).column()])), group: coded },
    {
      maxColumns,
      // Rows of one person are not exchangeable.
      permutations: choice.cluster === undefined ? getPermutations(cells) : 0,
      onProgress: ({ done }) => {
        const note = `Comparing columns: ${Math.floor(done * 100)}%`;
        onProgress({ done, total: 1, note });
      },
    },
  );
}
