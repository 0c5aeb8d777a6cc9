// SPDX-License-Identifier: Apache-2.0
//
// `fairwasm impact`: prints tables of selection rates and impact ratios from a CSV file of decisions or
// counts.

import type { IntakeOptions } from '../data/coded-csv.js';
import { type ImpactInput, type LocalLaw144Input, load } from '../impact/index.js';
import type { ResultFormat } from '../report/format.js';
import {
  type Command,
  type ExitCode,
  exitCodes,
  getList,
  parse,
  requireChoice,
  requireFile,
  requireNumber,
  requireOnce,
  requirePair,
  requireWhole,
  UsageError,
} from './command.js';
import { computing } from './computing.js';
import { readByRole } from './file-columns.js';
import { requireFormat } from './format.js';
import { impactOfScores, scoreOptions } from './impact-scores.js';
import { getName } from './input.js';
import { getIntake, intakeOptionNames, intakeOptions } from './intake.js';
import { exitCodeHelp, list, type Manual, text } from './options.js';
import { requireOtherFile } from './output.js';
import { rows } from './rows.js';
import { writeResult } from './write-result.js';

const columns = {
  group: rows.group,
  sex: text('COLUMN', 'with --rule, instead of --group: the sex of each person'),
  race: text('COLUMN', 'with --rule, instead of --group: race and ethnicity'),
  selected: text('COLUMN', 'the decision (or pass --score or --assigned)'),
  score: text('COLUMN', 'a score: rows above the median score are selected'),
  assigned: text('COLUMN', 'an assigned class: prints tables for each class'),
  applicants: text(
    'COLUMN',
    'for a table of counts: the number of applicants per row; --selected is then the number ' +
      'selected',
  ),
  ...intakeOptions,
} as const;
const interpretation = {
  favorable: list(
    'VALUE',
    'the decision that means "selected"; may be repeated; not needed for common pairs: 1 and ' +
      '0, yes and no, ...',
  ),
  unknown: list(
    'NAME,...',
    'values that mean an unknown category, in addition to blanks, NA, N/A, ?, and null; ' +
      '--rule adds values such as Unknown and Decline to self-identify',
  ),
  imputed: list('COLUMN,...', 'attributes that were estimated, not self-reported'),
  'exclude-below': text(
    'SHARE',
    'omit categories with a smaller fraction of all rows, such as 0.02, from the ratios',
  ),
  'suppress-below': rows['suppress-below'],
  reference: list('COLUMN=CATEGORY', 'also compare with this category; may be repeated'),
  rule: text(
    'local-law-144',
    "the tables of New York City's rule on automated employment decision tools (6 RCNY 5-300 " +
      'to 5-303, as adopted on April 6, 2023), which has no threshold. Requires --sex and ' +
      '--race instead of --group. Allows only 0.02 for --exclude-below, and no --imputed',
  ),
} as const;
const probabilities = {
  probability: list(
    'CATEGORY=COLUMN',
    'instead of --group: a column with the probability of a category, for example from names ' +
      'and addresses (BISG); repeat for each category. Prints weighted rates, and bounds on the ' +
      'true rates. Not available with --rule',
  ),
  cell: text(
    'COLUMN',
    'identifies rows with the same probabilities. Default: rows with nearly equal ' +
      'probabilities',
  ),
} as const;
const output = {
  format: text(
    'text|json|markdown|csv',
    'Default: from the extension of --output, or text. csv is not available with ' +
      '--probability',
  ),
  output: rows.output,
  confidence: rows.confidence,
  'no-intervals': rows['no-intervals'],
} as const;
const options = {
  ...columns,
  ...interpretation,
  ...probabilities,
  ...scoreOptions,
  ...output,
} as const;

const manual: Manual = {
  name: 'impact',
  usage: [
    'FILE.csv --group COLUMN --selected COLUMN',
    'FILE.csv --rule local-law-144 --sex COLUMN --race COLUMN --selected COLUMN',
    'FILE.csv --probability CATEGORY=COLUMN ... --selected COLUMN',
    'FILE.csv --score COLUMN --quantile SHARE,... --group COLUMN --reference COLUMN=CATEGORY',
  ],
  about:
    'Prints adverse impact tables: the number selected, the selection rate, and the impact ' +
    'ratio (the rate divided by the highest rate) of each category, for each attribute and ' +
    'for their intersection. The file needs a header row; use - for standard input. Nothing ' +
    'leaves this machine.',
  sections: [
    ['Columns', columns],
    ['Interpretation', interpretation],
    ['Unknown categories', probabilities],
    ['Scores compared with a reference group, as in lending', scoreOptions],
    ['Output', output],
  ],
  closing:
    'Without --rule, comparisons follow each table: the four-fifths rule, the shortfall in ' +
    'selections, whether one more selection would reverse the order, and the z, Fisher, and ' +
    'Yates tests.' +
    '\n\n' +
    exitCodeHelp,
  examples: [
    'hires.csv --group sex,race --selected hired',
    'counts.csv --group race --applicants n --selected hired --reference race=White',
    'scores.csv --rule local-law-144 --sex gender --race ethnicity --score points --exclude-below 0.02 --format markdown',
    'loans.csv --group race --score points --quantile 0.1,0.25 --reference race=White --label repaid',
  ],
};

type Values = ReturnType<typeof parse<typeof options>>['values'];

const outcomes = ['selected', 'score', 'assigned'] as const;

async function run(argv: readonly string[]): Promise<ExitCode> {
  const { values, positionals } = parse(argv, options);
  const format = requireFormat(values, ['text', 'json', 'markdown', 'csv']);
  const path = requireFile(positionals);
  const intake = getIntake(values);
  if (values.quantile !== undefined) return impactOfScores(values, { path, format, intake });
  const alone = (['label', 'lower-is-better'] as const).find((name) => values[name]);
  if (alone) throw new UsageError(`--${alone} requires --quantile`);
  if (values.probability !== undefined) return probable(values, { path, format, intake });
  if (values.cell !== undefined) throw new UsageError('--cell requires --probability');
  const roles = getRoles(values);
  const common = commonOf(values);
  const byRule = values.rule === undefined ? undefined : getRule(values);
  const attributes = byRule ? [] : getAttributes(values);
  const extras = byRule ? {} : besideOf(values, attributes);
  await requireOtherFile(values.output, path);
  const { score, applicants, selected } = roles;
  const asked = {
    categories: [...Object.values({ ...roles, ...byRule?.columns }), ...attributes],
    // A file that counts applicants also counts selections.
    numbers: [score, applicants, applicants && selected],
  };
  const columns = await readByRole(path, asked, intake);
  const impact = await load();
  const read = (names: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(names).map(([role, name]) => [role, columns.category(name)]));
  const report = await computing(
    () =>
      byRule
        ? impact.localLaw144({
            ...common,
            ...read({ ...roles, ...byRule.columns }),
            excludeSmall: byRule.excludeSmall,
          } as unknown as LocalLaw144Input)
        : impact.tables({
            ...common,
            ...read(roles),
            ...extras,
            groups: columns.categories(attributes),
          } as ImpactInput),
    { path, columns: { ...identity(attributes), ...roles, ...byRule?.columns }, intake },
  );
  const source = getName(path);
  await writeResult({ ...report, source }, format, { ...values, source });
  return exitCodes.ok;
}

const besideProbability = [
  'probability',
  'selected',
  'favorable',
  'cell',
  'reference',
  'confidence',
  'no-intervals',
];
const ofAll = [...intakeOptionNames, 'format', 'output'];

async function probable(
  values: Values,
  {
    path,
    format,
    intake,
  }: { path: string; format: ResultFormat; intake: IntakeOptions | undefined },
): Promise<ExitCode> {
  if (values.rule !== undefined) {
    throw new UsageError(
      `--rule ${values.rule} does not allow imputed categories. Remove --rule or --probability.`,
    );
  }
  const stray = Object.keys(values).find(
    (name) => values[name as keyof Values] && ![...besideProbability, ...ofAll].includes(name),
  );
  if (stray !== undefined) throw new UsageError(`--${stray} cannot be combined with --probability`);
  if (format === 'csv')
    throw new UsageError('--format must be text, json, or markdown with --probability');
  const { selected, cell, reference = [] } = values;
  if (selected === undefined) throw new UsageError('pass --selected, the column of the decision');
  if (reference.length > 1) throw new UsageError('pass exactly one --reference, a category');
  const pairs = (values.probability ?? []).map((text) => requirePair('--probability', text));
  requireOnce(
    '--probability',
    pairs.map(([category]) => category),
  );
  const { favorable, confidence } = commonOf(values);
  await requireOtherFile(values.output, path);
  const asked = { categories: [selected, cell], numbers: pairs.map(([, name]) => name) };
  const read = await readByRole(path, asked, intake);
  const impact = await load();
  const columns = { selected, ...(cell !== undefined && { cell }), ...Object.fromEntries(pairs) };
  const report = await computing(
    () =>
      impact.byProbability({
        probabilities: Object.fromEntries(
          pairs.map(([category, name]) => [category, read.number(name)]),
        ),
        selected: read.category(selected),
        favorable,
        cell: cell === undefined ? undefined : read.category(cell),
        reference: reference[0],
        confidence,
      }),
    { path, columns, intake },
  );
  const source = getName(path);
  await writeResult({ ...report, source }, format, { ...values, source });
  return exitCodes.ok;
}

const identity = (names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, name]));

/** Returns the column with the outcome, by role. */
function getRoles(values: Values): Readonly<Record<string, string>> {
  const given = outcomes.filter((name) => values[name] !== undefined);
  if (given.length !== 1)
    throw new UsageError('pass exactly one of --selected, --score, and --assigned');
  const { applicants, favorable } = values;
  const isDecision = given[0] === 'selected';
  if (applicants !== undefined && !isDecision)
    throw new UsageError('--applicants requires --selected');
  if (favorable && (!isDecision || applicants !== undefined)) {
    throw new UsageError(
      '--favorable names a decision; it requires --selected without --applicants',
    );
  }
  const role = given[0] as (typeof outcomes)[number];
  return { [role]: values[role] as string, ...(applicants !== undefined && { applicants }) };
}

function commonOf(values: Values) {
  const { favorable, unknown, confidence } = values;
  if (values['no-intervals'] && confidence !== undefined) {
    throw new UsageError('--confidence has no effect with --no-intervals. Remove one of them.');
  }
  const number = confidence === undefined ? undefined : requireNumber('--confidence', confidence);
  if (number !== undefined && !(number > 0 && number < 1)) {
    throw new UsageError(`--confidence requires a number between 0 and 1, got '${confidence}'`);
  }
  return {
    favorable,
    unknownValues: unknown && getList(unknown),
    confidence: values['no-intervals'] ? (false as const) : number,
  };
}

function getAttributes(values: Values): string[] {
  const stray = (['sex', 'race'] as const).find((name) => values[name] !== undefined);
  if (stray) throw new UsageError(`--${stray} requires --rule. Without a rule, pass --group.`);
  const names = getList(values.group);
  if (names.length === 0) {
    throw new UsageError('pass --group, the columns of the attributes');
  }
  requireOnce('--group', names);
  return names;
}

function besideOf(values: Values, attributes: readonly string[]) {
  const pairs = (values.reference ?? []).map((text) => requirePair('--reference', text));
  const imputed = getList(values.imputed);
  const suppress = values['suppress-below'];
  const stray = [...pairs.map(([name]) => name), ...imputed].find(
    (name) => !attributes.includes(name),
  );
  if (stray !== undefined) throw new UsageError(`'${stray}' is not in --group`);
  return {
    reference: Object.fromEntries(pairs),
    imputed,
    excludeBelow: shareOf(values['exclude-below']),
    suppressBelow:
      suppress === undefined ? undefined : requireWhole('--suppress-below', suppress, 2),
  };
}

function shareOf(text: string | undefined): number | undefined {
  const share = text === undefined ? undefined : requireNumber('--exclude-below', text);
  if (share === undefined || (share >= 0 && share <= 1)) return share;
  throw new UsageError(`--exclude-below requires a number from 0 to 1, got '${text}'`);
}

function getRule(values: Values) {
  const { sex, race, rule } = values;
  requireChoice('--rule', rule as string, ['local-law-144']);
  if (sex === undefined || race === undefined)
    throw new UsageError(`--rule ${rule} requires --sex and --race`);
  const stray = (['group', 'reference', 'imputed', 'suppress-below'] as const).find(
    (name) => values[name],
  );
  if (stray === 'imputed')
    throw new UsageError(`--rule ${rule} does not allow imputed categories. Remove --imputed.`);
  if (stray) throw new UsageError(`--${stray} cannot be combined with --rule ${rule}`);
  const share = shareOf(values['exclude-below']);
  if (share !== undefined && share !== 0.02) {
    throw new UsageError(`--rule ${rule} allows only 0.02 for --exclude-below`);
  }
  return { columns: { sex, race }, excludeSmall: share !== undefined };
}

export const impact: Command = {
  name: 'impact',
  manual,
  options,
  run,
};
