// SPDX-License-Identifier: Apache-2.0
//
// Two values of the same figure, next to each other.

import type { Estimate } from 'fairwasm';
import { html } from 'lit';
import { valueText } from '../../widgets/number.js';

interface Named {
  name: string;
  estimate: Estimate;
}

export const twoValues = (paper: Named, library: Named) => html`
  <dl class="big">
    ${[paper, library].map(
      ({ name, estimate }, i) => html`
        <div>
          <dt>${name}</dt>
          <dd class=${i === 1 ? 'second' : ''}>${valueText(estimate.value, 'points')}</dd>
        </div>
      `,
    )}
  </dl>
`;
