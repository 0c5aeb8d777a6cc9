// SPDX-License-Identifier: Apache-2.0
//
// ClickHouse over HTTP: one read-only query. The password comes from CLICKHOUSE_PASSWORD.

import { type Answer, answeredIn, type Engine, getAnswer, getClient, grace } from './engine.js';

interface Client {
  createClient(options: object): Session;
}

interface Session {
  query(query: object): Promise<{ json(): Promise<Compact> }>;
  close(): Promise<void>;
}

interface Compact {
  meta: { name: string }[];
  data: unknown[][];
}

const silent = 127; // errors are thrown and reported once
// The server sends headers while it counts, so that no proxy closes the idle connection.
const keepAlive = { send_progress_in_http_headers: 1, http_headers_progress_interval_ms: '20000' };
const usualPort = { plain: 8123, secure: 8443 };

export const clickhouse: Engine = {
  dialect: 'clickhouse',
  async ask({ url }, { text, parameters }, seconds): Promise<Answer> {
    const { createClient } = await getClient<Client>('@clickhouse/client', 'ClickHouse');
    const { hostname, port, pathname, username, searchParams } = url as URL;
    const limit = Math.ceil(seconds);
    const isSecure = searchParams.get('secure') === 'true';
    const client = createClient({
      url: `http${isSecure ? 's' : ''}://${hostname}:${port || usualPort[isSecure ? 'secure' : 'plain']}`,
      username: decodeURIComponent(username) || process.env.CLICKHOUSE_USER || 'default',
      password: process.env.CLICKHOUSE_PASSWORD ?? '',
      database: decodeURIComponent(pathname.slice(1)) || 'default',
      application: 'fairwasm',
      request_timeout: 1000 * (limit + 2 * grace), // applies to an idle connection
      // Read-only, except for settings such as the next one.
      clickhouse_settings: { readonly: '2', max_execution_time: limit, ...keepAlive },
      log: { level: silent },
    });
    try {
      const query = { query: text, query_params: parameters, format: 'JSONCompact' };
      return await answeredIn(limit + grace, askOnce(client, query));
    } finally {
      await client.close();
    }
  },
};

// A single JSON object, so a truncated result is invalid JSON.
async function askOnce(client: Session, query: object): Promise<Answer> {
  const result = await client.query(query);
  const { meta, data } = await result.json();
  return getAnswer(
    meta.map(({ name }) => name),
    data,
  );
}
