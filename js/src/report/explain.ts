// SPDX-License-Identifier: Apache-2.0
//
// Explains any value of a report: its meaning, its group, and the underlying counts, as a sentence and as
// data. Values are named as in the report's CSV.

import type { Breakdown, GroupReport } from '../audit/report.js';
import { chosen } from '../claims/verdict.js';
import { invalid } from '../core/error.js';
import type { Estimate } from '../core/estimate.js';
import { requireOneOf, requireOptions, shown } from '../core/options.js';
import { fromPlainData } from '../core/plain-data.js';
import { getName } from '../data/value.js';
import { oneLine, showConfidence, showCount, showInterval, showTest, showValue } from '../document/format.js';
import type { Metric } from '../metrics/metric.js';
import { groupMetricFor } from '../metrics/outcome-words.js';
import { requireReport } from './check-report.js';
import { behind } from './counts-behind.js';
import { equivalenceConfidence } from './describe-power.js';
import type { Report } from './report.js';

/** Identifies a value in a report by the columns of its CSV row. */
export type FigureChoice = Parameters<typeof explainFigure>[1];

type Counted = Readonly<Record<string, number>>;

/**
 * The explanation of a value. Plain data; as in the report, undefined and infinite values are null in JSON.
 */
export interface FigureExplanation {
  figure: Required<Omit<Parameters<typeof explainFigure>[1], 'group'>> & { group?: string; reference?: string };
  title: string;
  /** One paragraph: the metric, its value and uncertainty, the underlying counts, and the interpretation. */
  sentence: string;
  /** The estimate in the report, with confidence interval, tests, and reason. */
  estimate: Estimate;
  formula?: string;
  /** The underlying counts by group: `group`, `reference`, `all`, or each group's name for a spread. */
  counts: Readonly<Record<string, Readonly<Record<string, number>>>>;
  meaning?: string;
  /** Value for equal groups, and the side on which the group is at a disadvantage, if known. */
  ideal?: number;
  adverse?: 'above' | 'below';
}

const odds = ['falsePositiveRate', 'truePositiveRate'];
// Disparities of several rates; for the others, the metrics table names the rate.
const compared: Readonly<Record<string, readonly string[]>> = {
  averageOddsDifference: odds,
  averageAbsOddsDifference: odds,
  equalizedOddsDifference: odds,
  generalizedEqualizedOddsDifference: ['generalizedFalsePositiveRate', 'generalizedTruePositiveRate'],
  averagePredictiveValueDifference: ['positivePredictiveValue', 'falseOmissionRate'],
};

const spreadWords: Readonly<Record<string, string>> = {
  min: 'the smallest value of any group',
  max: 'the largest value of any group',
  difference: 'the largest value among the groups minus the smallest',
  ratio: 'the smallest value among the groups divided by the largest',
  differenceToOverall: 'the largest distance between a group and all rows',
  ratioToOverall: 'the smallest ratio of a group to all rows, or its inverse',
};

const countWords: Readonly<Record<string, string>> = {
  rows: 'rows',
  instances: 'sum of the row weights',
  effectiveRows: 'effective sample size: number of equally weighted rows with the same precision',
  positives: 'rows with a positive true label',
  negatives: 'rows with a negative true label',
  predictedPositives: 'rows with a positive prediction',
  predictedNegatives: 'rows with a negative prediction',
  truePositives: 'rows that are correctly predicted positive',
  falsePositives: 'rows that are incorrectly predicted positive',
  trueNegatives: 'rows that are correctly predicted negative',
  falseNegatives: 'rows that are incorrectly predicted negative',
  generalizedTruePositives: 'sum of the scores of actual positives',
  generalizedFalsePositives: 'sum of the scores of actual negatives',
  generalizedTrueNegatives: 'sum of 1 - score of actual negatives',
  generalizedFalseNegatives: 'sum of 1 - score of actual positives',
};

/**
 * Explains a value of the report, as a sentence and as data.
 *
 * @example
 * const fair = await load();
 * const report = fair.audit({ prediction: [1, 0, 1, 1], groups: { sex: [...'ffmm'] } }).report();
 * const { sentence } = explainFigure(report, { by: ['sex'], group: 'f', metric: 'selectionRate' });
 * sentence.startsWith('Selection rate of f (by sex): 0.500 (95% interval 0.095–0.905); 1 of 2.'); // true
 *
 * @throws FairwasmError `invalidArgument` for a breakdown, group, metric, or statistic that is not in the report; the
 *   error lists the existing ones.
 */
export function explainFigure(
  report: Report,
  figure: {
    /** Attributes of the breakdown. Default: all rows together. */
    by?: readonly string[] | undefined;
    /**
     * Name or id of the group; the id is required if several groups have the same name. Omit for values of all
     * groups.
     */
    group?: string | undefined;
    /** A rate, a disparity, or a count. */
    metric: string;
    /**
     * `count`, `rate`, `disparity`, a field of a spread such as `difference`, `shrunkenRate`, or `equivalence`.
     * Default: the kind of the metric.
     */
    statistic?: string | undefined;
  },
): FigureExplanation {
  return fromPlainData('report', () => {
    requireReport(report);
    requireOptions('explainFigure', figure, ['by', 'group', 'metric', 'statistic']);
    const breakdown = getBreakdown(report, figure.by ?? []);
    const { metric } = figure;
    const names = [...Object.keys(countWords), ...report.rates, ...report.disparities];
    requireOneOf('metric', metric, names);
    const natural = Object.hasOwn(countWords, metric) ? 'count' : report.rates.includes(metric) ? 'rate' : 'disparity';
    const possible =
      natural === 'count'
        ? ['count']
        : natural === 'rate'
          ? ['rate', 'shrunkenRate', ...Object.keys(spreadWords)]
          : ['disparity', 'equivalence'];
    const statistic = requireOneOf('statistic', figure.statistic ?? natural, possible);
    const requested = { ...figure, statistic };
    if (natural === 'disparity') return explainDisparity(report, breakdown, requested);
    if (Object.hasOwn(spreadWords, statistic)) return explainSpread(report, breakdown, requested);
    return explainGroup(report, breakdown, requested);
  });
}

type RequestedFigure = FigureChoice & { statistic: string };

function getBreakdown(report: Report, by: readonly string[]): Breakdown | undefined {
  if (by.length === 0) return undefined;
  const isSame = (other: readonly string[]) => JSON.stringify(other) === JSON.stringify(by);
  const match = report.breakdowns.find((each) => isSame(each.by));
  if (match) return match;
  const known = report.breakdowns.map((each) => JSON.stringify(each.by)).join(', ');
  throw refused('by', `one of ${known}, or undefined for all rows`, shown(by.join(', ')));
}

function getGroup(groups: readonly GroupReport[], requested: string | undefined): GroupReport {
  const byId = groups.find(({ id }) => id === requested);
  const exact = groups.filter(({ name }) => name === requested);
  const named = exact.length > 0 ? exact : groups.filter(({ name }) => name === getName(requested));
  const result = byId ?? (named.length === 1 ? named[0] : undefined);
  if (result) return result;
  const some = groups.slice(0, 20).map(({ id, name }) => (named.length > 1 ? id : name));
  const names = some.map((name) => `'${name}'`).join(', ');
  const actual = named.length > 1 ? `${named.length} groups with the name ${shown(requested)}` : shown(requested);
  throw refused('group', `${named.length > 1 ? 'the id of a group' : 'a group'}: ${names}`, actual);
}

const refused = (argument: string, expected: string, actual: string) => invalid(argument, expected, actual);

const getWords = ({ outcome }: Report, name: string) => groupMetricFor(name, outcome) as Metric;

/** Returns the counts behind a rate of a group. */
function countsBehind({ counts }: GroupReport, rates: readonly string[]): Counted {
  const names = new Set(
    rates.flatMap((rate) => {
      const [of = [], among] = behind[rate] ?? [];
      return [...of, ...(among === undefined ? [] : [among])];
    }),
  );
  const all = counts as unknown as Counted;
  return Object.fromEntries([...names].map((name) => [name, all[name] as number]));
}

/** Returns "805 of 1,795", or the counts by name if the rate is not a proportion. */
function showShare(group: GroupReport, rate: string): string {
  const all = group.counts as unknown as Counted;
  const [of = [], among] = behind[rate] ?? [];
  if (among === undefined) return of.map((name) => `${name} ${showCount(all[name] as number)}`).join(', ');
  const sum = of.map((name) => showCount(all[name] as number)).join(' + ');
  return `${sum} of ${showCount(all[among] as number)}`;
}

const where = (breakdown: Breakdown | undefined) => (breakdown === undefined ? '' : ` (by ${breakdown.by.join(', ')})`);

function explainGroup(
  report: Report,
  breakdown: Breakdown | undefined,
  { metric, statistic, group: requested }: RequestedFigure,
): FigureExplanation {
  const group = breakdown ? getGroup(breakdown.groups, requested) : report.overall;
  const whose = breakdown ? group.name : 'all rows';
  const about = { by: breakdown?.by ?? [], ...(breakdown && { group: group.id }), metric, statistic };
  if (statistic === 'count') {
    const value = (group.counts as unknown as Counted)[metric] as number;
    const estimate: Estimate = Number.isNaN(value) ? { value, reason: 'the columns do not determine it' } : { value };
    const text = Number.isNaN(value) ? `undefined: ${estimate.reason}` : showCount(value);
    const title = countWords[metric] as string;
    return {
      figure: about,
      title,
      sentence: oneLine(`${capital(title)}, of ${whose}${where(breakdown)}: ${text}.`),
      estimate,
      counts: { [breakdown ? 'group' : 'all']: { [metric]: value } },
    };
  }
  const words = getWords(report, metric);
  const raw = group.rates[metric] as Estimate;
  const isShrunken = statistic === 'shrunkenRate';
  const estimate = isShrunken ? group.shrunken?.[metric] : raw;
  if (estimate === undefined) {
    throw refused('statistic', 'a report with shrunken rates of this metric', 'a report without them');
  }
  const title = isShrunken ? `${words.title}, shrunken` : words.title;
  const from = isShrunken
    ? `${showShare(group, metric)}: ${showValue(raw)}, shrunk toward the overall rate`
    : showShare(group, metric);
  return explained(report, words, {
    figure: about,
    title,
    estimate,
    whose: `${whose}${where(breakdown)}`,
    from,
    counts: { [breakdown ? 'group' : 'all']: countsBehind(group, [metric]) },
  });
}

function explainDisparity(
  report: Report,
  breakdown: Breakdown | undefined,
  { metric, statistic, group: requested }: RequestedFigure,
): FigureExplanation {
  if (breakdown === undefined) throw refused('by', 'the attributes of a breakdown', 'none');
  const { comparisons, groups, referenceId, by } = breakdown;
  const others = groups.filter(({ id }) => comparisons.some((each) => each.id === id));
  const group = getGroup(others, requested);
  const reference = groups.find(({ id }) => id === referenceId) as GroupReport;
  const comparison = comparisons.find(({ id }) => id === group.id);
  const words = getWords(report, metric);
  const result = comparison?.equivalence?.[metric];
  if (statistic === 'equivalence' && result === undefined) {
    throw refused('statistic', 'a report with a margin for this disparity', 'a report without it');
  }
  const rates = compared[metric] ?? (words.rate === undefined ? [] : [words.rate]);
  const sides = rates.map((rate) => {
    const { title } = getWords(report, rate);
    const side = (each: GroupReport) =>
      `${showValue(each.rates[rate] as Estimate)} (${showShare(each, rate)}) of ${each.name}`;
    return `${title.toLowerCase()} ${side(group)} against ${side(reference)}`;
  });
  const margin = report.equivalenceMargins?.[metric] ?? [];
  const p = result && !Number.isNaN(result.pValue) ? `, p = ${result.pValue.toFixed(3)}` : '';
  const verdict =
    result === undefined || statistic !== 'equivalence'
      ? ''
      : `; equivalence within ${margin.join(' to ')} is ${result.isEquivalent ? 'demonstrated' : 'not demonstrated'}${p}`;
  return explained(report, words, {
    figure: { by, group: group.id, reference: referenceId, metric, statistic },
    title: words.title,
    estimate:
      statistic === 'equivalence' && result
        ? { ...result.disparity, pValue: result.pValue }
        : (comparison?.disparities[metric] as Estimate),
    whose: `${group.name} compared with ${reference.name} (by ${by.join(', ')})`,
    from: `${sides.join('; ')}${verdict}`,
    counts: { group: countsBehind(group, rates), reference: countsBehind(reference, rates) },
  });
}

function explainSpread(
  report: Report,
  breakdown: Breakdown | undefined,
  { metric, statistic }: RequestedFigure,
): FigureExplanation {
  if (breakdown === undefined) throw refused('by', 'the attributes of a breakdown', 'none');
  const words = getWords(report, metric);
  const spread = breakdown.spreads[metric] as unknown as Readonly<Record<string, Estimate>>;
  const values = breakdown.groups.filter(({ rates }) => !Number.isNaN(rates[metric]?.value));
  const sorted = values.toSorted((a, b) => (a.rates[metric] as Estimate).value - (b.rates[metric] as Estimate).value);
  const side = (group: GroupReport | undefined) =>
    group ? `${showValue(group.rates[metric] as Estimate)} (${showShare(group, metric)}) of ${group.name}` : 'none';
  const counts = breakdown.groups.map((group) => [group.id, countsBehind(group, [metric])]);
  const { ideal: _, adverse: __, ...plain } = words;
  return explained(report, plain, {
    figure: { by: breakdown.by, metric, statistic },
    title: `${words.title}, ${spreadWords[statistic]}`,
    estimate: spread[statistic] as Estimate,
    whose: `${showCount(breakdown.groups.length)} groups${where(breakdown)}`,
    from: `from ${side(sorted[0])} to ${side(sorted.at(-1))}`,
    counts: { all: countsBehind(report.overall, [metric]), ...Object.fromEntries(counts) },
  });
}

interface Parts extends Pick<FigureExplanation, 'figure' | 'title' | 'estimate' | 'counts'> {
  whose: string;
  from: string;
}

function explained(
  report: Report,
  { formula, meaning, ideal, adverse }: Metric,
  { figure, title, estimate, counts, whose, from }: Parts,
): FigureExplanation {
  const { statistic } = figure;
  const isDefined = !Number.isNaN(estimate.value);
  const metric = { ideal } as Metric;
  // Tables show the interval of each rate alone, and that of a comparison with its test.
  const { ci, pValue } = statistic === 'disparity' ? chosen(estimate) : estimate;
  const test = { value: estimate.value, ...(ci && { ci }), ...(pValue !== undefined && { pValue }) };
  const interval = isDefined ? showInterval(test, metric) : '';
  const confidence =
    statistic === 'equivalence' ? equivalenceConfidence(report) : showConfidence(report.uncertainty?.confidence ?? 0);
  const sure = [interval && `${confidence} interval ${interval}`, isDefined ? showTest(test) : ''];
  const extras = sure.filter((text) => text !== '').join(', ');
  const value = isDefined ? showValue(estimate, metric) : `undefined, as ${estimate.reason}`;
  const caution = estimate.warning === undefined ? '' : ` Few cases: ${estimate.warning}.`;
  const sentence = `${title} of ${whose}: ${value}${extras && ` (${extras})`}; ${from}.${caution} ${meaning}`;
  return {
    figure,
    title,
    sentence: oneLine(sentence),
    estimate,
    formula,
    counts,
    meaning,
    ...(ideal !== undefined && { ideal }),
    ...(adverse !== undefined && { adverse }),
  };
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
