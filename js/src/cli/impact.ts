// SPDX-License-Identifier: Apache-2.0
//
// `fairwasm impact`: prints tables of selection rates and impact ratios from a CSV file of decisions or
// counts.

import type { IntakeOptions } from '../data/intake/options.js';
import { showPercent } from '../document/format.js';
import {
  type ImpactInput,
  type InferredProbabilities,
  type LocalLaw144Input,
  load,
} from '../impact/index.js';
import type { ResultFormat } from '../report/format.js';
import { fileCommand, type SectionValues } from './command.js';
import { computing } from './computing.js';
import { readByRole } from './file-columns.js';
import { requireFormat } from './format.js';
import { impactOfScores, scoreOptions } from './impact-scores.js';
import { impactWithin } from './impact-within.js';
import { getName } from './input.js';
import { getIntake, intakeOptionNames, intakeOptions } from './intake.js';
import { getNameColumns, inferFromNames, nameOptionNames, nameOptions } from './name-tables.js';
import { choice, exitCodeHelp, list, names, number, pairs, ranges, text } from './options.js';
import { requireOtherFile } from './output.js';
import { rows } from './rows.js';
import { requirePair, UsageError } from './usage.js';
import { writeResult } from './write-result.js';

const published = { requires: ['rule'] } as const;

const sections = {
  Columns: {
    group: rows.group,
    sex: text('COLUMN', 'with --rule, instead of --group: the sex of each person'),
    race: text('COLUMN', 'with --rule, instead of --group: the race and ethnicity of each person'),
    selected: text('COLUMN', 'the decision (or pass --score or --assigned)'),
    score: text('COLUMN', 'a score; rows above the median score are selected'),
    assigned: text(
      'COLUMN',
      'the class that each person was assigned to; prints tables for each class',
    ),
    applicants: text(
      'COLUMN',
      'for a table of counts: the number of applicants per row; --selected is then the number ' +
        'selected',
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
      'the decision that means "selected"; may be repeated; not needed for common pairs: 1 and ' +
        '0, yes and no, ...',
    ),
    unknown: names(
      'NAME,...',
      'values that mean an unknown category, in addition to blanks, NA, N/A, ?, and null; ' +
        '--rule adds values such as Unknown and Decline to self-identify',
    ),
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
    'distribution-date': {
      ...text('DATE', 'date from which the tool is used, such as 2026-05-01'),
      ...published,
    },
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
        'identifies rows with the same probabilities. Default: rows with nearly equal ' +
          'probabilities',
      ),
      requires: ['probability', 'surname'],
    },
    ...nameOptions,
  },
  'Scores compared with a reference group, as in lending': scoreOptions,
  Output: {
    format: text(
      'text|json|markdown|html|csv',
      'output format. Default: from the extension of --output, or text. csv is not available with ' +
        '--probability',
    ),
    output: rows.output,
    confidence: rows.confidence,
    'no-intervals': rows['no-intervals'],
  },
} as const;

export const impact = fileCommand({
  name: 'impact',
  usage: [
    'FILE.csv --group COLUMN --selected COLUMN',
    'FILE.csv --rule local-law-144 --sex COLUMN --race COLUMN --selected COLUMN',
    'FILE.csv --probability CATEGORY=COLUMN ... --selected COLUMN',
    'FILE.csv --surname COLUMN --surname-table FILE.csv --selected COLUMN',
    'FILE.csv --within COLUMN --group COLUMN --selected COLUMN',
    'FILE.csv --score COLUMN --quantile SHARE,... --group COLUMN --reference COLUMN=CATEGORY',
  ],
  about:
    'Prints adverse impact tables: the number selected, the selection rate, and the impact ratio ' +
    '(the rate divided by the highest rate) of each category, for each attribute and for their ' +
    'intersection.',
  sections,
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
    'hires.csv --rule local-law-144 --sex sex --race race --selected hired --audit-date 2026-03-31 --distribution-date 2026-05-01 --data-source "Hires of 2025" --output summary.html',
    'hires.csv --within department --group sex --selected hired',
    'loans.csv --surname name --surname-table census.csv --selected approved',
    'loans.csv --group race --score points --quantile 0.1,0.25 --reference race=White --label repaid',
  ],
  run,
});

type Values = SectionValues<typeof sections>;

const outcomes = ['selected', 'score', 'assigned'] as const;

async function run(values: Values, path: string): Promise<void> {
  const format = requireFormat(values, ['text', 'json', 'markdown', 'html', 'csv']);
  const intake = getIntake(values);
  if (values.quantile !== undefined) return impactOfScores(values, { path, format, intake });
  if (values.within !== undefined) return impactWithin(values, { path, format, intake });
  const byName = nameOptionNames.some((name) => values[name as keyof Values] !== undefined);
  if (values.probability !== undefined || byName) return probable(values, { path, format, intake });
  const roles = getRoles(values);
  const common = getCommonOptions(values);
  const byRule = values.rule === undefined ? undefined : getRule(values);
  const attributes = byRule ? [] : getAttributes(values);
  const extras = byRule ? {} : getTableOptions(values, attributes);
  await requireOtherFile(values.output, path);
  const { score, applicants, selected } = roles;
  const clusters = {
    ...(values.cluster !== undefined && { cluster: values.cluster }),
    ...(values['crossed-cluster'] !== undefined && { crossedCluster: values['crossed-cluster'] }),
  };
  const kept = Object.values(clusters);
  const asked = {
    categories: [...Object.values({ ...roles, ...byRule?.columns }), ...attributes, ...kept],
    kept,
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
            ...read({ ...roles, ...clusters, ...byRule.columns }),
            excludeSmall: byRule.excludeSmall,
            publication: getPublication(values),
          } as unknown as LocalLaw144Input)
        : impact.tables({
            ...common,
            ...read({ ...roles, ...clusters }),
            ...extras,
            groups: columns.categories(attributes),
          } as ImpactInput),
    {
      path,
      columns: { ...identity(attributes), ...roles, ...clusters, ...byRule?.columns },
      intake,
    },
  );
  const source = getName(path);
  await writeResult({ ...report, source }, format, { ...values, source });
}

const besideProbability = [
  ...nameOptionNames,
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
): Promise<void> {
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
    throw new UsageError('--format must be text, json, markdown, or html with --probability');
  const { selected, cell, probability: pairs = [], reference = [] } = values;
  const names = getNameColumns(values);
  if (names.surname !== undefined && pairs.length > 0) {
    throw new UsageError('pass either --probability or --surname');
  }
  if (selected === undefined) throw new UsageError('pass --selected, the column of the decision');
  if (reference.length > 1) throw new UsageError('pass --reference only once, with a category');
  const { favorable, confidence } = getCommonOptions(values);
  await requireOtherFile(values.output, path);
  const asked = { categories: [selected, cell], numbers: pairs.map(([, name]) => name) };
  const read = await readByRole(path, asked, intake);
  const impact = await load();
  const columns = { selected, ...(cell !== undefined && { cell }), ...Object.fromEntries(pairs) };
  const inferred =
    names.surname === undefined
      ? undefined
      : await inferFromNames(impact, values, names, { path, intake });
  const report = await computing(
    () =>
      impact.byProbability({
        probabilities:
          inferred?.probabilities ??
          Object.fromEntries(pairs.map(([category, name]) => [category, read.number(name)])),
        selected: read.category(selected),
        favorable,
        cell: cell === undefined ? undefined : read.category(cell),
        reference: reference[0],
        confidence,
      }),
    { path, columns, intake },
  );
  const source = getName(path);
  const notes = [...report.notes, ...(inferred ? describeUnmatched(inferred) : [])];
  await writeResult({ ...report, notes, source }, format, { ...values, source });
}

const describeUnmatched = ({
  unmatched,
  unmatchedEverywhere,
  contradictory,
}: InferredProbabilities): string[] => [
  `Not in the tables: ${Object.entries(unmatched)
    .map(([name, share]) => `${name} ${showPercent(share)}`)
    .join(
      ', ',
    )} of the rows. Rows without any entry (${showPercent(unmatchedEverywhere)}) have the ` +
    'proportions of all surnames.',
  ...(contradictory > 0
    ? [
        `Rows whose entries exclude each other have the probabilities of their surname: ${showPercent(contradictory)}.`,
      ]
    : []),
];

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

function getCommonOptions(values: Values) {
  const { favorable, unknown, confidence } = values;
  return {
    favorable,
    unknownValues: unknown,
    confidence: values['no-intervals'] ? (false as const) : confidence,
  };
}

function getAttributes(values: Values): string[] {
  const stray = (['sex', 'race'] as const).find((name) => values[name] !== undefined);
  if (stray) throw new UsageError(`--${stray} requires --rule. Without a rule, pass --group.`);
  if (values.group) return values.group;
  throw new UsageError('pass --group, the columns of the attributes');
}

function getTableOptions(values: Values, attributes: readonly string[]) {
  const { imputed = [] } = values;
  const pairs = (values.reference ?? []).map((text) => requirePair('--reference', text));
  const stray = [...pairs.map(([name]) => name), ...imputed].find(
    (name) => !attributes.includes(name),
  );
  if (stray !== undefined) throw new UsageError(`'${stray}' is not in --group`);
  return {
    reference: Object.fromEntries(pairs),
    imputed,
    excludeBelow: values['exclude-below'],
    suppressBelow: values['suppress-below'],
  };
}

/** Returns the statements for the summary to publish; undefined without one of their options. */
function getPublication(values: Values) {
  const { 'audit-date': auditDate, 'distribution-date': distributionDate, tool, auditor } = values;
  const { 'data-source': dataSource, 'exclusion-reason': exclusionReason } = values;
  const given = { auditDate, distributionDate, dataSource, exclusionReason, tool, auditor };
  if (Object.values(given).every((each) => each === undefined)) return undefined;
  const missing = (['audit-date', 'distribution-date', 'data-source'] as const).find(
    (name) => values[name] === undefined,
  );
  if (missing !== undefined) throw new UsageError(`the summary to publish requires --${missing}`);
  return given;
}

function getRule(values: Values) {
  const { sex, race, rule } = values;
  if (sex === undefined || race === undefined)
    throw new UsageError(`--rule ${rule} requires --sex and --race`);
  const stray = (['group', 'reference', 'imputed', 'suppress-below'] as const).find(
    (name) => values[name],
  );
  if (stray === 'imputed')
    throw new UsageError(`--rule ${rule} does not allow imputed categories. Remove --imputed.`);
  if (stray) throw new UsageError(`--${stray} cannot be combined with --rule ${rule}`);
  const share = values['exclude-below'];
  if (share !== undefined && share !== 0.02) {
    throw new UsageError(`--rule ${rule} allows only 0.02 for --exclude-below`);
  }
  return { columns: { sex, race }, excludeSmall: share !== undefined };
}
