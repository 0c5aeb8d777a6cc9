// SPDX-License-Identifier: Apache-2.0
//
// A bundle contains the descriptions of the entry points that the program imports, and no others.

import { build } from 'vite';
import { top } from '../../scripts/lib/paths.mjs';

/** Returns the code of a program and of its static imports. */
async function bundled(code) {
  const program = {
    name: 'program',
    resolveId: (name) => (name === 'program' ? '\0program' : undefined),
    load: (id) => (id === '\0program' ? code : undefined),
  };
  const built = await build({
    configFile: false,
    root: top,
    logLevel: 'silent',
    plugins: [program],
    build: { write: false, minify: false, rolldownOptions: { input: 'program', preserveEntrySignatures: 'strict' } },
  });
  const { output } = /** @type {import('vite').Rolldown.RolldownOutput} */ (built);
  return output.map((chunk) => ('code' in chunk ? chunk.code : '')).join('\n');
}

const keeps = (code, format) => code.includes(`"${format}": `);

test('contain the formats of imported entry points only', async () => {
  const audit = await bundled("export { format, load } from 'fairwasm';");
  expect(keeps(audit, 'fairwasm-report')).toBe(true);
  expect(keeps(audit, 'fairwasm-recourse')).toBe(false);
  const slices = await bundled("export { format } from 'fairwasm'; export { load } from 'fairwasm/slices';");
  expect(keeps(slices, 'fairwasm-recourse')).toBe(true);
  expect(keeps(slices, 'fairwasm-rankings')).toBe(false);
  const all = await bundled("export { describeResult } from 'fairwasm/report';");
  for (const format of ['fairwasm-recourse', 'fairwasm-rankings', 'fairwasm-errors', 'fairwasm-benchmark'])
    expect(keeps(all, format)).toBe(true);
}, 120_000);

test('programs without text contain no description', async () => {
  const code = await bundled("export { load } from 'fairwasm';");
  expect(keeps(code, 'fairwasm-report')).toBe(false);
}, 120_000);
