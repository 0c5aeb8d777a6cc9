// Adverse impact tables, comparisons of two groups, and scores of groups.

import { decode } from './values.mjs';

const kinds = ['selection', 'scoring', 'classes', 'tables', 'counts', 'score_groups'];

export const canEvaluate = (_key, { input }) => kinds.includes(input?.kind);

/** The reference implementation uses exact fractions; p-values are scipy's. */
export const tolerance = (_key, _golden, path) =>
  path.some((part) => /^fisher|p_value$/.test(part))
    ? { absolute: 0, relative: 1e-9 }
    : { absolute: 1e-15, relative: 1e-12 };

/** The rule's printed numbers, some rounded and some truncated, must agree within one unit of their last digit. */
export function comparison(path) {
  if (path[0] !== 'printed') return undefined;
  return (recorded, actual) => {
    const [, digits = ''] = recorded.split('.');
    const unit = 10 ** -digits.replace('%', '').length;
    const value = recorded.endsWith('%') ? 100 * actual : actual;
    return Math.abs(value - Number.parseFloat(recorded)) < unit;
  };
}

const byName = (entries, value) => Object.fromEntries(entries.map((entry) => [entry.name, value(entry)]));

const toCategory = ({ applicants, selected, rate, share, isExcluded, impactRatio }) => ({
  n: applicants,
  selected,
  rate,
  share,
  excluded: isExcluded,
  impact_ratio: impactRatio?.value ?? null,
});

function toTable({ by, categories, highest }, inOrder) {
  const getName = ({ name, categories: each }) =>
    by.length < 2 ? name : by.map((attribute) => `${attribute}=${each[attribute]}`).join(',');
  const names = categories.filter(({ name }) => highest.includes(name)).map(getName);
  return {
    highest: inOrder ? names : names.sort(),
    categories: Object.fromEntries(categories.map((each) => [getName(each), toCategory(each)])),
  };
}

const tableName = ({ by }) => (by.length > 1 ? 'intersectional' : by[0]);

function getTables({ applicants }, { tables }) {
  return {
    n: applicants,
    unknown: Object.fromEntries(tables.map((table) => [tableName(table), table.unknown])),
    ...Object.fromEntries(tables.map((table) => [tableName(table), toTable(table)])),
  };
}

function localLaw144({ input }, { impact }) {
  const { kind, sex, race, selected, positive, scores, assigned } = input;
  const report = impact.localLaw144({
    sex,
    race,
    unknownValues: input.unknown_values.filter((value) => value !== null),
    excludeSmall: input.exclude_below_two_percent,
    ...(kind === 'selection' && { selected, favorable: positive }),
    ...(kind === 'scoring' && { score: scores }),
    ...(kind === 'classes' && { assigned }),
  });
  if (kind === 'classes') {
    return { classes: byName(report.outcomes, (outcome) => getTables(report, outcome)) };
  }
  const [outcome] = report.outcomes;
  return { ...getTables(report, outcome), ...(kind === 'scoring' && { median: report.median }) };
}

/** Returns the people of the first table and the unknown; the other tables of an example do not add up to it. */
function publishedTables({ input, expected }, { impact }) {
  const counts = Object.values(input.tables).map((table) =>
    Object.entries(table).map(([name, { n, selected }]) => ({ name, applicants: n, selected })),
  );
  const total = counts[0].reduce((sum, { applicants }) => sum + applicants, input.unknown);
  const excludeBelow = input.exclude_below_two_percent ? 0.02 : undefined;
  const tables = counts.map((groups) => impact.table(groups, { total, excludeBelow }));
  const names = Object.keys(input.tables);
  const all = Object.fromEntries(names.map((name, i) => [name, toTable(tables[i], true)]));
  return { n: total, ...all, printed: getPrinted(all, expected.printed ?? {}) };
}

/** Selects the values that the rule prints. */
function getPrinted(tables, printed) {
  const part = (values, asked) =>
    typeof asked === 'string'
      ? values
      : Object.fromEntries(Object.keys(asked).map((key) => [key, part(values?.[key], asked[key])]));
  const categories = Object.entries(tables).map(([name, table]) => [name, table.categories]);
  return part(Object.fromEntries(categories), printed);
}

function getComparison(each, fisher) {
  return {
    ratio: each.ratio.value,
    difference: each.difference,
    below_four_fifths: each.belowFourFifths,
    shortfall_to_four_fifths: each.shortfallToFourFifths,
    shortfall_to_parity: each.shortfallToParity,
    z: each.z,
    z_p_value: each.zPValue,
    z_significant: each.zIsSignificant,
    smallest_cell: each.smallestCell,
    flip: {
      possible: each.flip !== null,
      group_rate: each.flip?.groupRate ?? Number.NaN,
      other_rate: each.flip?.otherRate ?? Number.NaN,
      reverses: each.flip?.reverses ?? null,
    },
    odds_ratio: each.oddsRatio.value,
    ...(fisher && {
      fisher_two_sided: each.fisher.twoSided,
      fisher_less: each.fisher.less,
      fisher_greater: each.fisher.greater,
      chi_squared_yates_p_value: each.yatesPValue,
    }),
  };
}

function fourFifths({ input }, { impact }) {
  const { groups, reference, fisher } = input;
  const counts = groups.map(({ name, n, selected }) => ({ name, applicants: n, selected }));
  const found = impact.fourFifths(counts, { reference: reference ?? undefined });
  const comparisons = ({ comparisons: all }) =>
    Object.fromEntries(all.map((each) => [each.group, getComparison(each, fisher)]));
  return {
    rates: byName(found.groups, ({ rate }) => rate),
    highest: found.highest,
    pool_rate: found.poolRate,
    shortfall_to_pool: byName(found.groups, ({ shortfallToPool }) => shortfallToPool),
    against_highest: found.againstHighest ? comparisons(found.againstHighest) : {},
    ...(found.againstReference && { against_reference: comparisons(found.againstReference) }),
  };
}

const getDifferences = (groups) =>
  Object.fromEntries(groups.flatMap(({ name, difference }) => (difference ? [[name, difference.value]] : [])));

const getMeans = ({ standardDeviation, groups }) => ({
  standard_deviation: standardDeviation,
  mean: byName(groups, ({ mean }) => mean),
  smd: getDifferences(groups),
});

function scoreGroups({ input }, { impact }) {
  const common = {
    groups: { group: input.groups },
    score: input.scores,
    reference: input.reference,
    lowerIsBetter: input.lower_is_better,
  };
  const { quantiles } = input;
  const ratios = impact.ratiosByQuantile({ ...common, quantiles });
  const means = impact.meanDifferences({ ...common, label: input.labels ?? undefined });
  const others = means.groups.filter(({ difference }) => difference);
  return {
    air_by_quantile: Object.fromEntries(
      ratios.map(({ cutoff, approved, groups }, i) => [
        quantiles[i],
        {
          cutoff,
          approved,
          groups: byName(groups, (each) => ({
            n: each.rows,
            favorable: each.approved,
            rate: each.rate,
            air: each.ratio?.value ?? null,
          })),
        },
      ]),
    ),
    smd: {
      ...getMeans(means),
      to_the_groups_disadvantage: byName(others, ({ name }) => means.disadvantaged.includes(name)),
      ...(means.residual && { residual: getMeans(means.residual) }),
    },
  };
}

const evaluators = {
  selection: localLaw144,
  scoring: localLaw144,
  classes: localLaw144,
  tables: publishedTables,
  counts: fourFifths,
  score_groups: scoreGroups,
};

const made = new WeakMap();

export function evaluate(key, golden, modules) {
  const input = decode(golden.input);
  if (!made.has(golden)) made.set(golden, evaluators[input.kind]({ ...golden, input }, modules));
  return made.get(golden)[key];
}
