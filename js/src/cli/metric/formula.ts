// SPDX-License-Identifier: Apache-2.0
//
// Formulas of counts as metrics of `fairwasm metric` and `fairwasm explain`: `FN / (TP + FN)` instead of a name.

import { countMetrics } from '../../audit/custom/count-metrics.js';
import { oneLine } from '../../document/format.js';
import { padRight, wrap } from '../../document/layout.js';
import {
  areEquivalent,
  type Formula,
  type FormulaCounts,
  formulaSums,
  getInputs,
  looksLikeFormula,
  parseFormula,
} from '../../metrics/formula.js';
import { rates } from '../../metrics/rates.js';
import { findMetric, type Metric } from '../../metrics/table.js';
import { UsageError } from '../options/usage.js';
import { type Computation, getBreakdowns, toOverall } from './rows.js';

/** Returns the formula that a text names or states; undefined for other names and for the path of a module. */
export function readFormula(text: string): Formula | undefined {
  if (Object.hasOwn(countMetrics, text)) return countMetrics[text as keyof typeof countMetrics];
  if (!looksLikeFormula(text) || findMetric(text)) return undefined;
  try {
    return parseFormula(text);
  } catch (error) {
    throw new UsageError(oneLine((error as Error).message));
  }
}

/** Returns the metric of the table with the same value, such as the false negative rate for `1 - TP / P`. */
export const findSame = (formula: Formula): Metric | undefined =>
  rates.find(({ formula: text }) => !text.includes('score') && areEquivalent(parseFormula(text), formula));

/** Returns the formula as a row of the metrics table. */
export const toMetric = (formula: Formula): Metric => ({
  ...{ name: formula.name, title: formula.name, kind: 'rate', formula: formula.text, range: formula.range },
  ...{ direction: 'none', inputs: getInputs(formula), reference: 'Your formula' },
  meaning: `${formula.text}, from the counts of each group.`,
  undefinedWhen: getUndefinedCases(formula).join('; ') || 'never',
});

/** Computes a formula for all rows and for each group. */
export const ofFormula = (formula: Formula): Computation => ({
  needs: getInputs(formula),
  takes: ['group', 'weight', 'cluster', 'favorable', 'privileged'],
  compute: ({ fair }, rows) => {
    const { label, prediction, groups, weight, cluster, favorable, privileged } = rows;
    const inputs: readonly string[] = getInputs(formula);
    const audit = fair.audit({
      ...(inputs.includes('label') && { label }),
      ...(inputs.includes('prediction') && { prediction }),
      ...(weight && { weight }),
      ...(cluster && { cluster }),
      ...(favorable && { favorable }),
      ...(privileged.length > 0 && { privileged: Object.fromEntries(privileged) }),
      groups,
    });
    const [metric] = audit.customMetrics({ [formula.name]: formula }).metrics;
    const breakdowns = getBreakdowns(rows).length > 0 ? (metric?.breakdowns ?? []) : [];
    return [
      ...(metric ? [toOverall(metric.overall)] : []),
      ...breakdowns.flatMap(({ by, groups }) => groups.map(({ name: group, value }) => ({ ...value, by, group }))),
    ];
  },
});

// The causes with all counts 0, and with each cell 0.
function getUndefinedCases({ whyUndefined }: Formula): string[] {
  const empty = Object.fromEntries(Object.values(formulaSums).map(({ count }) => [count, 0])) as FormulaCounts;
  const others = (zero: keyof FormulaCounts) => {
    const counts = { ...empty, truePositives: 2, falsePositives: 3, trueNegatives: 5, falseNegatives: 7, [zero]: 0 };
    return {
      ...counts,
      positives: counts.truePositives + counts.falseNegatives,
      negatives: counts.falsePositives + counts.trueNegatives,
      predictedPositives: counts.truePositives + counts.falsePositives,
      predictedNegatives: counts.trueNegatives + counts.falseNegatives,
      instances: counts.truePositives + counts.falsePositives + counts.trueNegatives + counts.falseNegatives,
    };
  };
  const cells = ['truePositives', 'falsePositives', 'trueNegatives', 'falseNegatives'] as const;
  const causes = [empty, ...cells.map(others)].flatMap((counts) => whyUndefined(counts) ?? []);
  return [...new Set(causes)];
}

/** Explains a formula: the metric that it is, the meaning of its sums, its range, and when it is undefined. */
export function explainFormula(formula: Formula, width: number): string {
  const bound = (value: number) => (Number.isFinite(value) ? String(value) : value > 0 ? '∞' : '−∞');
  const facts = [
    ...(Object.keys(formulaSums) as (keyof typeof formulaSums)[])
      .filter((name) => formula.sums.includes(name))
      .map((name) => [name, formulaSums[name].meaning] as const),
    ['Range', formula.range.map(bound).join(' to ')],
    ['Needs', getInputs(formula).join(', ')],
    [
      'Undefined',
      getUndefinedCases(formula)
        .map((cause) => `if ${cause}`)
        .join('; ') || 'never',
    ],
    [
      'Command',
      `fairwasm metric '${formula.text}' FILE.csv ${getInputs(formula)
        .map((name) => `--${name} COLUMN`)
        .join(' ')}`,
    ],
  ] as const;
  const lines = facts.flatMap(([fact, text = '']) =>
    wrap(text, width - 13).map((line, i) => `  ${padRight(i === 0 ? fact : '', 9)}  ${line}`),
  );
  return [formula.name === formula.text ? formula.text : `${formula.name} = ${formula.text}`, '', ...lines].join('\n');
}
