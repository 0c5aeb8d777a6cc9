// SPDX-License-Identifier: Apache-2.0
//
// The types in user projects: old and new compilers, strict, with `skipLibCheck: false`, with and without DOM types.

import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { top } from '../../scripts/lib/paths.mjs';
import { attempt } from '../../scripts/lib/run.mjs';
import { getBlocks } from '../../scripts/lib/snippets.mjs';
import { isThorough } from '../thorough.mjs';
import { exampleTools } from './support.mjs';

// The oldest compiler that is supported, the current one, and the next; the one in between has never differed.
const between = isThorough ? ['typescript-5.9'] : [];
const compilers = ['typescript-5.4', ...between, 'typescript', 'typescript-7'];
// The package is next to the frameworks, as if it were installed.
const strict = [
  ...'--noEmit --strict --noUncheckedIndexedAccess --exactOptionalPropertyTypes'.split(' '),
  ...'--skipLibCheck false --module nodenext --target es2022 --preserveSymlinks'.split(' '),
];
const libraries = {
  'Node alone': ['--lib', 'es2023', '--types', 'node'],
  'only the DOM': ['--lib', 'es2022,dom', '--types', 'nothing', '--typeRoots', 'types'],
};

let folder;
let tools;
beforeAll(async () => {
  tools = await exampleTools();
  folder = await mkdtemp(join(tools, 'types-'));
  await mkdir(join(folder, 'node_modules'));
  await symlink(top, join(folder, 'node_modules/fairwasm'));
  await mkdir(join(folder, 'types/nothing'), { recursive: true });
  await writeFile(join(folder, 'types/nothing/index.d.ts'), '');
  await cp(join(top, 'tests/packaging/types'), folder, { recursive: true });
  const [first] = getBlocks(await readFile(join(top, 'README.md'), 'utf8')).filter(({ language }) => language === 'js');
  await writeFile(join(folder, 'readme.mts'), first.code);
}, 600_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

const compile = (compiler, args) =>
  attempt(process.execPath, [join(tools, 'node_modules', compiler, 'bin/tsc'), ...args], { cwd: folder });

describe.each(compilers)('%s', (compiler) => {
  test.each(Object.entries(libraries))(
    'with the types of %s',
    async (_, settings) => {
      const result = await compile(compiler, [...strict, ...settings, 'every-entry-point.mts', 'readme.mts']);
      expect(result).toEqual({ code: 0, output: '' });
    },
    120_000,
  );
});

test.each([
  ['React', 'react.tsx', ['--jsx', 'react-jsx']],
  ['Svelte', 'svelte.mts', []],
  ['Vue', 'vue.mts', []],
])(
  '%s accepts the element and its property',
  async (_, file, settings) => {
    const dom = ['--lib', 'es2023,dom,dom.iterable', '--types', 'nothing', '--typeRoots', 'types'];
    // Types of the frameworks themselves are not checked.
    const args = [...strict.map((each) => (each === 'false' ? 'true' : each)), ...dom, ...settings];
    expect(await compile('typescript', [...args, file])).toEqual({ code: 0, output: '' });
  },
  120_000,
);
