// Runs the benchmarks: the core natively, and the package under Node.
//
//   npm run bench

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { build } from './build.mjs';
import { listFiles } from './lib/files.mjs';
import { buildFolder } from './lib/paths.mjs';
import { run } from './lib/run.mjs';
import { main } from './lib/step.mjs';
import { setup } from './setup.mjs';

main(async () => {
  const env = await setup();
  await build(env, ['native', 'wasm', 'package']);
  const results = join(buildFolder, 'bench');
  mkdirSync(results, { recursive: true });
  const toFile = [`--benchmark_out=${join(results, 'native.json')}`, '--benchmark_out_format=json'];
  console.log(await env.run(join(buildFolder, 'native', 'fairwasm_bench'), toFile));
  for (const file of listFiles(['js/bench'], ['.mjs'])) {
    console.log(await run(process.execPath, [file]));
  }
});
