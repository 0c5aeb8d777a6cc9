// SPDX-License-Identifier: Apache-2.0
//
// Shell completion of every command and of every option of a command.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { commands as table } from '../../../dist/cli/commands.js';
import { getSummary, helpText } from '../../../dist/cli/options/options.js';
import { unless } from '../../optional.mjs';
import { runCommand } from './command.mjs';

const scriptFor = async (shell) => (await runCommand(['completion', shell], { cwd: '.' })).stdout;

const has = (shell) => spawnSync(shell, ['--version']).status === 0;

const complete = (script, words) => {
  const ask = `COMP_WORDS=(${words.join(' ')}); COMP_CWORD=${words.length - 1}; _fairwasm; echo "\${COMPREPLY[@]}"`;
  return spawnSync('bash', ['-c', `${script}\n${ask}`], { encoding: 'utf8' }).stdout.trim();
};

test.each(['bash', 'zsh', 'fish'])('%s completes every command', async (shell) => {
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

/** Every command with the options that its parser accepts. */
const commands = await Promise.all(Object.values(table).map(({ load }) => load()));

const getOptions = ({ options }) => Object.keys(options).map((name) => `--${name}`);

test.each(commands.map((command) => [command.name, command]))(
  'every option that the parser of %s accepts is completed, explained, and in the manual',
  async (name, command) => {
    const taken = getOptions(command);
    const [, line] = (await scriptFor('bash')).match(new RegExp(`^ +${name}\\) words='(.*)' ;;`, 'm'));
    expect(line.split(' ')).toEqual([...taken, '--help']);
    const help = helpText(command.manual);
    const listed = [...help.matchAll(/^ {2}(?:-[a-z], )?(--[a-z][a-z-]*)/gm)];
    expect(listed.map(([, option]) => option).sort()).toEqual([...taken].sort());

    const manual = readFileSync('dist/fairwasm.1', 'utf8').replaceAll('\\-', '-');
    const section = manual.split(`.SH "fairwasm ${name}"\n`)[1].split('\n.SH ')[0];
    const inManual = new Set(section.match(/--[a-z][a-z-]*/g));
    expect(taken.filter((option) => !inManual.has(option))).toEqual([]);
    expect(help.split('\n').filter((each) => each.length > 80)).toEqual([]);
  },
);

unless(has('bash') ? '' : 'bash is not installed', test)('bash completes', async () => {
  const script = await scriptFor('bash');
  expect(complete(script, ['fairwasm', 'comp'])).toBe('compare completion');
  expect(complete(script, ['fairwasm', 'audit', '--min-r'])).toBe('--min-rows');
  expect(complete(script, ['fairwasm', 'audit', 'peop'])).toBe(''); // falls back to files
});

test.each([
  [['audit', 'a.csv', '--lable', 'a'], "did you mean '--label'?"],
  [['audit', 'a.csv', '--label', 'a', '--prediction', 'b', '--group', 'g', '--format', 'jsn'], "did you mean 'json'?"],
  [['sql', '--dialect', 'postgres', '--table', 't', '--label', 'a', '--group', 'g'], "did you mean 'postgresql'?"],
  [['metric', 'theil', 'a.csv'], "did you mean 'theilIndex'?"],
  [['audit', '--example', 'compass'], "did you mean 'compas'?"],
  [['slcies'], "did you mean 'slices'?"],
  [['explain', 'recal'], "did you mean 'recall'?"],
])('%j: %s', async (args, hint) => {
  const { status, stderr } = await runCommand(args, { cwd: '.' });
  expect({ status, stderr }).toEqual({ status: 2, stderr: expect.stringContaining(hint) });
});

test('a stored report does not complete options that need rows', async () => {
  const args = ['report', 'a.json', '--baseline-prediction', 'old'];
  const { status, stderr } = await runCommand(args, { cwd: '.' });
  expect({ status, stderr }).toEqual({ status: 2, stderr: expect.stringContaining('unknown option') });
});

test('lists the commands within 80 columns without a command', async () => {
  const { status, stderr, stdout } = await runCommand([], { cwd: '.' });
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
  expect(stderr).toContain('Commands\n  audit ');
  expect(stderr.split('\n').filter((line) => line.length > 80)).toEqual([]);
});

test('rejects an unknown shell', async () => {
  const { status, stderr } = await runCommand(['completion', 'fsh'], { cwd: '.' });
  expect({ status, stderr }).toEqual({
    status: 2,
    stderr: expect.stringContaining("the shell must be one of bash, zsh, fish, got 'fsh'"),
  });
});

describe('help', () => {
  const isLong = ({ manual }) => helpText(manual, 'all').split('\n').length > 90;

  test.each(commands.filter(isLong).map((command) => [command.name, command]))(
    'has a short level for %s with required options in one line each',
    (_name, { manual, options }) => {
      const short = helpText(manual, 'short');
      expect(short).toContain('--help --all');
      for (const [name, { isRequired }] of Object.entries(options)) {
        if (isRequired) expect(short).toMatch(new RegExp(`--${name}\\b`));
      }
      expect(short.split('\n').length).toBeLessThanOrEqual(76);
    },
  );

  test.each(commands.map(({ name, options }) => [name, options]))(
    'summarizes options of %s briefly',
    (_name, options) => {
      const long = Object.entries(options).filter(([, row]) => getSummary(row).length > 110);
      expect(long.map(([name]) => name)).toEqual([]);
    },
  );
});

test.each([
  ['a format as an option', ['audit', 'a.csv', '--json'], "did you mean '--format json'?"],
  ['a request for the version as a command', ['version'], "did you mean '--version'?"],
])('corrects %s', async (_, argv, hint) => {
  expect((await runCommand(argv, { cwd: '.' })).stderr).toContain(hint);
});

test('names the columns of the file if an option for a column is missing', async () => {
  const cwd = mkdtempSync(join(tmpdir(), 'fairwasm-'));
  writeFileSync(join(cwd, 'people.csv'), 'sex,decision\nf,1\nm,0\n');
  for (const command of ['audit', 'repeated', 'impact']) {
    const { status, stderr } = await runCommand([command, 'people.csv'], { cwd });
    expect(status).toBe(2);
    expect(stderr).toContain('people.csv has the columns sex, decision');
  }
  const swapped = ['metric', 'people.csv', 'selectionRate', '--prediction', 'decision', '--group', 'sex'];
  expect((await runCommand(swapped, { cwd })).stdout).toContain('0.5000');
  rmSync(cwd, { recursive: true });
});
