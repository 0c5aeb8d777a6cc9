// SPDX-License-Identifier: Apache-2.0
//
// What stands beside the four-fifths rule: how many selections are missing, whether one more would turn the order, and tests.

import type { FourFifths } from 'fairwasm/impact';
import { html, nothing } from 'lit';
import { countText } from '../parts/number.js';

const yesOrNo = (value: boolean | undefined) => (value === undefined ? '–' : value ? 'yes' : 'no');
const missing = (value: number | undefined) =>
  value === undefined || Number.isNaN(value) ? '–' : countText(Math.max(0, Math.ceil(value)));
const probability = (value: number) =>
  Number.isNaN(value) ? '–' : value < 0.001 ? '< 0.001' : value.toFixed(3);

/** A table of each group against the one with the highest rate; nothing where there is no other. */
export function comparedTemplate(by: readonly string[], { groups, againstHighest }: FourFifths) {
  if (!againstHighest || againstHighest.comparisons.length === 0) return nothing;
  const { group: highest, comparisons } = againstHighest;
  const title = `Compared with ${highest}, by ${by.join(' and ')}`;
  const toPool = new Map(groups.map(({ name, shortfallToPool }) => [name, shortfallToPool]));
  const isSmall = comparisons.some(({ smallestCell }) => smallestCell < 5);
  return html`
    <div class="scroll" tabindex="0" role="region" aria-label=${title}>
      <table>
        <caption>${title}</caption>
        <thead>
          <tr>
            <th scope="col">Group</th>
            <th scope="col">Missing to parity</th>
            <th scope="col">Missing to the rate of all</th>
            <th scope="col">One moved reverses</th>
            <th scope="col">z</th>
            <th scope="col">p of z</th>
            <th scope="col">p, Fisher</th>
            <th scope="col">Smallest cell</th>
          </tr>
        </thead>
        <tbody>
          ${comparisons.map(
            ({ group, shortfallToParity, flip, z, zPValue, fisher, smallestCell }) => html`
              <tr>
                <th scope="row">${group}</th>
                <td>${missing(shortfallToParity)}</td>
                <td>${missing(toPool.get(group))}</td>
                <td>${yesOrNo(flip?.reverses)}</td>
                <td>${Number.isNaN(z) ? '–' : z.toFixed(2)}</td>
                <td>${probability(zPValue)}</td>
                <td>${probability(fisher.twoSided)}</td>
                <td>${countText(smallestCell)}</td>
              </tr>
            `,
          )}
        </tbody>
      </table>
    </div>
    <p class="small soft">
      Missing are selections, in whole people.
      ${groups.length > 2 ? 'Which group is the highest was found by looking: p-values against it are smaller than they ought to be.' : nothing}
      ${isSmall ? 'Where the smallest cell is below 5, Fisher’s test is the one to read.' : nothing}
    </p>
  `;
}
