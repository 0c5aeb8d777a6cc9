// SPDX-License-Identifier: Apache-2.0
//
// SQLite: a database file, through the client built into Node 22.13 and later. This client cannot interrupt a
// query, so there is no time limit.

import { InputError } from '../../command.js';
import { UsageError } from '../../options/usage.js';
import { type Answer, type Engine, getAnswer } from './engine.js';

interface Client {
  DatabaseSync: new (
    path: string,
    options: { readOnly: boolean },
  ) => {
    prepare(text: string): {
      setReadBigInts(on: boolean): void;
      all(...parameters: unknown[]): Record<string, unknown>[];
    };
    close(): void;
  };
}

export const sqlite: Engine = {
  dialect: 'sqlite',
  async ask({ name, path }, { text, parameters, columns }): Promise<Answer> {
    if (path === '') throw new UsageError('--from sqlite: requires a file, such as sqlite:people.db');
    const client = process.getBuiltinModule('node:sqlite' as 'node:fs') as unknown;
    if (!client) {
      throw new UsageError(
        `SQLite requires Node 22.13 or later, which has a built-in client; this is ${process.version}`,
      );
    }
    const database = new (client as Client).DatabaseSync(path, { readOnly: true });
    try {
      const prepared = database.prepare(text);
      prepared.setReadBigInts(true);
      const rows = prepared.all(...(parameters as readonly unknown[]));
      const missing = rows[0] && columns.find((column) => !Object.hasOwn(rows[0] as object, column));
      if (missing !== undefined) throw new InputError(`${name}: the result has no column ${missing}`);
      return getAnswer(
        columns,
        rows.map((row) => columns.map((column) => row[column])),
      );
    } finally {
      database.close();
    }
  },
};
