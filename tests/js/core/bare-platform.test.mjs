// SPDX-License-Identifier: Apache-2.0
//
// Every module of the package can be evaluated with nothing but ECMAScript: no TextDecoder, URL, process, document, or
// timers, and without weak references and shared memory, which hosts may disable. Modules create platform objects when they are called, so hosts without some of them, such as Jest's jsdom,
// can import the modules.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listFiles } from '../../../scripts/lib/files.mjs';
import { run } from '../../../scripts/lib/run.mjs';

async function getFailures(files) {
  const options = ['--experimental-vm-modules', '--no-warnings'];
  const script = join(import.meta.dirname, 'evaluate-bare.mjs');
  return JSON.parse(await run(process.execPath, [...options, script, ...files]));
}

// The command line runs in Node, worker scripts in workers, and the bundled file in browsers. The libraries for Arrow
// and Parquet are imported when such a file is read, and need platform objects then.
const needsPlatform =
  /^dist\/(bin\/|cli\/|browser\/|fairwasm\.browser|data\/files\/(arrow-codecs|arrow-file|parquet|parquet-counts|parquet-pages)\.js|vendor\/(flechette|hyparquet))|-worker\.js$/;
const files = listFiles(['dist'], ['.js']).filter((file) => !needsPlatform.test(file));

test('evaluates modules without platform objects', async () => {
  expect(files.length).toBeGreaterThan(200);
  expect(await getFailures(files)).toEqual([]);
});

test('detects a platform object at the top level of a module', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'fairwasm-bare-'));
  const objects = [
    'new TextDecoder()',
    'document.body',
    "new URL('a:b')",
    'WebAssembly.Module',
    'new FinalizationRegistry(() => {})',
  ];
  const modules = objects.map((object, i) => {
    const file = join(folder, `${i}.js`);
    writeFileSync(file, `const made = ${object};`);
    return file;
  });
  try {
    expect(await getFailures(modules)).toEqual(
      modules.map((file) => expect.stringMatching(`${file}: .* is not defined`)),
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
});
