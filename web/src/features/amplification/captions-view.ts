// SPDX-License-Identifier: Apache-2.0
//
// Results for captions: the value with its interval, and the words that contribute most.

import { css, html, LitElement, nothing } from 'lit';
import { figureStyle } from '../../widgets/figures.js';
import { countText } from '../../widgets/number.js';
import { style } from '../../widgets/style.js';
import { captionMatrix, signedText } from './arithmetic.js';
import { correctedText } from './corrected-text.js';
import type { CaptionResults } from './protocol.js';
import './matrix-view.js';

export class CaptionsView extends LitElement {
  static override properties = { results: { attribute: false }, hasOwnWords: { type: Boolean } };
  declare results: CaptionResults;
  /** True if the user edited the words that indicate a group. */
  declare hasOwnWords: boolean;

  override render() {
    const { value, reason, biasedPairs, warnings, captions, groups, pairs } = this.results;
    const told = (which: 'train' | 'test') =>
      `${countText(captions[which].mentioning)} of ${countText(captions[which].all)}`;
    return html`
      <section class="value" aria-label="Value">
        <p class="figure">${Number.isNaN(value) ? 'undefined' : signedText(value)}</p>
        <p class="soft small">
          ${reason ?? ''} ${countText(biasedPairs)} pairs of a word and a group are biased in the training captions.
        </p>
        ${warnings.map((warning) => html`<p class="warning">${warning}</p>`)}
        ${correctedText(this.results)}
        <p>
          Mean bias amplification: if training captions use a word more for one group than for the
          others, do the model’s captions use it even more exclusively for that group? Above 0: on average, they do.
        </p>
        <p class="small soft">
          A group (${groups.join(', ')}) is mentioned in ${told('train')} training captions and in
          ${told('test')} of the model’s. ${this.hasOwnWords ? 'Word lists: custom. Formula:' : 'Word lists and formula:'}
          the gender-neutral captioning project.
        </p>
      </section>
      <h2>The words that drive it</h2>
      ${
        pairs.length > 0
          ? html`<matrix-view .matrix=${captionMatrix(this.results)}></matrix-view>`
          : html`<p>
              In the training captions, no word occurs more often with one group than with another, so there is no bias
              to amplify. Only captions that mention a group count, such as “${groups.join('” or “')}”.
            </p>`
      }
      ${pairs.length > 0 ? html`<p class="small soft">${few(this.results)}</p>` : nothing}
    `;
  }

  static override styles = [
    style,
    figureStyle,
    css`
      .value {
        margin-top: 1.5rem;
      }
      h2 {
        margin-top: 2.25rem;
      }
    `,
  ];
}

const enough = 200;

const few = ({ captions }: CaptionResults): string =>
  Math.min(captions.train.mentioning, captions.test.mentioning) < enough
    ? `Fewer than ${enough} captions mention a group in one of the two sets: most words occur only once or twice, so the results are unreliable.`
    : '';

customElements.define('captions-view', CaptionsView);
