// Builds the native tests and runs those that match a filter; prints their output.
//
//   node scripts/native.mjs ['*Rates*'] [OPTION OF GOOGLETEST...]     (`sanitize` as the first argument: sanitized)

import { join } from 'node:path';
import { build } from './build.mjs';
import { buildFolder } from './lib/paths.mjs';
import { main } from './lib/step.mjs';
import { setup } from './setup.mjs';

main(async () => {
  const [first, ...rest] = process.argv.slice(2);
  const preset = first === 'sanitize' ? 'sanitize' : 'native';
  const [filter = '*', ...options] = first === 'sanitize' ? rest : [first, ...rest];
  const env = await setup();
  await build(env, [preset]);
  const args = [`--gtest_filter=${filter}`, '--gtest_brief=1', ...options];
  const { code, output } = await env.attempt(join(buildFolder, preset, 'fairwasm_tests'), args);
  console.log(output);
  if (code !== 0) process.exitCode = 1;
});
