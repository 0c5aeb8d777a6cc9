// Runs the benchmarks: the core natively, and the package under Node; all tables go to docs/performance.md.
//
//   npm run bench [-- --quick]     --quick: a rough answer in a minute, which is printed only

import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { arch, cpus, platform } from 'node:os';
import { join } from 'node:path';
import { build } from './build.mjs';
import { listFiles } from './lib/files.mjs';
import { buildFolder, top } from './lib/paths.mjs';
import { run } from './lib/run.mjs';
import { main } from './lib/step.mjs';
import { setup } from './setup.mjs';

const quick = process.argv.includes('--quick');
const folder = join(buildFolder, 'bench');
const reports = join(folder, 'reports.jsonl');
const nativeOptions = [
  `--benchmark_out=${join(folder, 'native.json')}`,
  '--benchmark_out_format=json',
  // Coverage of intervals is not a performance measure and takes long; docs/uncertainty.md contains its tables.
  ...(quick ? ['--benchmark_filter=-coverage', '--benchmark_min_time=0.05s'] : []),
];

main(async () => {
  const env = await setup();
  await build(env, ['native', 'bench', 'wasm', 'package']);
  mkdirSync(folder, { recursive: true });
  rmSync(reports, { force: true });
  const native = await env.run(join(buildFolder, 'native', 'fairwasm_bench'), nativeOptions);
  if (!quick) console.log(native);
  const settings = { env: { ...process.env, FAIRWASM_BENCH_QUICK: quick ? '1' : '0' } };
  for (const file of listFiles(['js/bench'], ['.mjs'])) {
    const printed = await run(process.execPath, [file], settings);
    if (printed) console.log(printed);
  }
  if (!quick) writeFileSync(join(top, 'docs/performance.md'), performancePage());
});

function performancePage() {
  const tables = readFileSync(reports, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const { model } = cpus()[0];
  const line = (cells) => `| ${cells.join(' | ')} |`;
  return [
    '# Performance',
    '',
    'Written by `npm run bench`. Times are processor time of one thread, so other work on the machine matters little; ratios',
    'are more reliable than times. Native is the same core, compiled by the same LLVM with SSE4.1, in the same run. Times',
    'called recorded were measured once, in Python, on a similar machine.',
    '',
    `${model}, ${platform()} ${arch()}, Node ${process.versions.node}, V8 ${process.versions.v8}.`,
    ...tables.flatMap(({ title, heading, rows }) => [
      '',
      `## ${title}`,
      '',
      line(heading),
      line(heading.map((_, i) => (i === 0 || i === 4 ? '---' : '---:'))),
      ...rows.map(line),
    ]),
    '',
  ].join('\n');
}
