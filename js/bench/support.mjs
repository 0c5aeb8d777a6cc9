// SPDX-License-Identifier: Apache-2.0
//
// Shared parts of the package's benchmarks: native figures from the same run, medians by tinybench, and a table of
// ratios, which are reliable even if absolute times are not.

import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { Bench } from 'tinybench';

const folder = new URL('../../build/bench/', import.meta.url);
const nativeFile = new URL('native.json', folder);
const reportsFile = new URL('reports.jsonl', folder);
mkdirSync(folder, { recursive: true });

/** True for `npm run bench -- --quick`, which gives rough results in a minute. */
export const quick = process.env.FAIRWASM_BENCH_QUICK === '1';

/** Processor nanoseconds of one iteration of a native benchmark, by its name; NaN if it was not run. */
export function nativeNanoseconds(name) {
  if (!existsSync(nativeFile)) return Number.NaN;
  const { benchmarks } = JSON.parse(readFileSync(nativeFile, 'utf8'));
  const found = benchmarks.find((benchmark) => benchmark.name === name);
  const unit = { ns: 1, us: 1e3, ms: 1e6 };
  return found ? found.cpu_time * unit[found.time_unit] : Number.NaN;
}

// Processor time excludes other work on the machine. Its resolution is some microseconds, so a task should take at
// least a millisecond.
function processorMilliseconds() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e3;
}

/**
 * Median processor nanoseconds of each task, `{ name: () => … }`, which runs for at least `time` milliseconds and
 * `iterations` times. Default: 500 and 64.
 */
export async function medianNanoseconds(tasks, { time = 500, iterations = 64 } = {}) {
  const bench = new Bench({
    time: quick ? time / 5 : time,
    warmupTime: 100,
    iterations,
    warmupIterations: Math.ceil(iterations / 4),
    now: processorMilliseconds,
  });
  for (const [name, task] of Object.entries(tasks)) bench.add(name, task);
  await bench.run();
  const entries = bench.tasks.map(({ name, result }) => {
    if (result.error) throw result.error;
    return [name, result.latency.p50 * 1e6];
  });
  return Object.fromEntries(entries);
}

const units = [
  ['s', 1e9],
  ['ms', 1e6],
  ['µs', 1e3],
  ['ns', 1],
];

/** Formats nanoseconds in the most readable unit, with three digits. */
export function duration(nanoseconds) {
  if (!Number.isFinite(nanoseconds)) return '';
  const [unit, size] = units.find(([, least]) => nanoseconds >= least) ?? units.at(-1);
  return `${(nanoseconds / size).toPrecision(3)} ${unit}`;
}

const ratio = (numerator, denominator) => {
  const value = numerator / denominator;
  return Number.isFinite(value) ? (value < 100 ? value.toPrecision(2) : value.toFixed(0)) : '';
};

/**
 * Prints a table and stores it for docs/performance.md. Times are in nanoseconds; `competitor` is a name and a
 * time, measured in this run unless the name ends with `(recorded)`.
 */
export function report(title, entries) {
  const heading = ['', 'Wasm', 'native', 'Wasm / native', 'other', '', 'times faster'];
  const rows = entries.map(({ work, wasm, native = Number.NaN, competitor: [name, time] = [''] }) => [
    work,
    duration(wasm),
    duration(native),
    ratio(wasm, native),
    name,
    duration(time),
    ratio(time, wasm),
  ]);
  reportTable(title, heading, rows);
}

/** Prints and stores a table of strings. */
export function reportTable(title, heading, rows) {
  print(title, heading, rows);
  appendFileSync(reportsFile, `${JSON.stringify({ title, heading, rows })}\n`);
}

/** Returns a function that sums the memory, in bytes, of the WebAssembly modules instantiated after this call. */
export function watchMemory() {
  const { instantiate } = WebAssembly;
  const memories = [];
  WebAssembly.instantiate = async (...values) => {
    const result = await instantiate(...values);
    const exported = Object.values((result.instance ?? result).exports);
    memories.push(...exported.filter((value) => value instanceof WebAssembly.Memory));
    return result;
  };
  return () => memories.reduce((bytes, { buffer }) => bytes + buffer.byteLength, 0);
}

function print(title, heading, rows) {
  const cells = [heading, ...rows];
  const widths = heading.map((_, i) => Math.max(...cells.map((row) => row[i].length)));
  const line = (row) => row.map((cell, i) => (i ? cell.padStart : cell.padEnd).call(cell, widths[i]));
  console.log(`\n${title}\n`);
  for (const row of cells) console.log(`  ${line(row).join('  ')}`);
}
