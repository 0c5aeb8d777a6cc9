// SPDX-License-Identifier: Apache-2.0
//
// Results for labels: one measure at a time, with its value, interval, meaning, and matrix.

import { css, html, LitElement, nothing } from 'lit';
import { fieldStyle, selectField } from '../../widgets/fields.js';
import { figureStyle } from '../../widgets/figures.js';
import { countText } from '../../widgets/number.js';
import { style } from '../../widgets/style.js';
import { getMatrix, measureTitles, signedText } from './arithmetic.js';
import { correctedText } from './corrected-text.js';
import { meanings, sources } from './meanings.js';
import type { CombinationMeasure, LabelResults, MeasureName } from './protocol.js';
import './matrix-view.js';

export class LabelsView extends LitElement {
  static override properties = { results: { attribute: false }, name: { state: true } };
  declare results: LabelResults;
  declare name: MeasureName | undefined;

  override render() {
    const { results } = this;
    const names = Object.keys(results.measures) as MeasureName[];
    const name = this.name && names.includes(this.name) ? this.name : (names[0] as MeasureName);
    const measure = results.measures[name];
    if (!measure) return html``;
    const matrix = getMatrix(name, results);
    return html`
      <div class="fields">
        ${selectField(
          { id: 'measure', title: 'Measure' },
          names.map((value) => ({ value, text: measureTitles[value] })),
          name,
          (value) => {
            this.name = value as MeasureName;
          },
        )}
      </div>
      <section class="value" aria-label="Value">
        <p class="figure">${Number.isNaN(measure.value) ? 'undefined' : signedText(measure.value)}</p>
        <p class="soft small">
          ${measure.reason ?? ''}
          ${measure.ci ? `95% confidence interval ${measure.ci.map(signedText).join(' to ')}.` : ''}
          ${
            measure.kind === 'combinations'
              ? `Over ${countText(measure.combinations)} combinations${sizeText(measure.maxSize)}.`
              : `Over ${countText(results.attributes.length)} attributes and ${countText(results.tasks.length)} tasks.`
          }
        </p>
        ${measure.kind === 'combinations' ? getChance(measure) : correctedText(measure)}
        <p>${meanings[name]}</p>
        <p class="small soft">${sources[name]}</p>
      </section>
      <h2>Where it comes from</h2>
      <matrix-view .matrix=${matrix}></matrix-view>
    `;
  }

  static override styles = [
    style,
    figureStyle,
    fieldStyle,
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

function getChance({ byChance, pValue }: CombinationMeasure) {
  if (byChance === undefined || pValue === undefined) return nothing;
  return html`<p class="small">
    If the model amplified nothing, chance alone would make the value ${signedText(byChance)} on average, and at least
    this large with a probability of ${pValue.toFixed(3)}.
  </p>`;
}

function sizeText(maxSize: number | undefined): string {
  if (maxSize === undefined) return '';
  return maxSize === 1 ? ' of one task' : `  of at most ${maxSize} tasks (larger combinations are too many to count)`;
}

customElements.define('labels-view', LabelsView);
