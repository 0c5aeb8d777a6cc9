// SPDX-License-Identifier: Apache-2.0
//
// DuckDB: a database file, opened read-only; without a file, queries can read Parquet and CSV files.

import { type Answer, type Engine, getAnswer, getClient } from './engine.js';

interface Connection {
  runAndReadAll(text: string, parameters: unknown): Promise<Reader>;
  interrupt(): void;
  closeSync(): void;
}

interface Reader {
  columnNames(): string[];
  getRowsJS(): unknown[][];
}

interface Client {
  DuckDBInstance: {
    create(
      path: string,
      options: Record<string, string>,
    ): Promise<{ connect(): Promise<Connection>; closeSync(): void }>;
  };
}

export const duckdb: Engine = {
  dialect: 'duckdb',
  async ask({ path }, { text, parameters }, seconds): Promise<Answer> {
    const { DuckDBInstance } = await getClient<Client>('@duckdb/node-api', 'DuckDB');
    const instance = await DuckDBInstance.create(path || ':memory:', path ? { access_mode: 'READ_ONLY' } : {});
    const connection = await instance.connect();
    const timer = setTimeout(() => connection.interrupt(), 1000 * seconds);
    try {
      const reader = await connection.runAndReadAll(text, parameters);
      return getAnswer(reader.columnNames(), reader.getRowsJS());
    } finally {
      clearTimeout(timer);
      connection.closeSync();
      instance.closeSync();
    }
  },
};
