// SPDX-License-Identifier: Apache-2.0
//
// Panels for results of other modules: cost of group-specific thresholds, worst slices, amplification,
// leakage, and certified robustness.

import type {
  ExtraAmplification,
  ExtraChance,
  ExtraFrontier,
  ExtraLeakage,
  ExtraRobustness,
  ExtraSlices,
  ExtraThresholds,
} from '../../audit/extras.js';
import type { Estimate } from '../../core/estimate.js';
import { showConfidence, showCount, showProbability } from '../../document/format.js';
import { cutNote, figureOf, type Panel, showFigure, showWithInterval } from './panel.js';

const constraintTitles: Readonly<Record<string, string>> = {
  demographicParity: 'Demographic parity',
  equalOpportunity: 'Equal opportunity',
  predictiveEquality: 'Predictive equality',
  equalizedOdds: 'Equalized odds',
};

const showThresholds = (each: readonly { threshold: number; probability: number }[]) =>
  each
    .map(({ threshold, probability }) =>
      probability === 1
        ? showFigure(threshold)
        : `${showFigure(threshold)} (${showFigure(probability)})`,
    )
    .join(' or ');

export function thresholdsPanel(result: ExtraThresholds): Panel {
  const { by, objective, tolerance, unconstrained, constraints } = result;
  const of = by.join(' and ');
  const best = typeof objective === 'string' ? objective : 'the given costs';
  const policies = [
    { name: 'Without a constraint', policy: unconstrained, heldOut: undefined },
    ...constraints.map(({ constraint, equalized, heldOut }) => ({
      name: constraintTitles[constraint] ?? constraint,
      policy: equalized,
      heldOut,
    })),
  ];
  return {
    name: 'thresholds',
    title: 'Cost of equalizing with thresholds',
    said: [
      `Best ${best} of thresholds by ${of}, if rates may differ by ${showFigure(tolerance)}. This is not a recommendation: thresholds that differ by group treat people with equal scores differently because of their group.`,
    ],
    figures: [],
    tables: [
      {
        caption: 'Value and cost',
        headings: ['Constraint', 'Value', 'Cost', 'Cost on held-out rows', 'Gap'],
        rows: policies.map(({ name, policy, heldOut }) => ({
          name,
          cells: [
            showFigure(policy.value),
            showFigure(policy.cost),
            heldOut === undefined ? '' : showWithInterval(heldOut.cost),
            showFigure(policy.gap),
          ],
        })),
      },
      ...policies.map(({ name, policy }) => ({
        caption: `Thresholds: ${name}`,
        headings: [
          ...['Group', 'Threshold (with probability)', 'Selection rate'],
          ...['True positive rate', 'False positive rate', 'Accuracy'],
        ],
        rows: policy.groups.map((group) => ({
          name: group.name,
          group: group.name,
          cells: [
            showThresholds(group.thresholds),
            showFigure(group.selectionRate),
            showFigure(group.truePositiveRate),
            showFigure(group.falsePositiveRate),
            showFigure(group.accuracy),
          ],
        })),
      })),
    ],
  };
}

const maxTableRows = 12;

/** Returns the first and the last item, and evenly spaced ones between them. */
function some<T>(list: readonly T[]): T[] {
  if (list.length <= maxTableRows) return [...list];
  const step = (list.length - 1) / (maxTableRows - 1);
  return Array.from({ length: maxTableRows }, (_, i) => list[Math.round(i * step)] as T);
}

export function frontierPanel(frontier: ExtraFrontier): Panel {
  const { by, constraint, points, single, present } = frontier;
  const title = constraintTitles[constraint] ?? constraint;
  const rows = [
    ...some(points).map((point) => ({ name: 'Thresholds by group', point })),
    { name: 'Best single threshold', point: single },
    ...(present ? [{ name: 'Decisions of the report', point: present }] : []),
  ];
  return {
    name: 'frontier',
    title: 'Cost of equality',
    said: [
      `${title}, by ${by.join(' and ')}: the best accuracy of group-specific thresholds for each remaining gap. The thresholds were chosen on the same rows, so the accuracy on new rows would be lower. This is not a recommendation: thresholds that differ by group treat people with equal scores differently because of their group.`,
    ],
    figures: [
      {
        caption: `${title}: best accuracy by gap`,
        across: 'Largest gap',
        up: 'Right decisions',
        lines: [
          {
            name: 'Thresholds by group',
            points: points.map(({ gap, accuracy }) => [figureOf(gap), figureOf(accuracy)] as const),
          },
        ],
      },
    ],
    tables: [
      {
        caption: `${title}: best accuracy by gap`,
        headings: ['Policy', 'Largest gap', 'Right decisions'],
        rows: rows.map(({ name, point }) => ({
          name,
          cells: [showFigure(point.gap), showFigure(point.accuracy)],
        })),
      },
    ],
  };
}

export function slicesPanel({ slices, rows, averageError, confidence, notes }: ExtraSlices): Panel {
  const interval = `${showConfidence(confidence)} interval`;
  return {
    name: 'slices',
    title: 'Slices with the highest errors',
    said: [
      `${showCount(rows)} rows with a mean error of ${showFigure(averageError.value)}. The ${interval}s hold simultaneously for all candidate slices.`,
      ...notes,
    ],
    figures: [],
    tables:
      slices.length === 0
        ? []
        : [
            {
              caption: 'The worst slices',
              headings: ['Slice', 'Rows', `Mean error (${interval})`, 'Score', 'p'],
              rows: slices.map((slice) => ({
                name: Object.entries(slice.conditions)
                  .map(([column, value]) => `${column} = ${value}`)
                  .join(', '),
                cells: [
                  showCount(slice.rows),
                  showWithInterval(slice.averageError),
                  showFigure(slice.score),
                  slice.pValue === undefined
                    ? ''
                    : showProbability({ value: 0, pValue: slice.pValue }),
                ],
              })),
            },
          ],
  };
}

const measures = [
  ['BA_MALS', 'BA_MALS (Zhao et al. 2017)'],
  ['DBA', 'Directional bias amplification (Wang and Russakovsky 2021)'],
  ['MDBA', 'Multi-attribute bias amplification (Zhao et al. 2023)'],
] as const;

export function amplificationPanel(result: ExtraAmplification): Panel {
  return {
    name: 'amplification',
    title: 'Bias amplification',
    said: [
      `${showCount(result.rows)} rows. A positive value means that predictions amplify associations in the labels. Formulas as in ${result.definition === 'paper' ? 'the papers' : result.definition}.`,
    ],
    figures: [],
    tables: [
      {
        caption: 'Amplification',
        headings: [
          'Measure',
          'Value',
          'By chance alone',
          'Corrected for chance (confidence interval)',
          'p',
        ],
        rows: measures.flatMap(([name, title]) => {
          const found: ExtraChance | undefined = result[name];
          if (!found) return [];
          const { byChance, corrected } = found;
          const signed = name !== 'MDBA';
          const pValue = (corrected ?? found).pValue;
          const cells = [
            showWithInterval(found, signed),
            byChance === undefined ? '' : showFigure(byChance, signed),
            corrected ? showWithInterval(corrected, signed) : '',
            pValue === undefined ? '' : pValue.toFixed(3),
          ];
          return [{ name: title, cells }];
        }),
      },
    ],
  };
}

export function leakagePanel(result: ExtraLeakage): Panel {
  const { definition, value, interval, overSeeds, coverage, trials, warnings } = result;
  const [low, high] = interval;
  const ci: Estimate = Number.isNaN(high - low) ? { value } : { value, ci: [low, high] };
  const rangeOf = (ends: readonly number[]) =>
    ends.map((end) => showFigure(end, true)).join(' to ');
  // Files without an interval over seeds have only that one.
  const spread = overSeeds
    ? `${showWithInterval(ci, true)}${ci.ci ? ' over rows' : ''}, from ${showCount(trials.length)} trials; over seeds ${rangeOf(overSeeds.interval)}.`
    : `${showFigure(value, true)}, from ${showCount(trials.length)} trials; over seeds ${rangeOf(interval)}.`;
  return {
    name: 'leakage',
    title: 'Leakage',
    said: [definition, `Leakage ${spread} ${coverage}`, ...warnings],
    figures: [],
    tables: [
      {
        caption: 'Quality of attackers by trial',
        headings: ['Trial', 'On labels', 'On predictions', 'Leakage'],
        rows: trials.map(({ lambdaD, lambdaM, leakage }, i) => ({
          name: String(i + 1),
          cells: [showFigure(lambdaD), showFigure(lambdaM), showFigure(leakage, true)],
        })),
      },
    ],
  };
}

export function robustnessPanel({ lipConst, overall, breakdowns, steps }: ExtraRobustness): Panel {
  const radii = overall.certifiedAccuracy.map(({ epsilon }) => epsilon);
  const headings = [
    ...['Group', 'Rows', 'Accuracy', 'Mean robustness'],
    ...radii.map((radius) => `Certified at ${showFigure(radius)}`),
  ];
  const rowOf = (group: ExtraRobustness['overall']) => ({
    name: group.name,
    group: group.name,
    cells: [
      showCount(group.rows),
      showWithInterval(group.accuracy),
      showWithInterval(group.averageRobustness),
      ...group.certifiedAccuracy.map((each) => showWithInterval(each)),
    ],
  });
  const parts = breakdowns.length === 0 ? [{ by: [], groups: [] }] : breakdowns;
  return {
    name: 'robustness',
    title: 'Certified robustness',
    said: [
      `With a Lipschitz constant of ${lipConst}: the proportion of rows that are correct, and remain correct if the input changes by at most the radius.`,
      ...cutNote(steps),
    ],
    figures: parts.map(({ by, groups }) => ({
      caption: `Certified accuracy${ofNames(by)}`,
      across: 'Radius',
      up: 'Proportion that remains correct',
      lines: [overall, ...groups].map(({ name, curve }) => ({
        name,
        points: curve.epsilon.map((x, i) => [x, curve.accuracy[i] ?? Number.NaN] as const),
      })),
    })),
    tables: parts.map(({ by, groups }) => ({
      caption: `Robustness${ofNames(by)}`,
      headings,
      rows: [overall, ...groups].map(rowOf),
    })),
  };
}

const ofNames = (by: readonly string[]) => (by.length === 0 ? '' : ` by ${by.join(' and ')}`);
