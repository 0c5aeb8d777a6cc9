// SPDX-License-Identifier: Apache-2.0
//
// Engines for the tests with a common interface: `run` for statements without an answer, `ask` for the columns of an
// answer, and `stop`. Real servers run on sockets in temporary folders.

import { spawnSync } from 'node:child_process';
import { chownSync, cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import pg from 'pg';
import initSqlJs from 'sql.js';
import { findEngine } from '../../../scripts/lib/engines.mjs';
import { present } from '../../present.mjs';
import { mariadb } from './mariadb.mjs';
import { getColumns } from './rows.mjs';

const duckdb = {
  dialect: /** @type {const} */ ('duckdb'),
  async start() {
    const instance = await DuckDBInstance.create(':memory:');
    const connection = await instance.connect();
    return {
      run: (text) => connection.run(text),
      async ask({ text, parameters }) {
        const reader = await connection.runAndReadAll(text, parameters);
        return getColumns(reader.columnNames(), reader.getRowsJS());
      },
      stop() {
        connection.closeSync();
        instance.closeSync();
      },
    };
  },
};

const sqlite = {
  dialect: /** @type {const} */ ('sqlite'),
  noNumber: 'SQLite has no NaN',
  async start() {
    const { Database } = await initSqlJs();
    const database = new Database();
    return {
      run: async (text) => database.run(text),
      async ask({ text, parameters }) {
        const [{ columns, values } = { columns: [], values: [] }] = database.exec(text, parameters);
        return getColumns(columns, values);
      },
      stop: () => database.close(),
    };
  },
};

const server = findEngine('postgresql');

const postgresql = {
  dialect: /** @type {const} */ ('postgresql'),
  missing: server ? undefined : 'there is no PostgreSQL server',
  start: startPostgres,
};

/**
 * Engines by name, in the order in which they are tested; `missing` is the reason why one is unavailable, `noNumber`
 * why it has no NaN, `noName` matches impossible names, and `ignoresCase` is true if conditions treat `A` and `a` as
 * equal.
 */
export const engines = { duckdb, sqlite, postgresql, mariadb };

// Only the superuser can read its cache folder.
function readableBinaries(folder) {
  const { program, env, root } = present(server);
  if (root === null || process.getuid?.() !== 0) return { binaries: dirname(program), env };
  const copied = (path) => join(folder, 'server', relative(root, path));
  for (const part of ['usr/lib', 'usr/share/postgresql']) {
    cpSync(join(root, part), copied(join(root, part)), { recursive: true });
  }
  const libraries = env.LD_LIBRARY_PATH.split(':').map((path) => (path.startsWith(root) ? copied(path) : path));
  return { binaries: copied(dirname(program)), env: { ...env, LD_LIBRARY_PATH: libraries.join(':') } };
}

/** Starts a separate server; `url` is for clients, `kill` stops it like a power failure. */
export async function startPostgres() {
  const folder = mkdtempSync(join(tmpdir(), 'fairwasm-postgres-'));
  const data = join(folder, 'data');
  // The server does not run as root.
  const nobody = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};
  if (nobody.uid) chownSync(folder, nobody.uid, nobody.gid);
  const { binaries, env } = readableBinaries(folder);
  const tool = (name, ...args) => {
    const { status, stderr } = spawnSync(join(binaries, name), args, {
      ...nobody,
      env,
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
  client.on('error', () => {}); // the server may have been killed
  await client.connect();
  return {
    url: `postgres:///postgres?user=tester&host=${encodeURIComponent(folder)}`,
    run: (text) => client.query(text),
    async ask({ text, parameters }) {
      const { fields, rows } = await client.query({ text, values: [...parameters], rowMode: 'array' });
      return getColumns(
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
