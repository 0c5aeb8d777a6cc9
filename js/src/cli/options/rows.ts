// SPDX-License-Identifier: Apache-2.0
//
// The options that several commands have: one row for each, with one meaning.

import { type Outcome, outcomes } from '../../metrics/outcome.js';
import { choice, column, flag, type Help, list, names, number, pairs, ranges, requireNumber, text } from './options.js';
import { getList, UsageError } from './usage.js';

// A common mistake is the column of outcomes.
const outcome = (help: Help) => ({
  ...choice(outcomes, help),
  read(option: string, [given]: readonly string[]): Outcome {
    const match = outcomes.find((each) => each === given);
    if (match !== undefined) return match;
    throw new UsageError(
      `${option} must be benefit or burden, the effect of a positive decision, got '${given}'; ` +
        'use --label for the column of true outcomes',
    );
  },
});

// Formats that programs expect behind these endings, and no command writes.
const otherFormat = /\.(?:pdf|xls|xlsx|doc|docx|ppt|pptx|odt|ods|parquet|arrow|feather|png|jpg|jpeg|zip|gz)$/i;

function requireTextFile(option: string, file: string): string {
  const [ending] = otherFormat.exec(file) ?? [];
  if (ending === undefined) return file;
  throw new UsageError(
    `${option} ${file}: no result is written as a ${ending} file. Name a file that ends in .html, .md, .csv, .json, or .txt.`,
  );
}

export const rows = {
  label: text('COLUMN', 'the true outcome'),
  prediction: text('COLUMN', 'the predicted outcome or the decision'),
  score: text('COLUMN', 'the estimated probability of the favorable outcome'),
  threshold: number(ranges.any, ['predict the favorable outcome at or above this score', 'replaces --prediction']),
  thresholds: text('NUMBER,...', [
    'predict the favorable outcome at or above this score',
    'replaces --prediction. Several numbers give one report for each number',
  ]),
  'top-share': number(ranges.proportion, [
    'instead of --threshold: predict the favorable outcome for this proportion of rows',
    'Rows with the best scores are selected, and rows that tie with the last of them',
  ]),
  'group-threshold': pairs(
    'GROUP=NUMBER',
    [
      'instead of --threshold: the threshold of one group of the first --group column',
      'repeat for each group. Thresholds that differ by group are unlawful in many places and uses',
    ],
    requireNumber,
  ),
  'lower-is-better': flag('lower scores are better'),
  group: names('COLUMN,...', [
    'the attributes that define groups',
    'may be repeated; escape a comma within a name as \\,',
  ]),
  weight: text('COLUMN', ['weight of each row', 'Default: 1']),
  cluster: text('COLUMN', [
    'the person (or other unit) that each row belongs to',
    'Intervals and tests then count people instead of rows',
  ]),
  'crossed-cluster': {
    ...text('COLUMN', 'a second cluster column that is crossed with the first, such as the annotator'),
    requires: ['cluster'],
  },
  rows: column('number', ['number of rows that each line represents', 'Default: 1']),
  favorable: list('LABEL', [
    'the outcome that counts as positive',
    'may be repeated; not needed for common pairs: 1 and 0, yes and no, ...',
  ]),
  privileged: list('COLUMN=GROUP', [
    'the reference group of an attribute',
    'may be repeated. Default: the largest group',
  ]),
  outcome: outcome([
    'whether a positive decision is a benefit, such as a loan, or a burden, such as detention',
    'Changes only the wording and the order of the report, and names the disadvantaged group of each gap. ' +
      'Default: unknown, with neutral wording',
  ]),
  ordered: flag('the classes are ordered, such as low, medium, and high: near misses count less than distant ones'),
  missing: choice(['error', 'drop'], ['stop at a row with a missing value, or drop such rows', 'Default: error']),
  unknown: names('NAME,...', [
    'omit the rows whose group is missing or is one of these, such as Unknown',
    'Default: such groups are kept and listed last, and are never the reference',
  ]),
  'missing-values': names('TEXT,...', [
    'strings to read as missing values, in addition to blanks',
    'Default: those that R, pandas, SAS, and Excel use, such as NA, NaN, null, ?, and .',
  ]),
  confidence: {
    ...number(ranges.level, ['level of the confidence intervals', 'Default: 0.95']),
    excludes: ['no-intervals'],
  },
  seed: number(ranges.whole(0), ['random seed', 'Default: 1']),
  'no-intervals': flag('omit confidence intervals and tests'),
  'suppress-below': number(
    ranges.whole(2),
    'suppress counts from 1 to just below this number, and all numbers that would reveal them',
  ),
  format: text('text|json', ['output format', 'Default: from the extension of --output, or text']),
  output: {
    ...text('FILE', ['write to a file instead of standard output', 'the file is written completely or not at all']),
    read: (option: string, [file]: readonly string[]): string => requireTextFile(option, file as string),
  },
  config: text('FILE', [
    'a JSON file with options for each command',
    'options on the command line take precedence. Default: fairwasm.config.json in this folder, if it exists',
  ]),
  features: list('COLUMN,...', [
    "the model's features, in order",
    "COLUMN=VALUE is 1 if the column has that value and 0 otherwise. Default: the columns named like the model's " +
      'inputs, or all numeric columns',
  ]),
  input: list('NAME=COLUMN,...', ['features for one input of a model with several inputs', 'may be repeated']),
  class: text('LABEL', 'the class to score, if the model has more than two'),
  activation: choice(['none', 'sigmoid', 'softmax'], 'function that converts network outputs to probabilities'),
  'model-output': text('NAME', 'the output that contains the scores, if several outputs are numeric'),
  with: list('FILE.json', [
    'add a result of another command, written with --format json',
    'Accepted are results of slices, thresholds, compare, impact, amplification, leakage, and robustness, and ' +
      'other reports; may be repeated. Omitted in CSV',
  ]),
  'model-name': text('NAME', ['name in the model card', 'Default: the file name']),
  notes: text('TEXT', 'notes to include in the report'),
  top: number(ranges.whole(0), 'number of pairs to show', 10),
  'fail-under': list('NUMBER=LIMIT', "exit with 3 if a group's value is below the limit"),
  'fail-over': list('NUMBER=LIMIT', [
    "exit with 3 if a group's value is above the limit",
    'differences are limited in both directions: statisticalParityDifference=0.1 allows -0.1 to 0.1',
  ]),
  table: text('NAME', ['the table, as TABLE or SCHEMA.TABLE', 'write \\. for a dot within a name']),
  query: text('TEXT', [
    'instead of --table: a SELECT statement whose rows are counted',
    'it is copied into the query unchanged',
  ]),
  where: list('COLUMN=VALUE', [
    'count only matching rows',
    'Repeat for several values of a column (any must match) or several columns (all must match). Quote numbers ' +
      'to compare them as strings. For files, COLUMN=VALUE,VALUE and the operators !=, <, <=, >, and >= are also ' +
      'accepted, as are dates and periods, as in date>=2024-01-01 and date=2024-Q1',
  ]),
  bins: list('COLUMN=NUMBER,...', [
    'cut a numeric attribute into ranges: age=18,65 means below 18, 18 to below 65, and 65 and above',
    'for files, age>25 is also accepted: up to 25, and above 25, and dates, as in hired=2024-01-01',
  ]),
  workers: number(ranges.whole(0), ['number of worker threads', '0 means none. Default: one per processor core']),
} as const;

/** The confidence level of intervals that hold together. */
export const simultaneousConfidence = number(ranges.level, [
  'simultaneous level of the confidence intervals',
  'Default: 0.95',
]);

/** The options that make decisions from scores in another way than by one threshold of high scores. */
export const cutoffNames = ['top-share', 'group-threshold', 'lower-is-better'] as const;

const shares = pairs('GROUP=NUMBER,...', '', (option, text) => requireNumber(option, text, ranges.notNegative));

/** Numbers by group, separated by commas or by repeating the option. */
export const referenceShares = {
  ...list('GROUP=NUMBER,...', [
    'reference shares: proportions, percentages, or counts of a population',
    'may be repeated',
  ]),
  read: (option: string, texts: readonly string[]): Record<string, number> =>
    Object.fromEntries(shares.read(option, getList(texts))),
};
