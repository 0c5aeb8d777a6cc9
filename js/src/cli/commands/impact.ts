// SPDX-License-Identifier: Apache-2.0
//
// `fairwasm impact`: prints tables of selection rates and impact ratios from a CSV file of decisions or
// counts.

import type { CategoryColumn, NumberColumn } from '../../data/column.js';
import type { IntakeOptions } from '../../data/intake/options.js';
import {
  type ConditionalDisparityInput,
  type ImpactInput,
  type LocalLaw144Input,
  load,
  type ProbabilityInput,
  type Publication,
  type ScoreImpact,
} from '../../impact/index.js';
import type { SectionValues } from '../command.js';
import { computing } from '../input/computing.js';
import { completing, intakeOptionNames, intakeOptions } from '../input/intake.js';
import { getPairs } from '../input/reading.js';
import { choice, exitCodeHelp, list, names, number, pairs, ranges, text, toArguments } from '../options/options.js';
import { rows } from '../options/rows.js';
import { MissingColumnError, UsageError } from '../options/usage.js';
import { documentFormatOptions } from '../output/format.js';
import { completeRoles, type ResultFile, readRoles, resultCommand } from '../result-command.js';
import { getNameColumns, inferFromNames, nameOptionNames, nameOptions } from './name-tables.js';

const scoreOptions = {
  quantile: {
    ...names('SHARE,...', [
      'selection rates among the top proportions of all rows, such as 0.1 and 0.25',
      'They are printed as ratios to the reference group, with standardized mean differences. Requires --score, ' +
        'one --group, and its --reference.',
    ]),
    requires: ['score'],
  },
  'lower-is-better': { ...rows['lower-is-better'], requires: ['quantile'] },
  label: {
    ...text(
      'COLUMN',
      'the value that the score estimates: adds differences between groups in the residuals (label minus score)',
    ),
    requires: ['quantile'],
  },
} as const;

const published = { requires: ['rule'] } as const;

const impactSections = {
  Columns: {
    group: rows.group,
    sex: text('COLUMN', 'with --rule, instead of --group: the sex of each person'),
    race: text('COLUMN', 'with --rule, instead of --group: the race and ethnicity of each person'),
    selected: text('COLUMN', 'the decision (or pass --score or --assigned)'),
    score: text('COLUMN', ['a score', 'rows above the median score are selected']),
    assigned: text('COLUMN', ['the class that each person was assigned to', 'prints tables for each class']),
    applicants: text('COLUMN', [
      'for a table of counts: the number of applicants per row',
      '--selected is then the number selected',
    ]),
    cluster: rows.cluster,
    'crossed-cluster': rows['crossed-cluster'],
    within: text('COLUMN', [
      'the stratum of each row, such as a department',
      'Prints demographic disparity within strata instead of tables. Requires one --group',
    ]),
    ...intakeOptions,
  },
  Interpretation: {
    favorable: list('VALUE', [
      'the decision that means "selected"',
      'may be repeated; not needed for common pairs: 1 and 0, yes and no, ...',
    ]),
    unknown: names('NAME,...', [
      'values that mean an unknown category, in addition to blanks, NA, N/A, ?, and null',
      'Their rows are counted, but omitted from the tables of this attribute. With --rule, Unknown, Decline to ' +
        'self-identify, and similar values are added',
    ]),
    missing: rows.missing,
    imputed: names('COLUMN,...', 'attributes that were estimated, not self-reported'),
    'exclude-below': number(
      ranges.proportion,
      'omit categories with less than this fraction of all rows, such as 0.02, from the ratios',
    ),
    'suppress-below': rows['suppress-below'],
    reference: list('COLUMN=CATEGORY', ['also compare with this category', 'may be repeated']),
    rule: choice(
      ['local-law-144'],
      [
        "print the tables that New York City's rule on automated employment decision tools requires",
        'See 6 RCNY 5-300 to 5-303, as adopted on April 6, 2023. The rule sets no threshold. Requires --sex and ' +
          '--race instead of --group. Allows 0.02 as the only value of --exclude-below, and does not allow --imputed',
      ],
    ),
  },
  'Summary to publish, with --rule': {
    'audit-date': { ...text('DATE', 'date of the bias audit, such as 2026-03-31'), ...published },
    'distribution-date': { ...text('DATE', 'date from which the tool is used, such as 2026-05-01'), ...published },
    'data-source': { ...text('TEXT', 'source and explanation of the data'), ...published },
    'exclusion-reason': {
      ...text('TEXT', ['the reason for --exclude-below 0.02', 'required if it excludes a category']),
      ...published,
    },
    tool: { ...text('NAME', 'name of the audited tool'), ...published },
    auditor: { ...text('NAME', 'name of the independent auditor'), ...published },
  },
  'Unknown categories': {
    probability: pairs('CATEGORY=COLUMN', [
      'instead of --group: a column with the probability of a category, for example from names and addresses (BISG)',
      'repeat for each category. Prints weighted rates, and bounds on the true rates. Not available with --rule',
    ]),
    cell: {
      ...text('COLUMN', [
        'identifies rows with the same probabilities',
        'Default: rows with nearly equal probabilities',
      ]),
      requires: ['probability', 'surname'],
    },
    ...nameOptions,
  },
  'Scores compared with a reference group, as in lending': scoreOptions,
  Output: { ...documentFormatOptions, confidence: rows.confidence, 'no-intervals': rows['no-intervals'] },
} as const;

type ImpactValues = SectionValues<typeof impactSections>;

const always = [...intakeOptionNames, 'format', 'output', 'missing'];

/** Throws {@link UsageError} for an option that cannot be combined with the option `form`. */
function requireOnly(form: string, values: ImpactValues, taken: readonly (keyof ImpactValues)[]): void {
  const known: readonly string[] = [...taken, ...always];
  const unexpected = Object.entries(values).find(([name, value]) => value && !known.includes(name));
  if (unexpected !== undefined) throw new UsageError(`--${unexpected[0]} cannot be combined with ${form}`);
}

/** Returns the only column of --group. */
function requireOneGroup(form: string, { group = [] }: ImpactValues): string {
  const [only, ...more] = group;
  if (only !== undefined && more.length === 0) return only;
  throw new UsageError(`${form} requires exactly one --group`);
}

/** Returns the column of --selected. */
function requireSelected({ selected }: ImpactValues): string {
  if (selected !== undefined) return selected;
  throw new MissingColumnError('pass --selected, the column of the decision');
}

/** Returns how to read a file whose unknown categories are counted in the tables instead of omitted. */
const withUnknown = ({ omit: _, ...intake }: IntakeOptions): IntakeOptions => intake;

function getCommonOptions(values: ImpactValues) {
  const { favorable, unknown, confidence } = values;
  return { favorable, unknownValues: unknown, confidence: values['no-intervals'] ? (false as const) : confidence };
}

interface Input extends Pick<ProbabilityInput, 'selected' | 'cell'> {
  columns: Record<string, NumberColumn>;
}

/** Returns whether options request this form. */
const isProbable = (values: ImpactValues): boolean =>
  [...nameOptionNames, 'probability' as const].some((name) => values[name] !== undefined);

async function probableImpact(values: ImpactValues, { path, source, intake }: ResultFile) {
  if (values.rule !== undefined) {
    throw new UsageError(
      `--rule ${values.rule} does not allow imputed categories. Remove --rule or ${values.surname ? '--surname' : '--probability'}.`,
    );
  }
  requireOnly('--probability', values, [
    ...nameOptionNames,
    ...(['probability', 'selected', 'favorable', 'cell'] as const),
    ...(['reference', 'confidence', 'no-intervals'] as const),
  ]);
  const { cell, probability = [], reference = [] } = values;
  const names = getNameColumns(values);
  if (names.surname !== undefined && probability.length > 0) {
    throw new UsageError('pass either --probability or --surname');
  }
  const selected = requireSelected(values);
  if (reference.length > 1) throw new UsageError('pass --reference only once, with a category');
  const { favorable, confidence } = getCommonOptions(values);
  const { input, origin } = await readRoles<Input>(
    path,
    { categories: { selected, cell }, numbers: { columns: probability.map(([, name]) => name) } },
    completing(intake, values, [selected, cell, ...probability.map(([, name]) => name)]),
  );
  const impact = await load();
  const inferred =
    names.surname === undefined ? undefined : await inferFromNames(impact, values, names, { path, intake });
  const { columns, ...given } = input;
  const report = await computing(
    () =>
      impact.byProbability({
        ...{ ...given, favorable, confidence },
        probabilities:
          inferred?.probabilities ??
          Object.fromEntries(probability.map(([category, name]) => [category, columns[name] ?? []])),
        reference: reference[0],
      }),
    { ...origin, columns: { ...origin.columns, ...Object.fromEntries(probability) } },
  );
  return { ...report, notes: [...report.notes, ...(inferred?.notes ?? [])], source };
}

/** Returns the reference group; rejects options that cannot be combined with --quantile. */
function getReference(values: ImpactValues, group: string): string {
  const [pair, ...otherNames] = values.reference ?? [];
  if (pair === undefined || otherNames.length > 0) {
    throw new UsageError(`--quantile requires exactly one --reference: COLUMN=CATEGORY`);
  }
  return getPairs('--reference', [pair], [group])[0]?.[1] as string;
}

async function impactOfScores(values: ImpactValues, { path, source, intake }: ResultFile): Promise<ScoreImpact> {
  requireOnly('--quantile', values, [
    ...(['group', 'score', 'label', 'quantile', 'reference'] as const),
    ...(['unknown', 'lower-is-better'] as const),
  ]);
  const group = requireOneGroup('--quantile', values);
  const reference = getReference(values, group);
  const { score, label, quantile: quantiles = [], unknown: unknownValues } = values;
  const lowerIsBetter = values['lower-is-better'] ?? false;
  const { input, origin } = await readRoles<ScoreColumns>(
    path,
    { categories: { groups: [group] }, numbers: { score, label } },
    completing(withUnknown(intake), values, [score, label]),
  );
  const impact = await load();
  const { label: read, ...columns } = input;
  const given = { ...columns, reference, lowerIsBetter, unknownValues };
  return computing(
    (): ScoreImpact => ({
      ...{ format: 'fairwasm-impact-scores', version: 1, source },
      columns: { group, score: score as string, ...(label !== undefined && { label }) },
      ...{ reference, lowerIsBetter },
      quantiles: impact.ratiosByQuantile({ ...given, quantiles }),
      means: impact.meanDifferences({ ...given, label: read }),
    }),
    { ...origin, columns: { ...origin.columns, group } },
  );
}

interface ScoreColumns {
  groups: Record<string, CategoryColumn>;
  score: NumberColumn;
  label?: NumberColumn;
}

async function impactWithin(values: ImpactValues, { path, source, intake }: ResultFile) {
  requireOnly('--within', values, [
    ...(['within', 'group', 'selected', 'favorable', 'confidence'] as const),
    ...(['cluster', 'crossed-cluster', 'unknown'] as const),
  ]);
  const { favorable, confidence, within = '', cluster } = values;
  const group = requireOneGroup('--within', values);
  const selected = requireSelected(values);
  const crossedCluster = values['crossed-cluster'];
  const roles = {
    categories: { group, selected, within, cluster, crossedCluster },
    kept: ['cluster', 'crossedCluster'],
  };
  const { input, origin } = await readRoles<ConditionalDisparityInput>(
    path,
    roles,
    completeRoles(intake, values, roles),
  );
  const impact = await load();
  const found = await computing(() => impact.conditionalDisparity({ ...input, favorable, confidence }), origin);
  return {
    ...{ format: 'fairwasm-conditional-disparity' as const, version: 1 as const },
    ...{ source, columns: origin.columns as { group: string; selected: string; within: string } },
    ...found,
  };
}

export const impact = resultCommand({
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
  sections: impactSections,
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
  async run(values, file) {
    if (values.quantile !== undefined) return impactOfScores(values, file);
    if (values.within !== undefined) return impactWithin(values, file);
    if (isProbable(values)) return probableImpact(values, file);
    const roles = getRoles(values);
    const common = getCommonOptions(values);
    const byRule = values.rule === undefined ? undefined : getRule(values);
    const groups = byRule ? [] : getAttributes(values);
    const extras = byRule ? {} : getTableOptions(values, groups);
    const publication = byRule && getPublication(values);
    const { selected, score, assigned, applicants } = roles;
    const { cluster, 'crossed-cluster': crossedCluster } = values;
    const { path, source } = file;
    const ofGroups = byRule?.columns ?? { groups };
    // A file that counts applicants also counts selections.
    const columns = {
      categories: { assigned, cluster, crossedCluster, ...(applicants === undefined && { selected }) },
      numbers: { score, applicants, ...(applicants !== undefined && { selected }) },
    };
    const { input, origin, omitted } = await readRoles<object>(
      path,
      { ...columns, categories: { ...columns.categories, ...ofGroups }, kept: ['cluster', 'crossedCluster'] },
      completeRoles(withUnknown(file.intake), values, columns),
    );
    const impact = await load();
    const report = await computing(
      () =>
        byRule
          ? impact.localLaw144({
              ...{ ...common, ...input, publication },
              excludeSmall: byRule.excludeSmall,
            } as unknown as LocalLaw144Input)
          : impact.tables({ ...common, ...input, ...extras } as ImpactInput),
      origin,
    );
    return { ...report, source, ...(omitted > 0 && { droppedRows: omitted }) };
  },
});

const outcomes = ['selected', 'score', 'assigned'] as const;
type Role = (typeof outcomes)[number] | 'applicants';

/** Returns the column with the outcome, by role. */
function getRoles(values: ImpactValues): Partial<Record<Role, string>> {
  const given = outcomes.filter((name) => values[name] !== undefined);
  if (given.length !== 1) throw new MissingColumnError('pass exactly one of --selected, --score, and --assigned');
  const { applicants, favorable } = values;
  const isDecision = given[0] === 'selected';
  if (applicants !== undefined && !isDecision) throw new UsageError('--applicants requires --selected');
  if (favorable && (!isDecision || applicants !== undefined)) {
    throw new UsageError('--favorable names a decision; it requires --selected without --applicants');
  }
  const role = given[0] as (typeof outcomes)[number];
  return { [role]: values[role] as string, ...(applicants !== undefined && { applicants }) };
}

function getAttributes(values: ImpactValues): string[] {
  const unexpected = (['sex', 'race'] as const).find((name) => values[name] !== undefined);
  if (unexpected) throw new UsageError(`--${unexpected} requires --rule. Without a rule, pass --group.`);
  if (values.group) return values.group;
  throw new MissingColumnError('pass --group, the columns of the attributes');
}

function getTableOptions(values: ImpactValues, attributes: readonly string[]) {
  const { imputed = [] } = values;
  const pairs = getPairs('--reference', values.reference, attributes);
  const unexpected = imputed.find((name) => !attributes.includes(name));
  if (unexpected !== undefined) throw new UsageError(`'${unexpected}' is not in --group`);
  return {
    reference: Object.fromEntries(pairs),
    imputed,
    excludeBelow: values['exclude-below'],
    suppressBelow: values['suppress-below'],
  };
}

/** Returns the statements for the summary to publish; undefined without one of their options. */
function getPublication(values: ImpactValues): Publication | undefined {
  const required = ['audit-date', 'distribution-date', 'data-source'] as const;
  const given = toArguments(values, [...required, 'exclusion-reason', 'tool', 'auditor']);
  if (Object.keys(given).length === 0) return undefined;
  const missing = required.find((name) => values[name] === undefined);
  if (missing !== undefined) throw new UsageError(`the summary to publish requires --${missing}`);
  return given as Publication;
}

function getRule(values: ImpactValues) {
  const { sex, race, rule } = values;
  if (sex === undefined || race === undefined) throw new UsageError(`--rule ${rule} requires --sex and --race`);
  const unexpected = (['group', 'reference', 'imputed', 'suppress-below'] as const).find((name) => values[name]);
  if (unexpected === 'imputed')
    throw new UsageError(`--rule ${rule} does not allow imputed categories. Remove --imputed.`);
  if (unexpected) throw new UsageError(`--${unexpected} cannot be combined with --rule ${rule}`);
  const share = values['exclude-below'];
  if (share !== undefined && share !== 0.02) {
    throw new UsageError(`--rule ${rule} allows only 0.02 for --exclude-below`);
  }
  return { columns: { sex, race }, excludeSmall: share !== undefined };
}
