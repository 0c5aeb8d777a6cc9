// SPDX-License-Identifier: Apache-2.0
//
// Two ClickHouse servers on loopback, each a shard of one cluster with a Distributed table. They start in a temporary
// folder and stop automatically.

import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findEngine, starts } from '../../../scripts/lib/engines.mjs';
import { present } from '../../present.mjs';

const server = findEngine('clickhouse');

/** The reason why ClickHouse is missing, if it is. */
export const missing =
  server && starts(server) ? undefined : 'there is no clickhouse-server, nor is one named by CLICKHOUSE_SERVER';

const freePort = () =>
  new Promise((resolve) => {
    const socket = createServer().listen(0, '127.0.0.1', () => {
      const { port } = /** @type {import('node:net').AddressInfo} */ (socket.address());
      socket.close(() => resolve(port));
    });
  });

const users = `<yandex><profiles><default/></profiles><quotas><default/></quotas><users><default>
  <password/><networks><ip>127.0.0.1</ip></networks><profile>default</profile><quota>default</quota>
</default></users></yandex>`;

function config({ folder, http, tcp, shards }) {
  const hosts = shards.map((port) => `<shard><replica><host>127.0.0.1</host><port>${port}</port></replica></shard>`);
  return `<yandex><logger><level>fatal</level><console>1</console></logger>
    <http_port>${http}</http_port><tcp_port>${tcp}</tcp_port><listen_host>127.0.0.1</listen_host>
    <path>${folder}/data/</path><tmp_path>${folder}/tmp/</tmp_path><mark_cache_size>1000000</mark_cache_size>
    <users_config>${folder}/users.xml</users_config>
    <default_profile>default</default_profile><default_database>default</default_database>
    <remote_servers><both>${hosts.join('')}</both></remote_servers></yandex>`;
}

/** Returns a server's answer; throws its error message. */
export async function ask(port, text) {
  // The server closes idle connections after seconds, possibly at the time of the next query.
  const headers = { connection: 'close' };
  const response = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: text, headers });
  const answer = await response.text();
  if (!response.ok) throw new Error(answer);
  return answer.trim();
}

/** Starts two shards; returns their HTTP ports, `kill(i)` for one of them, and `stop` for both. */
export async function startShards() {
  const top = mkdtempSync(join(tmpdir(), 'fairwasm-clickhouse-'));
  const http = [await freePort(), await freePort()];
  const shards = [await freePort(), await freePort()];
  const children = shards.map((tcp, i) => {
    const folder = join(top, String(i));
    mkdirSync(folder);
    writeFileSync(join(folder, 'users.xml'), users);
    writeFileSync(join(folder, 'config.xml'), config({ folder, http: http[i], tcp, shards }));
    return spawn(present(server).program, [`--config-file=${join(folder, 'config.xml')}`], {
      cwd: folder,
      env: present(server).env,
      stdio: 'ignore',
    });
  });
  const ended = children.map((child) => new Promise((resolve) => child.once('exit', resolve)));
  const kill = async (i) => {
    children[i].kill('SIGKILL');
    await ended[i];
  };
  const stop = async () => {
    await Promise.all([kill(0), kill(1)]);
    rmSync(top, { recursive: true, force: true });
  };
  try {
    for (const port of http) await ready(port);
  } catch (error) {
    await stop();
    throw error;
  }
  return { http, kill, stop };
}

async function ready(port) {
  for (let tries = 0; tries < 150; tries++) {
    if ((await ask(port, 'SELECT 1').catch(() => '')) === '1') return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error('a shard did not start within 30 s');
}
