// SPDX-License-Identifier: Apache-2.0
//
// The options of `fairwasm audit`, and what they ask of the package: which columns are what, how rows are read, and
// what is told beside the usual.

import type { CsvAuditOptions } from '../audit/audit-csv.js';
import type { AuditOptions } from '../audit/audit-input.js';
import type { CountsAudit } from '../sql/index.js';
import { baselineOptions } from './baseline.js';
import { classOptions } from './class-options.js';
import { listOf, type parse, requireNumber, requireOnce, UsageError } from './command.js';
import { configOptions } from './config.js';
import { limitOf } from './counting.js';
import { type CustomFunctions, customOptions } from './custom-metrics.js';
import { type AskedMargins, joinMargins, parseMargins } from './equivalence.js';
import { extraOptions } from './extras.js';
import { formatOptions } from './format.js';
import { fromOptions } from './from-options.js';
import { gateOptions, rowsOptions } from './gate.js';
import { modelOptions } from './model-options.js';
import { outcomeOf, outcomeOptions, readingOf, readingOptions } from './reading.js';

export const dataOptions = {
  ...readingOptions,
  score: { type: 'string' },
  threshold: { type: 'string' },
  cluster: { type: 'string' },
  counts: { type: 'string' },
  'min-cell-size': { type: 'string' },
  'suppress-below': { type: 'string' },
  ...fromOptions,
} as const;

/** What the command line takes. */
export const auditArguments = {
  ...dataOptions,
  within: { type: 'string', multiple: true },
  ...configOptions,
  ...outcomeOptions,
  ...classOptions,
  ...gateOptions,
  ...rowsOptions,
  ...baselineOptions,
  ...extraOptions,
  ...customOptions,
  ...formatOptions,
  model: { type: 'string' },
  ...modelOptions,
  evidence: { type: 'string' },
  confidence: { type: 'string' },
  draws: { type: 'string' },
  seed: { type: 'string' },
  simultaneous: { type: 'boolean' },
  'no-intervals': { type: 'boolean' },
  shrunken: { type: 'boolean' },
  pairs: { type: 'boolean' },
  'equivalence-margin': { type: 'string', multiple: true },
  'fail-unless-equivalent': { type: 'string', multiple: true },
  example: { type: 'string' },
} as const;

/** What it gave. */
export type AuditValues = ReturnType<typeof parse<typeof auditArguments>>['values'];

/** What was counted elsewhere. */
export function countsOf(values: AuditValues): CountsAudit {
  const { cluster, ...what } = whatOf(values);
  const minCellSize = limitOf(values, 'min-cell-size');
  const suppressBelow = limitOf(values, 'suppress-below');
  const sums =
    what.weight !== undefined || (what.score !== undefined && what.threshold === undefined);
  if (minCellSize !== undefined && suppressBelow !== undefined) {
    throw new UsageError('--suppress-below needs all counts: leave out --min-cell-size');
  }
  if (sums && (minCellSize ?? suppressBelow) !== undefined) {
    const stray = what.weight === undefined ? 'score' : 'weight';
    const option = minCellSize === undefined ? 'suppress-below' : 'min-cell-size';
    throw new UsageError(`--${option} is for counts alone: leave out --${stray}`);
  }
  if (cluster === undefined) return { ...what, counts: values.counts, minCellSize, suppressBelow };
  throw new UsageError('--cluster needs the rows: their numbers do not tell whose they are');
}

export function whatOf(values: AuditValues): CsvAuditOptions {
  const { label, prediction, score, cluster } = values;
  const reading = readingOf(values);
  const threshold =
    values.threshold === undefined ? undefined : requireNumber('--threshold', values.threshold);
  requireDecisions({ label, prediction, score, threshold });
  return {
    ...reading,
    outcome: outcomeOf(values),
    prediction,
    score,
    cluster,
    threshold,
    within: withinOf(values, reading.groups),
    uncertainty: uncertaintyOf(values),
    ...besideOf(values),
  };
}

/** Those of counts are the report's own. */
export const metricsOf = ({ counts }: CustomFunctions): Pick<CsvAuditOptions, 'metrics'> =>
  Object.keys(counts).length > 0 ? { metrics: counts } : {};

/** Throws {@link UsageError} where a condition is named twice, or makes groups too. */
export function withinOf(values: AuditValues, groups: readonly string[]): string[] | undefined {
  if (values.within === undefined) return undefined;
  const within = listOf(values.within);
  requireOnce('--within', within);
  const both = within.find((name) => groups.includes(name));
  if (both === undefined && within.length > 0) return within;
  throw new UsageError(
    both === undefined
      ? '--within takes columns that are conditions'
      : `'${both}' is a --group: name it in one of both, --group or --within`,
  );
}

/** What is asked for beside the usual. */
export function besideOf(
  values: AuditValues,
): Pick<CsvAuditOptions, 'equivalenceMargin' | 'shrunken' | 'pairs'> {
  const { shown } = requireMargins(values);
  const isAsked = Object.keys(shown).length > 0;
  const { shrunken, pairs } = values;
  return { equivalenceMargin: isAsked ? shown : undefined, shrunken, pairs };
}

/** The margins to be shown, and those of them that are demanded. */
export function requireMargins(values: AuditValues): {
  shown: AskedMargins;
  demanded: AskedMargins;
} {
  const margin = parseMargins('--equivalence-margin', values['equivalence-margin']);
  const demanded = parseMargins('--fail-unless-equivalent', values['fail-unless-equivalent']);
  return { shown: joinMargins(margin, demanded), demanded };
}

const uncertaintyLimits = {
  confidence: {
    allows: (value: number) => value > 0 && value < 1,
    text: 'a number between 0 and 1',
  },
  draws: {
    allows: (value: number) => Number.isInteger(value) && value >= 1 && value <= 1e6,
    text: 'a whole number from 1 to 1000000',
  },
  seed: {
    allows: (value: number) => Number.isSafeInteger(value) && value >= 0,
    text: 'a whole number, 0 or more',
  },
} as const;

export function uncertaintyOf(values: AuditValues): AuditOptions['uncertainty'] {
  const names = Object.keys(uncertaintyLimits) as (keyof typeof uncertaintyLimits)[];
  const given = names.filter((name) => values[name] !== undefined);
  const others = [
    'simultaneous',
    'shrunken',
    'equivalence-margin',
    'fail-unless-equivalent',
  ] as const;
  const [first] = [...given, ...others.filter((name) => values[name] !== undefined)];
  if (values['no-intervals']) {
    if (first === undefined) return false;
    throw new UsageError(`--${first} has no effect with --no-intervals`);
  }
  const numbers = given.map((name): [string, number] => {
    const text = values[name] as string;
    const value = requireNumber(`--${name}`, text);
    const { allows, text: expected } = uncertaintyLimits[name];
    if (!allows(value)) throw new UsageError(`--${name} takes ${expected}, not '${text}'`);
    return [name, value];
  });
  return { ...Object.fromEntries(numbers), ...(values.simultaneous && { simultaneous: true }) };
}

function requireDecisions({ label, prediction, score, threshold }: Partial<CsvAuditOptions>): void {
  if (threshold !== undefined && score === undefined) {
    throw new UsageError('--threshold needs --score');
  }
  if (threshold !== undefined && prediction !== undefined) {
    throw new UsageError('--threshold makes predictions from the score: leave out --prediction');
  }
  if (label !== undefined || prediction !== undefined || threshold !== undefined) return;
  throw new UsageError('give --label, --prediction, or --score with --threshold');
}
