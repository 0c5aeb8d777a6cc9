// SPDX-License-Identifier: Apache-2.0
//
// A chart of the cost of equalizing: the best value for each remaining gap, from none to the gap of each
// group's own best thresholds, with the chosen point. The SVG contains only numbers and escaped strings.

import { showNumber } from '../document/format.js';
import { escapeHtml } from '../document/html.js';
import { type Constrained, equals, measureOf, type ThresholdReport } from './thresholds-shown.js';

const [width, height] = [420, 330] as const;
const area = { left: 64, right: width - 16, top: 28, bottom: height - 72 } as const;
const labelHeight = 18;

interface Mark {
  kind: string;
  name: string;
  gap: number;
  value: number;
}

const isDrawn = ({ gap, value }: Mark) => Number.isFinite(gap) && Number.isFinite(value);

function marksOf({ equalized, gapBefore }: Constrained, report: ThresholdReport): Mark[] {
  const { unconstrained } = report;
  const here = { kind: 'here', gap: equalized.gap, value: equalized.value };
  return [
    { ...here, name: `chosen here: gap ${showNumber(equalized.gap)}` },
    { kind: 'free', name: 'best thresholds per group', gap: gapBefore, value: unconstrained.value },
  ].filter(isDrawn);
}

/** Returns the chart as an SVG element, or an empty string if there is no curve. */
export function frontierSvg(constrained: Constrained, report: ThresholdReport): string {
  const { constraint, frontier } = constrained;
  const marks = marksOf(constrained, report);
  if (frontier.length === 0 || marks.length === 0) return '';
  const [widest, low, high] = extent([
    ...frontier.map(({ tolerance, value }) => [tolerance, value] as const),
    ...marks.map(({ gap, value }) => [gap, value] as const),
  ]);
  const x = (gap: number) => round(area.left + (gap / widest) * (area.right - area.left));
  const y = (value: number) =>
    round(area.bottom - ((value - low) / (high - low)) * (area.bottom - area.top));
  const line = frontier.map(({ tolerance, value }) => `${x(tolerance)},${y(value)}`).join(' ');
  const measure = measureOf(report);
  const title = escapeHtml(`Best ${measure} by remaining gap: ${equals[constraint]}`);
  const middle = (area.left + area.right) / 2;
  const [up, down] = [round((area.top + area.bottom) / 2), area.bottom];
  return `<svg class="frontier" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="${title}">
<path class="axis" d="M${area.left} ${area.top}V${down}H${area.right}"/>
${[low, (low + high) / 2, high].map((value) => `<text x="${area.left - 8}" y="${y(value) + 4}" text-anchor="end">${showNumber(value)}</text>`).join('')}
${[0, widest / 2, widest].map((gap) => `<text x="${x(gap)}" y="${down + 18}" text-anchor="middle">${showNumber(gap)}</text>`).join('')}
<text x="${middle}" y="${height - 30}" text-anchor="middle">Largest gap between two groups</text>
<text x="${middle}" y="${height - 8}" text-anchor="middle">Group thresholds are unlawful in many places.</text>
<text transform="translate(16 ${up}) rotate(-90)" text-anchor="middle">${escapeHtml(measure)}</text>
<polyline class="line" points="${line}"/>
${labelled(marks, x, y, typeof report.objective === 'object').join('\n')}
</svg>`;
}

const round = (value: number) => Number(value.toFixed(1));

// The range of the axes: gaps start at 0, values have a margin.
function extent(points: readonly (readonly [number, number])[]): [number, number, number] {
  const widest = Math.max(...points.map(([gap]) => gap));
  const values = points.map(([, value]) => value);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const room = high > low ? 0.15 * (high - low) : 0.01;
  return [widest > 0 ? widest : 0.01, low - room, high + room];
}

// Marks are labeled on the empty side of the curve: its slope decreases for values and increases for costs.
function labelled(
  marks: readonly Mark[],
  x: (gap: number) => number,
  y: (value: number) => number,
  isCost: boolean,
): string[] {
  const taken: number[] = [];
  return marks.map(({ kind, name, gap, value }) => {
    const [across, at] = [x(gap), y(value)];
    const isRight = across > (area.left + area.right) / 2;
    const step = isRight === isCost ? labelHeight : -labelHeight;
    let place = at + (isRight === isCost ? labelHeight : -10);
    while (taken.some((other) => Math.abs(other - place) < labelHeight)) place += step;
    taken.push(place);
    const inside = Math.min(Math.max(place, 14), area.bottom - 6);
    return `<circle class="${kind}" cx="${across}" cy="${at}" r="5"/><text class="${kind}" x="${across + (isRight ? 4 : 8)}" y="${inside}" text-anchor="${isRight ? 'end' : 'start'}">${escapeHtml(name)}</text>`;
  });
}

/** Styles of the chart for light and dark color schemes. */
export const frontierStyle = `.frontier { display: block; width: 100%; max-width: 34rem; height: auto; font: 13px system-ui, sans-serif; }
.frontier text { fill: #5a5f68; } .frontier .here { fill: #3450d8; } .frontier text.here { font-weight: 600; }
.frontier circle.free { fill: #fff; stroke: #5a5f68; stroke-width: 2; }
.frontier .axis { fill: none; stroke: #9aa0ab; } .frontier .line { fill: none; stroke: #3450d8; stroke-width: 2; }
@media (prefers-color-scheme: dark) { .frontier text { fill: #a3a8b2; } .frontier .here, .frontier text.here { fill: #9fb0ff; }
  .frontier circle.free { fill: #16181c; stroke: #a3a8b2; } .frontier .axis { stroke: #5a5f68; } .frontier .line { stroke: #9fb0ff; } }`;

/** Returns the chart as an SVG file; without a curve, the file states why. */
export function frontierFile(report: ThresholdReport, constrained: Constrained): string {
  const drawn = frontierSvg(constrained, report);
  const why = escapeHtml(constrained.equalized.reason ?? 'nothing to draw');
  const svg =
    drawn ||
    `<svg class="frontier" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} 60"><text x="16" y="36">Undefined: ${why}</text></svg>`;
  return `${svg.replace('>', `><style>${frontierStyle}</style>`)}\n`;
}
