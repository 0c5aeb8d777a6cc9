// SPDX-License-Identifier: Apache-2.0
//
// An audit report: counts, largest findings, each disparity and rate with its meaning, and all figures.

import { type Breakdown, knownMetrics, type Metric, type Report, rankGroups } from 'fairwasm';
import { html, LitElement, nothing, type PropertyValues } from 'lit';
import { breakdownChoice } from '../parts/breakdown-choice.js';
import { figureStyle } from '../parts/figures.js';
import { unitOf, valueText } from '../parts/number.js';
import { Print } from '../parts/print.js';
import type { Form } from '../parts/save-result.js';
import { style } from '../parts/style.js';
import type { ScoreBreakdown, ScoreSheet } from '../scores/score-sheet.js';
import type { ScoreView } from '../scores/score-view.js';
import { ratesAtOnce } from './all-rates.js';
import { contents } from './contents.js';
import { factsOf, smallGroups } from './facts.js';
import { findingItem } from './finding-item.js';
import { idealLine } from './group-chart.js';
import { firstLook, isSame, type Look } from './initial-view.js';
import type { MetricPanel } from './metric-panel.js';
import { findings, rateItems } from './ranking.js';
import { reportStyle } from './report-style.js';
import { keepingSection } from './save-section.js';
import { confidenceText, gapText, methodText, positiveText } from './words.js';
import './confusion-grid.js';
import './group-table.js';
import './metric-panel.js';

type SavedView = NonNullable<Report['view']>;

const [findingsAtFirst, shownFindings] = [3, 8];

export class ReportView extends LitElement implements Look {
  static override properties = {
    report: { attribute: false },
    scores: { attribute: false },
    extras: { attribute: false },
    file: { attribute: false },
    without: { attribute: false },
    notes: { state: true },
    chosen: { state: true },
    disparity: { state: true },
    rate: { state: true },
    exact: { state: true },
    group: { state: true },
    showsAll: { state: true },
  };
  declare report: Report;
  /** Scores for the groups of the report; undefined without scores. */
  declare scores: ScoreSheet | undefined;
  /** Additional results to store with the report, in addition to its scores. */
  declare extras: Report['extras'];
  /** The source file, if there is one. */
  declare file: File | undefined;
  /** The stored results that are shown elsewhere. */
  declare without: readonly string[];
  declare notes: string;
  declare chosen: number;
  declare disparity: Metric | undefined;
  declare rate: Metric | undefined;
  declare exact: boolean;
  /** The group that is highlighted everywhere; undefined: none. */
  declare group: string | undefined;
  /** True if all findings are shown instead of the largest. */
  declare showsAll: boolean;
  readonly #print = new Print(this);

  constructor() {
    super();
    this.chosen = 0;
    this.exact = false;
    this.notes = '';
    this.without = [];
    this.addEventListener('pick-group', (event) => {
      const { detail } = event as CustomEvent<string>;
      this.group = detail === this.group ? undefined : detail;
    });
  }

  override willUpdate(changed: PropertyValues<this>): void {
    if (this.scores && changed.has('scores')) {
      import('../scores/score-view.js').catch((error: unknown) => console.error(error));
    }
    // Examples and audits begin without results of other commands.
    if (this.report.extras && changed.has('report')) {
      import('./extras-view.js').catch((error: unknown) => console.error(error));
    }
    if (!changed.has('report') || isSame(changed.get('report'), this.report)) return;
    Object.assign(this, firstLook(this.report));
  }

  protected override updated(changed: PropertyValues<this>): void {
    if (changed.has('report') && changed.get('report') === undefined) return; // the initial view
    const isLooked = ['chosen', 'disparity', 'rate', 'exact', 'notes'].some((name) =>
      changed.has(name as keyof ReportView),
    );
    if (!isLooked) return;
    const detail = { view: this.#view(), notes: this.notes };
    this.dispatchEvent(new CustomEvent('look-change', { detail }));
  }

  override render() {
    const { report } = this;
    const breakdown = report.breakdowns[this.chosen] as Breakdown;
    return html`
      <div class="top">
        <h1 tabindex="-1">${report.source ?? 'Audit'}</h1>
        <slot name="actions"></slot>
      </div>
      ${factsOf(report, breakdown)}
      <p class="meaning">${report.about ?? ''} ${positiveText(report)}</p>
      ${report.warnings?.map((warning) => html`<p class="warning">${warning}</p>`) ?? nothing}
      ${this.#bar(breakdown)}
      ${breakdown.comparisons.length === 0 ? oneGroup : this.#findings(breakdown)}
      <div class="panels">${this.#disparities(breakdown)} ${this.#rates(breakdown)}</div>
      ${this.#confusion(breakdown)} ${this.#scores(breakdown)}
      <slot></slot>
      <fairwasm-extras .report=${report} .without=${this.#shownElsewhere(breakdown)}></fairwasm-extras>
      <section aria-labelledby="all">
        <div class="titled">
          <h2 id="all">All figures</h2>
          <label class="exact">
            <input type="checkbox" .checked=${this.exact} @change=${this.#toggleExact} />
            Show exact values
          </label>
        </div>
        <fairwasm-group-table kind="rates" .report=${report} .breakdown=${breakdown} .group=${this.group} ?exact=${this.exact}></fairwasm-group-table>
        <div class="more">
          ${ratesAtOnce(this.report, breakdown, this.group)}
          <details ?open=${this.#print.isOn}>
            <summary>Counts</summary>
            <fairwasm-group-table kind="counts" .report=${report} .breakdown=${breakdown} .group=${this.group} ?exact=${this.exact}></fairwasm-group-table>
          </details>
        </div>
      </section>
      <div class="ends">
      ${keepingSection(this.notes, this.#write, this.#save)}
      <section aria-labelledby="method">
        <h2 id="method">How sure the figures are</h2>
        <p>${methodText(report)}</p>
        ${smallGroups(breakdown)}
      </section>
      </div>
      <p class="caveat">
        Each measure captures one notion of fairness, and some cannot hold at once. Figures of small groups
        can be chance. No figure here proves that decisions are fair; each shows where to look.
      </p>
    `;
  }

  // The choices that affect everything below, and the table of contents; both stay in view.
  #bar(breakdown: Breakdown) {
    const { groups } = breakdown;
    const metrics = breakdown.comparisons.length > 0 ? this.#known(this.report.disparities) : [];
    return html`
      <div class="bar" role="region" aria-label="Selection">
        <div class="choices">
          ${breakdownChoice(this.report.breakdowns, this.chosen, (place) => {
            this.chosen = place;
            this.group = undefined;
          })}
          <label class="small">
            <span class="soft">Group</span>
            <select
              @change=${(event: Event) => {
                this.group = (event.target as HTMLSelectElement).value || undefined;
              }}
            >
              <option value="" .selected=${this.group === undefined}>None highlighted</option>
              ${groups.map(
                ({ name }) =>
                  html`<option value=${name} .selected=${name === this.group}>${name}</option>`,
              )}
            </select>
          </label>
          ${
            metrics.length === 0
              ? nothing
              : html`<label class="small">
                  <span class="soft">Look at</span>
                  <select
                    @change=${(event: Event) => this.#lookAt((event.target as HTMLSelectElement).value)}
                  >
                    ${metrics.map(
                      ({ name, title }) =>
                        html`<option value=${name} .selected=${name === this.disparity?.name}>${title}</option>`,
                    )}
                  </select>
                </label>`
          }
        </div>
        ${contents(this, {
          hasComparisons: breakdown.comparisons.length > 0,
          hasErrors: this.#hasErrors,
          hasScores: this.#scoresOf(breakdown) !== undefined,
        })}
      </div>
    `;
  }

  // A difference, and its rate.
  #lookAt(name: string): void {
    [this.disparity] = this.#known([name]);
    const rate = name.replace(/(Difference|Ratio)$/, '');
    if (this.report.rates.includes(rate)) [this.rate] = this.#known([rate]);
  }

  readonly #write = (notes: string): void => {
    this.notes = notes;
  };

  readonly #save = async (form: Form): Promise<void> => {
    const { save } = await import('./save.js');
    const { report, notes, scores, extras, file } = this;
    await save(report, form, { notes, view: this.#view(), scores, extras, file });
  };

  /** The current view. */
  #view(): SavedView {
    const view = this.renderRoot.querySelector<ScoreView>('fairwasm-score-view');
    return {
      by: this.report.breakdowns[this.chosen]?.by ?? [],
      ...(this.disparity && { disparity: this.disparity.name }),
      ...(this.rate && { rate: this.rate.name }),
      isExact: this.exact,
      ...(view && { scores: { names: view.names, thresholds: view.thresholds } }),
    };
  }

  // Interactive curves are drawn here if the chosen groups have any.
  #shownElsewhere(breakdown: Breakdown): readonly string[] {
    return this.#scoresOf(breakdown) ? [...this.without, 'scores'] : this.without;
  }

  #findings(breakdown: Breakdown) {
    const { reference } = breakdown;
    const all = findings(this.report, breakdown).slice(0, shownFindings);
    const shown = this.showsAll || this.#print.isOn ? all : all.slice(0, findingsAtFirst);
    return html`
      <section aria-labelledby="findings">
        <h2 id="findings">What stands out</h2>
        <p class="soft wide">
          For each measure: the group with the largest disparity from the reference group, ${reference}.
          ${this.report.outcome === 'burden' ? 'Wrongly imposed burdens come first.' : nothing}
        </p>
        <ol class="findings">
          ${shown.map((finding) =>
            findingItem(finding, reference, this.report.uncertainty, (of) => this.#show(of)),
          )}
        </ol>
        ${
          shown.length < all.length
            ? html`<button
                class="plain"
                @click=${() => {
                  this.showsAll = true;
                }}
              >
                Show ${all.length - shown.length} more
              </button>`
            : nothing
        }
      </section>
    `;
  }

  #disparities(breakdown: Breakdown) {
    const metric = this.disparity;
    if (!metric || breakdown.comparisons.length === 0) return nothing;
    return html`
      <fairwasm-metric-panel
        id="disparities"
        heading="Compared with ${breakdown.reference}"
        .metrics=${this.#known(this.report.disparities)}
        .metric=${metric}
        .items=${rankGroups(breakdown, metric)}
        .line=${idealLine(metric)}
        .confidence=${this.#confidence}
        .group=${this.group}
        ?exact=${this.exact}
        @choose-metric=${(event: CustomEvent<string>) => {
          [this.disparity] = this.#known([event.detail]);
        }}
      ></fairwasm-metric-panel>
    `;
  }

  #rates(breakdown: Breakdown) {
    const metric = this.rate;
    if (!metric) return nothing;
    const { value } = this.report.overall.rates[metric.name] ?? { value: Number.NaN };
    const text = `all rows: ${valueText(value, unitOf(metric))}`;
    return html`
      <fairwasm-metric-panel
        id="rates"
        heading="Rates by group"
        summary=${gapText(breakdown, metric, this.report.uncertainty)}
        .metrics=${this.#known(this.report.rates)}
        .metric=${metric}
        .items=${rateItems(breakdown, metric)}
        .line=${Number.isFinite(value) ? { value, text } : undefined}
        .confidence=${this.#confidence}
        .group=${this.group}
        ?exact=${this.exact}
        @choose-metric=${(event: CustomEvent<string>) => {
          [this.rate] = this.#known([event.detail]);
        }}
      ></fairwasm-metric-panel>
    `;
  }

  /** The metrics with these names, worded for the meaning of a positive decision. */
  #known(names: readonly string[]): Metric[] {
    return knownMetrics(names, this.report.outcome);
  }

  get #confidence(): string | undefined {
    const { uncertainty } = this.report;
    return uncertainty ? confidenceText(uncertainty) : undefined;
  }

  /** True if there are both decisions and outcomes. */
  get #hasErrors(): boolean {
    return !Number.isNaN(this.report.overall.counts.truePositives);
  }

  #scoresOf({ by }: Breakdown): ScoreBreakdown | undefined {
    const same = ({ by: other }: ScoreBreakdown) => other.join('\n') === by.join('\n');
    const scores = this.scores?.breakdowns.find(same);
    return scores && scores.groups.length > 0 ? scores : undefined;
  }

  #confusion(breakdown: Breakdown) {
    if (!this.#hasErrors) return nothing;
    return html`<fairwasm-confusion-grid
      .breakdown=${breakdown}
      .group=${this.group}
    ></fairwasm-confusion-grid>`;
  }

  #scores(breakdown: Breakdown) {
    if (this.scores?.problem) return html`<p class="soft">${this.scores.problem}</p>`;
    const scores = this.#scoresOf(breakdown);
    if (!scores) return nothing;
    const start = this.report.threshold ?? 0.5;
    return html`
      <fairwasm-score-view
        .scores=${scores}
        reference=${breakdown.reference}
        start=${start}
        .group=${this.group}
        .view=${this.report.view?.scores}
      ></fairwasm-score-view>
    `;
  }

  async #show(metric: Metric): Promise<void> {
    this.disparity = metric;
    await this.updateComplete;
    this.renderRoot.querySelector<MetricPanel>('#disparities')?.focusHeading();
  }

  #toggleExact(event: Event): void {
    this.exact = (event.target as HTMLInputElement).checked;
  }

  static override styles = [style, figureStyle, reportStyle];
}

const oneGroup = html`
  <section aria-labelledby="alone">
    <h2 id="alone">Only one group</h2>
    <p>A comparison needs at least two groups. Choose another group column, or read the rates of this group.</p>
  </section>
`;

customElements.define('fairwasm-report-view', ReportView);
