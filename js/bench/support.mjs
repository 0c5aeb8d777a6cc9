// SPDX-License-Identifier: Apache-2.0
//
// What the package's benchmarks share: the native figures of the same run, medians by tinybench, and a
// table whose ratios can be read where absolute times cannot be trusted.

import { readFileSync } from 'node:fs';
import { Bench } from 'tinybench';

const nativeFile = new URL('../../build/bench/native.json', import.meta.url);

/** Processor nanoseconds of one iteration of a native benchmark, by its name; NaN if it was not run. */
export function nativeNanoseconds(name) {
  const { benchmarks } = JSON.parse(readFileSync(nativeFile, 'utf8'));
  const found = benchmarks.find((benchmark) => benchmark.name === name);
  const unit = { ns: 1, us: 1e3, ms: 1e6 };
  return found ? found.cpu_time * unit[found.time_unit] : Number.NaN;
}

// Processor time, not the clock's: other work on the machine is not counted. It is only good to some
// microseconds, so a task should take a millisecond at least.
function processorMilliseconds() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e3;
}

/** Median processor nanoseconds of each task: `{ name: () => … }`. */
export async function medianNanoseconds(tasks, { time = 500 } = {}) {
  const bench = new Bench({ time, warmupTime: 100, now: processorMilliseconds });
  for (const [name, task] of Object.entries(tasks)) bench.add(name, task);
  await bench.run();
  const entries = bench.tasks.map(({ name, result }) => {
    if (result.error) throw result.error;
    return [name, result.latency.p50 * 1e6];
  });
  return Object.fromEntries(entries);
}

/** Prints rows of cells under a heading. */
export function printTable(title, heading, rows) {
  const cells = [heading, ...rows].map((row) => row.map(String));
  const widths = heading.map((_, i) => Math.max(...cells.map((row) => row[i].length)));
  const line = (row) =>
    row.map((cell, i) => (i ? cell.padStart : cell.padEnd).call(cell, widths[i]));
  console.log(`\n${title}\n`);
  for (const row of cells) console.log(`  ${line(row).join('  ')}`);
}
