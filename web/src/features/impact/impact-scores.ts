// SPDX-License-Identifier: Apache-2.0
//
// Groups by their scores, as in lending: approval rates at cutoffs compared with a fixed reference group, and
// differences of mean scores and of their errors.

import { html, nothing } from 'lit';
import { areNumbers, type Choice, findColumn } from '../../table/choice.js';
import { getOutcome } from '../../table/outcome.js';
import type { TableProfile } from '../../table/profile.js';
import { box, choice as getChoice, nameChoice } from '../../widgets/chooser.js';
import { getAttributes } from './impact-tables.js';
import type { ScoresAsked } from './protocol.js';
import { AskingElement } from './request-element.js';

export class ImpactScoresView extends AskingElement {
  static override properties = {
    profile: { attribute: false },
    choice: { attribute: false },
    asked: { state: true },
    shares: { state: true },
    wrong: { state: true },
  };
  declare profile: TableProfile;
  declare choice: Choice;
  declare asked: ScoresAsked;
  /** The approval rates as the user entered them. */
  declare shares: string;
  declare wrong: string | undefined;

  override willUpdate(changed: Map<string, unknown>): void {
    if (!changed.has('choice')) return;
    this.asked = first(this.profile, this.choice);
    this.shares = '10, 25, 50, 75';
    this.made = undefined;
  }

  override render() {
    const { group, score, label, lowerIsBetter } = this.asked;
    return html`
      <section aria-labelledby="title">
        <h2 id="title">Scores against a fixed group</h2>
        <p>
          Suppose that only the top tenth, or the top half, by ${score} were approved. The tables list each group’s
          approval rate divided by the rate of a fixed group (the adverse impact ratio), and the standardized mean
          difference of scores: the difference in standard deviations of all rows, times 100${
            label === undefined ? '.' : html`; and the same for the residuals, ${label} minus ${score}.`
          }
        </p>
        <form novalidate @submit=${this.#submit}>
          <div class="row">${this.#groups()} ${this.#shares()}</div>
          <p>
            ${box(`Lower ${score} is better`, lowerIsBetter, (is) => this.#change({ lowerIsBetter: is }))}
          </p>
          <p class="row">
            <button class="primary" ?disabled=${this.abort !== undefined}>Compare the scores</button>
          </p>
        </form>
        ${this.result(`Scores by ${group}`)}
      </section>
    `;
  }

  #groups() {
    const attributes = getAttributes(this.profile, this.choice);
    const { group, reference } = this.asked;
    const getCategories = (name: string) => attributes.find((each) => each.name === name)?.categories ?? [];
    return html`
      ${
        attributes.length > 1
          ? nameChoice(
              'Groups',
              attributes.map(({ name }) => name),
              group,
              (name) =>
                this.#change({
                  group: name,
                  reference: this.choice.privileged[name] ?? (getCategories(name)[0] as string),
                }),
            )
          : nothing
      }
      ${getChoice(
        `Compare each ${group} with`,
        getCategories(group).map((value) => ({ value, text: value })),
        reference,
        (value) => this.#change({ reference: value }),
      )}
    `;
  }

  #shares() {
    return html`
      <label>
        <span class="small soft">Approval rates, in percent</span>
        <input
          id="shares"
          type="text"
          inputmode="decimal"
          .value=${this.shares}
          aria-invalid=${this.wrong ? 'true' : 'false'}
          aria-describedby="shares-problem"
          @input=${(event: Event) => {
            this.shares = (event.target as HTMLInputElement).value;
            this.wrong = undefined;
          }}
        />
        <span id="shares-problem" class="small" role="alert">${this.wrong ?? nothing}</span>
      </label>
    `;
  }

  #change(part: Partial<ScoresAsked>): void {
    this.asked = { ...this.asked, ...part };
  }

  #submit(event: Event): void {
    event.preventDefault();
    const quantiles = getShares(this.shares);
    this.wrong = quantiles ? undefined : 'Enter numbers from 0 to 100, separated by commas.';
    if (quantiles) void this.ask({ ...this.asked, quantiles });
    else this.renderRoot.querySelector<HTMLInputElement>('#shares')?.focus();
  }
}

/** Fractions from percentages as people enter them; undefined if one is invalid. */
function getShares(text: string): number[] | undefined {
  const percents = text
    .split(/[\s,;%]+/)
    .filter((part) => part !== '')
    .map(Number);
  const areShares = percents.every((percent) => percent >= 0 && percent <= 100);
  // Rounds to 12 digits, so that 10% becomes exactly 0.1.
  return percents.length > 0 && areShares
    ? percents.map((percent) => Number((percent / 100).toPrecision(12)))
    : undefined;
}

/** The quantity to compare: the score, or regression predictions. */
export const getScore = (profile: TableProfile, choice: Choice): string | undefined =>
  areNumbers(profile, choice) ? choice.prediction : choice.score;

function first(profile: TableProfile, choice: Choice): ScoresAsked {
  const [attribute] = getAttributes(profile, choice);
  const group = attribute?.name as string;
  const isNumbers = areNumbers(profile, choice);
  const label = findColumn(profile, choice.label);
  return {
    kind: 'scores',
    group,
    reference: choice.privileged[group] ?? (attribute?.categories[0] as string),
    score: getScore(profile, choice) as string,
    label: label?.name,
    favorable: isNumbers ? undefined : choice.favorable,
    bins: choice.bins,
    missing: choice.missing,
    quantiles: [],
    lowerIsBetter: !isNumbers && getOutcome(choice) === 'burden',
  };
}

customElements.define('impact-scores', ImpactScoresView);
