// SPDX-License-Identifier: Apache-2.0
//
// Counts a hundred million rows of CSV (4 GB: one part, repeated a hundred times without a copy) by two groups, label,
// and prediction. Reports elapsed and processor time, because workers reduce one and increase the other, and the growth
// of WebAssembly's memory.

import { availableParallelism } from 'node:os';
import { auditCsv, load } from 'fairwasm';
import { duration, quick, reportTable, watchMemory } from './support.mjs';

const rowsInPart = 1e6;
const parts = quick ? 10 : 100;

const pick = (values) => values[Math.floor(Math.random() * values.length)];
const races = ['African-American', 'Asian', 'Caucasian', 'Hispanic', 'Native American', 'Other'];
const row = () =>
  [
    pick(['Female', 'Male']),
    pick(races),
    pick([0, 1]),
    pick([0, 1]),
    18 + Math.floor(60 * Math.random()),
    Math.random(),
  ].join();
const part = new Blob([`${Array.from({ length: rowsInPart }, row).join('\n')}\n`]);
const file = new Blob(['sex,race,hired,predicted,age,score\n', ...Array(parts).fill(part)]);
const what = { groups: ['sex', 'race'], label: 'hired', prediction: 'predicted', favorable: 1 };

const memory = watchMemory();
const fair = await load();

async function measured(workers) {
  const began = performance.now();
  const before = process.cpuUsage();
  const { rows } = await auditCsv(fair, file, { ...what, uncertainty: false }, { workers });
  const { user, system } = process.cpuUsage(before);
  if (rows !== parts * rowsInPart) throw new Error(`${rows} rows were counted`);
  return { clock: (performance.now() - began) * 1e6, processor: (user + system) * 1e3 };
}

const alone = await measured(0);
const mebibytes = (memory() / 2 ** 20).toFixed(0);
const workers = Math.min(2, availableParallelism());
const shared = await measured(workers);

const line = (work, { clock, processor }) => [
  work,
  duration(clock),
  duration(processor),
  `${(file.size / 1e6 / (processor / 1e9)).toFixed(0)} MB/s`,
];
reportTable(
  `${(parts * rowsInPart).toExponential(0)} rows of CSV (${(file.size / 1e9).toFixed(1)} GB)`,
  ['', 'elapsed time', 'processor time', 'per core'],
  [line(`without workers, ${mebibytes} MiB of WebAssembly memory`, alone), line(`${workers} workers`, shared)],
);
