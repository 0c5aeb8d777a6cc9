// SPDX-License-Identifier: Apache-2.0
//
// The audits of a file (regression, multiclass, or binary), and the stage to which each audit leads.

import { areNumbers, type Choice, guessSeveral } from '../../table/choice.js';
import type { Progress } from '../../worker/requests.js';
import { run } from '../../worker/run.js';
import { preparedChoice } from '../intake/prepared-choice.js';
import type { Audited } from './audit-rows.js';
import { loadClasses, loadNumbers } from './load-views.js';
import { getRows, takenIn } from './prepared-rows.js';
import type { Stage, Table } from './stages.js';

/** Receives the progress of an audit, and can stop it. */
export interface Watch {
  onProgress(progress: Progress): void;
  signal: AbortSignal;
}

/** Audits a table with its chosen columns. */
export function auditTally(table: Table, watch: Watch): Promise<Stage> {
  const { profile, choice } = table;
  if (areNumbers(profile, choice)) return auditNumbers(table, watch);
  const several = guessSeveral(profile, choice);
  return several === 'no' ? auditOutcomes(table, watch) : auditClasses(table, several, watch);
}

async function auditNumbers(table: Table, watch: Watch): Promise<Stage> {
  const { rows, asked } = await prepared(table, table.choice, watch);
  const [report] = await Promise.all([run({ kind: 'numbers', ...asked }, watch), loadNumbers()]);
  return { at: 'numbers', table, rows, report };
}

async function auditClasses(table: Table, several: 'ordered' | 'unordered', watch: Watch): Promise<Stage> {
  const { rows, asked } = await prepared(table, table.choice, watch);
  const [report] = await Promise.all([
    run({ kind: 'classes', ...asked, isOrdered: several === 'ordered' }, watch),
    loadClasses(),
  ]);
  return { at: 'classes', table, rows, report };
}

async function auditOutcomes(table: Table, watch: Watch): Promise<Stage> {
  const { rows, asked } = await prepared(table, table.choice, watch);
  const [audited, { begun }] = await Promise.all([
    run({ kind: 'audit', ...asked }, watch),
    import('./initial-choice.js'),
  ]);
  return { at: 'report', audited: begun(audited, table.choice), table, rows };
}

/** Audits another version of a file, assuming that it has the same columns. */
export async function auditOfVersion(file: File, choice: Choice, watch: Watch): Promise<Audited> {
  const table = { file, ...(await takenIn(file, watch.signal)) };
  const { asked } = await prepared(table, { ...choice, rival: undefined }, watch);
  return run({ kind: 'audit', ...asked }, watch);
}

// Returns the rows that the choice selects, and the request for them.
async function prepared(table: Pick<Table, 'file' | 'read' | 'profile'>, choice: Choice, { signal }: Watch) {
  const rows = await getRows(table, choice, signal);
  const asked = { file: rows, source: table.file.name, choice: preparedChoice(choice) };
  return { rows, asked };
}
