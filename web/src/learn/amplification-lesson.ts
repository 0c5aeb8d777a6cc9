// SPDX-License-Identifier: Apache-2.0
//
// What bias amplification is, and is not: it compares the predictions with the truth, so that a biased
// model need not amplify, and an amplifying one need not be wrong more often.

import type { PairAmplification } from 'fairwasm/amplification';
import { css, html, LitElement, nothing } from 'lit';
import { valueText } from '../parts/number.js';
import { style } from '../parts/style.js';
import type { Doors } from './doors.js';
import type { RateRow } from './rate-rows.js';
import { lessonStyle } from './style.js';
import { figuresOf, type People, people, type Tagging, type TaggingFigures } from './tagging.js';
import './rate-rows.js';
import './slide-control.js';

const data: Pick<Tagging, 'truth'> = { truth: { women: 0.6, men: 0.3 } };

const presets: readonly { name: string; tagging: Tagging }[] = [
  { name: 'Repeats the data', tagging: { ...data, predicted: data.truth, mistakes: 0 } },
  { name: 'Exaggerates', tagging: { ...data, predicted: { women: 0.8, men: 0.2 }, mistakes: 0 } },
  { name: 'Evens out', tagging: { ...data, predicted: { women: 0.45, men: 0.45 }, mistakes: 0 } },
  {
    name: 'Tags everyone more often',
    tagging: { ...data, predicted: { women: 0.8, men: 0.5 }, mistakes: 0 },
  },
  { name: 'Right shares, wrong people', tagging: { ...data, predicted: data.truth, mistakes: 1 } },
];

export class AmplificationLesson extends LitElement {
  static override properties = {
    doors: { attribute: false },
    tagging: { state: true },
    figures: { state: true },
  };
  declare doors: Doors;
  declare tagging: Tagging;
  declare figures: TaggingFigures | undefined;

  constructor() {
    super();
    this.tagging = { ...data, predicted: { women: 0.8, men: 0.2 }, mistakes: 0 };
  }

  override willUpdate(changed: Map<string, unknown>): void {
    if (changed.has('tagging') || changed.has('doors')) void this.#compute();
  }

  async #compute(): Promise<void> {
    const { tagging } = this;
    const figures = await figuresOf(this.doors, tagging);
    if (tagging === this.tagging) this.figures = figures;
  }

  override render() {
    const { tagging, figures } = this;
    return html`
      <p class="lead">
        A model looks at 100 pictures of women and 100 of men, and tags those in which it sees cooking. In the
        data women and cooking go together. Does the model only repeat that, or does it make more of it?
      </p>
      <div class="stage">
        <div class="controls">
          <div class="presets" role="group" aria-label="The model">
            ${presets.map(
              ({ name, tagging }) => html`
                <button
                  @click=${() => {
                    this.tagging = tagging;
                  }}
                >
                  ${name}
                </button>
              `,
            )}
          </div>
          ${people.map((who) => this.#slider('predicted', who))}
          ${people.map((who) => this.#slider('truth', who))}
          <slide-control
            label="Mistakes that do not change the shares"
            value=${tagging.mistakes}
            text=${tagging.mistakes === 0 ? 'as few as can be' : tagging.mistakes === 1 ? 'as many as can be' : 'some'}
            step="0.1"
            @slide=${(event: CustomEvent<number>) => {
              this.tagging = { ...this.tagging, mistakes: event.detail };
            }}
          ></slide-control>
        </div>
        <div>
          <rate-rows
            label="Chart: shares of pictures with cooking, in truth and as tagged. The table under “The arithmetic” has the same figures."
            .rows=${people.map((who, i) => this.#row(who, i))}
          ></rate-rows>
          <p class="small soft">Ring: in truth. Dot: as tagged.</p>
          ${figures ? this.#figures(figures) : nothing}
        </div>
      </div>
      <section class="try" aria-labelledby="try">
        <h2 id="try">Try</h2>
        <ol>
          <li>“Repeats the data”: the model is as biased as the data. How much does it amplify?</li>
          <li>
            “Right shares, wrong people”: only 30 % of tags are right. Amplification does not see it.
          </li>
          <li>
            “Tags everyone more often”: the two measures disagree, because one looks at the tags of each group
            and the other at who is in the tagged pictures.
          </li>
          <li>Set the tags so that men are said to cook more often than women. What is below 0 now?</li>
        </ol>
      </section>
      <section class="point" aria-labelledby="point">
        <h2 id="point">The point</h2>
        <p>
          Amplification says what the model adds to the bias that was there. A value of 0 means neither that
          the model is unbiased nor that it is accurate: other measures say that, and it should be read beside
          them. (Zhao et al. 2017; Wang and Russakovsky 2021.)
        </p>
      </section>
    `;
  }

  #slider(kind: 'truth' | 'predicted', who: People) {
    const share = this.tagging[kind][who];
    return html`
      <slide-control
        tone=${who === 'men' ? 'second' : ''}
        label=${kind === 'truth' ? `Cooking in pictures of ${who}` : `Tagged as cooking, of ${who}`}
        value=${share}
        text=${`${Math.round(share * 100)} of 100`}
        @slide=${(event: CustomEvent<number>) => {
          const shares = { ...this.tagging[kind], [who]: event.detail };
          this.tagging = { ...this.tagging, [kind]: shares };
        }}
      ></slide-control>
    `;
  }

  #row(who: People, i: number): RateRow {
    const tone = i === 1 ? ('second' as const) : undefined;
    const { truth, predicted } = this.tagging;
    return {
      label: who === 'women' ? 'Women' : 'Men',
      marks: [
        { value: truth[who], shape: 'ring', tone, size: 9 },
        { value: predicted[who], shape: 'dot', tone },
      ],
    };
  }

  #figures({ directional, mals, inData, inPredictions, accuracy }: TaggingFigures) {
    return html`
      <dl class="big" aria-label="Bias amplification">
        <div>
          <dt>Amplification, directional (DBA)</dt>
          <dd>${valueText(directional.value, 'points')}</dd>
        </div>
        <div>
          <dt>Amplification, Zhao et al. (MALS)</dt>
          <dd>${valueText(mals.value, 'points')}</dd>
        </div>
      </dl>
      <p class="say" role="status">${verdict(directional.value, mals.value, inPredictions)}</p>
      <div class="scroll" tabindex="0" role="region" aria-label="What it is not">
        <table>
          <thead>
            <tr>
              <th scope="col">What it is not</th>
              <th scope="col">Value</th>
            </tr>
          </thead>
          <tbody>
            ${[
              ['Bias in the data: women and men apart in truth', inData, 'gap'] as const,
              ['Bias in the tags: women and men apart as tagged', inPredictions, 'gap'] as const,
              ['Accuracy: tags that are right', accuracy, 'share'] as const,
            ].map(
              ([title, value, unit]) => html`
                <tr>
                  <th scope="row">${title}</th>
                  <td>${valueText(value, unit)}</td>
                </tr>
              `,
            )}
          </tbody>
        </table>
      </div>
      <details>
        <summary>The arithmetic</summary>
        <div class="scroll" tabindex="0" role="region" aria-label="Pictures with cooking">
          <table>
            <thead>
              <tr>
                <th scope="col">Pictures</th>
                <th scope="col">With cooking</th>
                <th scope="col">Tagged</th>
              </tr>
            </thead>
            <tbody>
              ${people.map(
                (who) => html`
                  <tr>
                    <th scope="row">of ${who}</th>
                    <td>${valueText(this.tagging.truth[who], 'share')}</td>
                    <td>${valueText(this.tagging.predicted[who], 'share')}</td>
                  </tr>
                `,
              )}
            </tbody>
          </table>
        </div>
        <p>Directional: the mean over the pairs, where a pair that goes together less often counts the other way.</p>
        <ul>
          ${directional.pairs.map(
            (pair) =>
              html`<li>${arithmetic(pair)} = ${valueText(pair.contribution.value, 'points')}</li>`,
          )}
        </ul>
        <p>Zhao et al.: of the pictures with cooking, how many more show those who were the most there.</p>
        <ul>
          ${mals.pairs.map(
            ({ attribute, contribution }) =>
              html`<li>${attribute} and cooking: ${valueText(contribution.value, 'points')}</li>`,
          )}
        </ul>
      </details>
    `;
  }

  static override styles = [
    style,
    lessonStyle,
    css`
      .big {
        margin-top: 1.5rem;
      }
      details {
        margin-top: 1rem;
      }
      details ul {
        margin: 0.4rem 0 0;
        padding-inline-start: 1.2rem;
      }
    `,
  ];
}

function arithmetic({ attribute, contribution, counts }: PairAmplification): string {
  const { attribute: all, together, predicted } = counts;
  const isRise = predicted > together === contribution.value > 0;
  const [from, to] = isRise ? [together, predicted] : [predicted, together];
  return `${attribute}: ${to}/${all} − ${from}/${all}`;
}

const sign = (value: number): number => (Math.abs(value) < 1e-9 ? 0 : Math.sign(value));

function verdict(directional: number, mals: number, inPredictions: number): string {
  const [byGroup, byTag] = [sign(directional), sign(mals)];
  if (byGroup !== byTag && !Number.isNaN(mals)) {
    const gap = ['smaller than', 'as large as', 'larger than'][byGroup + 1];
    const lean = ['less', 'no more and no less', 'more'][byTag + 1];
    return (
      `The measures disagree: the difference between women and men is ${gap} in truth, but the tagged ` +
      `pictures lean ${lean} to one side.`
    );
  }
  if (byGroup === 0) {
    return inPredictions > 1e-9
      ? 'The tags differ between women and men, but no more than the truth does: bias, without amplification.'
      : 'No bias in the tags, and none was added.';
  }
  return byGroup > 0
    ? 'The tags make more of the difference than there is: bias was amplified.'
    : 'The tags make less of the difference than there is, or reverse it: the bias was weakened.';
}

customElements.define('amplification-lesson', AmplificationLesson);
