// SPDX-License-Identifier: Apache-2.0
//
// Precomputed counts on the command line: the printed statement, counts read from files, and queries to engines.

import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { unless } from '../../optional.mjs';
import { runCommand } from '../cli/command.mjs';
import { engines, startPostgres } from './engines.mjs';
import { differences, manyRows, toTable } from './rows.mjs';

const main = join(process.cwd(), 'dist', 'cli', 'main.js');
const rows = manyRows();
const names = ['race', 'sex', 'y', 'p', 's', 'w', 'age'];
const csv = [names, ...rows.map((row) => names.map((name) => row[name] ?? ''))];
const columns = ['--label', 'y', '--prediction', 'p', '--group', 'race,sex'];
/** @type {[what: string, choice: string[]][]} */
const choices = [
  ['decisions', columns],
  ['weights and scores', [...columns, '--weight', 'w', '--score', 's']],
  ['a threshold', ['--label', 'y', '--score', 's', '--threshold', '0.4', '--group', 'sex,race']],
];

let folder;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fairwasm-sql-'));
  writeFileSync(join(folder, 'rows.csv'), csv.map((fields) => `${fields.join(',')}\n`).join(''));
  await duckdb(toTable('decisions', rows));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const fairwasm = (args, options) => runCommand(args, { cwd: folder, ...options });

async function duckdb(statements) {
  const instance = await DuckDBInstance.create(join(folder, 'rows.db'));
  const connection = await instance.connect();
  for (const text of statements) await connection.run(text);
  connection.closeSync();
  instance.closeSync();
}

function reported(args, options) {
  const { status, stdout, stderr } = fairwasm(['audit', ...args, '--keep-spellings', '--format', 'json'], options);
  expect([status, stderr]).toEqual([0, expect.stringMatching(/^fairwasm: note: race: .*\n$/)]);
  return JSON.parse(stdout);
}

/** Returns the report of the rows, and its differences from another report except for the source. */
function differ(other, choice) {
  const report = reported(['rows.csv', ...choice]);
  return differences({ ...other, source: null }, { ...report, source: null });
}

describe.each(choices)('%s', (_, choice) => {
  test('the statement’s answer, saved as CSV, gives the report of the rows', async () => {
    const asked = ['sql', '--dialect', 'duckdb', '--table', 'decisions', ...choice];
    const { status, stdout } = fairwasm(asked);
    expect(status).toBe(0);
    const text = stdout.split(';\n')[0].replace('$1', '0.4');
    await duckdb([`COPY (${text}) TO '${join(folder, 'counts.csv')}' (HEADER)`]);
    const report = reported(['counts.csv', '--counts', 'n', ...choice]);
    expect(report.source).toBe('counts.csv');
    expect(differ(report, choice)).toEqual([]);
  });

  test('queries DuckDB', () => {
    const report = reported(['--from', 'duckdb:rows.db', '--table', 'decisions', ...choice]);
    expect(report.source).toBe('duckdb:rows.db, table decisions');
    expect(differ(report, choice)).toEqual([]);
  });

  test('queries files through DuckDB', () => {
    const query = "SELECT * FROM 'rows.csv'";
    const report = reported(['--from', 'duckdb:', '--query', query, ...choice]);
    expect(report.source).toBe('duckdb, a query');
    expect(differ(report, choice)).toEqual([]);
  });
});

test('merges spellings of one group in counts as in rows', () => {
  const getGroups = (...args) => {
    const { stdout } = fairwasm(['audit', ...args, ...columns, '--format', 'json']);
    const { breakdowns, warnings } = JSON.parse(stdout);
    const groups = breakdowns[0].groups.map(({ counts }) => counts.rows);
    return [groups, warnings.filter((each) => each.includes('merged')).length];
  };
  const ofRows = getGroups('rows.csv');
  expect(getGroups('--from', 'duckdb:rows.db', '--table', 'decisions')).toEqual(ofRows);
  expect([ofRows[0].length, ofRows[1]]).toEqual([2, 1]);
});

describe('small cells', () => {
  const asked = ['--from', 'duckdb:rows.db', '--table', 'decisions', ...columns];
  const report = (...args) => {
    const { status, stdout } = fairwasm(['audit', ...args, '--format', 'json']);
    expect(status).toBe(0);
    return JSON.parse(stdout);
  };

  test('are omitted by the engine and by the printed statement', async () => {
    const least = ['--min-cell-size', '40'];
    const whole = report(...asked);
    const lacking = report(...asked, ...least);
    expect(lacking.withheld).toMatchObject({ below: 40, by: 'engine' });
    expect(lacking.rows).toBeLessThan(whole.rows);
    const { status, stdout } = fairwasm([
      ...['sql', '--dialect', 'duckdb', '--table', 'decisions', ...columns, ...least],
    ]);
    expect(status).toBe(0);
    const [text] = stdout.split(';\n');
    expect(text.endsWith('HAVING COUNT(*) >= 40')).toBe(true);
    await duckdb([`COPY (${text}) TO '${join(folder, 'least.csv')}' (HEADER)`]);
    const read = report('least.csv', '--counts', 'n', ...columns, ...least);
    expect(differences({ ...read, source: lacking.source }, lacking)).toEqual([]);
  });

  test('are suppressed in the report and its text', () => {
    const { withheld, breakdowns } = report(...asked, '--suppress-below', '12');
    expect(withheld).toMatchObject({ below: 12, by: 'report' });
    const [hidden] = withheld.breakdowns.at(-1).groups;
    const { stdout } = fairwasm(['audit', ...asked, '--suppress-below', '12']);
    expect(stdout.replace(/\s+/g, ' ')).toContain('to protect counts below 12');
    const shown = breakdowns.flatMap(({ groups }) => groups.map(({ name }) => name));
    expect(shown).not.toContain(hidden.name);
  });

  test.each([
    [['--min-cell-size', '1'], '--min-cell-size'],
    [['--suppress-below', '2.5'], '--suppress-below'],
    [['--min-cell-size', '5', '--suppress-below', '5'], 'counts. Remove --min-cell-size.'],
    [['--min-cell-size', '5', '--weight', 'w'], 'counts. Remove --weight.'],
    [['--suppress-below', '5', '--score', 's'], 'counts. Remove --score.'],
  ])('rejects %p as invalid usage', (args, message) => {
    const { status, stderr } = fairwasm(['audit', ...asked, ...args]);
    expect([status, stderr]).toEqual([2, expect.stringContaining(message)]);
  });

  test('rejects suppression for rows', () => {
    const { status, stderr } = fairwasm(['audit', 'rows.csv', ...columns, '--suppress-below', '5']);
    expect([status, stderr]).toEqual([2, expect.stringContaining('--suppress-below requires --counts or --from')]);
  });
});

test('cancels DuckDB after --timeout', () => {
  const query = "SELECT i % 2 AS y, i % 3 AS p, 'a' AS sex, 'b' AS race FROM range(1000000000000) t(i)";
  const args = ['--from', 'duckdb:', '--query', query, '--timeout', '0.3', ...columns];
  const { status, stdout, stderr } = fairwasm(['audit', ...args]);
  expect([status, stdout]).toEqual([1, '']);
  expect(stderr).toMatch(/^fairwasm: duckdb: .*[Ii]nterrupt/);
});

const hasSqlite = process.getBuiltinModule?.('node:sqlite') !== undefined;
unless(hasSqlite ? undefined : `${process.version} has no node:sqlite`, test)('SQLite, asked', () => {
  // Cast because the types are for the oldest supported Node, which lacks this module.
  const { DatabaseSync } = /** @type {any} */ (process.getBuiltinModule('node:sqlite'));
  const database = new DatabaseSync(join(folder, 'rows.sqlite'));
  for (const text of toTable('decisions', rows)) database.exec(text);
  database.close();
  for (const [, choice] of choices) {
    const report = reported(['--from', 'sqlite:rows.sqlite', '--table', 'decisions', ...choice]);
    expect(differ(report, choice)).toEqual([]);
  }
});

unless(hasSqlite && `${process.version} has node:sqlite`, test)(
  'without SQLite, names a Node.js version that has it',
  () => {
    const { status, stderr } = fairwasm([
      ...['audit', '--from', 'sqlite:rows.sqlite', '--table', 'decisions', ...columns],
    ]);
    expect([status, stderr]).toEqual([2, expect.stringContaining('requires Node 22.13 or later')]);
  },
);

unless(engines.postgresql.missing, describe)('PostgreSQL', () => {
  let server;
  beforeAll(async () => {
    server = await startPostgres();
    for (const text of toTable('decisions', rows)) await server.run(text);
    await server.run('CREATE SEQUENCE numbers');
  });
  afterAll(() => server?.stop());

  const asked = (table, choice = columns) => [...['audit', '--from', server.url, '--table', table, ...choice]];

  test.each(choices)('%s gives the report of the rows', (_, choice) => {
    const report = reported(asked('public.decisions', choice).slice(1));
    expect(report.source).toBe('postgres:///postgres, table public.decisions');
    expect(differ(report, choice)).toEqual([]);
  });

  test('only reads', () => {
    const query = "SELECT *, nextval('numbers') FROM decisions";
    const { status, stderr } = fairwasm([...['audit', '--from', server.url, '--query', query, ...columns]]);
    expect(status).toBe(1);
    expect(stderr).toContain('read-only transaction');
  });

  test('cancels after --timeout', () => {
    const query = 'SELECT decisions.* FROM decisions, pg_sleep(20)';
    const { status, stderr } = fairwasm([
      ...['audit', '--from', server.url, '--query', query, '--timeout', '2', ...columns],
    ]);
    expect(status).toBe(1);
    expect(stderr).toContain('statement timeout');
  });

  test('reports an error without a report if a server stops half-way', async () => {
    const query = 'SELECT decisions.* FROM decisions, pg_sleep(20)';
    const args = ['audit', '--from', server.url, '--query', query, '--format', 'json', ...columns];
    const child = spawn(process.execPath, [main, ...args], { cwd: folder });
    let [stdout, stderr] = ['', ''];
    child.stdout.on('data', (text) => {
      stdout += text;
    });
    child.stderr.on('data', (text) => {
      stderr += text;
    });
    const ended = new Promise((resolve) => child.on('exit', resolve));
    await waitFor(async () => {
      const { count } = await server.ask({
        text: "SELECT COUNT(*) AS count FROM pg_stat_activity WHERE application_name = 'fairwasm' AND wait_event = 'PgSleep'",
        parameters: [],
      });
      return Number(count[0]) > 0;
    });
    await server.run("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'fairwasm'");
    expect(await ended).toBe(1);
    expect(stdout).toBe('');
    expect(stderr).toMatch(/^fairwasm: postgres:\/\/\/postgres: .*terminat/);
  }, 30_000);
});

async function waitFor(condition) {
  for (let tries = 0; tries < 200; tries++) {
    if (await condition()) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('it did not happen in 10 s');
}

/** Returns the output of `fairwasm audit --from ADDRESS` for a server that calls `serve` with the first bytes. */
async function getAsked(scheme, serve, ...more) {
  const sockets = new Set();
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.once('data', () => serve(socket));
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  const address = `${scheme}://127.0.0.1:${port}/db`;
  const args = ['audit', '--from', address, '--table', 't', ...more, ...columns];
  const child = spawn(process.execPath, [main, ...args], { cwd: folder });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (text) => {
    stdout += text;
  });
  child.stderr.on('data', (text) => {
    stderr += text;
  });
  const status = await new Promise((resolve) => child.on('close', resolve));
  for (const socket of sockets) socket.destroy();
  server.close();
  return { status, stdout, stderr, address };
}

function expectOneLine({ status, stdout, stderr, address }, part = '') {
  expect([status, stdout]).toEqual([1, '']);
  expect(stderr.trim().split('\n')).toHaveLength(1);
  expect(stderr).toContain(`fairwasm: ${address}: ${part}`);
}

const half = '{"meta":[{"name":"race","type":"String"},{"name":"n","type":"UInt64"}],"data":[["a","5"],';
test.each([
  ['postgres', ''],
  ['clickhouse', ''],
  ['clickhouse', `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n${half}`],
  ['clickhouse', `HTTP/1.1 200 OK\r\nContent-Length: 9999\r\n\r\n${half}`],
  ['clickhouse', 'HTTP/1.1 500 No\r\nContent-Length: 3\r\n\r\nNo.'],
])('reports a one-line error if %s hangs up (%#)', async (scheme, reply) => {
  expectOneLine(await getAsked(scheme, (socket) => socket.end(reply)));
});

const welcome = Buffer.from('R\0\0\0\x08\0\0\0\0Z\0\0\0\x05I', 'latin1'); // no password; ready for a query
const begun = `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n${half}`;
test('reports a one-line error soon if a server never answers', async () => {
  const answers = await Promise.all([
    getAsked('postgres', () => {}, '--timeout', '1'),
    getAsked('postgres', (socket) => socket.write(welcome), '--timeout', '1'),
    getAsked('clickhouse', () => {}, '--timeout', '1'),
    getAsked('clickhouse', (socket) => socket.write(begun), '--timeout', '1'),
    getAsked('clickhouse', (socket) => trickle(socket, begun), '--timeout', '1'),
  ]);
  for (const answer of answers) expectOneLine(answer, 'the server did not answer within');
}, 10_000);

/** Sends endless blanks, so that the connection is never idle. */
function trickle(socket, beginning) {
  socket.write(beginning);
  const timer = setInterval(() => socket.write(' '), 100);
  socket.on('close', () => clearInterval(timer));
}

test('prints parameter values below the statement', () => {
  const { stdout } = fairwasm([
    ...['sql', '--dialect', 'clickhouse', '--table', 'my\\.db.t', '--label', 'y', '--group', 'age'],
    ...['--bins', 'age=18,65', '--where', 'zip="02139"', '--where', 'year=2020', '--where', 'x=a\nb'],
  ]);
  expect(stdout).toContain('FROM `my.db`.`t`');
  expect(stdout).toContain('`zip` = {p6:String}');
  expect(stdout).toContain('`year` = {p7:Int64}');
  expect(stdout.split(';\n')[1].split('\n').slice(5)).toEqual(['-- p6: "02139"', '-- p7: 2020', '-- p8: "a\\nb"', '']);
});

test('--explain queries no server', () => {
  const args = ['--from', 'postgres://nowhere.invalid/db', '--table', 't', '--explain', ...columns];
  const { status, stdout } = fairwasm(['audit', ...args]);
  const own = fairwasm(['sql', '--dialect', 'postgresql', '--table', 't', ...columns]).stdout;
  expect([status, stdout]).toEqual([0, own]);
});

test.each([
  [['sql', '--table', 't', '--label', 'y'], 'pass --dialect'],
  [['sql', '--dialect', 'duckdb', '--label', 'y'], 'pass --table or --query'],
  [['sql', '--dialect', 'duckdb', '--table', 't'], 'a label'],
  [['sql', '--dialect', 'oracle', '--table', 't', '--label', 'y'], 'one of postgresql'],
  [['sql', '--dialect', 'duckdb', '--table', 't', '--labels', 'y'], "did you mean '--label'?"],
  [['sql', '--dialect', 'duckdb', '--table', 't', '--label', 'y', '--bins', 'age=1'], 'no'],
  [['sql', 'duckdb', '--table', 't', '--label', 'y'], "only options; remove 'duckdb'"],
  [['audit', 'rows.csv', '--table', 't', ...columns], '--table requires --from'],
  [['audit', 'rows.csv', '--explain', ...columns], '--explain requires --from'],
  [['audit', '--from', 'mysql://h/d', '--table', 't', ...columns], '--from requires duckdb:FILE'],
  [['audit', '--from', 'postgres://u:geheim@h/d', '--table', 't', ...columns], 'set PGPASSWORD'],
  [['audit', '--from', 'clickhouse://u:geheim@h', '--table', 't', ...columns], 'CLICKHOUSE_PASSWORD'],
  [['audit', '--from', 'duckdb:x', ...columns], 'pass --table'],
  [['audit', 'rows.csv', '--from', 'duckdb:x', '--table', 't', ...columns], 'Remove the file or --example.'],
  [['audit', '--from', 'duckdb:x', '--table', 't', '--cluster', 'id', ...columns], '--cluster requires'],
  [['audit', '--from', 'duckdb:x', '--table', 't', '--evidence', 'e', ...columns], '--evidence'],
  [['audit', '--from', 'duckdb:x', '--table', 't', '--timeout', '0', ...columns], '--timeout requires'],
])('rejects fairwasm %j as invalid usage', (args, message) => {
  const { status, stdout, stderr } = fairwasm(args);
  expect([status, stdout]).toEqual([2, '']);
  expect(stderr).toContain(message);
  expect(stderr).not.toContain('geheim');
});

test.each([
  [['rows.csv', '--counts', 'cases', ...columns], 'rows.csv, column cases: expected one of'],
  [['rows.csv', '--counts', 'w', ...columns], 'rows.csv, line 2, column w: expected a whole'],
  [['--from', 'duckdb:nope.db', '--table', 't', ...columns], 'duckdb:nope.db: '],
  [['--from', 'duckdb:rows.db', '--table', 'nope', ...columns], 'nope'],
  [['--from', 'duckdb:rows.db', '--table', 'decisions', '--weight', 'race', ...columns], 'race'],
])('rejects fairwasm audit %j', (args, message) => {
  const { status, stdout, stderr } = fairwasm(['audit', ...args]);
  expect([status, stdout]).toEqual([1, '']);
  expect(stderr.trim().split('\n')).toHaveLength(1);
  expect(stderr).toContain(message);
});

test('verifies evidence of counts like that of rows', async () => {
  writeFileSync(join(folder, 'few.csv'), 'sex,y,p,cases\nf,1,1,30\nm,1,0,20\nm,0,1,9\nf,0,0,8\n');
  const choice = ['--label', 'y', '--prediction', 'p', '--group', 'sex', '--counts', 'cases'];
  expect(fairwasm(['audit', 'few.csv', '--evidence', 'kept', ...choice]).status).toBe(0);
  expect(fairwasm(['verify', 'kept', 'few.csv'])).toMatchObject({ status: 0 });
});
