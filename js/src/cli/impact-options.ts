// SPDX-License-Identifier: Apache-2.0
//
// The options of `fairwasm impact`, and checks that its forms share.

import type { IntakeOptions } from '../data/intake/options.js';
import type { SectionValues } from './command.js';
import { intakeOptionNames, intakeOptions } from './intake.js';
import { nameOptions } from './name-tables.js';
import { choice, list, names, number, pairs, ranges, text } from './options.js';
import { rows } from './rows.js';
import { UsageError } from './usage.js';

const scoreOptions = {
  quantile: {
    ...names(
      'SHARE,...',
      'selection rates among the top 0.1, 0.25, ... of all rows, as ratios to the reference ' +
        'group, and standardized mean differences. Requires --score, one --group, and its ' +
        '--reference. Not available as CSV',
    ),
    requires: ['score'],
  },
  'lower-is-better': { ...rows['lower-is-better'], requires: ['quantile'] },
  label: {
    ...text(
      'COLUMN',
      'the value that the score estimates: adds differences between groups in the residuals ' + '(label minus score)',
    ),
    requires: ['quantile'],
  },
} as const;

const published = { requires: ['rule'] } as const;

export const impactSections = {
  Columns: {
    group: rows.group,
    sex: text('COLUMN', 'with --rule, instead of --group: the sex of each person'),
    race: text('COLUMN', 'with --rule, instead of --group: the race and ethnicity of each person'),
    selected: text('COLUMN', 'the decision (or pass --score or --assigned)'),
    score: text('COLUMN', 'a score; rows above the median score are selected'),
    assigned: text('COLUMN', 'the class that each person was assigned to; prints tables for each class'),
    applicants: text(
      'COLUMN',
      'for a table of counts: the number of applicants per row; --selected is then the number ' + 'selected',
    ),
    cluster: rows.cluster,
    'crossed-cluster': rows['crossed-cluster'],
    within: text(
      'COLUMN',
      'the stratum of each row, such as a department. Prints demographic disparity within strata ' +
        'instead of tables. Requires one --group',
    ),
    ...intakeOptions,
  },
  Interpretation: {
    favorable: list(
      'VALUE',
      'the decision that means "selected"; may be repeated; not needed for common pairs: 1 and ' + '0, yes and no, ...',
    ),
    unknown: names(
      'NAME,...',
      'values that mean an unknown category, in addition to blanks, NA, N/A, ?, and null: their rows are counted, but ' +
        'omitted from the tables of this attribute. --rule adds values such as Unknown and Decline to self-identify',
    ),
    missing: rows.missing,
    imputed: names('COLUMN,...', 'attributes that were estimated, not self-reported'),
    'exclude-below': number(
      ranges.proportion,
      'omit categories with less than this fraction of all rows, such as 0.02, from the ratios',
    ),
    'suppress-below': rows['suppress-below'],
    reference: list('COLUMN=CATEGORY', 'also compare with this category; may be repeated'),
    rule: choice(
      ['local-law-144'],
      "print the tables that New York City's rule on automated employment decision tools requires " +
        '(6 RCNY 5-300 to 5-303, as adopted on April 6, 2023). The rule sets no threshold. Requires --sex and ' +
        '--race instead of --group. Allows 0.02 as the only value of --exclude-below, and does not allow --imputed',
    ),
  },
  'Summary to publish, with --rule': {
    'audit-date': { ...text('DATE', 'date of the bias audit, such as 2026-03-31'), ...published },
    'distribution-date': { ...text('DATE', 'date from which the tool is used, such as 2026-05-01'), ...published },
    'data-source': { ...text('TEXT', 'source and explanation of the data'), ...published },
    'exclusion-reason': {
      ...text('TEXT', 'the reason for --exclude-below 0.02; required if it excludes a category'),
      ...published,
    },
    tool: { ...text('NAME', 'name of the audited tool'), ...published },
    auditor: { ...text('NAME', 'name of the independent auditor'), ...published },
  },
  'Unknown categories': {
    probability: pairs(
      'CATEGORY=COLUMN',
      'instead of --group: a column with the probability of a category, for example from names ' +
        'and addresses (BISG); repeat for each category. Prints weighted rates, and bounds on the ' +
        'true rates. Not available with --rule',
    ),
    cell: {
      ...text(
        'COLUMN',
        'identifies rows with the same probabilities. Default: rows with nearly equal ' + 'probabilities',
      ),
      requires: ['probability', 'surname'],
    },
    ...nameOptions,
  },
  'Scores compared with a reference group, as in lending': scoreOptions,
  Output: {
    format: text(
      'text|json|markdown|html|csv',
      'output format. Default: from the extension of --output, or text. csv is not available with ' + '--probability',
    ),
    output: rows.output,
    confidence: rows.confidence,
    'no-intervals': rows['no-intervals'],
  },
} as const;

export type ImpactValues = SectionValues<typeof impactSections>;

const always = [...intakeOptionNames, 'format', 'output', 'missing'];

/** Throws {@link UsageError} for an option that cannot be combined with the option `form`. */
export function requireOnly(form: string, values: ImpactValues, taken: readonly (keyof ImpactValues)[]): void {
  const known: readonly string[] = [...taken, ...always];
  const stray = Object.entries(values).find(([name, value]) => value && !known.includes(name));
  if (stray !== undefined) throw new UsageError(`--${stray[0]} cannot be combined with ${form}`);
}

/** Returns the only column of --group. */
export function requireOneGroup(form: string, { group = [] }: ImpactValues): string {
  const [only, ...more] = group;
  if (only !== undefined && more.length === 0) return only;
  throw new UsageError(`${form} requires exactly one --group`);
}

/** Returns the column of --selected. */
export function requireSelected({ selected }: ImpactValues): string {
  if (selected !== undefined) return selected;
  throw new UsageError('pass --selected, the column of the decision');
}

/** Throws {@link UsageError} for CSV. */
export function requireNoTables(form: string, format: string): void {
  if (format === 'csv') throw new UsageError(`--format must be text, json, markdown, or html with ${form}`);
}

/** Returns how to read a file whose unknown categories are counted in the tables instead of omitted. */
export const withUnknown = ({ omit: _, ...intake }: IntakeOptions): IntakeOptions => intake;

export function getCommonOptions(values: ImpactValues) {
  const { favorable, unknown, confidence } = values;
  return { favorable, unknownValues: unknown, confidence: values['no-intervals'] ? (false as const) : confidence };
}
