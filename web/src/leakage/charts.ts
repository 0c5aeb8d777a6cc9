// SPDX-License-Identifier: Apache-2.0
//
// The charts of this room: how good the attackers of each trial are, with the exact limits as lines, and
// how their losses fall.

import type { ExactLeakage } from 'fairwasm';
import { valueText } from '../parts/number.js';
import { chartStyle, type Draw } from '../parts/plot-chart.js';
import type { Learning, LossCurve } from './learning.js';

const percent = (value: number) => valueText(value, 'share').replace('.0', '');

const labels = { x: 'lambdaD', text: 'on the truth', color: 'var(--soft)' };
const predictions = { x: 'lambdaM', text: 'on predictions', color: 'var(--accent)' };

/** Two dots a trial, joined; dashed lines where the best possible attackers stand. */
export function drawTrials({ trials }: Learning, total: number, exact: ExactLeakage | null): Draw {
  const rows = trials.map(({ index, trial }) => ({ ...trial, number: index + 1 }));
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
  const [low, high] = values.length > 0 ? [Math.min(...values), Math.max(...values)] : [0, 1];
  const room = Math.max(0.02, (high - low) * 0.15);
  // The labels of the limits keep out of each other's way: the left one reads to the left.
  const [left] = [...limits].sort((a, b) => a.value - b.value);
  return (plot, width) =>
    plot.plot({
      width,
      height: Math.min(560, 92 + total * 24),
      marginLeft: 40,
      marginRight: 24,
      marginTop: 52,
      marginBottom: 44,
      style: chartStyle,
      x: {
        domain: [Math.max(0, low - room), Math.min(1, high + room)],
        label: 'answers that are right',
        labelAnchor: 'center',
        labelArrow: 'none',
        ticks: Math.max(2, Math.round(width / 120)),
        tickFormat: percent,
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
        plot.gridX({
          ticks: Math.max(2, Math.round(width / 120)),
          stroke: 'var(--rule)',
          strokeOpacity: 1,
        }),
        plot.ruleX(limits, {
          x: 'value',
          stroke: 'color',
          strokeWidth: 1.5,
          strokeDasharray: '5 4',
        }),
        ...limits.map((limit) =>
          plot.text([limit], {
            x: 'value',
            frameAnchor: 'top',
            dy: limit === left ? -28 : -12,
            dx: limit === left ? -4 : 4,
            text: () => `limit ${limit.text}`,
            textAnchor: anchorOf(
              limit === left,
              (limit.value - low + room) / (high - low + 2 * room),
              width,
            ),
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

// Towards the side that has room for the words.
function anchorOf(isLeft: boolean, place: number, width: number): 'start' | 'end' {
  const words = 140 / width;
  if (isLeft) return place < words ? 'start' : 'end';
  return place > 1 - words ? 'end' : 'start';
}

/** A line for the attackers that learn together; those who learnt before stand back. */
export function drawLosses(curves: readonly LossCurve[], epochs: number): Draw {
  const points = curves.flatMap(({ points }, curve) =>
    points.map((point) => ({ ...point, curve, isLast: curve === curves.length - 1 })),
  );
  const losses = points.map(({ loss }) => loss);
  const [low, high] = losses.length > 0 ? [Math.min(...losses), Math.max(...losses)] : [0, 1];
  const room = Math.max(0.002, (high - low) * 0.08);
  return (plot, width) =>
    plot.plot({
      width,
      height: 300,
      marginLeft: 52,
      marginRight: 24,
      marginTop: 28,
      marginBottom: 44,
      style: chartStyle,
      x: {
        domain: [0, epochs],
        label: 'times through all rows (epochs)',
        labelAnchor: 'center',
        labelArrow: 'none',
        ticks: Math.max(2, Math.round(width / 120)),
      },
      y: {
        label: 'loss',
        labelArrow: 'none',
        ticks: 5,
        domain: [low - room, high + room],
      },
      marks: [
        plot.gridY({ ticks: 5, stroke: 'var(--rule)', strokeOpacity: 1 }),
        plot.line(points, {
          x: 'epoch',
          y: 'loss',
          z: 'curve',
          stroke: 'var(--accent)',
          strokeWidth: 2,
          strokeOpacity: (point: { isLast: boolean }) => (point.isLast ? 1 : 0.4),
        }),
        plot.dot(
          points.filter((point, i) => points[i + 1]?.curve !== point.curve),
          { x: 'epoch', y: 'loss', r: 3, fill: 'var(--accent)' },
        ),
      ],
    });
}
