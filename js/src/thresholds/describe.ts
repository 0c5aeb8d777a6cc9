// SPDX-License-Identifier: Apache-2.0
//
// Describes the cost of equalizing groups with group-specific thresholds: the result of `fairwasm thresholds`, and the
// frontier of accuracy and gap.

import { getMax, getMin } from '../core/extremes.js';
import { showConfidence, showCount, showNumber } from '../document/format.js';
import type { Block, DisplayedValue, Document, DocumentTable, Figure, Sentences } from '../document/model.js';
import type { CalibratedOutcome, CalibratedTask } from './calibrated-odds.js';
import type { ScoreCurves, ThresholdGroup } from './curves.js';
import type { HeldOutCost } from './held-out.js';
import type { GroupOutcome, ThresholdOutcome } from './outcome.js';
import type { ThresholdConstraint, ThresholdObjective } from './task.js';

/**
 * The result of `fairwasm thresholds`, as in its JSON output: an infinite threshold, which selects no one, is null.
 * Optional parts are absent from results that were composed manually.
 */
export interface ThresholdReport {
  source?: string;
  label?: string;
  score?: string;
  by: readonly string[];
  /** Sentences about columns that determine the result by construction; absent without any. */
  warnings?: readonly string[];
  objective: ThresholdObjective;
  tolerance: number;
  deterministic?: boolean;
  /** The groups favored by the reject option; undefined for other methods. */
  favored?: readonly string[];
  groups?: readonly Omit<ThresholdGroup, 'rocHull'>[];
  unconstrained: ThresholdOutcome;
  singleThreshold?: ThresholdOutcome;
  constraints: readonly {
    constraint: ThresholdConstraint;
    /** Gap with each group's own best threshold. */
    gapBefore?: number;
    equalized: ThresholdOutcome | ReturnType<ScoreCurves['rejectOption']>;
    /** The best value of randomized thresholds for every tolerance. */
    frontier?: ReturnType<ScoreCurves['frontier']>;
    /** Undefined for weighted rows. */
    heldOut?: HeldOutCost;
  }[];
  /** Calibrated equalized odds, if requested. */
  calibrated?: Pick<CalibratedTask, 'rate' | 'threshold'> & CalibratedOutcome & { heldOut?: HeldOutCost };
  confidence?: number;
  seed?: number;
  share?: number;
}

/** The best accuracy of group-specific thresholds for each remaining gap. */
export interface Frontier {
  by: readonly string[];
  /** The equalized rates, such as `equalOpportunity`. */
  constraint: string;
  /** Points in order of the gap, from none. */
  points: readonly { gap: number; accuracy: number }[];
  /** The best single threshold for all groups. */
  single: { gap: number; accuracy: number };
  /** The decisions of the report, if known. */
  present?: { gap: number; accuracy: number };
}

export type Constrained = ThresholdReport['constraints'][number];

const titles: Readonly<Record<string, string>> = {
  demographicParity: 'Demographic parity',
  equalOpportunity: 'Equal opportunity',
  predictiveEquality: 'Predictive equality',
  equalizedOdds: 'Equalized odds',
} satisfies Record<ThresholdConstraint, string>;
const equals: Readonly<Record<string, string>> = {
  demographicParity: 'equal selection rates',
  equalOpportunity: 'equal true positive rates',
  predictiveEquality: 'equal false positive rates',
  equalizedOdds: 'equal true and false positive rates',
} satisfies Record<ThresholdConstraint, string>;
const measures: Readonly<Record<string, string>> = {
  accuracy: 'Accuracy',
  balancedAccuracy: 'Balanced accuracy',
  groupBalancedAccuracy: 'Mean balanced accuracy of groups',
};

/** Warning that every description of group thresholds contains. */
const unlawful: Sentences = {
  style: 'warning',
  texts: [
    'Thresholds that differ by group treat people with equal scores differently because of their group. This is unlawful in many places and uses, whatever its purpose. These numbers show the cost of a constraint; they do not recommend such thresholds.',
  ],
};

/** Describes the cost of each constraint, the thresholds, and the curve of the best values. */
export function describeThresholds(report: ThresholdReport): Document {
  const { source, constraints, calibrated, warnings = [] } = report;
  return {
    name: 'thresholds',
    title: 'Cost of equalizing',
    source: source ?? null,
    blocks: [
      { texts: getTask(report) },
      unlawful,
      ...(warnings.length > 0 ? [{ style: 'warning' as const, texts: warnings }] : []),
      costTable(report),
      ...constraints.map((each) => constrainedSection(each, report)),
      ...(calibrated ? [calibratedSection(calibrated, report)] : []),
      { texts: getNotes(report) },
    ],
  };
}

function getTask(report: ThresholdReport): string[] {
  const { groups, score, label, by, objective, tolerance, deterministic, favored } = report;
  const of = by.join(' and ');
  const rows = groups?.reduce((sum, { positives, negatives }) => sum + positives + negatives, 0);
  const costs = typeof objective === 'object' ? Object.entries(objective) : [];
  const best =
    typeof objective === 'string'
      ? getMeasure(report).toLowerCase()
      : `mean cost per row, ${costs.map(([kind, cost]) => `${kind} ${cost}`).join(', ')}`;
  const means = deterministic ? 'one threshold per group' : 'a random choice between two thresholds is allowed';
  return [
    groups && rows !== undefined
      ? `${showCount(rows)} rows in ${groups.length} groups by ${of}; score ${score}, outcome ${label}.`
      : `Thresholds by ${of}.`,
    `Objective: ${best}. Groups’ rates ${tolerance > 0 ? `differ by at most ${tolerance}` : 'are equal'}; ${
      favored ? `reject option: within a region of scores ${favored.join('; ')} are selected, others are not` : means
    }.`,
  ];
}

const getMeasure = ({ objective }: Pick<ThresholdReport, 'objective'>): string =>
  typeof objective === 'string' ? (measures[objective] ?? objective) : 'Mean cost';

const signed = (cost: HeldOutCost['cost'] | undefined): DisplayedValue | undefined =>
  cost && { ...cost, format: 'difference' };

function costTable(report: ThresholdReport): DocumentTable {
  const { unconstrained, singleThreshold, constraints } = report;
  const row = (name: string, { value, cost }: ThresholdOutcome, ...cells: DocumentTable['rows'][0]['cells']) => ({
    name,
    cells: [value, cost, ...cells],
  });
  return {
    caption: 'Cost of equalizing',
    heading: 'Method',
    columns: [getMeasure(report), 'Cost', 'Gap before', 'Remaining gap', 'Cost on held-out rows'].map((heading) => ({
      heading,
    })),
    rows: [
      row('Best thresholds per group', unconstrained),
      ...(singleThreshold ? [row('One common best threshold', singleThreshold)] : []),
      ...constraints.map(({ constraint, gapBefore, equalized, heldOut }) =>
        row(titles[constraint] ?? constraint, equalized, gapBefore, equalized.gap, signed(heldOut?.cost)),
      ),
    ],
  };
}

const getHeading = (constraint: string): string =>
  `${titles[constraint] ?? constraint}: ${equals[constraint] ?? 'equal rates'}`;

function constrainedSection(each: Constrained, report: ThresholdReport): Document {
  const { constraint, equalized } = each;
  const figure = frontierFigure(each, report);
  const blocks: Block[] = equalized.reason
    ? [{ texts: [`Undefined: ${equalized.reason}.`] }]
    : [thresholdTable(equalized.groups), { texts: 'region' in equalized ? [regionSentence(equalized.region)] : [] }];
  return {
    name: `thresholds-${constraint}`,
    title: getHeading(constraint),
    blocks: [...(figure ? [figure, frontierTable(each, report)] : []), ...blocks],
  };
}

const thresholdTable = (groups: readonly GroupOutcome[]): DocumentTable => ({
  caption: 'Thresholds and rates by group',
  heading: 'Group',
  columns: [...['Selection rate', 'True positive rate', 'False positive rate', 'Accuracy', 'Thresholds']].map(
    (heading) => ({ heading }),
  ),
  rows: groups.map((group) => ({
    name: group.name || 'All rows',
    group: group.name,
    cells: [
      group.selectionRate,
      group.truePositiveRate,
      group.falsePositiveRate,
      group.accuracy,
      thresholdsCell(group),
    ],
  })),
});

function thresholdsCell({ thresholds, coin }: GroupOutcome): DisplayedValue {
  const shown = thresholds.map(({ threshold, probability }) => {
    const text = Number.isFinite(threshold) ? shortNumber(threshold) : 'nobody';
    return thresholds.length > 1 ? `${text} (${percent(probability)})` : text;
  });
  const [value = '–', ...notes] = coin ? [...shown, `coin (${percent(coin.probability)})`] : shown;
  return { value, notes };
}

function regionSentence({ low, high, rows }: ReturnType<ScoreCurves['rejectOption']>['region']): string {
  if (rows === 0) return 'The critical region is empty: group membership decides no case.';
  const to = Number.isFinite(high) ? `below ${shortNumber(high)}` : 'all higher scores';
  return `Critical region: scores from ${shortNumber(low)} to ${to}. Only group membership decides in this region, for about ${showCount(rows)} rows.`;
}

const costNames = {
  falsePositive: 'the mean score of negatives',
  falseNegative: '1 minus the mean score of positives',
  weighted: 'half the sum of the mean score of negatives and the mean shortfall of positives’ scores below 1',
} as const;

function calibratedSection(
  { rate, threshold, heldOut, scores, before, ...outcome }: NonNullable<ThresholdReport['calibrated']>,
  report: ThresholdReport,
): Document {
  const cost = `Cost: ${costNames[rate ?? 'weighted']}. Withheld scores are replaced with the group’s base rate.`;
  const columns = ['Base rate', 'Mean score', 'Cost before', 'Cost after'];
  const headings = [...columns.map((heading) => ({ heading })), { heading: 'Withheld', format: 'percent' as const }];
  const table: DocumentTable = {
    caption: 'Scores by group',
    heading: 'Group',
    columns: headings,
    rows: scores.map(({ name, baseRate, meanScore, costBefore, costAfter, withheld }) => ({
      name,
      group: name,
      cells: [baseRate, meanScore, costBefore, costAfter, withheld],
    })),
  };
  const change: DocumentTable = {
    caption: `With threshold ${threshold}`,
    heading: 'Scores',
    columns: [
      { heading: getMeasure(report) },
      { heading: 'Gap in true or false positive rates' },
      { heading: 'Cost on held-out rows, compared with the best thresholds per group' },
    ],
    rows: [
      { name: 'Before', cells: [before.value, before.gap] },
      { name: 'After', cells: [outcome.value, outcome.gap, signed(heldOut?.cost)] },
    ],
  };
  return {
    name: 'thresholds-calibrated',
    title: 'Calibrated equalized odds (equal cost of errors)',
    blocks: [
      table,
      { texts: outcome.reason ? [cost, `Undefined: ${outcome.reason}.`] : [cost] },
      ...(outcome.reason ? [] : [change]),
    ],
  };
}

const percent = (share: number) => `${Number((100 * share).toFixed(1))}%`;

const shortNumber = (value: number) => String(Number(value.toPrecision(4)));

/** Explains the figures and their limits. */
function getNotes(report: ThresholdReport): string[] {
  const { constraints, confidence = 0.95, share = 0, seed, deterministic, tolerance, favored } = report;
  const costs = constraints.flatMap(({ heldOut }) => (heldOut ? [heldOut.cost] : []));
  const reasons = costs.flatMap(({ reason, warning }) => reason ?? warning ?? []);
  const hasCoin = constraints.some(({ equalized }) => equalized.groups.some(({ coin }) => coin));
  return [
    'Cost: loss in the objective compared with each group’s own best threshold. Gap: the largest difference between two groups’ rates; “before” means with each group’s own best threshold.',
    ...(costs.length > 0
      ? [
          `Held-out rows: thresholds were chosen on ${percent(1 - share)} of the rows and applied to the others (seed ${seed}); with ${showConfidence(confidence)} confidence intervals.`,
        ]
      : ['No rows were held out, because weighted rows cannot be split at random.']),
    ...[...new Set(reasons)].map((text) => `Held-out rows: ${text}.`),
    ...(deterministic || favored || tolerance === 1
      ? []
      : [
          'If a group has several thresholds, one is drawn at random for each person, with the probabilities in parentheses.',
        ]),
    ...(hasCoin ? ['Coin: the fraction of people who are decided at random, regardless of score.'] : []),
  ];
}

/** Returns the chart of the best value for each remaining gap; undefined if there is no curve. */
export function frontierFigure(
  { constraint, frontier = [], equalized, gapBefore }: Constrained,
  report: ThresholdReport,
): Figure | undefined {
  const points = frontier.map(({ tolerance, value }) => [tolerance, value] as const);
  const marks = [
    { name: `chosen here: gap ${showNumber(equalized.gap)}`, gap: equalized.gap, value: equalized.value },
    { name: 'best thresholds per group', gap: gapBefore ?? Number.NaN, value: report.unconstrained.value },
  ].filter(({ gap, value }) => Number.isFinite(gap) && Number.isFinite(value));
  if (points.length === 0 || marks.length === 0) return undefined;
  const lines = [
    { name: 'best thresholds for each gap', points },
    ...marks.map(({ name, gap, value }) => ({ name, points: [[gap, value] as const] })),
  ];
  const measure = getMeasure(report);
  return {
    caption: `Best ${measure.toLowerCase()} by remaining gap: ${equals[constraint]}. Group thresholds are unlawful in many places`,
    across: 'Largest gap between two groups',
    up: measure,
    lines,
    ...extent(lines.flatMap((line) => line.points)),
  };
}

// Gaps start at 0, values have a margin.
function extent(points: readonly (readonly [number, number])[]): Pick<Figure, 'span' | 'rise'> {
  const widest = getMax(points.map(([gap]) => gap));
  const values = points.map(([, value]) => value);
  const [low, high] = [getMin(values), getMax(values)];
  const room = high > low ? 0.15 * (high - low) : 0.01;
  return { span: [0, widest > 0 ? widest : 0.01], rise: [low - room, high + room] };
}

/** Returns the first and the last item, and evenly spaced ones between them. */
function some<T>(list: readonly T[], max: number): T[] {
  if (list.length <= max) return [...list];
  const step = (list.length - 1) / (max - 1);
  return Array.from({ length: max }, (_, i) => list[Math.round(i * step)] as T);
}

const maxPoints = 40; // maximum number of rows in the curve's table; JSON has all points

function frontierTable({ frontier = [] }: Constrained, report: ThresholdReport): DocumentTable {
  const points = some(frontier, maxPoints);
  const cut = points.length < frontier.length ? `, ${points.length} of ${frontier.length} points` : '';
  return {
    caption: `The curve as a table: best value at each remaining gap${cut}`,
    heading: 'Largest gap',
    columns: [{ heading: getMeasure(report) }, { heading: 'Cost' }],
    rows: points.map(({ tolerance, value, cost }) => ({ name: showNumber(tolerance), cells: [value, cost] })),
    isFolded: true,
  };
}

const maxTableRows = 12;

/** Describes the best accuracy for each remaining gap. */
export function describeFrontier({ by, constraint, points, single, present }: Frontier): Document {
  const caption = `${titles[constraint] ?? constraint}: best accuracy by gap`;
  const rows = [
    ...some(points, maxTableRows).map((point) => ({ name: 'Thresholds by group', point })),
    { name: 'Best single threshold', point: single },
    ...(present ? [{ name: 'Decisions of the report', point: present }] : []),
  ];
  const getNumber = (value: number | null) => value ?? Number.NaN;
  return {
    name: 'frontier',
    title: 'Cost of equality',
    blocks: [
      {
        texts: [
          `${titles[constraint] ?? constraint}, by ${by.join(' and ')}: the best accuracy of group-specific thresholds for each remaining gap. The thresholds were chosen on the same rows, so the accuracy on new rows would be lower.`,
        ],
      },
      unlawful,
      {
        caption,
        across: 'Largest gap',
        up: 'Accuracy',
        lines: [
          {
            name: 'Thresholds by group',
            points: points.map(({ gap, accuracy }) => [getNumber(gap), getNumber(accuracy)] as const),
          },
        ],
      },
      {
        caption,
        heading: 'Policy',
        columns: [{ heading: 'Largest gap' }, { heading: 'Accuracy' }],
        rows: rows.map(({ name, point }) => ({ name, cells: [point.gap, point.accuracy] })),
      },
    ],
  };
}
