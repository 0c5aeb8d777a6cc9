#!/usr/bin/env node
// SPDX-License-Identifier: Apache-2.0
//
// `fairwasm`. Node 22.8 and later cache the compiled code of all modules imported after
// `enableCompileCache()`.

import module from 'node:module';

(module as { enableCompileCache?: () => void }).enableCompileCache?.();
const { main } = await import('./dispatch.js');
// The functions that write to standard output report its errors; a closed standard error must not end the process.
for (const stream of [process.stdout, process.stderr]) {
  if (stream.listenerCount('error') === 0) stream.on('error', () => {}); // a process may run several commands
}
process.exitCode = await main(process.argv.slice(2));
