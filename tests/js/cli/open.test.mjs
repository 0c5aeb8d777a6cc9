// fairwasm open: the page and a file, served to this machine only.

import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { vi } from 'vitest';
import { mulberry32 } from '../../random-numbers.mjs';
import { runCommand } from './command.mjs';

const cwd = mkdtempSync(join(tmpdir(), 'fairwasm-open-'));
const name = 'hired & paid.csv';
writeFileSync(join(cwd, name), 'sex,hired\nf,1\nm,0\n');
writeFileSync(join(cwd, 'other.csv'), 'secret\n1\n');

let command;
let url;
beforeAll(async () => {
  const args = [resolve('dist/cli/main.js'), 'open', name, '--no-browser'];
  command = spawn(process.execPath, args, { cwd });
  url = new URL(await new Promise((line) => command.stdout.once('data', (data) => line(String(data).trim()))));
});
afterAll(() => {
  command.kill();
  rmSync(cwd, { recursive: true });
});

/** Requests a path of the server. */
const request = (path, { headers = {}, method = 'GET' } = {}) =>
  new Promise((done, failed) => {
    const { hostname, port } = url;
    get({ hostname, port, path, method, headers }, async (response) => {
      const body = Buffer.concat(await response.toArray());
      done({ status: response.statusCode, headers: response.headers, body });
    }).once('error', failed);
  });

test('serves the page and the file at an address that cannot be guessed', async () => {
  expect(url.hostname).toBe('127.0.0.1');
  expect(url.pathname).toMatch(/^\/[0-9a-f]{32}\/$/);
  const page = await request(url.pathname);
  expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
  expect(page.body.equals(readFileSync('dist/fairwasm.html'))).toBe(true);
  const file = await request(`${url.pathname}file/${encodeURIComponent(url.searchParams.get('file'))}`);
  expect(file.body.toString()).toBe('sex,hired\nf,1\nm,0\n');
  expect(file.headers).toMatchObject({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' });
});

test.each([
  ['without the token', '/', {}],
  ['with another token', `/${'0'.repeat(32)}/`, {}],
  ['for another file', '$/file/other.csv', {}],
  ['for a path out of the folder', '$/file/..%2fother.csv', {}],
  ['under the name of a site that leads here', '$/', { headers: { host: 'example.com' } }],
  ['under the name of this machine', '$/', { headers: { host: 'localhost' } }],
  ['from a script of another site', '$/', { headers: { origin: 'https://example.com' } }],
  ['from an image of another site', '$/', { headers: { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' } }],
  [
    'in a frame',
    '$/',
    { headers: { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' } },
  ],
])('rejects requests %s', async (_, path, options) => {
  const { status, body } = await request(path.replace('$/', url.pathname), options);
  expect([status, body.length]).toEqual([404, 0]);
});

test('shows the page in a tab that the file on disk leads to', async () => {
  const headers = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
  expect((await request(url.pathname, { headers })).status).toBe(200);
  const file = `${url.pathname}file/${encodeURIComponent(name)}`;
  expect((await request(file, { headers })).status).toBe(404);
});

/** Sends bytes, and resolves when the server has closed the connection or answered. */
const send = (bytes) =>
  new Promise((done) => {
    const socket = connect(Number(url.port), url.hostname, () => socket.end(bytes));
    socket.on('error', () => {});
    socket.once('close', done);
    socket.resume();
  });

test('survives 1,000 random requests', async () => {
  const random = mulberry32(20_261_129);
  const pick = (list) => list[Math.floor(random() * list.length)];
  const parts = [
    '/',
    '//',
    '..',
    '%',
    '%2f',
    '%00',
    '\\',
    '?',
    '#',
    ':',
    '@',
    '[',
    ']',
    '\x7f',
    '\xff',
    ' ',
    '*',
    'http:',
    'a',
    url.pathname,
  ];
  const token = () => Array.from({ length: 1 + Math.floor(random() * 6) }, () => pick(parts)).join('');
  for (let i = 0; i < 1000; i += 20) {
    const lines = Array.from({ length: 20 }, () => {
      const host = pick([url.host, url.host, 'x', '', '[', 'a b']);
      const rest = pick([
        '',
        '',
        'Origin: null\r\n',
        'Range: bytes=9-1\r\n',
        'Expect: 100-continue\r\n',
        'Upgrade: x\r\nConnection: upgrade\r\n',
        'Transfer-Encoding: x\r\n',
      ]);
      return `${pick(['GET', 'GET', 'HEAD', 'POST', 'CONNECT', 'OPTIONS', 'G\x00T'])} ${token()} HTTP/1.${pick([0, 1, 2])}\r\nHost: ${host}\r\n${rest}\r\n`;
    });
    await Promise.all(
      [...lines, 'GET // HTTP/1.1\r\nHost: x\r\n\r\n'].map((line) => send(Buffer.from(line, 'latin1'))),
    );
  }
  expect(command.exitCode).toBe(null);
  expect((await request(url.pathname)).status).toBe(200);
}, 60_000);

test.runIf(process.platform === 'linux')(
  'keeps the address out of the arguments of the browser',
  async () => {
    const home = mkdtempSync(join(tmpdir(), 'fairwasm-home-'));
    writeFileSync(
      join(home, 'xdg-open'),
      `#!/bin/sh\necho "$@" > ${home}/arguments.tmp; mv ${home}/arguments.tmp ${home}/arguments\n`,
    );
    chmodSync(join(home, 'xdg-open'), 0o755);
    const env = { ...process.env, HOME: home, DISPLAY: ':0', PATH: `${home}:${process.env.PATH}` };
    const opening = spawn(process.execPath, [resolve('dist/cli/main.js'), 'open', name], { cwd, env });
    try {
      const address = await new Promise((line) => opening.stdout.once('data', (data) => line(String(data).trim())));
      await vi.waitFor(() => expect(existsSync(join(home, 'arguments'))).toBe(true), { timeout: 20_000 });
      const redirect = readFileSync(join(home, 'arguments'), 'utf8').trim();
      expect(redirect).toMatch(/fairwasm-open-[0-9a-f]{16}\.html$/);
      expect(statSync(redirect).mode & 0o777).toBe(0o600);
      expect(readFileSync(redirect, 'utf8')).toContain(`content="0;url=${address}"`);
      const { status } = await fetch(address);
      expect(status).toBe(200);
      await vi.waitFor(() => expect(existsSync(redirect)).toBe(false));
    } finally {
      opening.kill();
      rmSync(home, { recursive: true });
    }
  },
  60_000,
);

test('only returns data', async () => {
  expect((await request(url.pathname, { method: 'POST' })).status).toBe(405);
});

test('rejects files that do not exist', () => {
  const { status, stderr } = runCommand(['open', 'absent.csv'], { cwd });
  expect([status, stderr]).toEqual([1, expect.stringContaining('absent.csv: file not found')]);
  expect(runCommand(['open', 'a', 'b'], { cwd }).status).toBe(2);
});
