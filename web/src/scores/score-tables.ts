// SPDX-License-Identifier: Apache-2.0
//
// Tables of scores by group: one of all groups, and the curves of the selected groups.

import type { ScoreGroup } from 'fairwasm';
import { html } from 'lit';
import { countText, valueText } from '../parts/number.js';
import type { NamedScores } from './score-sheet.js';

/** Discrimination and calibration of the scores, with one row per group. */
export const figuresTable = (groups: readonly NamedScores[]) => html`
  <div class="scroll" tabindex="0" role="region" aria-label="Figures of the scores">
    <table>
      <thead>
        <tr>
          <th scope="col">Group</th>
          <th scope="col">Rows</th>
          <th scope="col">AUC (area under the ROC curve)</th>
          <th scope="col">Calibration error</th>
          <th scope="col">Brier score</th>
          <th scope="col">Mean score</th>
          <th scope="col">Positive outcomes</th>
        </tr>
      </thead>
      <tbody>
        ${groups.map(
          (group) => html`
            <tr>
              <th scope="row">${group.name}</th>
              <td>${countText(group.rows)}</td>
              <td>${valueText(group.areaUnderCurve, 'number')}</td>
              <td>${valueText(group.expectedCalibrationError, 'share')}</td>
              <td>${valueText(group.brierScore, 'number')}</td>
              <td>${valueText(group.meanScore, 'share')}</td>
              <td>${valueText(group.positives / (group.positives + group.negatives), 'share')}</td>
            </tr>
          `,
        )}
      </tbody>
    </table>
  </div>
`;

/** The points of a group's curves. */
export const curveTables = (group: NamedScores) => html`
  ${calibrationTable(group)} ${rocTable(group)}
`;

const calibrationTable = ({ name, calibrationCurve }: NamedScores) => html`
  <div class="scroll" tabindex="0" role="region" aria-label="Calibration of ${name}">
    <table>
      <caption>Calibration of ${name}</caption>
      <thead>
        <tr>
          <th scope="col">Scores up to</th>
          <th scope="col">Weight</th>
          <th scope="col">Mean score</th>
          <th scope="col">Positive outcomes</th>
        </tr>
      </thead>
      <tbody>
        ${calibrationCurve.map(
          ({ upper, weight, meanScore, positiveRate }) => html`
            <tr>
              <th scope="row">${valueText(upper, 'share')}</th>
              <td>${valueText(weight, 'number')}</td>
              <td>${valueText(meanScore, 'share')}</td>
              <td>${valueText(positiveRate, 'share')}</td>
            </tr>
          `,
        )}
      </tbody>
    </table>
  </div>
`;

const rocTable = ({ name, rocCurve }: NamedScores) => html`
  <div class="scroll" tabindex="0" role="region" aria-label="ROC of ${name}">
    <table>
      <caption>ROC of ${name} at about ten thresholds</caption>
      <thead>
        <tr>
          <th scope="col">Threshold</th>
          <th scope="col">True positive rate</th>
          <th scope="col">False positive rate</th>
        </tr>
      </thead>
      <tbody>
        ${tenOf(rocCurve).map(
          ({ threshold, truePositiveRate, falsePositiveRate }) => html`
            <tr>
              <th scope="row">${valueText(threshold, 'number')}</th>
              <td>${valueText(truePositiveRate, 'share')}</td>
              <td>${valueText(falsePositiveRate, 'share')}</td>
            </tr>
          `,
        )}
      </tbody>
    </table>
  </div>
`;

function tenOf(points: ScoreGroup['rocCurve']): ScoreGroup['rocCurve'] {
  const step = Math.max(1, Math.ceil(points.length / 11));
  return points.filter((_, i) => i % step === 0 || i === points.length - 1);
}
