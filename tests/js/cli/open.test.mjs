// fairwasm open: the page and a file, served to this machine only.

import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
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
  ['from a link of another site', '$/', { headers: { 'sec-fetch-site': 'cross-site' } }],
])('rejects requests %s', async (_, path, options) => {
  const { status, body } = await request(path.replace('$/', url.pathname), options);
  expect([status, body.length]).toEqual([404, 0]);
});

test('only returns data', async () => {
  expect((await request(url.pathname, { method: 'POST' })).status).toBe(405);
});

test('rejects files that do not exist', () => {
  const { status, stderr } = runCommand(['open', 'absent.csv'], { cwd });
  expect([status, stderr]).toEqual([1, expect.stringContaining('absent.csv: file not found')]);
  expect(runCommand(['open', 'a', 'b'], { cwd }).status).toBe(2);
});
