// SPDX-License-Identifier: Apache-2.0
//
// One direction, during the training and afterwards: the result, the trials with the expected scores of tables of
// counts, correct answers and losses by epoch, and the tables of the charts.

import { css, html, LitElement, nothing } from 'lit';
import { getMax, getMin } from '#fairwasm/core/extremes.js';
import { figureStyle, figuresStyle } from '../../widgets/figures.js';
import { legend, legendStyle } from '../../widgets/legend.js';
import { countText, rangeText, valueText } from '../../widgets/number.js';
import { style } from '../../widgets/style.js';
import { drawLosses, drawScores, drawTrials } from './charts.js';
import { getMoments, type Learning, learningAt } from './learning.js';
import type { Direction, Result, Setting } from './protocol.js';
import { getScore, lambdaUnit, leakageUnit, unusual } from './score.js';
import '../../widgets/data-table.js';
import '../../widgets/plot-chart.js';
import './decisions-view.js';
import './replay-control.js';

export class LearningView extends LitElement {
  static override properties = {
    direction: {},
    setting: { attribute: false },
    learning: { attribute: false },
    result: { attribute: false },
    version: { attribute: false },
    moment: { state: true },
  };
  declare direction: Direction;
  declare setting: Setting;
  declare learning: Learning;
  /** Set when all trials are done. */
  declare result: Result | undefined;
  /** Changes with the content of `learning`. */
  declare version: number;
  /** The moment of the replay; undefined: the end. */
  declare moment: number | undefined;

  override render() {
    const { direction, setting, result } = this;
    const moments = getMoments(this.learning);
    const moment = this.moment ?? moments;
    const learning = moment < moments ? learningAt(this.learning, moment) : this.learning;
    const exact = setting.exact[direction] ?? null;
    const { from, to } = this.#names();
    return html`
      <h2>From ${from} to ${to}</h2>
      <p class="soft">
        ${direction === 'AtoT' ? 'From attribute to outcome' : 'From outcome to attribute'}: how well can attackers
        guess “${to}” from “${from}”, ${
          this.#guessesAttribute ? `using the true and the predicted “${from}”?` : 'for true and for predicted values?'
        }
      </p>
      ${result ? this.#findings(result) : nothing}
      ${
        result && moments > 1
          ? html`<replay-control
              moment=${moment}
              moments=${moments}
              text=${momentText(learning, moment, moments)}
              @moment-change=${(event: CustomEvent<number>) => {
                this.moment = event.detail;
              }}
            ></replay-control>`
          : nothing
      }
      ${
        setting.decisions[direction]
          ? html`<decisions-view
              .decisions=${setting.decisions[direction]}
              .from=${from}
              .to=${to}
            ></decisions-view>`
          : nothing
      }
      <div class="charts">
        <div>
          <h3>Attackers’ scores</h3>
          ${marks(exact !== null)}
          <fairwasm-plot-chart
            .draw=${drawTrials(learning, setting, exact)}
            .name=${`attackers’ ${getScore(setting).label} in each trial, ${from} to ${to}`}
          ></fairwasm-plot-chart>
        </div>
        <div>
          <h3>Scores during training</h3>
          ${marks(exact !== null)}
          <fairwasm-plot-chart
            .draw=${drawScores(learning.curves, setting, exact)}
            .name=${`attackers’ ${getScore(setting).label} by epoch, ${from} to ${to}`}
          ></fairwasm-plot-chart>
        </div>
        <div>
          <h3>Training loss</h3>
          <p class="small soft legend">
            Mean loss, one line per group of attackers trained together. A lower loss means that they have learned more.
          </p>
          <fairwasm-plot-chart
            .draw=${drawLosses(learning.curves, setting.epochs)}
            .name=${`loss by epoch, ${from} to ${to}`}
          ></fairwasm-plot-chart>
        </div>
      </div>
      ${result?.warnings.map((warning) => html`<p class="warning">${warning}</p>`)}
      <details>
        <summary>The figures of the charts</summary>
        ${this.#trialTable()} ${this.#epochTable()}
      </details>
    `;
  }

  /** True if the attackers' target stays the same, and their input is once true, once predicted. */
  get #guessesAttribute(): boolean {
    const { measure, guesses } = this.setting;
    return measure === 'leakage' && guesses === 'attribute-from-outcome';
  }

  #names() {
    const { attribute, task } = this.setting;
    return this.direction === 'AtoT' ? { from: attribute, to: task } : { from: task, to: attribute };
  }

  #findings(result: Result) {
    const { exact } = result;
    const { setting } = this;
    const name = setting.measure === 'dpa' ? 'Predictability amplification' : 'Leakage';
    const unit = leakageUnit(setting);
    const lambda = lambdaUnit(setting);
    return html`
      <dl>
        <div class="main">
          <dt>${name}</dt>
          <dd>
            <strong>${valueText(result.value, unit)}</strong>
            <span class="soft small">
              ${
                result.ci.some(Number.isNaN)
                  ? 'no confidence interval over rows'
                  : html`95% confidence interval over rows ${rangeText(result.ci, unit)}`
              }${
                // A single trial has no spread.
                Number.isNaN(result.standardDeviation)
                  ? ''
                  : html`;
                    ± ${valueText(result.standardDeviation, unit).replace('+', '')} in a single trial; over seeds
                    ${rangeText(result.overSeeds.ci, unit)}`
              }
            </span>
          </dd>
        </div>
        ${this.#lambda('D', 'Attackers on true labels', 'lambdaD', result)}
        ${this.#lambda('M', 'Attackers on predictions', 'lambdaM', result)}
        ${
          exact
            ? html`<div>
                <dt>Expected from the counts</dt>
                <dd>
                  <strong>${valueText(exact.leakage, unit)}</strong>
                  <span class="soft small">
                    λ<sub>D</sub> ${valueText(exact.lambdaD, lambda)}, λ<sub>M</sub>
                    ${valueText(exact.lambdaM, lambda)}
                  </span>
                </dd>
              </div>`
            : nothing
        }
      </dl>
      <p class="verdict">${this.#guessesAttribute ? verdictOnAttribute(result, this.#names()) : verdict(result, this.#names(), unit)}</p>
      ${unusual(setting).map((text) => html`<p>${text}</p>`)}
      ${this.#equalization(result)}
    `;
  }

  #lambda(symbol: string, title: string, key: 'lambdaD' | 'lambdaM', { trials }: Result) {
    const values = trials.map((trial) => trial[key]);
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    const ends = [getMin(values), getMax(values)] as const;
    const unit = lambdaUnit(this.setting);
    return html`
      <div>
        <dt>${title}, λ<sub>${symbol}</sub></dt>
        <dd>
          <strong>${valueText(mean, unit)}</strong>
          <span class="soft small">${getScore(this.setting).label}; ${rangeText(ends, unit)} over trials</span>
        </dd>
      </div>
    `;
  }

  #equalization({ accuracies: { train, test } }: Result) {
    const { from, to } = this.#names();
    const { rows, testSize } = this.setting;
    const predicted = this.#guessesAttribute ? from : to;
    const testRows = Math.ceil(rows * testSize);
    const [learned, tested] = [train[0] ?? Number.NaN, test[0] ?? Number.NaN];
    const wrong = Math.round((1 - learned) * (rows - testRows)) + Math.round((1 - tested) * testRows);
    return html`
      <p>
        <strong>What equalization did.</strong> The model’s “${predicted}” is correct in ${valueText(learned, 'share')}
        of the training rows and ${valueText(tested, 'share')} of the test rows. Errors alone make a column harder to
        guess${this.#guessesAttribute ? ' from' : ''}, which would hide leakage. In each trial, ${countText(wrong)} of
        ${countText(rows)} true values were therefore replaced by random other values, so that true values and
        predictions are equally accurate.
      </p>
    `;
  }

  #trialTable() {
    const { setting, learning } = this;
    const unit = leakageUnit(setting);
    const lambda = lambdaUnit(setting);
    const rows = [...learning.trials]
      .sort((a, b) => a.index - b.index)
      .map(({ index, trial: { lambdaD, lambdaM, leakage } }) => ({
        cells: [
          { text: `Trial ${index + 1}`, order: index },
          { text: valueText(lambdaD, lambda), order: lambdaD },
          { text: valueText(lambdaM, lambda), order: lambdaM },
          { text: valueText(leakage, unit), order: leakage },
        ],
      }));
    const { from, to } = this.#names();
    return html`
      <data-table
        .name=${`Trials, ${from} to ${to}`}
        .columns=${[
          { title: 'Trial' },
          { title: 'λ_D, on true labels' },
          { title: 'λ_M, on predictions' },
          { title: 'Leakage' },
        ]}
        .rows=${rows}
      ></data-table>
    `;
  }

  #epochTable() {
    const { from, to } = this.#names();
    const scoreName = sentence(getScore(this.setting).label);
    const scoreText = (score: number) => valueText(score, lambdaUnit(this.setting));
    const rows = this.learning.curves.map(({ trial, points }) => {
      const [first, last] = [points[0], points.at(-1)];
      return {
        cells: [
          { text: `From trial ${trial + 1}`, order: trial },
          { text: String(last?.epoch ?? 0), order: last?.epoch ?? 0 },
          change(first?.loss, last?.loss, (loss) => loss.toFixed(4)),
          change(first?.scoreD, last?.scoreD, scoreText),
          change(first?.scoreM, last?.scoreM, scoreText),
        ],
      };
    });
    return html`
      <data-table
        .name=${`Learning, ${from} to ${to}`}
        .columns=${[
          { title: 'Trained together' },
          { title: 'Last epoch shown' },
          { title: 'Loss' },
          { title: `${scoreName} on true labels` },
          { title: `${scoreName} on predictions` },
        ]}
        .rows=${rows}
      ></data-table>
    `;
  }

  static override styles = [
    style,
    figureStyle,
    figuresStyle,
    legendStyle,
    css`
      h2,
      h3,
      .verdict {
        overflow-wrap: anywhere;
      }
      sub {
        line-height: 0;
      }
      .main strong {
        color: var(--accent);
      }
      .verdict {
        font-size: 1.0625rem;
        margin-top: 1.25rem;
      }
      .charts {
        display: grid;
        gap: 1.5rem 2.5rem;
        margin-top: 1.75rem;
      }
      @media (min-width: 58rem) {
        .charts {
          grid-template-columns: 1fr 1fr;
        }
        .charts > :first-child {
          grid-row: span 2;
        }
      }
      .charts > div {
        min-width: 0;
      }
      .legend {
        min-height: 3em;
        margin-bottom: 0.5rem;
      }
      .warning {
        max-width: none;
      }
      details {
        margin-top: 1rem;
      }
    `,
  ];
}

/** Legend of the charts. */
const marks = (hasLimits: boolean) =>
  legend('learned on true labels', 'learned on predictions', hasLimits && 'expected from the counts');

const sentence = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

/** The new value, and the previous value below it. */
function change(first = Number.NaN, last = Number.NaN, text: (value: number) => string) {
  if (!Number.isFinite(last)) return { text: '', order: Number.NaN };
  return { text: text(last), note: `at first ${text(first)}`, order: last };
}

function momentText({ curves, trials }: Learning, moment: number, moments: number): string {
  if (moment >= moments) return 'the end';
  const epoch = curves.at(-1)?.points.at(-1)?.epoch;
  return epoch === undefined
    ? 'before they learn'
    : `epoch ${countText(epoch)}, ${countText(trials.length)} trials done`;
}

const noInterval = 'There is no interval over rows, so it is unknown whether other rows would give the same result.';

/** States the conclusion that the interval over rows allows. */
function verdict(
  { value, marginal, ci: [low, high] }: Result,
  { from, to }: { from: string; to: string },
  unit: 'number' | 'points',
): string {
  if (Number.isNaN(value)) return 'The value is undefined; the reason is below.';
  if (marginal !== null && Math.abs(marginal) > Math.max((high - low) / 2, 0.01)) {
    return `The classes of the model’s “${to}” are distributed differently from the true ones: attackers that do not see “${from}” would already show ${valueText(marginal, unit)}. Only leakage beyond that is related to “${from}”.`;
  }
  if (low > 0) {
    return `Attackers guess the model’s “${to}” from “${from}” better than the true “${to}”: the predictions leak more than the true values.`;
  }
  if (high < 0) {
    return `Attackers guess the model’s “${to}” from “${from}” less well than the true “${to}”: the predictions leak less than the true values.`;
  }
  if (Number.isNaN(high - low)) return noInterval;
  return `The interval over rows includes 0: the model’s “${to}” may leak more or less than the true values of equal accuracy.`;
}

/** The same conclusion if attackers guess the attribute. */
function verdictOnAttribute({ value, ci: [low, high] }: Result, { from, to }: { from: string; to: string }): string {
  if (Number.isNaN(value)) return 'The value is undefined; the reason is below.';
  if (low > 0) {
    return `Attackers guess “${to}” from the model’s “${from}” better than from the true “${from}”: the predictions leak more than the true values.`;
  }
  if (high < 0) {
    return `Attackers guess “${to}” from the model’s “${from}” less well than from the true “${from}”: the predictions leak less than the true values.`;
  }
  if (Number.isNaN(high - low)) return noInterval;
  return `The interval over rows includes 0: the model’s “${from}” may leak more or less than the true values of equal accuracy.`;
}

customElements.define('learning-view', LearningView);
