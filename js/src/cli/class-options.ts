// SPDX-License-Identifier: Apache-2.0
//
// `fairwasm audit` of labels that are several classes: the same counts, asked in another way.

import type { CountedFile, CsvAuditOptions } from '../audit/audit-csv.js';
import type { ClassAudit } from '../classes/class-audit.js';
import type { ClassReport } from '../classes/report.js';
import { guessFavorable } from '../data/favorable.js';
import type { Fairwasm } from '../fairwasm.js';
import { InputError, listOf, UsageError } from './command.js';
import { list } from './options.js';
import { rows } from './rows.js';

/** The options that are of several classes. */
export const classOptions = {
  classes: list(
    'NAME,...',
    'the classes of multiclass labels, in order. Default: labels are multiclass if there are ' +
      'more than two and no --favorable; see `fairwasm classes --help`',
  ),
  ordered: rows.ordered,
} as const;

export interface ClassValues {
  classes?: string[] | undefined;
  ordered?: boolean | undefined;
}

/** What is of two outcomes alone, by the option that asks for it. */
const ofTwo = [
  ...[
    'favorable',
    'outcome',
    'score',
    'threshold',
    'within',
    'shrunken',
    'pairs',
    'equivalence-margin',
  ],
  ...[
    'fail-unless-equivalent',
    'fail-if-worse',
    'baseline',
    'baseline-prediction',
    'example',
    'simultaneous',
  ],
  ...['min-cell-size', 'suppress-below', 'model', 'with', 'notes', 'metric'],
];

/** The formats that reports of several classes have. */
export const classFormats = ['text', 'json', 'markdown', 'html'] as const;

/** What has numbers of its own for each: without --classes or --ordered it is of two outcomes. */
const limits = ['fail-under', 'fail-over', 'at'];
export type ClassFormat = (typeof classFormats)[number];

// More are numbers, or names.
const maxClasses = 100;

/**
 * Whether several classes are asked for by their own options.
 *
 * @throws UsageError where they stand beside what only two outcomes have.
 */
export function isMulticlassRequested(
  values: ClassValues,
  given: Readonly<Record<string, unknown>>,
) {
  if (values.classes === undefined && !values.ordered) return false;
  const stray = strayOf(given);
  if (stray === undefined) return true;
  const own = values.classes === undefined ? '--ordered' : '--classes';
  throw new UsageError(
    `${own} is for multiclass labels, and --${stray} for two outcomes. Remove one of them.`,
  );
}

const strayOf = (given: Readonly<Record<string, unknown>>): string | undefined =>
  ofTwo.find((name) => given[name] !== undefined && given[name] !== false);

/** Whether what was counted are several classes, and nothing was asked for that only two outcomes have. */
export function areSeveral(
  { auditor }: Pick<CountedFile, 'auditor'>,
  given: Readonly<Record<string, unknown>>,
): boolean {
  const { labels, columns } = auditor.tally;
  const asksOfTwo = limits.some((name) => given[name] !== undefined);
  return (
    !asksOfTwo &&
    labels.length > 2 &&
    labels.length <= maxClasses &&
    columns.label &&
    columns.prediction &&
    strayOf(given) === undefined &&
    guessFavorable(labels) === undefined
  );
}

/** The report of several classes, from what was counted. */
export async function severalReport(
  fair: Fairwasm,
  { auditor }: Pick<CountedFile, 'auditor'>,
  {
    privileged,
    uncertainty,
    source,
  }: Pick<CsvAuditOptions, 'privileged' | 'uncertainty' | 'source'>,
  { classes, ordered = false }: ClassValues,
): Promise<ClassReport> {
  const { load } = await import('../classes/classes.js');
  const door = await load({ fair });
  const audit = door.auditTally(auditor.tally, {
    classes: classes && listOf(classes),
    ordered,
    privileged,
    uncertainty,
  });
  try {
    if (classes === undefined && !ordered) requireTrueClasses(audit);
    const { droppedRows } = auditor;
    return { ...audit.report({ source }), droppedRows };
  } finally {
    audit[Symbol.dispose]();
  }
}

// Nobody has said that there are several: where two outcomes ever were true, further words for predictions are more
// likely other spellings of these.
function requireTrueClasses(audit: ClassAudit): void {
  const { confusion } = audit.frame([]).overall;
  const never = audit.classes.filter((_, i) => confusion[i]?.every((weight) => weight === 0));
  if (audit.classes.length - never.length > 2) return;
  const names = never.map((name) => `'${name}'`).join(', ');
  throw new InputError(
    `predictions have ${names}, which no true outcome is: write both in the same words; if these are several classes, name all of them with --classes`,
  );
}
