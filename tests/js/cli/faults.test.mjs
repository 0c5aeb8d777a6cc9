// SPDX-License-Identifier: Apache-2.0
//
// Failures outside the command line: files that change during reading, full disks, and signals during writing. Each
// exits with a message and an exit code, and leaves existing files intact.

import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withInput } from '../../../dist/cli/input/input.js';
import { unless } from '../../optional.mjs';
import { runCommand } from './command.mjs';

const main = join(process.cwd(), 'dist', 'cli', 'main.js');
const besideThis = (name) => join(process.cwd(), 'tests', 'js', 'cli', name);

let folder;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fairwasm-faults-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const at = (...parts) => join(folder, ...parts);
const header = 'y,p,n,race,s\n';
const row = (i) => `${i % 3 ? 1 : 0},${i % 2},${i % 7},${'abc'[i % 3]},0.${1 + (i % 8)}\n`;
const rows = (count) => Array.from({ length: count }, (_, i) => row(i)).join('');

/** Expects one line on standard error and no standard output. */
function expectOnlyComplaint({ status, stdout, stderr }, ...parts) {
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  expect(stderr).toMatch(/^fairwasm: [^\n]+\n$/);
  for (const part of parts) expect(stderr).toContain(part);
}

describe('a file that changes while it is read', () => {
  const whole = header + rows(250_000);
  const half = (header + rows(100_000)).length; // the file ends after a complete row, so the row itself shows no damage
  const commands = {
    audit: ['--label', 'y', '--prediction', 'p', '--group', 'race'],
    'audit of scores': ['--label', 'y', '--score', 's', '--threshold', '0.5', '--group', 'race'],
    classes: ['--label', 'n', '--prediction', 'y', '--group', 'race'],
    errors: ['--label', 'y', '--prediction', 's', '--group', 'race'],
    impact: ['--selected', 'p', '--group', 'race'],
    slices: ['--label', 'y', '--prediction', 'p', '--search', 'race,n'],
  };

  test.each(Object.entries(commands))('%s', (name, options) => {
    writeFileSync(at('people.csv'), whole);
    const args = [name.split(' ', 1)[0], 'people.csv', ...options];
    const cut = spawnSync(process.execPath, ['--import', besideThis('truncate-during-read.mjs'), main, ...args], {
      cwd: folder,
      env: { ...process.env, FAIRWASM_CUT: at('people.csv'), FAIRWASM_CUT_TO: String(half) },
      encoding: 'utf8',
    });
    expectOnlyComplaint(cut, 'people.csv: the file changed while it was being read; try again');
    const { status, stderr } = runCommand(args, { cwd: folder });
    expect([status, stderr.includes('changed')]).toEqual([0, false]); // the file is now consistent
  });

  const fates = {
    cut: () => truncateSync(at('people.csv'), half),
    empty: () => truncateSync(at('people.csv'), 0),
    longer: () => appendFileSync(at('people.csv'), row(1)),
    'as long': () => writeFileSync(at('people.csv'), whole.replaceAll('a', 'b')),
    replaced: () => {
      writeFileSync(at('other.csv'), header + row(1));
      renameSync(at('other.csv'), at('people.csv'));
    },
  };
  const ways = {
    'as a stream': async (source, act) => {
      let length = 0;
      for await (const chunk of source) {
        if (length === 0) act();
        length += chunk.length;
      }
      return length;
    },
    anywhere: async (source, act) => {
      act();
      return (await source.slice(0)).byteLength;
    },
    'and rejected': async (_source, act) => {
      act();
      throw new Error('this error would describe a file that never existed');
    },
  };

  describe.each(Object.entries(ways))('%s', (_way, read) => {
    test.each(Object.entries(fates))('%s', async (_fate, act) => {
      writeFileSync(at('people.csv'), whole);
      utimesSync(at('people.csv'), 1, 1); // file clocks may be coarse
      const reading = withInput(at('people.csv'), [], (source) => read(source, act));
      await expect(reading).rejects.toThrow('the file changed while it was being read');
    });
  });

  test('a deleted file stays readable while it is open', async () => {
    writeFileSync(at('people.csv'), whole);
    const reading = withInput(at('people.csv'), [], (source) =>
      ways['as a stream'](source, () => rmSync(at('people.csv'))),
    );
    expect(await reading).toBe(whole.length);
  });

  test('detects changes of standard input from a file', () => {
    writeFileSync(at('people.csv'), whole);
    const stdin = openSync(at('people.csv'), 'r');
    const script = [
      `import { withInput } from ${JSON.stringify(join(process.cwd(), 'dist', 'cli', 'input', 'input.js'))};`,
      "import { truncateSync } from 'node:fs';",
      "const read = async (source) => { for await (const _ of source) truncateSync('people.csv', 9); };",
      "await withInput('-', [], read).catch(({ message }) => console.log(message));",
    ].join('\n');
    const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
      cwd: folder,
      stdio: [stdin, 'pipe', 'inherit'],
      encoding: 'utf8',
    });
    closeSync(stdin);
    expect(stdout).toContain('standard input: the file changed while it was being read');
  });
});

const linux = process.platform === 'linux' ? undefined : 'needs /dev/full and limits of Linux';
unless(linux, describe)('a disk that is full', () => {
  const audit = ['audit', 'people.csv', '--prediction', 'p', '--group', 'race'];
  beforeEach(() => writeFileSync(at('people.csv'), header + rows(60)));

  /** Runs in a shell whose processes may write files of at most this many KiB, and get an error instead of a signal. */
  const limited = (kibibytes, args, options) =>
    spawnSync('bash', ['-c', `trap '' XFSZ; ulimit -f ${kibibytes}; exec "$0" "$@"`, process.execPath, main, ...args], {
      cwd: folder,
      encoding: 'utf8',
      ...options,
    });

  test('reports a full disk for standard output', () => {
    const full = openSync('/dev/full', 'w');
    const { status, stderr } = spawnSync(process.execPath, [main, ...audit], {
      cwd: folder,
      stdio: ['ignore', full, 'pipe'],
      encoding: 'utf8',
    });
    closeSync(full);
    expectOnlyComplaint({ status, stdout: '', stderr }, 'standard output', 'no space left');
  });

  test('reports a full disk for the rest of standard output', () => {
    const stdout = openSync(at('report.html'), 'w');
    const args = [...audit, '--format', 'html'];
    const { status, stderr } = limited(2, args, { stdio: ['ignore', stdout, 'pipe'] });
    closeSync(stdout);
    expectOnlyComplaint({ status, stdout: '', stderr }, 'standard output', 'file too large');
  });

  test('reports a full device for --output', () => {
    const ended = runCommand([...audit, '--output', '/dev/full'], { cwd: folder });
    expectOnlyComplaint(ended, '/dev/full: the file cannot be written', 'no space left');
  });

  test('--output keeps the existing file and leaves no other file', () => {
    writeFileSync(at('report.html'), 'as it was');
    const ended = limited(2, [...audit, '--format', 'html', '--output', 'report.html']);
    expectOnlyComplaint(ended, 'report.html: the file cannot be written', 'file too large');
    expect(readFileSync(at('report.html'), 'utf8')).toBe('as it was');
    expect(readdirSync(folder).sort()).toEqual(['people.csv', 'report.html']);
  });

  test('--evidence leaves no folder', () => {
    const ended = limited(2, [...audit, '--evidence', 'proof']);
    expectOnlyComplaint(ended, 'proof: the folder cannot be written', 'file too large');
    expect(readdirSync(folder)).toEqual(['people.csv']);
  });

  test('keeps existing text in the summary of a job', () => {
    writeFileSync(at('summary.md'), '# Others\n');
    const args = [...audit, '--label', 'y', '--format', 'github', '--fail-under', 'accuracy=0'];
    const env = { ...process.env, GITHUB_STEP_SUMMARY: at('summary.md') };
    const { status, stderr } = limited(1, args, { env });
    expectOnlyComplaint({ status, stdout: '', stderr }, 'the job summary cannot be written');
    expect(readFileSync(at('summary.md'), 'utf8')).toBe('# Others\n');
  });
});

const posix = process.platform === 'win32' ? 'Windows has no such signals' : undefined;
unless(posix, describe)('a signal in the midst of writing', () => {
  const write = (...args) =>
    spawnSync(process.execPath, [besideThis('write-and-signal.mjs'), ...args], { cwd: folder });

  test.each(['SIGINT', 'SIGTERM'])('%s keeps the existing file', (signal) => {
    writeFileSync(at('report.html'), 'as it was');
    expect(write(signal, 'file', at('report.html')).signal).toBe(signal);
    expect(readFileSync(at('report.html'), 'utf8')).toBe('as it was');
    expect(readdirSync(folder)).toEqual(['report.html']);
  });

  test('leaves no evidence', () => {
    expect(write('SIGINT', 'folder', at('proof')).signal).toBe('SIGINT');
    expect(existsSync(at('proof'))).toBe(false);
    expect(readdirSync(folder)).toEqual([]);
  });
});
