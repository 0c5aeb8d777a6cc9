// SPDX-License-Identifier: Apache-2.0
//
// Engines for the tests, each behind the same few methods: `run` for statements without an answer, `ask` for the
// columns of one, and `stop`. A real PostgreSQL server runs on a socket in a temporary folder.

import { spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import pg from 'pg';
import initSqlJs from 'sql.js';

/** Columns by name of rows that are arrays; unlike an object filled by assignment, it takes any name. */
const columnsOf = (names, rows) =>
  Object.fromEntries(names.map((name, i) => [name, rows.map((row) => row[i])]));

const duckdb = {
  dialect: 'duckdb',
  async start() {
    const instance = await DuckDBInstance.create(':memory:');
    const connection = await instance.connect();
    return {
      run: (text) => connection.run(text),
      async ask({ text, parameters }) {
        const reader = await connection.runAndReadAll(text, parameters);
        return columnsOf(reader.columnNames(), reader.getRowsJS());
      },
      stop() {
        connection.closeSync();
        instance.closeSync();
      },
    };
  },
};

const sqlite = {
  dialect: 'sqlite',
  async start() {
    const { Database } = await initSqlJs();
    const database = new Database();
    return {
      run: async (text) => database.run(text),
      async ask({ text, parameters }) {
        const [{ columns, values } = { columns: [], values: [] }] = database.exec(text, parameters);
        return columnsOf(columns, values);
      },
      stop: () => database.close(),
    };
  },
};

const folders = '/usr/lib/postgresql';
const newest = existsSync(folders) && readdirSync(folders).sort((a, b) => Number(b) - Number(a))[0];
const binaries = newest && join(folders, newest, 'bin');
const hasServer = binaries && existsSync(join(binaries, 'initdb'));

const postgresql = {
  dialect: 'postgresql',
  missing: hasServer ? undefined : `there is no PostgreSQL server in ${folders}`,
  start: startPostgres,
};

/** By name, in the order in which they are tested; `missing` says why one cannot be. */
export const engines = { duckdb, sqlite, postgresql };

/** A server of its own; `url` for clients, `kill` to end it as a power cut would. */
export async function startPostgres() {
  const folder = mkdtempSync(join(tmpdir(), 'fairwasm-postgres-'));
  const data = join(folder, 'data');
  // The server refuses to run as root.
  const nobody = process.getuid() === 0 ? { uid: 65534, gid: 65534 } : {};
  if (nobody.uid) chownSync(folder, nobody.uid, nobody.gid);
  const tool = (name, ...args) => {
    const { status, stderr } = spawnSync(join(binaries, name), args, {
      ...nobody,
      cwd: folder,
      stdio: ['ignore', 'ignore', 'pipe'],
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(`${name} failed: ${stderr}`);
  };
  tool('initdb', '-D', data, '-A', 'trust', '-U', 'tester', '-E', 'UTF8', '--locale=C.UTF-8', '-N');
  const settings = `-c listen_addresses='' -c unix_socket_directories='${folder}' -c fsync=off`;
  tool('pg_ctl', '-D', data, '-w', '-l', join(folder, 'log'), '-o', settings, 'start');
  const client = new pg.Client({ host: folder, user: 'tester', database: 'postgres' });
  client.on('error', () => {}); // of a server that was killed
  await client.connect();
  return {
    url: `postgres:///postgres?user=tester&host=${encodeURIComponent(folder)}`,
    run: (text) => client.query(text),
    async ask({ text, parameters }) {
      const { fields, rows } = await client.query({
        text,
        values: [...parameters],
        rowMode: 'array',
      });
      return columnsOf(
        fields.map(({ name }) => name),
        rows,
      );
    },
    async stop() {
      await client.end();
      tool('pg_ctl', '-D', data, '-m', 'immediate', 'stop');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
