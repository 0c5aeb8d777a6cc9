// SPDX-License-Identifier: Apache-2.0
//
// One finding: the figure, its interpretation, and its uncertainty.

import type { Metric, Report } from 'fairwasm';
import { html, nothing } from 'lit';
import { rangeText, unitOf, valueText } from '../parts/number.js';
import type { Finding } from './ranking.js';
import { adverseText, chanceText, comparison, confidenceText, unseenText } from './words.js';

/** One finding as a list item; `show` is called to show all groups by its measure. */
export function findingItem(
  { metric, group, warning, estimate }: Finding,
  reference: string,
  uncertainty: Report['uncertainty'],
  show: (metric: Metric) => void,
) {
  const caution = warning ? ` Few cases: ${warning}.` : '';
  const { ci } = estimate;
  return html`
    <li>
      <div class="lead">
        <data value=${estimate.value}>${valueText(estimate.value, unitOf(metric))}</data>
        <button class="plain small" @click=${() => show(metric)}>
          Show all groups<span class="spoken"> by ${metric.title}</span>
        </button>
      </div>
      <h3>${metric.title}: ${group}</h3>
      <p>
        ${comparison(metric, estimate, group, reference)}
        ${adverseText(metric, estimate, group, reference)}${caution}
      </p>
      ${
        uncertainty && ci
          ? html`<p class="sure">
              ${confidenceText(uncertainty)} interval: ${rangeText(ci, unitOf(metric))}.
              ${chanceText(estimate, metric.ideal ?? 0, uncertainty)}
              ${unseenText(estimate, metric.ideal ?? 0)}
            </p>`
          : nothing
      }
      <p class="small soft">${metric.meaning}</p>
    </li>
  `;
}
