// SPDX-License-Identifier: Apache-2.0
//
// The result of `fairwasm thresholds`: sentences and columns shared by the formats, and text for a terminal.

import { oneLine, showConfidence, showCount, showNumber } from '../document/format.js';
import { type Cell, type TableStyle, table, wrap } from '../document/layout.js';
import type { CalibratedOutcome, CalibratedTask } from '../thresholds/calibrated-odds.js';
import type { ScoreCurves, ThresholdGroup } from '../thresholds/curves.js';
import type { HeldOutCost } from '../thresholds/held-out.js';
import type { GroupOutcome, ThresholdOutcome } from '../thresholds/outcome.js';
import type { RejectOutcome } from '../thresholds/reject-option.js';
import type { ThresholdConstraint, ThresholdObjective } from '../thresholds/task.js';

/** The JSON of the command. An infinite threshold, which selects no one, is null. */
export interface ThresholdReport {
  source: string;
  label: string;
  score: string;
  by: readonly string[];
  objective: ThresholdObjective;
  tolerance: number;
  deterministic: boolean;
  /** The groups favored by the reject option; undefined for other methods. */
  favored?: readonly string[];
  groups: readonly Omit<ThresholdGroup, 'rocHull'>[];
  unconstrained: ThresholdOutcome;
  singleThreshold: ThresholdOutcome;
  constraints: readonly {
    constraint: ThresholdConstraint;
    /** Gap with each group's own best threshold. */
    gapBefore: number;
    equalized: ThresholdOutcome | RejectOutcome;
    /** The best value of randomized thresholds for every tolerance. */
    frontier: ReturnType<ScoreCurves['frontier']>;
    /** Undefined for weighted rows. */
    heldOut?: HeldOutCost;
  }[];
  /** Calibrated equalized odds, if requested. */
  calibrated?: Pick<CalibratedTask, 'rate' | 'threshold'> &
    CalibratedOutcome & { heldOut?: HeldOutCost };
  confidence: number;
  seed: number;
  share: number;
}

export type Constrained = ThresholdReport['constraints'][number];

/** A table before layout: names of rows, and columns. */
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
const maxGroups = 24; // More rows would flood a terminal; JSON lists every group.

/** Returns the report as lines of at most `width` columns, with control characters of the file escaped. */
export function thresholdsText(report: ThresholdReport, width: number): string {
  const paragraph = (text: string) =>
    wrap(oneLine(text), width - indent.length).map((line) => indent + line);
  const laid = ({ names, columns }: Columns) =>
    table(names, columns, width - indent.length, style).map((lines) =>
      lines.map((line) => line && indent + line),
    );
  const sections = [
    [oneLine(report.source), ...factsOf(report).flatMap(paragraph)],
    ['Cost of equalizing', '', ...laid(costsOf(report)).flatMap(withBlank)],
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

/** Describes the computation in sentences. */
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
      : `mean cost per row, ${costs.map(([kind, cost]) => `${kind} ${cost}`).join(', ')}`;
  const means = deterministic
    ? 'one threshold per group'
    : 'a random choice between two thresholds is allowed';
  return [
    `${showCount(rows)} rows in ${groups.length} groups by ${by.join(' and ')}; score ${score}, outcome ${label}.`,
    `Objective: ${best}. Groups’ rates ${tolerance > 0 ? `differ by at most ${tolerance}` : 'are equal'}; ${
      favored
        ? `reject option: within a region of scores ${favored.join('; ')} are selected, others are not`
        : means
    }.`,
  ];
}

/** Returns the name of the objective as a heading. */
export const measureOf = ({ objective }: Pick<ThresholdReport, 'objective'>): string =>
  typeof objective === 'string' ? (measures[objective] as string) : 'Mean cost';

/** Returns the result and cost of each method. */
export function costsOf(report: ThresholdReport): Columns {
  const { unconstrained, singleThreshold, constraints } = report;
  const outcomes = [unconstrained, singleThreshold, ...constraints.map((each) => each.equalized)];
  const blank: Cell[] = [[''], ['']];
  const column = (heading: string, cells: readonly Cell[]) => ({ heading, cells });
  return {
    names: [
      'Best thresholds per group',
      'One common best threshold',
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

/** Returns rates and thresholds under a constraint for the first groups. */
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

/** Returns the notes below that table. */
export function saidOf({ equalized }: Constrained): string[] {
  if (equalized.reason) return [`Undefined: ${equalized.reason}.`];
  const hidden = equalized.groups.length - maxGroups;
  return [
    ...('region' in equalized ? [regionSentence(equalized.region)] : []),
    ...(hidden > 0 ? [`${hidden} more groups are omitted here; JSON includes them.`] : []),
  ];
}

function regionSentence({ low, high, rows }: RejectOutcome['region']): string {
  if (rows === 0) return 'The critical region is empty: group membership decides no case.';
  const to = Number.isFinite(high) ? `below ${shortNumber(high)}` : 'all higher scores';
  return `Critical region: scores from ${shortNumber(low)} to ${to}. Only group membership decides in this region, for about ${showCount(rows)} rows.`;
}

export const calibratedTitle = 'Calibrated equalized odds (equal cost of errors)';

/** Returns each group's scores and the fraction that is withheld. */
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
  falseNegative: '1 minus the mean score of positives',
  weighted:
    'half the sum of the mean score of negatives and the mean shortfall of positives’ scores below 1',
} as const;

/** Returns the notes below that table. */
export function saidOfCalibrated(
  { rate, threshold, heldOut, ...outcome }: NonNullable<ThresholdReport['calibrated']>,
  objective: ThresholdObjective,
): string[] {
  const measure = measureOf({ objective });
  const { before } = outcome;
  const cost = `Cost: ${costNames[rate ?? 'weighted']}. Withheld scores are replaced with the group’s base rate.`;
  if (outcome.reason) return [cost, `Undefined: ${outcome.reason}.`];
  const onHeldOut = heldOut ? heldOutCell({ heldOut }) : [];
  return [
    cost,
    `${measure} with threshold ${threshold}: ${showNumber(before.value)} before, ${showNumber(outcome.value)} after. Gap in true or false positive rates: ${showNumber(before.gap)} before, ${showNumber(outcome.gap)} after.`,
    ...(onHeldOut.length > 0
      ? [
          `Cost on held-out rows compared with the best thresholds per group: ${onHeldOut.join(', ')}.`,
        ]
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

/** A note for every report with group thresholds. */
export const unlawful =
  'Thresholds that differ by group treat people with equal scores differently because of their group. This is unlawful in many places and uses, whatever its purpose. These numbers show the cost of a constraint; they do not recommend such thresholds.';

/** Explains the figures and their limits. */
export function notesOf(report: ThresholdReport): string[] {
  const { constraints, confidence, share, seed, deterministic, tolerance, favored } = report;
  const costs = constraints.flatMap(({ heldOut }) => (heldOut ? [heldOut.cost] : []));
  const said = costs.flatMap(({ reason, warning }) => reason ?? warning ?? []);
  const hasCoin = constraints.some(({ equalized }) => equalized.groups.some(({ coin }) => coin));
  return [
    'Cost: loss in the objective compared with each group’s own best threshold. Gap: the largest difference between two groups’ rates; “before” means with each group’s own best threshold.',
    ...(costs.length > 0
      ? [
          `Held-out rows: thresholds were chosen on ${percent(1 - share)} of the rows and applied to the others (seed ${seed}); the line below is the ${showConfidence(confidence)} confidence interval.`,
        ]
      : ['No rows were held out, because weighted rows cannot be split at random.']),
    ...[...new Set(said)].map((text) => `Held-out rows: ${text}.`),
    ...(deterministic || favored || tolerance === 1
      ? []
      : [
          'If a group has several thresholds, one is drawn at random for each person, with the probabilities in parentheses.',
        ]),
    ...(hasCoin
      ? ['Coin: the fraction of people who are decided at random, regardless of score.']
      : []),
    unlawful,
  ];
}
