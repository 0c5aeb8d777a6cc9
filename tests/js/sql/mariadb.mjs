// SPDX-License-Identifier: Apache-2.0
//
// A MariaDB server, which uses MySQL's SQL, on a socket in a temporary folder. It starts and stops automatically.

import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import mysql from 'mysql2/promise';
import { findEngine, starts } from '../../../scripts/lib/engines.mjs';
import { present } from '../../present.mjs';
import { getColumns } from './rows.mjs';

const server = findEngine('mariadb');

const missing = server && starts(server) ? undefined : 'there is no MariaDB server';

async function start() {
  const folder = mkdtempSync(join(tmpdir(), 'fairwasm-mariadb-'));
  const data = join(folder, 'data');
  const socketPath = join(folder, 'socket');
  const { program, env, root } = present(server);
  const share = join(root ?? '/', 'usr', 'share', 'mysql');
  mkdirSync(data);
  const options = [
    ...['--no-defaults', `--datadir=${data}`, '--skip-grant-tables', `--lc-messages-dir=${share}`],
    `--character-sets-dir=${join(share, 'charsets')}`,
    ...(process.getuid?.() === 0 ? ['--user=root'] : []),
  ];
  const made = spawnSync(program, [...options, '--bootstrap'], {
    env,
    input: 'CREATE DATABASE tested;\n',
    encoding: 'utf8',
  });
  if (made.status !== 0) throw new Error(made.stderr);
  const serving = [
    ...['--skip-networking', `--socket=${socketPath}`, `--pid-file=${join(folder, 'pid')}`],
    ...['--character-set-server=utf8mb4', '--sql-mode=ANSI_QUOTES,STRICT_ALL_TABLES'],
  ];
  const child = spawn(program, [...options, ...serving], { env, stdio: 'ignore' });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const end = async () => {
    child.kill('SIGKILL');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const connection = await connected({ socketPath, user: 'root', database: 'tested' });
    return {
      run: (text) => connection.query(text),
      async ask({ text, parameters }) {
        const [rows, fields] = await connection.execute(text, [...parameters]);
        return getColumns(
          fields.map(({ name }) => name),
          rows,
        );
      },
      async stop() {
        await connection.end();
        await end();
      },
    };
  } catch (error) {
    await end();
    throw error;
  }
}

async function connected(options) {
  for (let tries = 0; tries < 150 && !existsSync(options.socketPath); tries++) {
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  const numbers = { supportBigNumbers: true, charset: 'utf8mb4' };
  return mysql.createConnection({ ...options, ...numbers, rowsAsArray: true });
}

export const mariadb = {
  dialect: /** @type {const} */ ('mysql'),
  missing,
  start,
  noNumber: 'MySQL has no NaN',
  // No characters beyond 16 bits and no blanks at the ends; the client rejects __proto__.
  noName: /[\u{10000}-\u{10ffff}]|^\s|\s$|^__proto__$/u,
  ignoresCase: true,
};
