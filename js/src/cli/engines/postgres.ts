// SPDX-License-Identifier: Apache-2.0
//
// PostgreSQL, and what speaks its protocol: one statement in a transaction that reads alone. The password comes from
// PGPASSWORD or a password file.

import { type Answer, answerOf, clientOf, type Engine } from './engine.js';

interface Session {
  on(event: 'error', listener: () => void): void;
  connect(): Promise<void>;
  query(query: unknown): Promise<{ fields: { name: string }[]; rows: unknown[][] }>;
  end(): Promise<void>;
}

interface Client {
  default: { Client: new (options: object) => Session };
}

const booleanType = 16;

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
      connectionTimeoutMillis: 1000 * Math.min(seconds, 30),
      statement_timeout: Math.ceil(1000 * seconds), // 0 would be none
    });
    session.on('error', () => {}); // the statement that it interrupts says so
    await session.connect();
    try {
      await session.query('BEGIN TRANSACTION READ ONLY');
      const query = { text, values: parameters, rowMode: 'array', types };
      const { fields, rows } = await session.query(query);
      await session.query('ROLLBACK');
      return answerOf(
        fields.map(({ name }) => name),
        rows,
      );
    } finally {
      await session.end().catch(() => {}); // nothing was changed
    }
  },
};
