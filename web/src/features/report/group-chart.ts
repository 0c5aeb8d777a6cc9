// SPDX-License-Identifier: Apache-2.0
//
// Common parts of charts with one row per group: names at the left, an axis in the measure's unit, and a line at the
// value that groups are compared with.

import type { Metric } from 'fairwasm';
import { getMax, getMin } from '#fairwasm/core/extremes.js';
import { getUnit, valueText } from '../../widgets/number.js';
import { chartStyle, type Plot, tipLook } from '../../widgets/plot-chart.js';

/** The value that groups are compared with. */
export interface Line {
  value: number;
  text: string;
}

/** The value of no difference, if the measure has one. */
export function idealLine(metric: Metric): Line | undefined {
  const { ideal } = metric;
  if (ideal === undefined) return undefined;
  return { value: ideal, text: `no difference: ${valueText(ideal, getUnit(metric))}` };
}

/** Maximum number of groups in a chart; the table lists all. */
export const maxGroups = 30;

type Domain = readonly [low: number, high: number];

const letterWidth = 6.9; // approximate width of the labels

/** Size, margins, and axes. */
export function groupFrame(metric: Metric, groups: readonly string[], domain: Domain, width: number) {
  const unit = getUnit(metric);
  const longest = Math.floor((width * 0.4 - 16) / letterWidth);
  const name = (group: string) => shorten(group, longest);
  return {
    width,
    height: 62 + groups.length * 34,
    marginLeft:
      16 +
      letterWidth *
        getMax(
          groups.map((group) => name(group).length),
          0,
        ),
    marginRight: 72,
    marginTop: 26,
    marginBottom: 36,
    style: chartStyle,
    x: {
      domain,
      label: null,
      ticks: ticksIn(width),
      tickFormat: (number: number) => valueText(number, unit).replace(/\.0+(?=\D|$)/, ''),
    },
    y: { domain: groups, label: null, tickSize: 0, tickFormat: name },
  };
}

/** Wide enough for all values and for the line. */
export function getDomain(metric: Metric, values: readonly number[], line: Line | undefined): Domain {
  const unit = getUnit(metric);
  if (unit === 'share') return [0, 1];
  const all = [...values, line?.value ?? 0, unit === 'multiple' ? 0 : (line?.value ?? 0)];
  const [min, max] = [getMin(all), getMax(all)];
  const room = (max - min || 0.1) * 0.16;
  return [min === 0 && unit === 'multiple' ? 0 : min - room, max + room];
}

/** The grid, and the line with its label. */
export function backgroundMarks(plot: Plot, line: Line | undefined, domain: Domain, width: number) {
  const grid = plot.gridX({ ticks: ticksIn(width), stroke: 'var(--rule)', strokeOpacity: 1 });
  if (!line) return [grid];
  return [
    grid,
    plot.ruleX([line.value], { stroke: 'var(--ink)', strokeWidth: 1.5 }),
    plot.text([line], {
      x: 'value',
      frameAnchor: 'top',
      dy: -16,
      text: 'text',
      fill: 'var(--soft)',
      textAnchor: getAnchor(line.value, domain),
    }),
  ];
}

/** The text for the row at the pointer; the table contains the same information. */
export function tipMark<T>(
  plot: Plot,
  items: readonly T[],
  { value, text }: { value: (item: T) => number; text: (item: T) => string },
) {
  return plot.tip(items as T[], plot.pointerY({ x: value, y: 'group', title: text, ...tipLook }));
}

const ticksIn = (width: number) => Math.max(2, Math.round(width / 150));

function getAnchor(value: number, [min, max]: Domain): 'start' | 'middle' | 'end' {
  const place = (value - min) / (max - min);
  if (place < 0.3) return 'start';
  return place > 0.7 ? 'end' : 'middle';
}

// Names of intersectional groups differ at both ends, so the middle is cut.
export function shorten(name: string, longest: number): string {
  if (name.length <= longest) return name;
  const half = Math.max(1, Math.floor((longest - 1) / 2));
  return `${name.slice(0, half).trimEnd()}…${name.slice(-half).trimStart()}`;
}
