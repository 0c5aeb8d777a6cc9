// SPDX-License-Identifier: Apache-2.0
//
// `fairwasm audit --from`: the database engine counts the rows; the report is computed from the counts.

import type { ClassReport } from '../../classes/report.js';
import { FairwasmError } from '../../core/error.js';
import type { Table } from '../../data/table.js';
import { oneLine } from '../../document/format.js';
import type { Fairwasm } from '../../fairwasm.js';
import type { Report } from '../../report/report.js';
import type { CountsAudit, Statement } from '../../sql/index.js';
import { InputError } from '../command.js';
import { getSource, printed, writing } from '../commands/sql.js';
import { UsageError } from '../options/usage.js';
import { clickhouse } from './engines/clickhouse.js';
import { duckdb } from './engines/duckdb.js';
import { type Address, type Engine, failed, fileAddress, serverAddress } from './engines/engine.js';
import { postgres } from './engines/postgres.js';
import { sqlite } from './engines/sqlite.js';
import type { FromValues } from './options.js';

const engines: Readonly<Record<string, [Engine, (from: string) => Address]>> = {
  duckdb: [duckdb, fileAddress],
  sqlite: [sqlite, fileAddress],
  postgres: [postgres, (from) => serverAddress(from, 'PGPASSWORD')],
  postgresql: [postgres, (from) => serverAddress(from, 'PGPASSWORD')],
  clickhouse: [clickhouse, (from) => serverAddress(from, 'CLICKHOUSE_PASSWORD')],
};

const usualTimeout = 600; // seconds

/** Computes the report from the result of the query. */
export type MakeAnswerReport = (fair: Fairwasm, answer: Table, settings: CountsAudit) => Promise<Report | ClassReport>;

/** The query of `--from`, and the function that runs it. */
export interface FromEngine {
  /** The query as `--explain` prints it. */
  explained: string;
  report(load: () => Promise<Fairwasm>): Promise<Report | ClassReport>;
}

/** Throws {@link UsageError} for an invalid engine, table, or query, before anything is opened. */
export function fromEngine(values: FromValues, settings: CountsAudit, make: MakeAnswerReport): FromEngine {
  const from = values.from as string;
  const [, scheme = ''] = /^([a-z]+):/.exec(from) ?? [];
  const present = Object.hasOwn(engines, scheme) ? engines[scheme] : undefined;
  if (!present) {
    throw new UsageError('--from requires duckdb:FILE, sqlite:FILE, postgres://HOST/NAME, or clickhouse://HOST/NAME');
  }
  const [engine, getAddress] = present;
  const address = getAddress(from);
  const { label, prediction, score, threshold, weight, counts, minCellSize, within = [] } = settings;
  const groups = [...(settings.groups ?? []), ...within];
  const counting = { groups, label, prediction, score, threshold, weight, counts, minCellSize };
  const statement = writing({ ...counting, ...getSource(values, groups) }, engine.dialect);
  const { timeout: seconds = usualTimeout } = values;
  const source = `${address.name}, ${values.table === undefined ? 'a query' : `table ${values.table}`}`;
  return {
    explained: printed(statement),
    report: (load) => ask(load, { engine, address, statement, seconds, make }, { ...settings, source }),
  };
}

interface Question {
  engine: Engine;
  address: Address;
  statement: Statement;
  seconds: number;
  make: MakeAnswerReport;
}

// Modules load while the engine counts.
async function ask(
  load: () => Promise<Fairwasm>,
  { engine, address, statement, seconds, make }: Question,
  what: CountsAudit,
) {
  const asking = engine.ask(address, statement, seconds).catch((error: unknown) => {
    throw failed(address.name, error);
  });
  const [answer, fair] = await Promise.all([asking, load()]);
  try {
    return await make(fair, answer, what);
  } catch (error) {
    if (!(error instanceof FairwasmError)) throw error;
    const { argument, expected, actual } = error;
    throw new InputError(oneLine(`${address.name}, ${argument}: expected ${expected}, got ${actual}`));
  }
}
