// SPDX-License-Identifier: Apache-2.0
//
// `--metric FILE.mjs`: metrics of the user's own, as functions that a module exports. It is their code, on their machine,
// and runs with all that this process may do: so it is named on the command line, and never by a file that was found.

import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { CsvAuditOptions } from '../audit/audit-csv.js';
import type { AuditOptions } from '../audit/audit-input.js';
import type { CustomCountsMetric } from '../audit/custom-counts.js';
import type { CustomMetrics } from '../audit/custom-figures.js';
import type { CustomRowsMetric } from '../audit/custom-rows.js';
import type { Report } from '../audit/report.js';
import { shown } from '../core/options.js';
import { toMissingTexts } from '../data/value.js';
import type { Fairwasm } from '../fairwasm.js';
import { oneLine } from '../report/shown.js';
import { keepCompleteRows } from '../tally/missing.js';
import { InputError, UsageError } from './command.js';
import { computing } from './computing.js';
import { readColumns } from './file-columns.js';
import { list } from './options.js';

export const customOptions = {
  metric: list(
    'FILE.mjs',
    "add custom metrics: the functions that this module exports, either of a group's counts, " +
      '({ truePositives, … }) => number, or of its rows, (label, prediction, weight) => number. ' +
      'The module runs with your permissions; may be repeated',
  ),
} as const;

/** The functions by name. */
export interface CustomFunctions {
  counts: Record<string, CustomCountsMetric>;
  rows: Record<string, CustomRowsMetric>;
}

/** Imports the modules. Throws {@link InputError} for what is none, and for what is no metric in it. */
export async function readOwn(paths: readonly string[] = []): Promise<CustomFunctions> {
  const found: CustomFunctions = { counts: {}, rows: {} };
  for (const path of paths) {
    const exported = await imported(path);
    if (Object.keys(exported).length === 0) {
      throw new InputError(oneLine(`${path}: it exports nothing: export function name(…) { … }`));
    }
    for (const [name, f] of Object.entries(exported)) {
      if (name in found.counts || name in found.rows) {
        throw new InputError(oneLine(`${path}: there is a metric '${name}' already`));
      }
      if (typeof f !== 'function' || f.length < 1 || f.length > 3 || name === 'default') {
        const what = name === 'default' ? 'a default, without a name' : described(f);
        throw new InputError(
          oneLine(
            `${path}: '${name}' is ${what}; a metric is a function with a name, of (counts), ` +
              '(label, prediction) or (label, prediction, weight)',
          ),
        );
      }
      if (f.length === 1) found.counts[name] = f as CustomCountsMetric;
      else found.rows[name] = f as CustomRowsMetric;
    }
  }
  return found;
}

const described = (value: unknown): string =>
  typeof value === 'function' ? `a function of ${value.length} parameters` : shown(value);

async function imported(path: string): Promise<Readonly<Record<string, unknown>>> {
  try {
    return await import(pathToFileURL(resolve(path)).href);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const why = code === 'ERR_MODULE_NOT_FOUND' ? 'there is no such file' : message;
    throw new InputError(oneLine(`${path}: it cannot be imported: ${why}`));
  }
}

/** What functions of rows need beside the report: the file, which is read once more. */
interface CustomRowsOf {
  path: string | undefined;
  what: CsvAuditOptions;
  delimiter: string | undefined;
}

/** Throws {@link UsageError} where the rows cannot be read for functions that ask for them. */
export function requireRowsFor(
  { rows }: CustomFunctions,
  { path, what }: Partial<CustomRowsOf>,
): void {
  const [name] = Object.keys(rows);
  if (name === undefined) return;
  if (path === undefined || path === '-' || what === undefined) {
    throw new UsageError(
      `--metric: '${name}' is a function of rows, which are read from a file: counts and standard input have none`,
    );
  }
  const { label, prediction = what.score } = what;
  if (label !== undefined && prediction !== undefined) return;
  throw new UsageError(
    `--metric: '${name}' is a function of rows, and needs --label, and --prediction or --score`,
  );
}

/** The report with the metrics of rows beside it. */
export async function withOwnRows(
  fair: Fairwasm,
  report: Report,
  { rows: metrics }: CustomFunctions,
  { path = '', what, delimiter }: CustomRowsOf,
): Promise<Report> {
  if (Object.keys(metrics).length === 0) return report;
  const { label = '', prediction = what.score ?? '', weight, groups, privileged } = what;
  const names = [...new Set([label, prediction, ...groups, ...(weight ? [weight] : [])])];
  const columns = await readColumns(path, names, delimiter);
  const pick = (name: string) => columns[name] as string[];
  const given = {
    label: pick(label),
    prediction: pick(prediction),
    groups: Object.fromEntries(groups.map((name) => [name, pick(name)])),
    weight: weight === undefined ? undefined : pick(weight),
  };
  const texts = toMissingTexts(what.missingValues);
  const { rows } =
    what.missing === 'drop' ? keepCompleteRows(given, given.label.length, texts) : { rows: given };
  const origin = { path, columns: { label, prediction, ...(weight && { weight }) }, delimiter };
  const own = await computing(
    (run) =>
      fair.rowMetrics(
        {
          metrics,
          label: numbersOrTexts(rows.label as string[]),
          prediction: numbersOrTexts(rows.prediction as string[]),
          groups: rows.groups ?? {},
          weight: rows.weight,
          privileged,
          uncertainty: uncertaintyOf(what.uncertainty),
        },
        run,
      ),
    origin,
  );
  return { ...report, extras: { ...report.extras, customMetrics: joined(report, own) } };
}

// A bootstrap has its own number of draws: those of --draws are of permutations.
function uncertaintyOf(uncertainty: AuditOptions['uncertainty']) {
  if (!uncertainty) return uncertainty;
  const { confidence, seed } = uncertainty;
  return { ...(confidence !== undefined && { confidence }), ...(seed !== undefined && { seed }) };
}

/** Those of counts, which the report has, and those of rows. */
function joined({ extras }: Report, own: CustomMetrics): CustomMetrics {
  const before = extras?.customMetrics;
  return before ? { ...before, metrics: [...before.metrics, ...own.metrics] } : own;
}

/** Numbers where all are; otherwise the texts as they stand in the file. */
function numbersOrTexts(column: readonly string[]): readonly number[] | readonly string[] {
  const numbers = column.map((text) => (text.trim() === '' ? Number.NaN : Number(text)));
  return numbers.some(Number.isNaN) ? column : numbers;
}
