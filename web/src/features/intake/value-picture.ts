// SPDX-License-Identifier: Apache-2.0
//
// A small chart of a column's values: a histogram of numbers, or a bar for each of the most frequent values. The
// adjacent text contains the same information.

import { svg } from 'lit';
import { getMax } from '#fairwasm/core/extremes.js';
import { isMeasure } from '../../table/choice.js';
import type { ColumnProfile } from '../../table/profile.js';

const [width, height] = [96, 24] as const;
const maxBars = 24;

export function valuePicture(column: ColumnProfile) {
  const heights = getHeights(column);
  const top = getMax(heights, 1);
  const step = width / Math.max(heights.length, 4);
  return svg`
    <svg viewBox="0 0 ${width} ${height}" width=${width} height=${height} aria-hidden="true">
      ${heights.map((count, i) => {
        const tall = count > 0 ? Math.max(1, (count / top) * height) : 0;
        return svg`<rect x=${(i * step).toFixed(1)} y=${(height - tall).toFixed(1)} width=${Math.max(1, step - 1).toFixed(1)} height=${tall.toFixed(1)} fill="currentColor" />`;
      })}
    </svg>
  `;
}

function getHeights(column: ColumnProfile): readonly number[] {
  const { counts, histogram } = column;
  if (!isMeasure(column) || histogram === undefined) return counts.slice(0, maxBars);
  const bins = histogram.counts;
  if (bins.length <= maxBars) return bins;
  const wide = Array.from({ length: Math.ceil(bins.length / 2) }, (_, i) => i * 2);
  return wide.map((i) => (bins[i] as number) + (bins[i + 1] ?? 0));
}
