// SPDX-License-Identifier: Apache-2.0
//
// Radio buttons that select the breakdown of a report.

import { html, nothing } from 'lit';

/** Renders nothing if there is only one breakdown. */
export const breakdownRadios = (
  breakdowns: readonly { by: readonly string[] }[],
  chosen: number,
  choose: (place: number) => void,
) =>
  breakdowns.length < 2
    ? nothing
    : html`
        <fieldset class="breakdowns">
          <legend>Groups by</legend>
          <div class="row">
            ${breakdowns.map(
              ({ by }, i) => html`
                <label>
                  <input
                    type="radio"
                    name="breakdown"
                    .checked=${i === chosen}
                    @change=${() => choose(i)}
                  />
                  ${by.join(' × ')}
                </label>
              `,
            )}
          </div>
        </fieldset>
      `;
