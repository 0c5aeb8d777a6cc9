// SPDX-License-Identifier: Apache-2.0
//
// The summary of a report: the main findings over all attributes and their intersections, gaps that are inconclusive or
// small, groups with too little data, and what a reader has to know about the data.

import type { Breakdown, GroupReport } from '../audit/report.js';
import { getSuppressed } from '../audit/suppressed-cells.js';
import { whyNothingToCompare } from '../claims/absent.js';
import { isReversal } from '../claims/reversal.js';
import { chosen, smallGap, type Verdict, wideGap } from '../claims/verdict.js';
import type { Estimate } from '../core/estimate.js';
import { showConfidence, showCount, showPercent, showPoints, showRange, showTest } from '../document/format.js';
import { type Block, type Document, type DotPlot, notes } from '../document/model.js';
import { findGroupMetric } from '../metrics/group.js';
import { behind } from './counts-behind.js';
import { countComparisons, type Finding, getFindings, getWidest } from './findings.js';
import type { RankedValue } from './ranking.js';
import type { Report } from './report.js';

const [maxSingle, maxGaps, maxListed] = [4, 5, 8] as const;
/** The number of groups in a chart: names of intersectional groups are long. */
const [maxDots, maxCrossedDots] = [12, 6] as const;

/** Describes the main findings of a report. */
export function describeSummary(report: Report): Document {
  const findings = getFindings(report);
  const gaps = findings.filter(({ verdict }) => verdict === 'gap');
  const shown = getMain(gaps);
  const of = (verdict: Verdict) =>
    findings
      .filter((each) => each.verdict === verdict && each.gaps.length > 0)
      .map((each) => shortSentence(report, each));
  const points = `${100 * smallGap} points`;
  return {
    name: 'summary',
    title: 'Main findings',
    blocks: [
      ...introduction(report, findings),
      ...report.warnings.filter(isReversal).map((text): Block => ({ texts: [text] })),
      ...shown.map((each, i) => {
        const isNew = !shown.slice(0, i).some(({ rate }) => rate === each.rate);
        return describeFinding(report, each, { place: i + 1, isNew });
      }),
      ...leftOut(gaps.length - shown.length),
      ...list(`Inconclusive (no gap and one above ${points} are both compatible with the data)`, of('inconclusive')),
      ...list(`No evidence of a gap above ${points}`, of('small')),
      ...list('Without a confidence interval', of('unknown')),
      ...list(
        `Too little data for a conclusion (confidence interval wider than ${100 * wideGap} points)`,
        scarce(report, findings),
      ),
      ...getCaveats(report),
    ],
  };
}

/** Intersections are listed last: the largest of their gaps is nearly always larger than those of their attributes. */
function getMain(gaps: readonly Finding[]): Finding[] {
  const isSingle = ({ breakdown }: Finding) => breakdown.by.length === 1;
  const single = gaps.filter(isSingle);
  const others = gaps.filter((each) => !isSingle(each));
  const first = single.slice(0, others.length > 0 ? maxSingle : maxGaps);
  return [...first, ...others.slice(0, maxGaps - first.length)];
}

function list(heading: string, texts: readonly string[]): Block[] {
  const more = texts.length - maxListed;
  const shown = texts.slice(0, maxListed);
  return notes(heading, more > 0 ? [...shown, `${showCount(more)} more in the sections below`] : shown);
}

const leftOut = (count: number): Block[] =>
  count > 0
    ? [{ texts: [`${showCount(count)} more ${count === 1 ? 'gap is' : 'gaps are'} in the sections below.`] }]
    : [];

function introduction(report: Report, findings: readonly Finding[]): Block[] {
  const { breakdowns, uncertainty } = report;
  // A breakdown without a visible group is not in the report.
  const why =
    breakdowns.length === 0
      ? [whyNothingToCompare(0, report.withheld?.breakdowns[0]?.groups.length)]
      : breakdowns.map((each) => whyNothingToCompare(each.groups.length, getSuppressed(report, each.by)));
  if (why.every((text) => text !== undefined)) return [{ texts: [...new Set(why)] }];
  const rates = new Set(findings.map(({ rate }) => rate.title.toLowerCase()));
  if (rates.size === 0) return [];
  const by = breakdowns.length === 1 ? '' : ` in ${breakdowns.length} groupings`;
  const searched = `Compared: ${[...rates].join(', ')}${by}.`;
  const adjusted =
    uncertainty === null
      ? 'Gaps may be due to chance, because uncertainty was not computed.'
      : 'Confidence intervals (CI) and p-values are adjusted for all of these comparisons.';
  return [
    { texts: [`${searched} ${adjusted}`], style: 'faint' },
    ...denial(report, findings).map((text): Block => ({ texts: [text] })),
  ];
}

/** Returns a sentence if there is no gap: none that is significant, none that is tested, or none that is defined. */
function denial(report: Report, findings: readonly Finding[]): string[] {
  const has = (...verdicts: Verdict[]) => findings.some(({ verdict }) => verdicts.includes(verdict));
  if (has('gap')) return [];
  if (!has('small', 'inconclusive', 'scarce', 'unknown'))
    return ['No gap can be computed: each of these rates is undefined in all groups or in all but one.'];
  if (report.uncertainty === null) return ['There is no gap in these rates.'];
  if (!has('small', 'inconclusive', 'scarce'))
    return ['These gaps have no confidence intervals, so they may be due to chance.'];
  const count = countComparisons(report);
  const adjusted = count > 1 ? `, adjusted for ${showCount(count)} comparisons` : '';
  return [`No statistically significant gap was found${adjusted}.`];
}

const joinNames = ({ by }: Breakdown) => by.join(' and ');

/** `isNew`: whether no earlier finding explains the rate. */
function describeFinding(
  report: Report,
  finding: Finding,
  { place, isNew }: { place: number; isNew: boolean },
): Document {
  const { breakdown, rate } = finding;
  const by = joinNames(breakdown);
  return {
    name: `finding-${place}`,
    title: `${place}. ${rate.title} by ${by}`,
    details: { name: `breakdown-${finding.place}`, title: `All values by ${by}` },
    blocks: [
      { texts: [describeGap(report, finding)] },
      ...(isNew ? [{ texts: [rate.meaning], style: 'faint' as const }] : []),
      dotPlot(report, finding),
    ],
  };
}

/** Returns the sentence of a finding: both rates, the sizes of both groups, and the gap with its uncertainty. */
export function describeGap(report: Report, { breakdown, rate, gap, gaps }: Finding): string {
  const [item] = gaps as readonly [RankedValue];
  const reference = breakdown.groups.find(({ id }) => id === breakdown.referenceId);
  const group = breakdown.groups.find(({ id }) => id === item.id);
  const sides = [group, reference].map((each) => getSide(report, each as GroupReport, rate.name));
  const what = rate.title.toLowerCase();
  const ratio = gap.name === 'statisticalParityDifference' ? getRatio(breakdown, item, 'disparateImpact') : '';
  return (
    `By ${joinNames(breakdown)}, the ${what} is ${sides.join(' and ')}: a gap of ${showPoints(item.estimate.value)} points` +
    `${inBrackets([getInterval(report, item.estimate), showTest(item.estimate)])}${ratio}.`
  );
}

const inBrackets = (texts: readonly string[]): string => {
  const some = texts.filter((text) => text !== '');
  return some.length === 0 ? '' : ` (${some.join(', ')})`;
};

const getInterval = ({ uncertainty }: Report, { ci }: Estimate): string =>
  ci && uncertainty ? `${showConfidence(uncertainty.confidence)} CI ${showRange(ci.map(showPoints))}` : '';

/** "44.8% in the African-American group (n = 1,795)". */
const getSide = (report: Report, group: GroupReport, rate: string): string =>
  `${showPercent(group.rates[rate]?.value ?? Number.NaN)} in the ${group.name} group (${getSize(report, group, rate)})`;

/** The number of rows among which a rate counts; with weights, their sum. */
function getSize({ rows, instances }: Report, { counts }: GroupReport, rate: string): string {
  const among = behind[rate]?.[1] ?? 'rows';
  const size = showCount((counts as unknown as Readonly<Record<string, number>>)[among] as number);
  return rows === instances ? `n\u00a0=\u00a0${size}` : `weight\u00a0${size}`; // on one line
}

/** The ratio of this name, or an empty string. */
function getRatio({ comparisons }: Breakdown, { id }: RankedValue, name: string): string {
  const match = comparisons.find((each) => each.id === id)?.disparities[name];
  if (!Number.isFinite(match?.value)) return '';
  const { value, ci } = chosen(match as Estimate);
  const shown = ci ? ` (${showRange(ci.map((end) => end.toFixed(2)))})` : '';
  return `, a ratio of ${value.toFixed(2)}${shown}`;
}

/** The rate of all groups on one axis, the largest groups first. */
function dotPlot(report: Report, { breakdown, rate, gaps: [first] }: Finding): DotPlot {
  const { groups, referenceId } = breakdown;
  const named = groups.filter(({ id }) => id === first?.id || id === referenceId);
  const others = groups.filter((group) => !named.includes(group));
  const max = breakdown.by.length === 1 ? maxDots : maxCrossedDots;
  const shown = new Set([...named, ...others.slice(0, max - named.length)]);
  const left = groups.length - shown.size;
  const more = left > 0 ? `; ${showCount(left)} smaller ${left === 1 ? 'group' : 'groups'} omitted` : '';
  const overall = report.overall.rates[rate.name]?.value ?? Number.NaN;
  return {
    caption: `${rate.title} by ${joinNames(breakdown)}${more}`,
    format: 'percent',
    dots: groups
      .filter((group) => shown.has(group))
      .map((group) => ({
        name: group.name,
        value: group.rates[rate.name] ?? { value: Number.NaN },
        note: getSize(report, group, rate.name),
      })),
    ...(Number.isFinite(overall) && { mark: { value: overall, text: 'all rows' } }),
  };
}

/** "False positive rate by sex (Female: -0.3, 95% CI -3.7 to +3.2)", with the gap whose interval is widest. */
function shortSentence(report: Report, { breakdown, rate, gap, gaps }: Finding): string {
  const widest = getWidest(gaps);
  const item = gaps.find((each) => getWidest([each]) === widest) as RankedValue;
  const surety = [
    `${item.group} compared with ${breakdown.reference}: ${showPoints(item.estimate.value)} points`,
    getInterval(report, item.estimate),
  ];
  // A small difference between rare rates may be a large ratio.
  const ratio = report.disparities.find((name) => isRatioOf(name, gap.rate));
  const inProportion = ratio === undefined ? '' : getRatio(breakdown, item, ratio);
  return `${rate.title} by ${joinNames(breakdown)}${inBrackets(surety)}${inProportion}`;
}

const isRatioOf = (name: string, rate: string | undefined) => {
  const metric = findGroupMetric(name);
  return metric?.ideal === 1 && rate !== undefined && metric.rate === rate;
};

/** Groups with too little data by attribute, and the number of such intersectional groups. */
function scarce(report: Report, findings: readonly Finding[]): string[] {
  return report.breakdowns.flatMap((breakdown) => {
    const own = findings.filter((each) => each.breakdown === breakdown);
    const groups = breakdown.groups.flatMap(({ id, name, counts }) => {
      const rates = own.filter((each) => each.scarce.some((item) => item.id === id)).length;
      if (rates === 0) return [];
      const some = rates === own.length ? '' : `, ${rates} of ${own.length} rates`;
      return [`${name} (n\u00a0=\u00a0${showCount(counts.rows)}${some})`];
    });
    if (groups.length === 0) return [];
    const isListed = breakdown.by.length === 1 && groups.length <= maxListed;
    const what = isListed
      ? groups.join(', ')
      : `${showCount(groups.length)} of ${showCount(breakdown.groups.length)} groups`;
    return [`By ${joinNames(breakdown)}: ${what}`];
  });
}

/** Describes what was omitted, guessed, merged, or converted, and what the figures mean. */
function getCaveats({ droppedRows, warnings, about }: Report): Document[] {
  const otherNames = warnings.filter((text) => !isReversal(text));
  const dropped =
    droppedRows > 0
      ? [
          `${showCount(droppedRows)} ${droppedRows === 1 ? 'row with missing values is' : 'rows with missing values are'} omitted.`,
        ]
      : [];
  const texts = [...dropped, ...otherNames, ...(about ? [about] : [])];
  if (texts.length === 0) return [];
  return [{ name: 'caveats', title: 'Before you rely on this', blocks: [{ style: 'list', texts }] }];
}
