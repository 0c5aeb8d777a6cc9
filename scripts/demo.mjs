// Shows an audit from a fresh clone: builds the package, audits an example data set with the command line, and serves
// the page for people who do not program.
//
//   npm run demo [-- --no-serve]

import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { build } from './build.mjs';
import { buildFolder, top } from './lib/paths.mjs';
import { Failure } from './lib/run.mjs';
import { main } from './lib/step.mjs';
import { serve } from './serve.mjs';
import { setup } from './setup.mjs';

const firstPort = 4173;
const lastPort = firstPort + 100;

main(async () => {
  await build(await setup(), ['wasm', 'package', 'page']);
  audit();
  if (process.argv.includes('--no-serve')) return;
  const site = await serveOnFreePort(join(buildFolder, 'page'));
  console.log(`\nThe same in the browser: ${site.url}   (stop with Ctrl+C)`);
});

function audit() {
  const command = ['dist/cli/main.js', 'audit', '--example', 'compas'];
  console.log(`\n$ node ${command.join(' ')}\n`);
  const { status } = spawnSync(process.execPath, command, { cwd: top, stdio: 'inherit' });
  if (status !== 0) throw new Failure(`The command line exited with ${status}.`);
}

async function serveOnFreePort(folder) {
  for (let port = firstPort; port < lastPort; port++) {
    try {
      return await serve(folder, { port });
    } catch (error) {
      if (error.code !== 'EADDRINUSE') throw error;
    }
  }
  throw new Failure(`No free port from ${firstPort} to ${lastPort - 1}.`);
}
