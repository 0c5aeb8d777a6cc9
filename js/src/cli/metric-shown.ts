// SPDX-License-Identifier: Apache-2.0
//
// Output of `fairwasm metric`: the values of one metric, as text or JSON.

import { getMax } from '../core/extremes.js';
import { oneLine, withMinus } from '../document/format.js';
import { padRight, wrap } from '../document/layout.js';
import type { Metric } from '../metrics/table.js';
import type { MetricValue } from './metric-rows.js';

/** Returns the values as JSON. NaN and infinity, which JSON lacks, become null with a reason. */
export function metricJson(
  metric: Metric,
  source: string,
  values: readonly MetricValue[],
  warnings: readonly string[] = [],
): string {
  const plain = values.map((value) =>
    Number.isFinite(value.value) ? value : { ...value, reason: getReason(metric, value) },
  );
  return `${JSON.stringify({ metric: metric.name, source, values: plain, ...(warnings.length > 0 && { warnings }) }, null, 2)}\n`;
}

const getReason = ({ undefinedWhen }: Metric, { value, reason }: MetricValue): string =>
  reason ?? (Number.isNaN(value) ? undefinedWhen : 'the value is infinite');

const digits = 4;

function showNumber(value: number): string {
  if (Number.isNaN(value)) return '–';
  if (!Number.isFinite(value)) return value > 0 ? '∞' : '−∞';
  const text = Math.abs(value) < 1e6 ? value.toFixed(digits) : value.toExponential(digits);
  return Number(text) === 0 ? text.replace('-', '') : withMinus(text);
}

/** Returns the values as lines for a terminal, grouped by breakdown. */
export function metricText(
  metric: Metric,
  values: readonly MetricValue[],
  { width, warnings = [] }: { width: number; warnings?: readonly string[] },
): string {
  const meaning = wrap(metric.meaning, Math.min(width, 100) - 2).map((line) => `  ${line}`);
  const nameWidth = Math.min(40, getMax(values.map(({ group }) => oneLine(group).length)));
  const lines = [metric.title, ...meaning];
  let heading: string | undefined;
  for (const value of values) {
    const next = getHeading(value);
    if (next !== heading) lines.push('', next);
    heading = next;
    const { ci } = value;
    const extras = Number.isFinite(value.value)
      ? (ci?.map(showNumber).join(' to ') ?? '')
      : `(${getReason(metric, value)})`;
    const text = `${padRight(oneLine(value.group), nameWidth)}  ${showNumber(value.value).padStart(10)}`;
    lines.push(`  ${text}  ${oneLine(extras)}`.trimEnd());
    if (value.warning) {
      for (const line of wrap(oneLine(value.warning), width - 4)) lines.push(`    ${line}`);
    }
    for (const line of getDetails(value, width)) lines.push(line);
  }
  if (values.some(({ ci }) => ci)) lines.push('', 'The ranges are 95% confidence intervals.');
  const warned = warnings.flatMap((each) => ['', ...wrap(oneLine(`Warning: ${each}`), Math.min(width, 100))]);
  return `${[...lines, ...warned].join('\n')}\n`;
}

function getHeading({ by, reference }: MetricValue): string {
  if (by.length === 0) return 'Overall';
  const compared = reference === undefined ? '' : `, compared with ${oneLine(reference)}`;
  return `By ${by.map(oneLine).join(' and ')}${compared}`;
}

// Long lists, such as a distance for each row, are only in JSON.
const maxListLength = 20;

function getDetails({ details = {} }: MetricValue, width: number): string[] {
  return Object.entries(details).flatMap(([name, detail]) => {
    if (Array.isArray(detail) && detail.length > maxListLength) return [];
    return wrap(oneLine(`${name}: ${showDetail(detail)}`), width - 4).map((line) => `    ${line}`);
  });
}

function showDetail(detail: unknown): string {
  if (Array.isArray(detail)) return detail.map(showDetail).join(', ') || 'none';
  if (typeof detail === 'number') return Number.isInteger(detail) ? String(detail) : showNumber(detail);
  if (typeof detail !== 'object' || detail === null) return String(detail);
  const parts = Object.entries(detail).map(([name, value]) => `${name} = ${showDetail(value)}`);
  return parts.join('; ') || 'all rows';
}
