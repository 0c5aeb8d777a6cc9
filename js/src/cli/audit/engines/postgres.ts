// SPDX-License-Identifier: Apache-2.0
//
// PostgreSQL and compatible servers: one query in a read-only transaction. The password comes from PGPASSWORD
// or a password file.

import { type Answer, answeredIn, type Engine, getAnswer, getClient, grace } from './engine.js';

interface Session {
  on(event: 'error', listener: () => void): void;
  connect(): Promise<void>;
  query(query: unknown): Promise<{ fields: { name: string }[]; rows: unknown[][] }>;
  end(): Promise<void>;
  unref(): void;
}

interface Client {
  default: { Client: new (options: object) => Session };
}

const booleanType = 16;
const longestConnecting = 30; // seconds

// Values are read as the server's strings, because the client would convert dates to the local time zone and
// round large integers.
const types = { getTypeParser: (type: number) => (text: string) => (type === booleanType ? text === 't' : text) };

export const postgres: Engine = {
  dialect: 'postgresql',
  async ask({ url }, { text, parameters }, seconds): Promise<Answer> {
    const { default: pg } = await getClient<Client>('pg', 'PostgreSQL');
    const session = new pg.Client({
      connectionString: String(url),
      application_name: 'fairwasm',
      statement_timeout: Math.ceil(1000 * seconds), // 0 would mean no limit.
    });
    session.on('error', () => {}); // The interrupted query reports the error.
    try {
      await answeredIn(Math.min(seconds, longestConnecting), session.connect());
      const query = { text, values: parameters, rowMode: 'array', types };
      return await answeredIn(seconds + grace, askReadOnly(session, query));
    } finally {
      session.unref(); // The transaction changed nothing, and an unresponsive server would not confirm the end.
      session.end().catch(() => {});
    }
  },
};

async function askReadOnly(session: Session, query: unknown): Promise<Answer> {
  await session.query('BEGIN TRANSACTION READ ONLY');
  const { fields, rows } = await session.query(query);
  await session.query('ROLLBACK');
  return getAnswer(
    fields.map(({ name }) => name),
    rows,
  );
}
