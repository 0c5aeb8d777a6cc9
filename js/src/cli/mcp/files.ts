// SPDX-License-Identifier: Apache-2.0
//
// The tools of `fairwasm mcp` that read files. No name of a category with fewer rows than the minimum cell size is
// returned, so that a column of names of people reveals none.

import { realpath, stat } from 'node:fs/promises';
import { basename, isAbsolute, relative, resolve, sep } from 'node:path';
import { readCsv } from '../../data/csv.js';
import { isSmall } from '../../data/suppression.js';
import { isMissing } from '../../data/value.js';
import { load } from '../../fairwasm.js';
import { format } from '../../report/all-results.js';
import { auditCounts } from '../../sql/audit-counts.js';
import { answerNames } from '../../sql/counting.js';
import { InputError } from '../command.js';
import { readByRole } from '../input/file-columns.js';
import { withInput } from '../input/input.js';
import { UsageError } from '../options/usage.js';
import { type Coded, FileSession } from './session.js';

/** Settings of audits that a server fixes. */
export type Fixed = Partial<Pick<Audited, 'label' | 'prediction' | 'score' | 'threshold' | 'groups' | 'favorable'>>;

/** The limits of a server, from its command line. */
export interface Served {
  minCellSize: number;
  fixed: Fixed;
  /** The audits so far, by file and version. */
  sessions: Map<string, { version: string; session: FileSession }>;
  /** Returns the resolved path of a file; throws {@link InputError} for other files than those of the folders. */
  find(path: string): Promise<string>;
}

interface Asked {
  path: string;
  minCellSize?: number;
}

interface Audited extends Asked {
  label?: string;
  prediction?: string;
  score?: string;
  threshold?: number;
  groups: string[];
  favorable?: string[];
  outcome?: 'benefit' | 'burden';
  missing?: 'error' | 'drop';
}

/** An assistant, which may follow instructions in a file, cannot lower the limit of the command line. */
function getLimit({ minCellSize: asked }: Asked, { minCellSize }: Served): number {
  if (asked === undefined || asked >= minCellSize) return asked ?? minCellSize;
  throw new UsageError(`minCellSize: expected at least ${minCellSize}, got ${asked}`);
}

const maxListed = 50;

/** Returns the columns of a file as JSON. */
export async function profileFile({ path }: Asked, server: Served): Promise<string[]> {
  const limit = server.minCellSize;
  const file = await server.find(path);
  return withoutFolder(file, () => profiled(file, limit));
}

// Errors name the file as other commands do, by its path, which contains the user's name.
async function withoutFolder<T>(file: string, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof InputError) error.message = error.message.replaceAll(file, basename(file));
    throw error;
  }
}

async function profiled(file: string, limit: number): Promise<string[]> {
  const columns = new Map<string, Map<string, number>>();
  await withInput(file, [], async (source, reading) => {
    for await (const batch of readCsv(source, { ...reading, plainNumbers: true, coded: true })) {
      for (const [name, column] of Object.entries(batch.columns)) {
        const sizes = columns.get(name) ?? new Map<string, number>();
        columns.set(name, sizes);
        const { categories } = column as Coded;
        getSizes(column as Coded).forEach((size, code) => {
          const category = categories[code] as string;
          if (size > 0) sizes.set(category, (sizes.get(category) ?? 0) + size);
        });
      }
    }
  });
  const profile = [...columns].map(([name, sizes]) => describe(name, sizes, limit));
  return [JSON.stringify({ file: basename(file), minCellSize: limit, columns: profile }, null, 2)];
}

const words = {
  prediction: /pred|decision|approved|hired|selected/i,
  label: /label|target|true|actual|outcome|repaid/i,
};

function describe(name: string, sizes: ReadonlyMap<string, number>, limit: number) {
  const present = [...sizes].filter(([text]) => !isMissing(text));
  const sum = (total: number, [, size]: readonly [string, number]) => total + size;
  const values = present.reduce(sum, 0);
  const missing = [...sizes].reduce(sum, 0) - values;
  const frequent = present.filter(([, size]) => size >= limit).map(([text]) => text);
  const isNumeric = present.length > 0 && present.every(([text]) => Number.isFinite(Number(text)));
  const isCategorical = frequent.length > 0 && frequent.length <= maxListed;
  const kind = isNumeric && present.length > 2 ? 'number' : isCategorical ? 'category' : 'text';
  return {
    name,
    kind,
    // A small number of missing values is withheld, also from the difference between columns.
    ...(isSmall(missing, limit) ? { values: null, missing: null } : { values, missing }),
    distinct: present.length,
    ...(isCategorical && { categories: frequent }),
    role: guessRole(name, kind, present.length),
  };
}

function guessRole(name: string, kind: string, distinct: number): string | null {
  if (kind === 'number') return /score|prob/i.test(name) ? 'score' : null;
  if (kind === 'text') return null;
  const role = distinct === 2 && Object.entries(words).find(([, word]) => word.test(name))?.[0];
  return role || 'group';
}

/** Returns the report of an audit as Markdown and as JSON. */
export async function auditFile(given: Audited, server: Served): Promise<readonly string[]> {
  const limit = getLimit(given, server);
  const asked = withFixed(given, server.fixed);
  const file = await server.find(given.path);
  const session = await getSession(file, server);
  const { path: _, ...otherNames } = { ...asked, minCellSize: limit };
  const question = JSON.stringify(Object.entries(otherNames).sort(([a], [b]) => (a < b ? -1 : 1)));
  return (
    session.find(question) ?? withoutFolder(file, () => audited(file, asked, limit, { question, session, server }))
  );
}

/** Returns the arguments with those that the server fixes. Throws {@link UsageError} for others. */
function withFixed(given: Audited, fixed: Fixed): Audited {
  const decisions = ['prediction', 'score', 'threshold'] as const;
  const isDecided = decisions.some((name) => fixed[name] !== undefined);
  for (const [name, value] of Object.entries(given)) {
    const names = fixed[name as keyof Fixed];
    const isFixed = names !== undefined || (isDecided && decisions.includes(name as (typeof decisions)[number]));
    if (!isFixed || JSON.stringify(value) === JSON.stringify(names)) continue;
    const settings = names === undefined ? 'the decisions' : JSON.stringify(names);
    throw new UsageError(`${name}: this server fixes ${settings}; omit ${name}`);
  }
  const asked = { ...given, ...fixed };
  if (asked.groups === undefined) throw new UsageError('pass groups');
  return asked;
}

async function getSession(file: string, { sessions }: Served): Promise<FileSession> {
  const { size, mtimeMs } = await stat(file);
  const version = `${size} ${mtimeMs}`;
  const present = sessions.get(file);
  if (present && present.version !== version) {
    throw new UsageError('the file has changed since its first audit; restart the server to audit it again');
  }
  const { session } = present ?? { session: new FileSession() };
  sessions.set(file, { version, session });
  return session;
}

async function audited(
  file: string,
  { label, prediction, score, threshold, groups, path: _, minCellSize: __, ...otherNames }: Audited,
  limit: number,
  { question, session, server }: { question: string; session: FileSession; server: Served },
): Promise<readonly string[]> {
  if ((score === undefined) !== (threshold === undefined))
    throw new UsageError('pass both score and threshold, or prediction');
  const outcomes = [label, prediction].filter((name) => name !== undefined);
  const read = await readByRole(file, { categories: [...groups, ...outcomes], numbers: [score], labels: outcomes });
  const getCoded = (name: string) => read.category(name) as Coded;
  for (const name of outcomes) requireFrequent(name, getCoded(name), limit);
  const columns = new Map([
    ...outcomes.map((name): [string, Coded] => [name, getCoded(name)]),
    ...groups.map((name): [string, Coded] => [name, merged(getCoded(name), limit)]),
  ]);
  if (score !== undefined && threshold !== undefined) {
    const above = cutOff(score, read.number(score) as ArrayLike<unknown>, threshold);
    columns.set(answerNames.above, above);
    columns.set(answerNames.scoreMissing, { codes: above.codes, categories: ['0', '0', '1'] });
  }
  const counts = 'rows in the cell';
  const report = auditCounts(await load(), countCells(columns, read.rows, counts), {
    ...otherNames,
    ...{ label, prediction, score, threshold, groups, counts },
    source: basename(file),
    suppressBelow: limit,
  });
  const counted = [...columns].map(([name, column]) =>
    outcomes.includes(name) ? asOutcome(column, report.favorable) : column,
  );
  const answer = [format(report, 'markdown'), format(report, 'json')];
  session.add(question, counted, server.minCellSize, answer);
  return answer;
}

/** Returns whether each outcome is favorable, unfavorable, or missing: a report does not distinguish more. */
const asOutcome = ({ codes, categories }: Coded, favorable: readonly string[]): Coded => ({
  codes,
  categories: categories.map((text) => (isMissing(text) ? '' : favorable.includes(text) ? '1' : '0')),
});

function getSizes({ codes, categories }: Coded): number[] {
  const sizes = new Array<number>(categories.length).fill(0);
  for (let row = 0; row < codes.length; row++) (sizes[codes[row] as number] as number)++;
  return sizes;
}

// Errors about labels name all of them.
function requireFrequent(name: string, column: Coded, limit: number): void {
  const sizes = getSizes(column);
  const rare = column.categories.filter(
    (text, code) => !isMissing(text) && (sizes[code] as number) < limit && sizes[code] !== 0,
  );
  if (rare.length === 0) return;
  throw new UsageError(`${name}: expected outcomes with at least ${limit} rows each, got ${rare.length} with fewer`);
}

/** Merges the categories with few rows, because the report names suppressed groups. */
function merged(column: Coded, limit: number): Coded {
  const sizes = getSizes(column);
  const other = `other (fewer than ${limit} rows each)`;
  const categories = column.categories.map((text, code) =>
    isMissing(text) || (sizes[code] as number) >= limit ? text : other,
  );
  return { codes: column.codes, categories };
}

function cutOff(name: string, scores: ArrayLike<unknown>, threshold: number): Coded {
  const codes = Array.from(scores, (value) => {
    if (isMissing(value)) return 2;
    const number = Number(value);
    if (Number.isNaN(number)) throw new InputError(`${name}: expected only numbers`);
    return number >= threshold ? 1 : 0;
  });
  return { codes, categories: ['0', '1', ''] };
}

/** Returns the table of counts that an engine would return, without the sums of scores, which suppression omits. */
function countCells(columns: ReadonlyMap<string, Coded>, rows: number, counts: string) {
  const cells = new Map<string, { texts: string[]; count: number }>();
  const all = [...columns.values()];
  for (let row = 0; row < rows; row++) {
    const texts = all.map(({ codes, categories }) => categories[codes[row] as number] as string);
    const key = JSON.stringify(texts);
    const cell = cells.get(key);
    if (cell) cell.count++;
    else cells.set(key, { texts, count: 1 });
  }
  const result = [...cells.values()];
  const { scoreSum, scoreSquares, scoreLeast, scoreGreatest } = answerNames;
  const unused = [scoreSum, scoreSquares, scoreLeast, scoreGreatest];
  return Object.fromEntries([
    ...[...columns.keys()].map((name, i) => [name, result.map(({ texts }) => texts[i])]),
    ...unused.map((name) => [name, result.map(() => 0)]),
    [counts, result.map(({ count }) => count)],
  ]);
}

/**
 * Returns a function that finds a file in the folders by its path, with symbolic links resolved. It throws the same
 * error for a file elsewhere, a hidden file, and a file that does not exist, so that nothing outside can be probed.
 */
export async function openFolders(folders: readonly string[]): Promise<(path: string) => Promise<string>> {
  const roots = await Promise.all(
    folders.map(async (folder) => {
      const root = await realpath(folder).catch(() => undefined);
      if (root !== undefined && (await stat(root)).isDirectory()) return root;
      throw new UsageError(`'${folder}' is not a folder`);
    }),
  );
  return async (path) => {
    for (const root of roots) {
      const file = await realpath(resolve(root, path)).catch(() => undefined);
      if (file === undefined || !roots.some((each) => isVisible(relative(each, file)))) continue;
      if ((await stat(file)).isFile()) return file;
    }
    throw new InputError(`'${path}' is not a file in one of the folders of the server, or it is hidden`);
  };
}

// A relative path to another folder starts with two dots, or is absolute on another drive.
const isVisible = (path: string) => !isAbsolute(path) && !path.split(sep).some((name) => name.startsWith('.'));
