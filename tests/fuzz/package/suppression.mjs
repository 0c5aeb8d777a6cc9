// SPDX-License-Identifier: Apache-2.0
//
// Tables with suppressed cells, attacked with linear programs: all published numbers together must not narrow a small
// cell to a range smaller than the limit.

import { load } from 'fairwasm/impact';
import { knowledge, smallSums, suppressedTables } from '../../js/impact/suppressed-tables.mjs';
import { getRange } from '../../js/linear-programs.mjs';
import { choices, require } from '../support.mjs';

const impact = await load();

// Small and large counts with equal frequency.
const countFrom = (byte) => (byte < 128 ? byte % 13 : byte);

export function fuzz(data) {
  const among = choices(data);
  const unknown = among(4) === 0 ? [''] : [];
  const sexes = ['f', 'm', 'x'].slice(0, 1 + among(3)).concat(unknown);
  const races = ['A', 'B', 'C', 'D'].slice(0, 1 + among(4)).concat(unknown);
  const below = 2 + among(10);
  const counts = Array.from({ length: 2 * sexes.length * races.length }, () => countFrom(among(256)));
  const tables = suppressedTables(impact, counts, sexes, races, below);
  const known = knowledge(tables);
  for (const asked of smallSums(tables, below)) {
    require(getRange(asked, known, tables.atoms) >= below - 1e-6, 'no small cell can be inferred');
  }
}
