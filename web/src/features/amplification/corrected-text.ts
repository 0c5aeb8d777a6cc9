// SPDX-License-Identifier: Apache-2.0
//
// The amplification that is left after the correction for chance in the choice of the pairs.

import type { BiasAmplification } from 'fairwasm/amplification';
import { html, nothing } from 'lit';
import { showTest } from '#fairwasm/document/format.js';
import { signedText } from './arithmetic.js';

/** The value by chance alone, and the corrected value with its interval, p-value, and meaning. */
export function correctedText({ byChance, corrected }: Pick<BiasAmplification, 'byChance' | 'corrected'>) {
  if (!corrected) return nothing;
  const { value, ci, pValue, warning, reason } = corrected;
  const chance =
    byChance === undefined
      ? ''
      : `If the model amplified nothing, chance alone would make the value ${signedText(byChance)} on average. `;
  if (!ci || pValue === undefined) {
    const why = warning ?? reason;
    return html`<p class="small">${chance}${why ? `There is no confidence interval: ${why}.` : ''}</p>`;
  }
  return html`<p>
      Corrected for chance: <strong>${signedText(value)}</strong>, 95% confidence interval
      ${ci.map(signedText).join(' to ')} (${showTest(corrected)}). ${getMeaning(ci)}
    </p>
    <p class="small soft">
      ${chance}The uncorrected value uses the same rows to choose the pairs and to measure them, which biases it
      downward. The corrected value chooses pairs on one half of the rows and measures them on the other half.${warning ? ` Note: ${warning}.` : ''}
    </p>`;
}

function getMeaning([low, high]: readonly [number, number]): string {
  if (low > 0) return 'The predictions amplify bias.';
  if (high < 0) return 'The predictions are less biased than the truth.';
  return 'The data are compatible with no amplification, and with any value in the confidence interval.';
}
