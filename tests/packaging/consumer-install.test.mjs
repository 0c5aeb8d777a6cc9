// SPDX-License-Identifier: Apache-2.0
//
// The packed package next to the oldest versions of optional peer dependencies: npm installs it, and the command line
// reports a version that is too old. These dependencies are manifests without code, so that no registry is needed.

import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { attempt, run } from '../../scripts/lib/run.mjs';
import { pack } from './support.mjs';

const old = {
  '@clickhouse/client': '0.2.10',
  '@duckdb/node-api': '1.1.3-alpha.12',
  '@modelcontextprotocol/sdk': '1.0.4',
  compromise: '13.11.4',
  'fairwasm-page': '0.9.0',
  'onnxruntime-web': '1.14.0',
  pg: '7.18.2',
  'wink-eng-lite-web-model': '1.1.0',
  'wink-nlp': '1.1.0',
};

const { version } = JSON.parse(await readFile('package.json', 'utf8'));

let packed;
let folder;

beforeAll(async () => {
  packed = await pack();
  folder = await mkdtemp(join(tmpdir(), 'fairwasm-install-'));
  for (const [name, version] of Object.entries(old)) {
    const peer = join(folder, 'peers', name);
    await mkdir(peer, { recursive: true });
    await writeFile(join(peer, 'package.json'), JSON.stringify({ name, version, main: 'index.js' }));
    await writeFile(join(peer, 'index.js'), '');
  }
}, 120_000);

afterAll(async () => {
  await rm(folder, { recursive: true });
});

/** Returns a folder with peer dependencies, and the result of installing the package next to them with npm. */
async function install(name, peers) {
  const project = join(folder, name);
  const dependencies = peers.map((peer) => [peer, `file:${join(folder, 'peers', peer)}`]);
  await mkdir(project, { recursive: true });
  const manifest = { private: true, dependencies: Object.fromEntries(dependencies) };
  await writeFile(join(project, 'package.json'), JSON.stringify(manifest));
  const options = ['--offline', '--install-links', '--no-audit', '--no-fund', '--ignore-scripts'];
  const result = await attempt('npm', ['install', ...options, packed.tarball], { cwd: project });
  return { project, ...result };
}

test('tries every peer dependency', async () => {
  const { peerDependencies } = JSON.parse(await readFile('package.json', 'utf8'));
  expect(Object.keys(peerDependencies).sort()).toEqual(Object.keys(old).sort());
});

test('npm installs it next to old versions of all peer dependencies, whose version the command line reports', async () => {
  const { project, code, output } = await install('all', Object.keys(old));
  expect({ code, output }).toMatchObject({ code: 0 });
  const main = join(project, 'node_modules/.bin/fairwasm');
  const columns = ['--table', 't', '--label', 'y', '--prediction', 'p', '--group', 'g'];
  for (const [address, needed] of [
    ['postgres://h/d', 'pg, version 8.7 or later; version 7.18.2 is installed'],
    ['duckdb:', '@duckdb/node-api, version 1.3 or later; version 1.1.3-alpha.12 is installed'],
    ['clickhouse://h/d', '@clickhouse/client, version 1.0 or later; version 0.2.10 is installed'],
  ]) {
    const args = [main, 'audit', '--from', address, ...columns];
    const asked = await attempt(process.execPath, args, { cwd: project });
    expect(asked).toMatchObject({ code: 2, output: expect.stringContaining(needed) });
  }
}, 120_000);

test('fairwasm open serves only the page with the same version', async () => {
  const { project } = await install('page', []);
  const main = join(project, 'node_modules/.bin/fairwasm');
  const advice = `run npm install fairwasm-page@${version} where you installed fairwasm`;
  const open = () => attempt(process.execPath, [main, 'open', '--no-browser'], { cwd: project, silence: 5 });
  expect(await open()).toMatchObject({
    code: 1,
    output: `fairwasm: open: the page is in the package fairwasm-page, which is not installed; ${advice}\n`,
  });
  const peer = join(project, 'node_modules/fairwasm-page');
  await cp(join(folder, 'peers/fairwasm-page'), peer, { recursive: true });
  expect(await open()).toMatchObject({
    code: 1,
    output: `fairwasm: open: the version of fairwasm-page is 0.9.0, and that of fairwasm is ${version}; ${advice}\n`,
  });
  await rm(peer, { recursive: true });
  await cp('build/fairwasm-page', peer, { recursive: true });
  const { output } = await open(); // runs until it is stopped
  expect(output).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/[0-9a-f]{32}\/\n/);
}, 120_000);

test('taggers report the version that they need', async () => {
  const { project } = await install('taggers', ['compromise', 'wink-nlp', 'wink-eng-lite-web-model']);
  await writeFile(join(project, 'node_modules/compromise/index.js'), 'module.exports = () => ({ json: () => [] });');
  await writeFile(join(project, 'node_modules/wink-nlp/index.js'), 'module.exports = () => ({});');
  await writeFile(join(project, 'captions.txt'), 'A woman rides a horse.\n');
  const tag = (tagger) =>
    run(join(project, 'node_modules/.bin/fairwasm'), ['captions', 'captions.txt', 'captions.txt', '--tagger', tagger], {
      cwd: project,
    });
  await expect(tag('compromise')).rejects.toThrow(/the package compromise, version 14\.0 or later/);
  await expect(tag('wink')).rejects.toThrow(/the package wink-nlp, version 1\.5 or later/);
}, 120_000);
