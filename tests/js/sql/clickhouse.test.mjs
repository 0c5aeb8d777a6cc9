// SPDX-License-Identifier: Apache-2.0
//
// Rows on two machines: two ClickHouse shards, a Distributed table over both, and the failure of a shard.

import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { statement } from 'fairwasm/sql';
import { unless } from '../../optional.mjs';
import { lehmer } from '../../random-numbers.mjs';
import { ask, missing, startShards } from './clickhouse.mjs';
import { hostileName } from './hostile-names.mjs';
import { differences, manyRows } from './rows.mjs';

const main = join(process.cwd(), 'dist', 'cli', 'main.js');
const rows = manyRows(2000);
const names = ['race', 'sex', 'y', 'p', 's', 'w', 'age'];
const columns = ['--label', 'y', '--prediction', 'p', '--group', 'race,sex'];

unless(missing, describe)('two ClickHouse shards', () => {
  let folder;
  let shards;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'fairwasm-shards-'));
    const lines = [names, ...rows.map((row) => names.map((name) => row[name] ?? ''))];
    writeFileSync(join(folder, 'rows.csv'), lines.map((line) => `${line.join(',')}\n`).join(''));
    shards = await startShards();
    for (const [i, port] of shards.http.entries()) {
      await ask(
        port,
        `CREATE TABLE decisions (sex Nullable(String), race String, y UInt8, p UInt8, s Float64,
           w Float64, age Int32) ENGINE = MergeTree ORDER BY race`,
      );
      await ask(port, 'CREATE TABLE everywhere AS decisions ENGINE = Distributed(both, default, decisions)');
      const own = rows.filter((_, row) => row % 2 === i).map((row) => JSON.stringify(row));
      await ask(port, `INSERT INTO decisions FORMAT JSONEachRow\n${own.join('\n')}`);
    }
  }, 60_000);
  afterAll(async () => {
    await shards?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const address = () => `clickhouse://127.0.0.1:${shards.http[0]}/default`;

  function run(args) {
    const child = spawn(process.execPath, [main, 'audit', ...args, '--format', 'json'], { cwd: folder });
    let [stdout, stderr] = ['', ''];
    child.stdout.on('data', (text) => {
      stdout += text;
    });
    child.stderr.on('data', (text) => {
      stderr += text;
    });
    return new Promise((resolve) => {
      child.on('close', (status) => resolve({ status, stdout, stderr }));
    });
  }

  test.each([
    ['decisions', columns],
    ['weights and scores', [...columns, '--weight', 'w', '--score', 's']],
  ])('%s gives the report of the rows', async (_, choice) => {
    // The groups a and A differ only in spelling.
    const keep = [...choice, '--keep-spellings'];
    const counted = await run(['--from', address(), '--table', 'everywhere', ...keep]);
    expect(counted.status).toBe(0);
    const report = JSON.parse(counted.stdout);
    expect([report.rows, report.source]).toEqual([2000, `${address()}, table everywhere`]);
    const own = JSON.parse((await run(['rows.csv', ...keep])).stdout);
    expect(differences({ ...report, source: null }, { ...own, source: null })).toEqual([]);
  });

  test('rejects an empty table', async () => {
    const query = 'SELECT * FROM everywhere WHERE s > 2';
    const none = await run(['--from', address(), '--query', query, ...columns]);
    expect([none.status, none.stdout]).toEqual([1, '']);
    expect(none.stderr).toContain('at least one row');
  });

  test('reads 10,000 hostile names unchanged', async () => {
    const [port] = shards.http;
    const next = lehmer(11);
    for (let table = 0; table < 50; table++) {
      const columns = Array.from({ length: 200 }, (_, i) => hostileName(next, i));
      const title = `${hostileName(next, table)} ${table}`;
      const types = columns.map((each) => `${quoted(each)} Int32`).join(', ');
      await ask(port, `CREATE TABLE ${quoted(title)} (${types}) ENGINE = Memory`);
      const values = columns.map((_, i) => i).join(', ');
      await ask(port, `INSERT INTO ${quoted(title)} VALUES (${values})`);
      const asked = { table: title, groups: columns.slice(1), label: columns[0] };
      const { text } = statement(asked, 'clickhouse');
      const { meta, data } = JSON.parse(await ask(port, `${text} FORMAT JSONCompact`));
      expect(meta.map(({ name }) => name).sort()).toEqual([...columns, 'n'].sort());
      const answer = new Map(meta.map(({ name }, i) => [name, data.map((row) => Number(row[i]))]));
      columns.forEach((each, i) => {
        expect(answer.get(each)).toEqual([i]);
      });
      await ask(port, `DROP TABLE ${quoted(title)}`);
    }
    expect(await ask(port, 'SELECT COUNT(*) FROM everywhere')).toBe(String(rows.length));
  }, 120_000);

  test('omits small cells in the database', async () => {
    const asked = ['--from', address(), '--table', 'everywhere', ...columns];
    const { status, stdout } = await run([...asked, '--min-cell-size', '100']);
    expect(status).toBe(0);
    const { withheld, breakdowns } = JSON.parse(stdout);
    expect(withheld).toMatchObject({ below: 100, by: 'engine' });
    const whole = JSON.parse((await run(['rows.csv', ...columns, '--keep-spellings'])).stdout);
    for (const [i, { groups }] of breakdowns.entries()) {
      for (const { id, name } of groups) {
        const { value } = whole.breakdowns[i].groups.find((each) => each.name === name).rates.selectionRate;
        const bounds = withheld.breakdowns[i].rates[id];
        if (!bounds) continue;
        const [least, most] = bounds.selectionRate;
        expect(value).toBeGreaterThanOrEqual(least);
        expect(value).toBeLessThanOrEqual(most);
      }
    }
  });

  test('prints an error and no report if a shard dies halfway', async () => {
    const query = 'SELECT * FROM everywhere WHERE NOT ignore(sleepEachRow(0.002))';
    const going = run(['--from', address(), '--query', query, ...columns]);
    await begun(shards.http[1]);
    await shards.kill(1);
    const { status, stdout, stderr } = await going;
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect(stderr).toContain(address());
  }, 60_000);
});

// Quoted text may contain escapes.
const quoted = (name) => `"${name.replace(/[\\"]/g, (each) => `\\${each}`)}"`;

async function begun(port) {
  const count =
    "SELECT COUNT(*) FROM system.processes WHERE query LIKE '%sleepEachRow%' AND query NOT LIKE '%system.processes%'";
  for (let tries = 0; tries < 200; tries++) {
    if ((await ask(port, count)) !== '0') return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('the shard was not asked within 10 s');
}
