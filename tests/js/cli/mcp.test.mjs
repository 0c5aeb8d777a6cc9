// SPDX-License-Identifier: Apache-2.0
//
// `fairwasm mcp`, through the client of the official SDK: what the tools return, and what they never return.

import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { runCommand } from './command.mjs';

const main = fileURLToPath(new URL('../../../dist/cli/main.js', import.meta.url));
const rows = (count, text) => Array(count).fill(text);

let folder;
let client;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fairwasm-mcp-'));
  mkdirSync(join(folder, 'data/.hidden'), { recursive: true });
  const people = [
    ...rows(60, 'f,A,1,1,0.9'),
    ...rows(40, 'f,A,0,0,0.2'),
    ...rows(80, 'm,A,1,1,0.7'),
    ...rows(20, 'm,A,0,0,0.4'),
    ...rows(3, 'secretgroup,A,1,1,0.6'),
    ...rows(2, 'rumor,A,1,1,0.6'),
    'f,B,,0,',
  ].map((line, i) => `${line},Person ${i}`);
  const file = `sex,site,label,decision,score,name\n${people.join('\n')}\n`;
  writeFileSync(join(folder, 'data/people.csv'), file);
  writeFileSync(join(folder, 'data/.hidden/people.csv'), file);
  writeFileSync(join(folder, 'data/broken.csv'), 'sex,decision\nf,1\nPerson 7\n');
  writeFileSync(join(folder, 'outside.csv'), file);
  symlinkSync(join(folder, 'outside.csv'), join(folder, 'data/link.csv'));
  client = new Client({ name: 'test', version: '1' });
  const args = [main, 'mcp', join(folder, 'data')];
  await client.connect(new StdioClientTransport({ command: process.execPath, args }));
}, 60_000);

afterAll(async () => {
  await client?.close();
  rmSync(folder, { recursive: true });
});

/** Returns the texts of a tool's result. */
async function call(name, given) {
  const { content, isError = false } = await client.callTool({ name, arguments: given });
  return { isError, texts: content.map(({ text }) => text) };
}

let copies = 0;

/** Copies the file, because the audits of one file limit each other. */
function copyOf(name) {
  const copy = `copy-${copies++}-${name}`;
  copyFileSync(join(folder, 'data', name), join(folder, 'data', copy));
  return copy;
}

/** @param {any} given */
const audit = ({ path = 'people.csv', ...given } = {}) =>
  call('audit_file', { path: copyOf(path), groups: ['sex'], prediction: 'decision', ...given });

test('lists four tools that only read', async () => {
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual([...['profile_file', 'audit_file', 'explain_metric', 'list_metrics']]);
  expect(tools.every(({ annotations }) => annotations.readOnlyHint)).toBe(true);
});

test('profiles columns without rare values', async () => {
  const { texts } = await call('profile_file', { path: 'people.csv' });
  const { columns, ...file } = JSON.parse(texts[0]);
  expect(file).toEqual({ file: 'people.csv', minCellSize: 10 });
  const [sex, site, label, decision, score, name] = columns;
  expect(sex).toEqual({
    ...{ name: 'sex', kind: 'category', values: 206, missing: 0, distinct: 4 },
    ...{ categories: ['f', 'm'], role: 'group' },
  });
  expect(site.categories).toEqual(['A']);
  expect(label).toMatchObject({ values: null, missing: null, role: 'label' });
  expect(decision.role).toBe('prediction');
  expect(score).toMatchObject({ kind: 'number', role: 'score' });
  expect(name).toEqual({ ...{ name: 'name', kind: 'text', values: 206, missing: 0, distinct: 206, role: null } });
});

test('audits a file and suppresses small groups, whose names it withholds', async () => {
  const { isError, texts } = await audit();
  expect(isError, texts[0]).toBe(false);
  const [markdown, json] = texts;
  const { source, breakdowns, withheld } = JSON.parse(json);
  expect(source).toMatch(/^copy-\d-people.csv$/);
  const rates = breakdowns.flatMap(({ groups }) => groups.map(({ name, rates }) => [name, rates.selectionRate.value]));
  expect(markdown).toContain('people.csv');
  expect(withheld.below).toBe(10);
  const hidden = withheld.breakdowns.flatMap(({ groups }) => groups.map(({ name }) => name));
  expect(hidden).toContain('other (fewer than 10 rows each)');
  expect(rates.length + hidden.length).toBe(3);
  for (const [name, rate] of rates) expect(rate).toBeCloseTo(name === 'f' ? 60 / 101 : 0.8, 12);
  expect(texts.join()).not.toMatch(/secretgroup|rumor|Person/);
});

test('a threshold gives the report of the decisions that it makes', async () => {
  const given = { groups: ['sex'], label: 'label', missing: 'drop' };
  const ask = (decided) => call('audit_file', { path: copyOf('people.csv'), ...given, ...decided });
  const byScore = await ask({ score: 'score', threshold: 0.5 });
  const byDecision = await ask({ prediction: 'decision' });
  expect(byScore.isError, byScore.texts[0]).toBe(false);
  const spreads = ({ texts }) => JSON.parse(texts[1]).breakdowns.map((each) => each.spreads.selectionRate.difference);
  expect(spreads(byScore)).toHaveLength(1);
  expect(spreads(byScore)).toEqual(spreads(byDecision));
  const alone = await ask({ score: 'score' });
  expect(alone).toMatchObject({ isError: true, texts: [expect.stringContaining('threshold')] });
});

test('returns no names of people, whichever column it is given', async () => {
  for (const given of [
    { groups: ['name'] },
    { groups: ['sex', 'name'] },
    { label: 'name' },
    { prediction: 'name' },
    { prediction: undefined, score: 'name', threshold: 1 },
    { favorable: ['x'] },
    { path: 'broken.csv' },
  ]) {
    const { texts } = await audit(JSON.parse(JSON.stringify(given)));
    expect(texts.join()).not.toMatch(/Person/);
  }
  const profile = await call('profile_file', { path: 'broken.csv' });
  expect(profile.isError).toBe(true);
  expect(profile.texts.join()).not.toMatch(/Person/);
  for (const { texts } of [profile, await audit({ path: 'broken.csv' })]) {
    expect(texts.join()).toMatch(/broken\.csv, line 3/);
    expect(texts.join()).not.toContain(folder);
  }
});

test('withholds an audit that would reveal a small cell together with an earlier one', async () => {
  const path = copyOf('people.csv');
  const ask = (given) => call('audit_file', { path, groups: ['sex'], prediction: 'decision', ...given });
  const first = await ask();
  expect((await ask({ groups: ['site'] })).texts[0]).toMatch(/together with an earlier audit .* fewer than 10 rows/);
  expect(await ask()).toEqual(first);
});

test('an assistant can raise the minimum cell size but not lower it', async () => {
  expect((await audit({ minCellSize: 9 })).texts).toEqual(['minCellSize: expected at least 10, got 9']);
  const { texts } = await audit({ minCellSize: 30 });
  expect(JSON.parse(texts[1]).withheld.below).toBe(30);
});

test('rejects files outside the folders, hidden files, and missing files with the same error', async () => {
  const paths = ['../outside.csv', join(folder, 'outside.csv'), 'link.csv', '/etc/passwd', '-'];
  for (const path of [...paths, '.hidden/people.csv', 'absent.csv', '.', 'http://localhost/x.csv']) {
    for (const name of ['profile_file', 'audit_file']) {
      const { isError, texts } = await call(name, { path, groups: ['sex'] }).then((found) =>
        name === 'profile_file' ? call(name, { path }) : found,
      );
      expect(isError).toBe(true);
      expect(texts).toEqual([`'${path}' is not a file in one of the folders of the server, or it is hidden`]);
    }
  }
});

test('reports a missing column, and invalid arguments', async () => {
  const absent = await audit({ groups: ['gender'] });
  expect(absent.isError).toBe(true);
  expect(absent.texts[0]).toMatch(/column gender: expected one of the file’s columns \(sex, /);
  expect((await audit({ group: 'sex' })).texts[0]).toMatch(/unknown argument 'group'/);
  expect((await audit({ groups: 'sex' })).texts).toEqual(['groups: expected array']);
  expect((await call('audit_file', { path: 'people.csv' })).texts).toEqual(['pass groups']);
  expect((await call('profile_file', { path: 'people.csv', minCellSize: 50 })).texts[0]).toMatch(/unknown argument/);
  expect((await call('delete_file', {})).isError).toBe(true);
});

test('explains and lists metrics like the command line', async () => {
  const { stdout } = runCommand(['explain', 'disparateImpact'], { cwd: folder });
  const { texts } = await call('explain_metric', { metric: 'disparateImpact' });
  expect(`${texts[0]}\n`).toBe(stdout);
  expect((await call('explain_metric', { metric: 'disparateImpakt' })).texts[0]).toMatch(
    /did you mean 'disparateImpact'/,
  );
  expect((await call('list_metrics', {})).texts[0]).toMatch(/selectionRate/);
});

test('rejects a folder that does not exist', () => {
  const { status, stderr } = runCommand(['mcp', 'absent'], { cwd: folder });
  expect({ status, stderr }).toMatchObject({ status: 2, stderr: expect.stringContaining("'absent' is not a folder") });
});
