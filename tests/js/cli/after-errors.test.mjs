// SPDX-License-Identifier: Apache-2.0
//
// After an error: the process continues, the next call works, and the error has the same words through each way in.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { auditCsv } from 'fairwasm';
import { fair } from '../support.mjs';

const folder = mkdtempSync(join(tmpdir(), 'fairwasm-after-'));
afterAll(() => rmSync(folder, { recursive: true }));

const header = 'sex,decision\n';
const write = (name, bytes) => {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  return path;
};
const run = (args, options = {}) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', ...options });
  return { status, stdout, stderr };
};
const main = resolve('dist/cli/main.js');
const audit = (path) => [main, 'audit', path, '--group', 'sex', '--prediction', 'decision'];

const bomb = write('bomb.csv.gz', gzipSync(Buffer.concat([Buffer.from(header), Buffer.alloc(200_000_000, 'a')])));
const tooLong = /expected rows of at most 4194304 bytes, got a longer row; check for an unclosed quote/;

test('a rejected gzip file does not end the process later', () => {
  const program = `
    import { openAsBlob } from 'node:fs';
    import { auditCsv, load } from ${JSON.stringify(resolve('dist/index.js'))};
    const fair = await load();
    const what = { groups: ['sex'], prediction: 'decision' };
    const codes = [];
    for (let i = 0; i < 3; i++) {
      await auditCsv(fair, await openAsBlob(${JSON.stringify(bomb)}), what).catch(({ code }) => codes.push(code));
    }
    await new Promise((done) => setTimeout(done, 1000));
    const { rows } = await auditCsv(fair, 'sex,decision\\nf,1\\nm,0\\n', what);
    console.log(JSON.stringify({ codes, rows }));`;
  const { status, stdout, stderr } = run(['--input-type=module', '-e', program]);
  expect({ status, stderr, ...JSON.parse(stdout) }).toEqual({
    ...{ status: 0, stderr: '', codes: ['tooLarge', 'tooLarge', 'tooLarge'], rows: 2 },
  });
}, 120_000);

test('the command line rejects a gzip file with one sentence', () => {
  const { status, stderr } = run(audit(bomb));
  expect({ status, lines: stderr.trim().split('\n').length }).toEqual({ status: 1, lines: 1 });
  expect(stderr).toMatch(tooLong);
}, 120_000);

describe('a row of 9 MB', () => {
  const text = `${header}f,1\n${'a'.repeat(9_000_000)}\n`;
  const path = write('long.csv', text);
  const what = { groups: ['sex'], prediction: 'decision' };
  const message = (source) =>
    auditCsv(fair, source, what).then(
      () => '',
      (error) => error.message,
    );

  test.each([
    ['text', () => message(text)],
    ['bytes', () => message(new TextEncoder().encode(text))],
    ['a Blob', () => message(new Blob([text]))],
    ['a stream', () => message(new Blob([text]).stream())],
    ['a path', () => run(audit(path)).stderr],
    ['a pipe', () => run(audit('-'), { input: text }).stderr],
  ])('is rejected with the same words from %s', async (_, read) => {
    const words = await read();
    expect(words).toMatch(tooLong);
    expect(words).not.toMatch(/internal error|detached/);
  });
});

test.each(['report.pdf', 'report.xlsx', 'report.PNG'])('does not write text as %s', (file) => {
  const input = `${header}${'f,1\nm,0\n'.repeat(9)}`;
  const { status, stderr } = run([...audit('-'), '--output', file], { input, cwd: folder });
  expect(status).toBe(2);
  expect(stderr).toMatch(
    /--output report\.\w+: no result is written as a \.\w+ file\. Name a file that ends in \.html/,
  );
});

test.skipIf(process.platform === 'win32')('a closed standard error does not end a command', () => {
  const shell = `{ ${process.execPath} ${main} audit absent.csv --group sex; echo $? >&3; } 2>&1 3>${folder}/status | true; cat ${folder}/status`;
  expect(spawnSync('sh', ['-c', shell], { encoding: 'utf8' }).stdout.trim()).toBe('2');
});
