// SPDX-License-Identifier: Apache-2.0
//
// The worker of this tab: reads the columns and computes the result.

import { readAllRows } from 'fairwasm';
import type { Result } from 'fairwasm/report';
import { toFileError } from '../../table/roles.js';
import type { Progress } from '../../worker/requests.js';
import { serve } from '../../worker/serve.js';
import type { Command, Made, Work } from './protocol.js';

const loadRepeated = async () => (await import('fairwasm/repeated')).load();
const loadRankings = async () => (await import('fairwasm/rankings')).load();
const loadMonitoring = async () => (await import('fairwasm/monitoring')).load();

type Given = Record<string, unknown>;

/** The commands whose functions omit rows with missing values. */
const ownMissing: readonly Command[] = ['repeated', 'exposure'];

// The functions check their arguments.
const computations: Record<Command, (given: Given) => Promise<unknown>> = {
  repeated: async (given) => (await loadRepeated()).compareVariants(given as never),
  exposure: async (given) => (await loadRepeated()).ratesPerExposure(given as never),
  shares: async (given) => (await loadRankings()).shares(given as never),
  rankings: async (given) => (await loadRankings()).rankings(given as never),
  monitoring: async ({ reference, tolerance, confidence, ...rows }) => {
    const { monitor } = await loadMonitoring();
    return monitor({ reference, tolerance, confidence } as never)
      .addRows(rows as never)
      .report();
  },
};

serve<Work, Made, Progress>(async (work, tell) => {
  const { file, command, columns, numbers, merged } = work;
  const { unknown, ...options } = work.options as Given;
  const isOmitted = options.missing === 'drop' && !ownMissing.includes(command);
  if (isOmitted || !ownMissing.includes(command)) delete options.missing;
  const needed = Object.entries(columns).filter(([role]) => isOmitted && role !== 'group');
  const omit: Record<string, string[]> = Object.fromEntries(needed.map(([, name]) => [name, []]));
  if (unknown !== undefined && columns.group !== undefined) omit[columns.group] = unknown as string[];
  const names = [...new Set(Object.values(columns))];
  let notes: readonly string[] = [];
  const all = await readAllRows(file, {
    columns: names,
    numbers,
    spellings: merged.map((name) => [name]),
    ...(Object.keys(omit).length > 0 && { omit }),
    onIntake: (intake) => {
      notes = intake.notes;
    },
    onProgress: ({ done }) => tell({ done, total: file.size }),
  });
  tell({ done: file.size, total: file.size, note: 'Computing' });
  const given = Object.entries(columns).map(([role, name]) => [role, all.columns[name]]);
  try {
    const result = await computations[command]({ ...Object.fromEntries(given), ...options });
    return { result: result as Result, notes };
  } catch (error) {
    throw toFileError(error, columns);
  }
});
