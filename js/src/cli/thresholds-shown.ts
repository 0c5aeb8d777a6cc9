// SPDX-License-Identifier: Apache-2.0
//
// What `fairwasm thresholds` found, in words and columns, and as text for a terminal.

import { type Cell, type TableStyle, table, wrap } from '../report/layout.js';
import { oneLine, showConfidence, showCount, showNumber } from '../report/shown.js';
import type { CalibratedOutcome, CalibratedTask } from '../thresholds/calibrated-odds.js';
import type { ScoreCurves, ThresholdGroup } from '../thresholds/curves.js';
import type { HeldOutCost } from '../thresholds/held-out.js';
import type { GroupOutcome, ThresholdOutcome } from '../thresholds/outcome.js';
import type { RejectOutcome } from '../thresholds/reject-option.js';
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
  /** The groups that reject option favors; left out where thresholds are not its. */
  favored?: readonly string[];
  groups: readonly Omit<ThresholdGroup, 'rocHull'>[];
  unconstrained: ThresholdOutcome;
  singleThreshold: ThresholdOutcome;
  constraints: readonly {
    constraint: ThresholdConstraint;
    /** With each group's own best threshold. */
    gapBefore: number;
    equalized: ThresholdOutcome | RejectOutcome;
    /** What mixtures of thresholds reach at every tolerance. */
    frontier: ReturnType<ScoreCurves['frontier']>;
    /** Left out with weights. */
    heldOut?: HeldOutCost;
  }[];
  /** Calibrated equalized odds, where it is asked for. */
  calibrated?: Pick<CalibratedTask, 'rate' | 'threshold'> &
    CalibratedOutcome & { heldOut?: HeldOutCost };
  confidence: number;
  seed: number;
  share: number;
}

export type Constrained = ThresholdReport['constraints'][number];

/** A table before it is laid out: the names of its rows, and its columns. */
export interface Columns {
  names: readonly string[];
  columns: { heading: string; cells: readonly Cell[] }[];
}

export const titles: Readonly<Record<ThresholdConstraint, string>> = {
  demographicParity: 'Demographic parity',
  equalOpportunity: 'Equal opportunity',
  predictiveEquality: 'Predictive equality',
  equalizedOdds: 'Equalized odds',
};
export const equals: Readonly<Record<ThresholdConstraint, string>> = {
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
const maxGroups = 24; // more would flood a terminal; JSON lists every group

/** The report in lines of at most `width` columns; text from the file cannot reach the terminal's controls. */
export function thresholdsText(report: ThresholdReport, width: number): string {
  const paragraph = (text: string) =>
    wrap(oneLine(text), width - indent.length).map((line) => indent + line);
  const laid = ({ names, columns }: Columns) =>
    table(names, columns, width - indent.length, style).map((lines) =>
      lines.map((line) => line && indent + line),
    );
  const sections = [
    [oneLine(report.source), ...factsOf(report).flatMap(paragraph)],
    ['What equalizing costs', '', ...laid(costsOf(report)).flatMap(withBlank)],
    ...report.constraints.map((each) => [
      headingOf(each),
      '',
      ...(each.equalized.reason ? [] : laid(thresholdsOf(each, report)).flat()),
      ...saidOf(each).flatMap(paragraph),
    ]),
    ...(report.calibrated
      ? [
          [
            calibratedTitle,
            '',
            ...laid(scoresOf(report.calibrated)).flat(),
            ...saidOfCalibrated(report.calibrated, report.objective).flatMap(paragraph),
          ],
        ]
      : []),
    notesOf(report).flatMap(paragraph),
  ];
  return `${sections.map((lines) => lines.join('\n')).join('\n\n')}\n`;
}

const withBlank = (lines: readonly string[], i: number) => (i > 0 ? ['', ...lines] : lines);

/** What was computed, in sentences. */
export function factsOf({
  groups,
  score,
  label,
  by,
  objective,
  tolerance,
  deterministic,
  favored,
}: ThresholdReport): string[] {
  const rows = groups.reduce((sum, { positives, negatives }) => sum + positives + negatives, 0);
  const costs = typeof objective === 'object' ? Object.entries(objective) : [];
  const best =
    typeof objective === 'string'
      ? (measures[objective] as string).toLowerCase()
      : `mean cost of a row, ${costs.map(([kind, cost]) => `${kind} ${cost}`).join(', ')}`;
  const means = deterministic
    ? 'one threshold a group'
    : 'chance may decide between two thresholds';
  return [
    `${showCount(rows)} rows in ${groups.length} groups by ${by.join(' and ')}; score ${score}, outcome ${label}.`,
    `Objective: ${best}. Groups’ rates ${tolerance > 0 ? `differ by at most ${tolerance}` : 'are equal'}; ${
      favored
        ? `reject option: within a region of scores ${favored.join('; ')} are selected, others are not`
        : means
    }.`,
  ];
}

/** The objective's name as a heading. */
export const measureOf = ({ objective }: Pick<ThresholdReport, 'objective'>): string =>
  typeof objective === 'string' ? (measures[objective] as string) : 'Mean cost';

/** What each way of setting thresholds reaches and costs. */
export function costsOf(report: ThresholdReport): Columns {
  const { unconstrained, singleThreshold, constraints } = report;
  const outcomes = [unconstrained, singleThreshold, ...constraints.map((each) => each.equalized)];
  const blank: Cell[] = [[''], ['']];
  const column = (heading: string, cells: readonly Cell[]) => ({ heading, cells });
  return {
    names: [
      'Own best thresholds',
      'One best threshold',
      ...constraints.map(({ constraint }) => titles[constraint]),
    ],
    columns: [
      column(
        measureOf(report),
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
    ],
  };
}

function heldOutCell({ heldOut }: { heldOut?: HeldOutCost }): Cell {
  if (!heldOut) return [''];
  const { value, ci } = heldOut.cost;
  const interval = ci?.map((end) => showNumber(end, true)).join(' to ');
  return interval ? [showNumber(value, true), interval] : [showNumber(value, true)];
}

export const headingOf = ({ constraint }: Pick<Constrained, 'constraint'>): string =>
  `${titles[constraint]}: ${equals[constraint]}`;

/** Each group's rates and thresholds under a constraint, of the first groups. */
export function thresholdsOf({ equalized }: Constrained, { by }: ThresholdReport): Columns {
  const groups = equalized.groups.slice(0, maxGroups);
  const rate = (name: 'selectionRate' | 'truePositiveRate' | 'falsePositiveRate') =>
    groups.map((group): Cell => [showNumber(group[name])]);
  return {
    names: groups.map(({ name }) => oneLine(name) || by.map(oneLine).join()),
    columns: [
      { heading: 'Selection rate', cells: rate('selectionRate') },
      { heading: 'True positive rate', cells: rate('truePositiveRate') },
      { heading: 'False positive rate', cells: rate('falsePositiveRate') },
      { heading: 'Thresholds', cells: groups.map(thresholdsCell) },
    ],
  };
}

/** What is to be said below that. */
export function saidOf({ equalized }: Constrained): string[] {
  if (equalized.reason) return [`Undefined: ${equalized.reason}.`];
  const hidden = equalized.groups.length - maxGroups;
  return [
    ...('region' in equalized ? [regionSentence(equalized.region)] : []),
    ...(hidden > 0 ? [`${hidden} more groups are not shown here; JSON has them.`] : []),
  ];
}

function regionSentence({ low, high, rows }: RejectOutcome['region']): string {
  if (rows === 0) return 'The critical region is empty: nobody’s group decides.';
  const to = Number.isFinite(high) ? `below ${shortNumber(high)}` : 'all above it';
  return `Critical region: scores from ${shortNumber(low)} to ${to}. In it the group alone decides, about ${showCount(rows)} rows.`;
}

export const calibratedTitle = 'Calibrated equalized odds: mistakes that cost the same';

/** Each group's scores, and what is withheld of them. */
export function scoresOf({ scores }: CalibratedOutcome): Columns {
  const groups = scores.slice(0, maxGroups);
  const column = (heading: string, read: (group: (typeof groups)[number]) => string) => ({
    heading,
    cells: groups.map((group): Cell => [read(group)]),
  });
  return {
    names: groups.map(({ name }) => oneLine(name)),
    columns: [
      column('Base rate', ({ baseRate }) => showNumber(baseRate)),
      column('Mean score', ({ meanScore }) => showNumber(meanScore)),
      column('Cost before', ({ costBefore }) => showNumber(costBefore)),
      column('Cost after', ({ costAfter }) => showNumber(costAfter)),
      column('Withheld', ({ withheld }) => (Number.isNaN(withheld) ? '–' : percent(withheld))),
    ],
  };
}

const costNames = {
  falsePositive: 'the mean score of negatives',
  falseNegative: 'one less the mean score of positives',
  weighted: 'half the mean of what negatives’ scores are above 0 and positives’ below 1',
} as const;

/** What is to be said below that. */
export function saidOfCalibrated(
  { rate, threshold, heldOut, ...outcome }: NonNullable<ThresholdReport['calibrated']>,
  objective: ThresholdObjective,
): string[] {
  const measure = measureOf({ objective });
  const { before } = outcome;
  const cost = `Cost: ${costNames[rate ?? 'weighted']}. Withheld scores become the group’s base rate.`;
  if (outcome.reason) return [cost, `Undefined: ${outcome.reason}.`];
  const onHeldOut = heldOut ? heldOutCell({ heldOut }) : [];
  return [
    cost,
    `${measure} of decisions from ${threshold} on: ${showNumber(before.value)} before, ${showNumber(outcome.value)} after; gap of true or false positive rates ${showNumber(before.gap)} before, ${showNumber(outcome.gap)} after.`,
    ...(onHeldOut.length > 0
      ? [`On held-out rows, the cost against own best thresholds: ${onHeldOut.join(', ')}.`]
      : []),
  ];
}

const percent = (share: number) => `${Number((100 * share).toFixed(1))}%`;

const shortNumber = (value: number) => String(Number(value.toPrecision(4)));

function thresholdsCell({ thresholds, coin }: GroupOutcome): Cell {
  const shown = thresholds.map(({ threshold, probability }) => {
    const text = Number.isFinite(threshold) ? shortNumber(threshold) : 'nobody';
    return thresholds.length > 1 ? `${text} (${percent(probability)})` : text;
  });
  return coin ? [...shown, `coin (${percent(coin.probability)})`] : shown;
}

/** Said wherever group thresholds are. */
export const unlawful =
  'Thresholds that differ by group treat people with equal scores differently because of their group. In many places and uses that is unlawful, whatever its aim. These numbers say what a constraint would cost; they are no advice to set such thresholds.';

/** What the figures mean, and what they are not. */
export function notesOf(report: ThresholdReport): string[] {
  const { constraints, confidence, share, seed, deterministic, tolerance, favored } = report;
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
    ...(deterministic || favored || tolerance === 1
      ? []
      : ['Of several thresholds one is drawn for each person, as often as the brackets say.']),
    ...(hasCoin ? ['Coin: so many are decided without a look at their score.'] : []),
    unlawful,
  ];
}
