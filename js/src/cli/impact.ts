// SPDX-License-Identifier: Apache-2.0
//
// `fairwasm impact`: prints tables of selection rates and impact ratios from a CSV file of decisions or
// counts.

import { type ImpactInput, type LocalLaw144Input, load, type Publication } from '../impact/index.js';
import { computing } from './computing.js';
import { getCommonOptions, type ImpactValues, impactSections, withUnknown } from './impact-options.js';
import { isProbable, probableImpact } from './impact-probable.js';
import { impactOfScores } from './impact-scores.js';
import { impactWithin } from './impact-within.js';
import { exitCodeHelp, toArguments } from './options.js';
import { getPairs } from './reading.js';
import { completeRoles, readRoles, resultCommand } from './result-command.js';
import { UsageError } from './usage.js';

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
  if (given.length !== 1) throw new UsageError('pass exactly one of --selected, --score, and --assigned');
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
  const stray = (['sex', 'race'] as const).find((name) => values[name] !== undefined);
  if (stray) throw new UsageError(`--${stray} requires --rule. Without a rule, pass --group.`);
  if (values.group) return values.group;
  throw new UsageError('pass --group, the columns of the attributes');
}

function getTableOptions(values: ImpactValues, attributes: readonly string[]) {
  const { imputed = [] } = values;
  const pairs = getPairs('--reference', values.reference, attributes);
  const stray = imputed.find((name) => !attributes.includes(name));
  if (stray !== undefined) throw new UsageError(`'${stray}' is not in --group`);
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
  const stray = (['group', 'reference', 'imputed', 'suppress-below'] as const).find((name) => values[name]);
  if (stray === 'imputed') throw new UsageError(`--rule ${rule} does not allow imputed categories. Remove --imputed.`);
  if (stray) throw new UsageError(`--${stray} cannot be combined with --rule ${rule}`);
  const share = values['exclude-below'];
  if (share !== undefined && share !== 0.02) {
    throw new UsageError(`--rule ${rule} allows only 0.02 for --exclude-below`);
  }
  return { columns: { sex, race }, excludeSmall: share !== undefined };
}
