// SPDX-License-Identifier: Apache-2.0
//
// The charts of the Leakage tab: the scores of the attackers in each trial and by epoch, with the expected scores of
// tables of counts as lines, and the attackers' losses.

import type { ExactLeakage } from 'fairwasm/predictability';
import { getMax, getMin } from '#fairwasm/core/extremes.js';
import { chartStyle, type Draw, type Plot } from '../../widgets/plot-chart.js';
import type { Curve, Learning, Point } from './learning.js';
import type { Setting } from './protocol.js';
import { getScore, lambdaUnit, tickText } from './score.js';

const labels = { x: 'lambdaD', text: 'on true labels', color: 'var(--soft)' };
const predictions = { x: 'lambdaM', text: 'on predictions', color: 'var(--accent)' };

/** Two connected dots per trial; dashed lines mark the mean for tables of counts. */
export function drawTrials({ trials }: Learning, setting: Setting, exact: ExactLeakage | null): Draw {
  const { trials: total } = setting;
  // A score is infinite if there are no errors; the table shows it.
  const rows = trials
    .map(({ index, trial }) => ({ ...trial, number: index + 1 }))
    .filter(({ lambdaD, lambdaM }) => Number.isFinite(lambdaD) && Number.isFinite(lambdaM));
  const limits = exact
    ? [
        { ...labels, value: exact.lambdaD },
        { ...predictions, value: exact.lambdaM },
      ]
    : [];
  const values = [
    ...rows.flatMap(({ lambdaD, lambdaM }) => [lambdaD, lambdaM]),
    ...limits.map(({ value }) => value),
  ].filter(Number.isFinite);
  const [low, high] = values.length > 0 ? [getMin(values), getMax(values)] : [0, 1];
  const isShare = lambdaUnit(setting) === 'share';
  const room = Math.max(isShare ? 0.02 : 1e-6, (high - low) * 0.15);
  // The labels of the limits must not overlap: the left one extends to the left.
  const [left] = [...limits].sort((a, b) => a.value - b.value);
  return (plot, width) =>
    plot.plot({
      width,
      height: Math.min(580, 92 + total * 44),
      marginLeft: 40,
      marginRight: 24,
      marginTop: 52,
      marginBottom: 44,
      style: chartStyle,
      x: {
        domain: [Math.max(0, low - room), Math.min(isShare ? 1 : Number.POSITIVE_INFINITY, high + room)],
        label: getScore(setting).axis,
        labelAnchor: 'center',
        labelArrow: 'none',
        ticks: Math.max(2, Math.round(width / 120)),
        tickFormat: tickText(setting),
      },
      y: {
        domain: [0.4, total + 0.6],
        reverse: true,
        label: 'trial',
        labelArrow: 'none',
        ticks: Math.min(total, 10),
        tickFormat: (tick: number) => (Number.isInteger(tick) && tick > 0 ? String(tick) : ''),
        tickSize: 0,
      },
      marks: [
        plot.gridX({ ticks: Math.max(2, Math.round(width / 120)), stroke: 'var(--rule)', strokeOpacity: 1 }),
        plot.ruleX(limits, { x: 'value', stroke: 'color', strokeWidth: 1.5, strokeDasharray: '5 4' }),
        ...limits.map((limit) =>
          plot.text([limit], {
            x: 'value',
            frameAnchor: 'top',
            dy: limit === left ? -28 : -12,
            dx: limit === left ? -4 : 4,
            text: () => `expected ${limit.text}`,
            textAnchor: getAnchor(limit === left, (limit.value - low + room) / (high - low + 2 * room), width),
            fill: 'var(--ink)',
          }),
        ),
        plot.link(rows, {
          x1: 'lambdaD',
          x2: 'lambdaM',
          y1: 'number',
          y2: 'number',
          stroke: 'var(--edge)',
          strokeWidth: 1.5,
        }),
        plot.dot(rows, {
          x: 'lambdaD',
          y: 'number',
          r: 4.5,
          stroke: labels.color,
          strokeWidth: 2,
          fill: 'var(--paper)',
        }),
        plot.dot(rows, { x: 'lambdaM', y: 'number', r: 5, fill: predictions.color }),
      ],
    });
}

// Toward the side with enough space for the label.
function getAnchor(isLeft: boolean, place: number, width: number): 'start' | 'end' {
  const words = 140 / width;
  if (isLeft) return place < words ? 'start' : 'end';
  return place > 1 - words ? 'end' : 'start';
}

/**
 * Scores by epoch of attackers that learn from true labels and from predictions, with the scores of tables of counts.
 */
export function drawScores(curves: readonly Curve[], setting: Setting, exact: ExactLeakage | null): Draw {
  const lines = [
    { ...labels, score: 'scoreD', limit: exact?.lambdaD },
    { ...predictions, score: 'scoreM', limit: exact?.lambdaM },
  ] as const;
  const points = getPoints(curves);
  const limits = lines.flatMap(({ limit, ...line }) => (limit === undefined ? [] : [{ ...line, value: limit }]));
  const [highest] = [...limits].sort((a, b) => b.value - a.value);
  const values = [...points.flatMap(({ scoreD, scoreM }) => [scoreD, scoreM]), ...limits.map(({ value }) => value)];
  return (plot, width) =>
    plot.plot({
      ...epochFrame(width, setting.epochs),
      y: {
        label: getScore(setting).axis,
        ...getScale(values, lambdaUnit(setting) === 'share' ? 0.02 : 1e-6),
        tickFormat: tickText(setting),
      },
      marks: [
        plot.gridY({ ticks: 5, stroke: 'var(--rule)', strokeOpacity: 1 }),
        plot.ruleY(limits, { y: 'value', stroke: 'color', strokeWidth: 1.5, strokeDasharray: '5 4' }),
        ...lines.flatMap(({ score, color }) => curveMarks(plot, points, score, color)),
        ...limits.map((limit) =>
          plot.text([limit], {
            y: 'value',
            frameAnchor: 'right',
            textAnchor: 'end',
            dy: limit === highest ? -9 : 10,
            text: () => `expected ${limit.text}`,
            fill: 'var(--ink)',
            stroke: 'var(--paper)',
            strokeWidth: 4,
          }),
        ),
      ],
    });
}

/** One line for the attackers that learn together; earlier ones are paler. */
export function drawLosses(curves: readonly Curve[], epochs: number): Draw {
  const points = getPoints(curves);
  const losses = points.map(({ loss }) => loss);
  return (plot, width) =>
    plot.plot({
      ...epochFrame(width, epochs),
      y: { label: 'loss', ...getScale(losses, 0.002) },
      marks: [
        plot.gridY({ ticks: 5, stroke: 'var(--rule)', strokeOpacity: 1 }),
        ...curveMarks(plot, points, 'loss', 'var(--accent)'),
      ],
    });
}

interface CurvePoint extends Point {
  curve: number;
  isLast: boolean;
}

const getPoints = (curves: readonly Curve[]): CurvePoint[] =>
  curves.flatMap(({ points }, curve) =>
    points.map((point) => ({ ...point, curve, isLast: curve === curves.length - 1 })),
  );

const epochFrame = (width: number, epochs: number) => ({
  width,
  height: 250,
  marginLeft: 52,
  marginRight: 24,
  marginTop: 28,
  marginBottom: 44,
  style: chartStyle,
  x: {
    domain: [0, epochs],
    label: 'times through all rows (epochs)',
    labelAnchor: 'center' as const,
    labelArrow: 'none' as const,
    ticks: Math.max(2, Math.round(width / 120)),
  },
});

function getScale(values: readonly number[], minMemory: number) {
  const finite = values.filter(Number.isFinite);
  const [low, high] = finite.length > 0 ? [getMin(finite), getMax(finite)] : [0, 1];
  const room = Math.max(minMemory, (high - low) * 0.08);
  return { domain: [low - room, high + room], ticks: 5, labelArrow: 'none' as const };
}

/** The curves of one quantity, each with a dot at its current position. */
function curveMarks(plot: Plot, points: readonly CurvePoint[], y: 'loss' | 'scoreD' | 'scoreM', color: string) {
  const known = points.filter((point) => Number.isFinite(point[y]));
  return [
    plot.line(known, {
      x: 'epoch',
      y,
      z: 'curve',
      stroke: color,
      strokeWidth: 2,
      strokeOpacity: (point: CurvePoint) => (point.isLast ? 1 : 0.4),
    }),
    plot.dot(
      known.filter((point, i) => known[i + 1]?.curve !== point.curve),
      { x: 'epoch', y, r: 3, fill: color },
    ),
  ];
}
