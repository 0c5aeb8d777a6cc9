// SPDX-License-Identifier: Apache-2.0
//
// What shells complete: every command, and of a command every option that it takes.

import { spawnSync } from 'node:child_process';
import { unless } from '../../optional.mjs';
import { runCommand } from './command.mjs';

const scriptFor = async (shell) => (await runCommand(['completion', shell], { cwd: '.' })).stdout;

const has = (shell) => spawnSync(shell, ['--version']).status === 0;

const complete = (script, words) => {
  const ask = `COMP_WORDS=(${words.join(' ')}); COMP_CWORD=${words.length - 1}; _fairwasm; echo "\${COMPREPLY[@]}"`;
  return spawnSync('bash', ['-c', `${script}\n${ask}`], { encoding: 'utf8' }).stdout.trim();
};

test.each(['bash', 'zsh', 'fish'])('%s knows every command', async (shell) => {
  const { stdout } = await runCommand(['--help'], { cwd: '.' });
  const names = [
    ...stdout
      .split('Commands\n')[1]
      .split('\n\n')[0]
      .matchAll(/^ {2}([a-z]+) /gm),
  ].map(([, name]) => name);
  expect(names).toEqual(expect.arrayContaining(['audit', 'thresholds', 'completion']));
  const script = await scriptFor(shell);
  for (const name of names) expect(script).toMatch(new RegExp(`\\b${name}\\b`));
});

// The options are read from the help: here they are held against what the command takes.
test.each(['audit', 'compare'])('every option of %s is completed', async (command) => {
  const module = await import(`../../../dist/cli/${command}.js`);
  const known = Object.keys(module[`${command}Arguments`]);
  const [, line] = (await scriptFor('bash')).match(
    new RegExp(`^ +${command}\\) words='(.*)' ;;`, 'm'),
  );
  expect(line.split(' ')).toEqual(expect.arrayContaining(known.map((name) => `--${name}`)));
  expect(line.split(' ').filter((each) => !known.includes(each.slice(2)))).toEqual(['--help']);
});

unless(has('bash') ? '' : 'bash is not installed', test)('bash completes', async () => {
  const script = await scriptFor('bash');
  expect(complete(script, ['fairwasm', 'comp'])).toBe('compare completion');
  expect(complete(script, ['fairwasm', 'audit', '--min'])).toBe('--min-rows');
  expect(complete(script, ['fairwasm', 'audit', 'peop'])).toBe(''); // the shell's own: files
});

test('a shell that it does not know is refused', async () => {
  const { status, stderr } = await runCommand(['completion', 'fsh'], { cwd: '.' });
  expect({ status, stderr }).toEqual({
    status: 2,
    stderr: expect.stringContaining("the shell is one of bash, zsh, fish, not 'fsh'"),
  });
});
