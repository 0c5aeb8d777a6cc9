// The C++ environment: the machine's tools if they are recent enough, otherwise a private copy of Debian testing, which
// this module creates.
//
//   const env = await toolchain();
//   await env.run('cmake', ['--preset', 'wasm', ...env.cmakeArguments]);

import { join } from 'node:path';
import { attempt, getOutput, isInstalled } from './lib/run.mjs';
import { findHeaders, linkHeaders, machineFolders } from './toolchain/headers.mjs';
import { findGoogletest, findMachine, machineTools } from './toolchain/machine.mjs';
import { makeRoot } from './toolchain/make-root.mjs';
import { rootFolder } from './toolchain/recipe.mjs';
import { root } from './toolchain/root.mjs';

/**
 * `id` changes when everything must be rebuilt; `has` returns whether a tool exists; `run` and `attempt` are those of
 * lib/run.mjs, inside the environment.
 */
export async function toolchain() {
  const machine = findMachine();
  const sources = machine ? await findSources() : await sourcesOfRoot([machineTools]);
  const environment = machine ?? root;
  const inside = async (command, args, options) => {
    const [program, words] = environment.wrap(command, args);
    const { code, output } = await attempt(program, words, {
      detached: true, // processes of a build end with it
      ...options,
      env: { ...process.env, ...environment.variables },
    });
    return { code, output: environment.unwrap(output) };
  };
  return {
    id: `${environment.id}; ${[...sources.headers, sources.googletest].join(' ')}`,
    cmakeArguments: [
      `-DFAIRWASM_INCLUDE_DIRS=${await linkHeaders(sources.headers)}`,
      `-DGOOGLETEST_SOURCE_DIR=${sources.googletest}`,
    ],
    has: (tool) => environment === root || isInstalled(tool),
    attempt: inside,
    run: async (command, args, options) =>
      getOutput(await inside(command, args, options), [command, ...args].join(' ')),
  };
}

/** Returns the libraries, either all from the machine or none, because their versions must match. */
async function findSources() {
  const { paths, missing } = findHeaders(machineFolders());
  const googletest = findGoogletest();
  if (!googletest) missing.push("GoogleTest's sources");
  return missing.length > 0 ? sourcesOfRoot(missing) : { headers: paths, googletest };
}

async function sourcesOfRoot(missing) {
  await makeRoot(missing);
  const { paths } = findHeaders([join(rootFolder, 'usr', 'include')]);
  return { headers: paths, googletest: join(rootFolder, 'usr', 'src', 'googletest') };
}
