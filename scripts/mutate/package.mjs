// Small faults in a folder of the package, one at a time, against the tests that reach them: Stryker's, which puts all faults
// into the code at once and switches them on one by one. It works on the built code, as what the compiler makes of the
// sources differs from them in types alone; and in a copy that stands elsewhere, as Jest refuses to find a package twice.

import { cp, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { top } from '../lib/paths.mjs';
import { attempt } from '../lib/run.mjs';
import { toolFolder } from '../lib/tool-folder.mjs';

/** The folders of the package's sources, as `js/data`. */
export const folders = (await readdir(join(top, 'js/src'), { withFileTypes: true }))
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => `js/${name}`);

/** Resolves with what Stryker printed: every fault that no test of `suites` found, and the shares by file. */
export async function mutatePackage(folder, suites) {
  const tools = await toolFolder('mutate', join(top, 'scripts/mutate/tools/package.json'));
  const stryker = join(tools, 'node_modules/@stryker-mutator');
  const copy = await mkdtemp(join(tmpdir(), 'fairwasm-mutate-'));
  try {
    await layOut(copy, suites);
    await writeFile(join(copy, 'stryker.json'), JSON.stringify(settings(folder, stryker)));
    const { output } = await attempt(
      process.execPath,
      [join(stryker, 'core/bin/stryker.js'), 'run', 'stryker.json'],
      { cwd: copy, limit: 3 * 3600, detached: true },
    );
    return output;
  } finally {
    await rm(copy, { recursive: true, force: true });
  }
}

async function layOut(copy, suites) {
  for (const name of ['dist', 'docs', 'package.json', 'jest.config.mjs'])
    await cp(join(top, name), join(copy, name), { recursive: true });
  const isOfCore = (path) => /^tests\/(cpp|fuzz)/.test(relative(top, path));
  await cp(join(top, 'tests'), join(copy, 'tests'), {
    recursive: true,
    filter: (path) => !isOfCore(path),
  });
  await symlink(join(top, 'node_modules'), join(copy, 'node_modules'));
  const testMatch = suites.map((suite) => `<rootDir>/tests/js/${suite}/**/*.test.mjs`);
  await writeFile(
    join(copy, 'jest.stryker.mjs'),
    `import config from './jest.config.mjs';\nexport default { ...config, testMatch: ${JSON.stringify(testMatch)} };\n`,
  );
}

// Faults in what runs while a module is loaded would need every test once more each.
const settings = (folder, stryker) => ({
  testRunner: 'jest',
  plugins: [pathToFileURL(join(stryker, 'jest-runner/dist/src/index.js')).href],
  jest: { configFile: 'jest.stryker.mjs', enableFindRelatedTests: false },
  testRunnerNodeArgs: ['--experimental-vm-modules'],
  coverageAnalysis: 'perTest',
  ignoreStatic: true,
  mutate: [`dist/${folder.slice('js/'.length)}/*.js`],
  inPlace: true,
  concurrency: 2,
  timeoutMS: 20_000,
  dryRunTimeoutMinutes: 20,
  disableTypeChecks: false,
  reporters: ['clear-text'],
  clearTextReporter: { allowColor: false, allowEmojis: false, reportTests: false },
});
