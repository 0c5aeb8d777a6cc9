// SPDX-License-Identifier: Apache-2.0
//
// PostgreSQL, and what speaks its protocol: one statement in a transaction that reads alone. The password comes from
// PGPASSWORD or a password file.

import { type Answer, answeredIn, answerOf, clientOf, type Engine, grace } from './engine.js';

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

// Texts as the server writes them: a client's dates are in this machine's time zone, and big numbers lose digits.
const types = {
  getTypeParser: (type: number) => (text: string) => (type === booleanType ? text === 't' : text),
};

export const postgres: Engine = {
  dialect: 'postgresql',
  async ask({ url }, { text, parameters }, seconds): Promise<Answer> {
    const { default: pg } = await clientOf<Client>('pg', 'PostgreSQL');
    const session = new pg.Client({
      connectionString: String(url),
      application_name: 'fairwasm',
      statement_timeout: Math.ceil(1000 * seconds), // 0 would be none
    });
    session.on('error', () => {}); // the statement that it interrupts says so
    try {
      await answeredIn(Math.min(seconds, longestConnecting), session.connect());
      const query = { text, values: parameters, rowMode: 'array', types };
      return await answeredIn(seconds + grace, askReadOnly(session, query));
    } finally {
      session.unref(); // nothing was changed, and a server that is silent says no goodbye
      session.end().catch(() => {});
    }
  },
};

async function askReadOnly(session: Session, query: unknown): Promise<Answer> {
  await session.query('BEGIN TRANSACTION READ ONLY');
  const { fields, rows } = await session.query(query);
  await session.query('ROLLBACK');
  return answerOf(
    fields.map(({ name }) => name),
    rows,
  );
}
