// SPDX-License-Identifier: Apache-2.0
//
// `--metric`: metrics of counts by name, as formulas, or as functions that a module exports. A module runs with all
// permissions of this process, so it must be named on the command line, never by a configuration file.

import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { CsvAuditOptions } from '../../audit/audit-csv.js';
import type { AuditOptions } from '../../audit/audit-input.js';
import { countMetrics } from '../../audit/custom/count-metrics.js';
import type { CustomCountsMetric } from '../../audit/custom/custom-counts.js';
import type { CustomMetrics } from '../../audit/custom/custom-figures.js';
import type { CustomRowsMetric } from '../../audit/custom/custom-rows.js';
import { shown } from '../../core/options.js';
import { getSpelling, type IntakeOptions } from '../../data/intake/options.js';
import { toMissingTexts } from '../../data/value.js';
import { oneLine } from '../../document/format.js';
import type { Fairwasm } from '../../fairwasm.js';
import { formulaRates, formulaSums } from '../../metrics/formula.js';
import type { Report } from '../../report/report.js';
import { keepCompleteRows } from '../../tally/missing.js';
import { InputError } from '../command.js';
import { computing } from '../input/computing.js';
import { readColumns } from '../input/file-columns.js';
import { merging } from '../input/input.js';
import { readFormula } from '../metric/formula.js';
import { list } from '../options/options.js';
import { UsageError } from '../options/usage.js';

export const customOptions = {
  metric: list('NAME|FORMULA|FILE.mjs', [
    'add a metric by name, a formula of counts, or the metrics that a module exports as functions',
    `NAME is ${Object.keys(countMetrics).join(', ')}. A formula, such as 'cost = (5 FN + FP) / all', is of ` +
      `${Object.keys(formulaSums).join(', ')} and ${Object.keys(formulaRates).join(', ')}. Functions are either of a ` +
      "group's counts, ({ truePositives, … }) => number, or of its rows, (label, prediction, weight) => number. The module " +
      'runs with your permissions; may be repeated',
  ]),
} as const;

/** The functions by name. */
export interface CustomFunctions {
  counts: Record<string, CustomCountsMetric>;
  rows: Record<string, CustomRowsMetric>;
}

/** Parses formulas and imports modules. Throws {@link InputError} for an invalid module or metric. */
export async function readOwn(paths: readonly string[] = []): Promise<CustomFunctions> {
  const result: CustomFunctions = { counts: {}, rows: {} };
  for (const path of paths) {
    const formula = readFormula(path);
    const name = Object.hasOwn(countMetrics, path) ? path : (formula?.name ?? path);
    const exported = formula ? { [name]: formula } : await imported(path);
    if (Object.keys(exported).length === 0) {
      throw new InputError(oneLine(`${path}: no exports; add export function name(…) { … }`));
    }
    for (const [name, f] of Object.entries(exported)) {
      if (name in result.counts || name in result.rows) {
        throw new InputError(oneLine(`${path}: metric '${name}' already exists; rename it`));
      }
      if (formula) {
        result.counts[name] = formula;
        continue;
      }
      if (typeof f !== 'function' || f.length < 1 || f.length > 3 || name === 'default') {
        const subject = name === 'default' ? 'a default export, which has no name' : described(f);
        throw new InputError(
          oneLine(
            `${path}: '${name}' is ${subject}; export a named function of (counts), ` +
              '(label, prediction), or (label, prediction, weight)',
          ),
        );
      }
      if (f.length === 1) result.counts[name] = f as CustomCountsMetric;
      else result.rows[name] = f as CustomRowsMetric;
    }
  }
  return result;
}

const described = (value: unknown): string =>
  typeof value === 'function' ? `a function of ${value.length} parameters` : shown(value);

async function imported(path: string): Promise<Readonly<Record<string, unknown>>> {
  try {
    return await import(pathToFileURL(resolve(path)).href);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const why = code === 'ERR_MODULE_NOT_FOUND' ? 'file not found' : message;
    throw new InputError(oneLine(`${path}: import failed: ${why}`));
  }
}

/** Additional input of functions of rows: the file, which is read again. */
interface CustomRowsOf {
  path: string | undefined;
  what: CsvAuditOptions;
  intake: IntakeOptions | undefined;
}

/** Throws {@link UsageError} if a function needs rows that cannot be read. */
export function requireRowsFor({ rows }: CustomFunctions, { path, what: settings }: Partial<CustomRowsOf>): void {
  const [name] = Object.keys(rows);
  if (name === undefined) return;
  if (path === undefined || path === '-' || settings === undefined) {
    throw new UsageError(
      `--metric: '${name}' is a function of rows, which counts and standard input do not provide; pass a file of rows`,
    );
  }
  const { label, prediction = settings.score } = settings;
  if (label !== undefined && prediction !== undefined) return;
  throw new UsageError(
    `--metric: '${name}' is a function of rows; it requires --label and one of --prediction and --score`,
  );
}

/** Adds the metrics of rows to the report. */
export async function withOwnRows(
  fair: Fairwasm,
  report: Report,
  { rows: metrics }: CustomFunctions,
  { path = '', what, intake }: CustomRowsOf,
): Promise<Report> {
  if (Object.keys(metrics).length === 0) return report;
  const { label = '', prediction = what.score ?? '', weight, groups, privileged } = what;
  const names = [...new Set([label, prediction, ...groups, ...(weight ? [weight] : [])])];
  const spellings = getSpelling(intake?.spellings, groups, [[label, prediction]]);
  const columns = await readColumns(path, names, merging(intake ?? {}, spellings));
  const pick = (name: string) => columns[name] as string[];
  const given = {
    label: pick(label),
    prediction: pick(prediction),
    groups: Object.fromEntries(groups.map((name) => [name, pick(name)])),
    weight: weight === undefined ? undefined : pick(weight),
  };
  const texts = toMissingTexts(what.missingValues);
  const { rows } = what.missing === 'drop' ? keepCompleteRows(given, given.label.length, texts) : { rows: given };
  const origin = { path, columns: { label, prediction, ...(weight && { weight }) }, intake };
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
          uncertainty: getUncertainty(what.uncertainty),
        },
        run,
      ),
    origin,
  );
  return { ...report, extras: { ...report.extras, customMetrics: joined(report, own) } };
}

// The bootstrap has its own number of draws: --draws applies to permutations.
function getUncertainty(uncertainty: AuditOptions['uncertainty']) {
  if (!uncertainty) return uncertainty;
  const { confidence, seed } = uncertainty;
  return { ...(confidence !== undefined && { confidence }), ...(seed !== undefined && { seed }) };
}

/** Merges metrics of counts, which the report contains, with metrics of rows. */
function joined({ extras }: Report, customMetrics: CustomMetrics): CustomMetrics {
  const before = extras?.customMetrics;
  return before ? { ...before, metrics: [...before.metrics, ...customMetrics.metrics] } : customMetrics;
}

/** Returns a column as numbers if all of its values are numbers. */
function numbersOrTexts(column: readonly string[]): readonly number[] | readonly string[] {
  const numbers = column.map((text) => (text.trim() === '' ? Number.NaN : Number(text)));
  return numbers.some(Number.isNaN) ? column : numbers;
}
