// SPDX-License-Identifier: Apache-2.0
//
// SQLite: a database in a file, through the client that Node 22.13 and later have built in. A statement cannot be
// stopped there: it has no time limit.

import { InputError, UsageError } from '../command.js';
import { type Answer, answerOf, type Engine } from './engine.js';

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
    if (path === '') throw new UsageError('--from sqlite: takes a file, such as sqlite:people.db');
    const client = process.getBuiltinModule('node:sqlite' as 'node:fs') as unknown;
    if (!client) {
      throw new UsageError(
        `SQLite is read through Node's own client, which ${process.version} does not have: use Node 22.13 or later`,
      );
    }
    const database = new (client as Client).DatabaseSync(path, { readOnly: true });
    try {
      const prepared = database.prepare(text);
      prepared.setReadBigInts(true);
      const rows = prepared.all(...(parameters as readonly unknown[]));
      const missing =
        rows[0] && columns.find((column) => !Object.hasOwn(rows[0] as object, column));
      if (missing !== undefined)
        throw new InputError(`${name}: no column ${missing} in the answer`);
      return answerOf(
        columns,
        rows.map((row) => columns.map((column) => row[column])),
      );
    } finally {
      database.close();
    }
  },
};
