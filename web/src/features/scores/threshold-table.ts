// SPDX-License-Identifier: Apache-2.0
//
// Thresholds by group: a slider with the rates at its value.

import type { ScoreGroup } from 'fairwasm';
import { css, html } from 'lit';
import type { GroupScores } from '#fairwasm/scores/stored-scores.js';
import { valueText } from '../../widgets/number.js';
import { scrollTable } from '../../widgets/scroll-table.js';

/** The rates at a threshold: those of the step with the smallest threshold that is not below it. */
export const pointAt = ({ rocCurve }: GroupScores, threshold: number): ScoreGroup['rocCurve'][number] | undefined =>
  rocCurve.filter((point) => point.threshold >= threshold).at(-1);

export const thresholdTable = (
  groups: readonly GroupScores[],
  getThreshold: (name: string) => number,
  set: (name: string, threshold: number) => void,
) => html`
  ${scrollTable(
    'Thresholds by group',
    ['Group', 'Threshold', 'Selection rate', 'True positive rate', 'False positive rate', 'Accuracy'],
    groups.map((group) => row(group, getThreshold(group.name), set)),
  )}
`;

function row(group: GroupScores, threshold: number, set: (name: string, threshold: number) => void) {
  const { name } = group;
  const point = pointAt(group, threshold);
  const share = (value: number | undefined) => html`<td>${valueText(value ?? Number.NaN, 'share')}</td>`;
  return html`
    <tr>
      <th scope="row">${name}</th>
      <td>${slider(name, threshold, (moved) => set(name, moved))}</td>
      ${share(point?.selectionRate)} ${share(point?.truePositiveRate)}
      ${share(point?.falsePositiveRate)} ${share(point?.accuracy)}
    </tr>
  `;
}

function slider(name: string, threshold: number, slide: (threshold: number) => void) {
  const text = Number.isFinite(threshold) ? valueText(threshold, 'number') : 'nobody';
  return html`
    <span class="slider">
      <input
        type="range"
        min="0"
        max="1"
        step="0.01"
        .value=${String(Math.min(1, threshold))}
        aria-label="Threshold of ${name}"
        aria-valuetext=${text}
        @input=${(event: Event) => slide((event.target as HTMLInputElement).valueAsNumber)}
      />
      <output>${text}</output>
    </span>
  `;
}

/** The width of the sliders, which stay next to their rates on narrow screens. */
export const thresholdStyle = css`
  .slider {
    vertical-align: middle;
    display: inline-flex;
    align-items: center;
    gap: 0.75rem;
  }
  .slider input {
    width: 9rem;
    accent-color: var(--accent);
    min-height: 1.75rem;
  }
  output {
    min-width: 3.5rem;
    text-align: end;
  }
  /* Shows the effect of a threshold next to it. */
  @media (max-width: 40rem) {
    .slider {
      flex-direction: column;
      align-items: end;
      gap: 0;
    }
    .slider input {
      width: 5.5rem;
    }
    th,
    td {
      padding-inline: 0.4rem;
    }
    tbody th {
      min-width: 5rem;
    }
  }
`;
