// SPDX-License-Identifier: Apache-2.0
//
// Results next to the four-fifths rule: missing selections, whether one more selection would reverse the order, and
// tests.

import type { ComparedWith, FourFifths } from 'fairwasm/impact';
import { html, nothing } from 'lit';
import { countText, rangeText, valueText } from '../parts/number.js';

const yesOrNo = (value: boolean | null | undefined) =>
  value === undefined || value === null ? '–' : value ? 'yes' : 'no';
const missing = (value: number | undefined) =>
  value === undefined || Number.isNaN(value) ? '–' : countText(Math.max(0, Math.ceil(value)));
const probability = (value: number) =>
  Number.isNaN(value) ? '–' : value < 0.001 ? '< 0.001' : value.toFixed(3);

/** Each group compared with the group with the highest rate, and with a fixed group, if there are others. */
export const comparedTemplate = (by: readonly string[], found: FourFifths) => html`
  ${against(by, found, found.againstHighest, false)} ${against(by, found, found.againstReference, true)}
`;

/** `isFixed`: compared with a group that was chosen beforehand, whose ratios no other table contains. */
function against(
  by: readonly string[],
  { groups }: FourFifths,
  found: ComparedWith | null,
  isFixed: boolean,
) {
  if (!found || found.comparisons.length === 0) return nothing;
  const { group: other, comparisons } = found;
  const title = `Compared with ${other}, ${isFixed ? 'the fixed group, ' : ''}by ${by.join(' and ')}`;
  const toPool = new Map(groups.map(({ name, shortfallToPool }) => [name, shortfallToPool]));
  const isSmall = comparisons.some(({ smallestCell }) => smallestCell < 5);
  return html`
    <div class="scroll" tabindex="0" role="region" aria-label=${title}>
      <table>
        <caption>${title}</caption>
        <thead>
          <tr>
            <th scope="col">Group</th>
            ${
              isFixed
                ? html`<th scope="col">Adverse impact ratio</th>
                    <th scope="col">Below four fifths</th>
                    <th scope="col">Shortfall to four fifths</th>`
                : nothing
            }
            <th scope="col">Shortfall to parity</th>
            <th scope="col">Shortfall to the overall rate</th>
            <th scope="col">One moved reverses</th>
            <th scope="col">z</th>
            <th scope="col">p of z</th>
            <th scope="col">p, Fisher</th>
            <th scope="col">Smallest cell</th>
          </tr>
        </thead>
        <tbody>
          ${comparisons.map((each) => {
            const { group, ratio, shortfallToParity, flip, z, zPValue, fisher, smallestCell } =
              each;
            return html`
              <tr>
                <th scope="row">${group}</th>
                ${
                  isFixed
                    ? html`<td>
                          ${valueText(ratio.value, 'number')}
                          ${ratio.ci ? html`<small>${rangeText(ratio.ci, 'number')}</small>` : nothing}
                        </td>
                        <td>${yesOrNo(each.belowFourFifths)}</td>
                        <td>${missing(each.shortfallToFourFifths)}</td>`
                    : nothing
                }
                <td>${missing(shortfallToParity)}</td>
                <td>${missing(toPool.get(group))}</td>
                <td>${yesOrNo(flip?.reverses)}</td>
                <td>${Number.isNaN(z) ? '–' : z.toFixed(2)}</td>
                <td>${probability(zPValue)}</td>
                <td>${probability(fisher.twoSided)}</td>
                <td>${countText(smallestCell)}</td>
              </tr>
            `;
          })}
        </tbody>
      </table>
    </div>
    <p class="small soft">
      Missing are selections, in whole people.
      ${isFixed ? 'A ratio is a group’s rate divided by the fixed group’s rate; it can be above 1.' : nothing}
      ${!isFixed && groups.length > 2 ? 'The group with the highest rate was chosen from the data, so p-values against it are too small.' : nothing}
      ${isSmall ? 'If the smallest cell is below 5, use Fisher’s test.' : nothing}
    </p>
  `;
}
