// SPDX-License-Identifier: Apache-2.0
//
// What `fairwasm thresholds` found, for a terminal.

import { type Cell, type TableStyle, table, wrap } from '../report/layout.js';
import { oneLine, showConfidence, showCount, showNumber } from '../report/shown.js';
import type { ThresholdGroup } from '../thresholds/curves.js';
import type { HeldOutCost } from '../thresholds/held-out.js';
import type { GroupOutcome, ThresholdOutcome } from '../thresholds/outcome.js';
import type { ThresholdConstraint, ThresholdObjective } from '../thresholds/task.js';

/** What the command writes as JSON; an infinite threshold, which selects nobody, is null there. */
export interface ThresholdReport {
  source: string;
  label: string;
  score: string;
  by: readonly string[];
  objective: ThresholdObjective;
  tolerance: number;
  deterministic: boolean;
  groups: readonly Omit<ThresholdGroup, 'rocHull'>[];
  unconstrained: ThresholdOutcome;
  singleThreshold: ThresholdOutcome;
  constraints: readonly {
    constraint: ThresholdConstraint;
    /** With each group's own best threshold. */
    gapBefore: number;
    equalized: ThresholdOutcome;
    /** Left out with weights. */
    heldOut?: HeldOutCost;
  }[];
  confidence: number;
  seed: number;
  share: number;
}

type Constrained = ThresholdReport['constraints'][number];

const titles: Readonly<Record<ThresholdConstraint, string>> = {
  demographicParity: 'Demographic parity',
  equalOpportunity: 'Equal opportunity',
  predictiveEquality: 'Predictive equality',
  equalizedOdds: 'Equalized odds',
};
const equals: Readonly<Record<ThresholdConstraint, string>> = {
  demographicParity: 'equal selection rates',
  equalOpportunity: 'equal true positive rates',
  predictiveEquality: 'equal false positive rates',
  equalizedOdds: 'equal true and false positive rates',
};
const measures: Readonly<Record<string, string>> = {
  accuracy: 'Accuracy',
  balancedAccuracy: 'Balanced accuracy',
  groupBalancedAccuracy: 'Mean balanced accuracy of groups',
};

const style: TableStyle = { heading: (line) => line, detail: (text) => text };
const indent = '  ';
const mostGroups = 24; // a terminal is no place for more; JSON has them all

/** The report in lines of at most `width` columns; text from the file cannot reach the terminal's controls. */
export function thresholdsText(report: ThresholdReport, width: number): string {
  const paragraph = (text: string) =>
    wrap(oneLine(text), width - indent.length).map((line) => indent + line);
  const sections = [
    [oneLine(report.source), ...factsOf(report).flatMap(paragraph)],
    ['What equalizing costs', '', ...costsOf(report, width)],
    ...report.constraints.flatMap((each) => thresholdsOf(each, report, width)),
    notesOf(report).flatMap(paragraph),
  ];
  return `${sections.map((lines) => lines.join('\n')).join('\n\n')}\n`;
}

function factsOf({
  groups,
  score,
  label,
  by,
  objective,
  tolerance,
  deterministic,
}: ThresholdReport) {
  const rows = groups.reduce((sum, { positives, negatives }) => sum + positives + negatives, 0);
  const costs = typeof objective === 'object' ? Object.entries(objective) : [];
  const best =
    typeof objective === 'string'
      ? (measures[objective] as string).toLowerCase()
      : `mean cost of a row, ${costs.map(([kind, cost]) => `${kind} ${cost}`).join(', ')}`;
  return [
    `${showCount(rows)} rows in ${groups.length} groups by ${by.join(' and ')}; score ${score}, outcome ${label}.`,
    `Objective: ${best}. Groups’ rates ${tolerance > 0 ? `differ by at most ${tolerance}` : 'are equal'}; ${
      deterministic ? 'one threshold a group.' : 'chance may decide between two thresholds.'
    }`,
  ];
}

function costsOf(report: ThresholdReport, width: number): string[] {
  const { unconstrained, singleThreshold, constraints, objective } = report;
  const outcomes = [unconstrained, singleThreshold, ...constraints.map((each) => each.equalized)];
  const blank: Cell[] = [[''], ['']];
  const names = [
    'Own best thresholds',
    'One best threshold',
    ...constraints.map(({ constraint }) => titles[constraint]),
  ];
  const heading = typeof objective === 'string' ? measures[objective] : 'Mean cost';
  const column = (title: string, cells: readonly Cell[]) => ({ heading: title, cells });
  const columns = [
    column(
      heading as string,
      outcomes.map(({ value }) => [showNumber(value)]),
    ),
    column(
      'Cost',
      outcomes.map(({ cost }) => [showNumber(cost)]),
    ),
    column('Gap before', [
      ...blank,
      ...constraints.map(({ gapBefore }) => [showNumber(gapBefore)]),
    ]),
    column('Gap left', [
      ...blank,
      ...constraints.map(({ equalized }) => [showNumber(equalized.gap)]),
    ]),
    column('Cost on held-out rows', [...blank, ...constraints.map(heldOutCell)]),
  ];
  return table(names, columns, width - indent.length, style).flatMap((lines, i) => [
    ...(i > 0 ? [''] : []),
    ...lines.map((line) => line && indent + line),
  ]);
}

function heldOutCell({ heldOut }: Constrained): Cell {
  if (!heldOut) return [''];
  const { value, ci } = heldOut.cost;
  const interval = ci?.map((end) => showNumber(end, true)).join(' to ');
  return interval ? [showNumber(value, true), interval] : [showNumber(value, true)];
}

function thresholdsOf(
  { constraint, equalized }: Constrained,
  { by }: ThresholdReport,
  width: number,
): string[][] {
  const heading = `${titles[constraint]}: ${equals[constraint]}`;
  if (equalized.reason) return [[heading, `${indent}Undefined: ${oneLine(equalized.reason)}.`]];
  const groups = equalized.groups.slice(0, mostGroups);
  const rate = (name: 'selectionRate' | 'truePositiveRate' | 'falsePositiveRate') =>
    groups.map((group): Cell => [showNumber(group[name])]);
  const columns = [
    { heading: 'Selection rate', cells: rate('selectionRate') },
    { heading: 'True positive rate', cells: rate('truePositiveRate') },
    { heading: 'False positive rate', cells: rate('falsePositiveRate') },
    { heading: 'Thresholds', cells: groups.map(thresholdsCell) },
  ];
  const names = groups.map(({ name }) => oneLine(name) || by.map(oneLine).join());
  const tables = table(names, columns, width - indent.length, style);
  const hidden = equalized.groups.length - mostGroups;
  return [
    [
      heading,
      '',
      ...tables.flat().map((line) => line && indent + line),
      ...(hidden > 0 ? [`${indent}${hidden} more groups are not shown here; JSON has them.`] : []),
    ],
  ];
}

const percent = (share: number) => `${Number((100 * share).toFixed(1))}%`;

function thresholdsCell({ thresholds, coin }: GroupOutcome): Cell {
  const shown = thresholds.map(({ threshold, probability }) => {
    const text = Number.isFinite(threshold) ? String(Number(threshold.toPrecision(4))) : 'nobody';
    return thresholds.length > 1 ? `${text} (${percent(probability)})` : text;
  });
  return coin ? [...shown, `coin (${percent(coin.probability)})`] : shown;
}

function notesOf(report: ThresholdReport): string[] {
  const { constraints, confidence, share, seed, deterministic, tolerance } = report;
  const costs = constraints.flatMap(({ heldOut }) => (heldOut ? [heldOut.cost] : []));
  const said = costs.flatMap(({ reason, warning }) => reason ?? warning ?? []);
  const hasCoin = constraints.some(({ equalized }) => equalized.groups.some(({ coin }) => coin));
  return [
    'Cost: how much worse that is than with each group’s own best threshold. Gap: the largest difference between two groups’ rates, before with their own best thresholds.',
    ...(costs.length > 0
      ? [
          `On held-out rows: thresholds chosen on ${percent(1 - share)} of the rows, applied to the others (seed ${seed}); below it the ${showConfidence(confidence)} interval.`,
        ]
      : ['No rows were held out: with weights there is no telling which rows are drawn.']),
    ...[...new Set(said)].map((text) => `Held-out rows: ${text}.`),
    ...(deterministic || tolerance === 1
      ? []
      : ['Of several thresholds one is drawn for each person, as often as the brackets say.']),
    ...(hasCoin ? ['Coin: so many are decided without a look at their score.'] : []),
    'Thresholds that differ by group treat people with equal scores differently because of their group. In many places and uses that is unlawful, whatever its aim. These numbers say what a constraint would cost; they are no advice to set such thresholds.',
  ];
}
