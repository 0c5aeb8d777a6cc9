// SPDX-License-Identifier: Apache-2.0
//
// A report as a page: what was counted, what stands out, each disparity and each rate with its meaning,
// and all figures.

import { type Breakdown, knownMetrics, type Metric, type Report, rankGroups } from 'fairwasm';
import { html, LitElement, nothing, type PropertyValues } from 'lit';
import { breakdownChoice } from '../parts/breakdown-choice.js';
import { figureStyle } from '../parts/figures.js';
import { unitOf, valueText } from '../parts/number.js';
import { style } from '../parts/style.js';
import type { ScoreBreakdown, ScoreSheet } from '../scores/score-sheet.js';
import type { ScoreView } from '../scores/score-view.js';
import { factsOf, smallGroups } from './facts.js';
import { findingItem } from './finding-item.js';
import { idealLine } from './group-chart.js';
import type { MetricPanel } from './metric-panel.js';
import { findings, rateItems, widestRate } from './ranking.js';
import { reportStyle } from './report-style.js';
import type { Form } from './save.js';
import { chanceText, confidenceText, methodText, positiveText } from './words.js';
import './confusion-grid.js';
import './group-table.js';
import '../scores/score-view.js';
import './metric-panel.js';
import './panels-view.js';

type SavedView = NonNullable<Report['view']>;

const shownFindings = 5;

const forms: readonly [Form, string][] = [
  ['html', 'HTML'],
  ['md', 'Markdown'],
  ['csv', 'CSV'],
  ['json', 'JSON'],
];

export class ReportView extends LitElement {
  static override properties = {
    report: { attribute: false },
    scores: { attribute: false },
    beside: { attribute: false },
    file: { attribute: false },
    without: { attribute: false },
    notes: { state: true },
    chosen: { state: true },
    disparity: { state: true },
    rate: { state: true },
    exact: { state: true },
  };
  declare report: Report;
  /** By the same groups as the report's; undefined where there are none. */
  declare scores: ScoreSheet | undefined;
  /** What else is to be kept with the report, beside its scores. */
  declare beside: Report['beside'];
  /** What it was made from, if from a file. */
  declare file: File | undefined;
  /** Of what stands beside the report, what is shown elsewhere. */
  declare without: readonly string[];
  declare notes: string;
  declare chosen: number;
  declare disparity: Metric | undefined;
  declare rate: Metric | undefined;
  declare exact: boolean;

  constructor() {
    super();
    this.chosen = 0;
    this.exact = false;
    this.notes = '';
    this.without = [];
  }

  override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has('report') || isSame(changed.get('report'), this.report)) return;
    const { view, disparities, rates, notes = '' } = this.report;
    const first = this.report.breakdowns[0] as Breakdown;
    const chosen = this.report.breakdowns.findIndex(({ by }) => isSameList(by, view?.by ?? []));
    this.chosen = Math.max(0, chosen);
    this.exact = view?.isExact ?? false;
    this.notes = notes;
    this.disparity =
      this.#chosenOf(disparities, view?.disparity) ??
      findings(this.report, first)[0]?.metric ??
      this.#known(disparities)[0];
    this.rate = this.#chosenOf(rates, view?.rate) ?? widestRate(this.report, first);
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
      ${breakdownChoice(this.report.breakdowns, this.chosen, (place) => {
        this.chosen = place;
      })} ${this.#contents(breakdown)}
      ${breakdown.comparisons.length === 0 ? oneGroup : this.#comparisons(breakdown)}
      ${this.#rates(breakdown)} ${this.#confusion(breakdown)} ${this.#scores(breakdown)}
      <slot></slot>
      <fairwasm-panels .report=${report} .without=${this.#shownElsewhere(breakdown)}></fairwasm-panels>
      <section aria-labelledby="all">
        <h2 id="all">All figures</h2>
        <label class="exact">
          <input type="checkbox" .checked=${this.exact} @change=${this.#toggleExact} />
          Show exact values
        </label>
        <fairwasm-group-table kind="rates" .report=${report} .breakdown=${breakdown} ?exact=${this.exact}></fairwasm-group-table>
        <fairwasm-group-table kind="counts" .report=${report} .breakdown=${breakdown} ?exact=${this.exact}></fairwasm-group-table>
      </section>
      <section aria-labelledby="save">
        <h2 id="save">Keep this report</h2>
        <label class="notes">
          Notes to go with it
          <textarea
            rows="3"
            .value=${this.notes}
            @input=${(event: Event) => {
              this.notes = (event.target as HTMLTextAreaElement).value;
            }}
          ></textarea>
        </label>
        <div class="row downloads">${this.#downloads()}</div>
      </section>
      <section aria-labelledby="method">
        <h2 id="method">How sure the figures are</h2>
        <p>${methodText(report)}</p>
        ${smallGroups(breakdown)}
      </section>
      <p class="caveat">
        Each measure captures one notion of fairness, and some cannot hold at once. Figures of small groups
        can be chance. No figure here says that decisions are fair; it says where to look.
      </p>
    `;
  }

  // What is below, for a long page: where it leads is the part's heading.
  #contents(breakdown: Breakdown) {
    const slotted: readonly [string, string][] = [
      ['paired-view', 'Side by side'],
      ['compare-view', 'Side by side'],
      ['frontier-view', 'What equality costs'],
      ['power-view', 'What these data can show'],
      ['within-view', 'Within strata'],
      ['find-groups', 'Find groups'],
      ['impact-tables', 'Adverse impact'],
    ];
    const parts: readonly (readonly [selector: string, title: string] | false)[] = [
      breakdown.comparisons.length > 0 && ['#findings', 'What stands out'],
      breakdown.comparisons.length > 0 && ['#disparities', 'Each measure compared'],
      ['#rates', 'Rates by group'],
      this.#hasErrors && ['fairwasm-confusion-grid', 'Decisions against outcomes'],
      this.#scoresOf(breakdown) !== undefined && ['fairwasm-score-view', 'Scores by group'],
      ...slotted.filter(([selector]) => this.querySelector(selector) !== null),
      ['#all', 'All figures'],
      ['#save', 'Keep this report'],
    ];
    return html`
      <nav class="contents small" aria-label="In this report">
        ${parts
          .filter((part) => part !== false)
          .map(
            ([selector, title]) =>
              html`<button class="plain" @click=${() => this.#jump(selector)}>${title}</button>`,
          )}
      </nav>
    `;
  }

  async #jump(selector: string): Promise<void> {
    const part = this.renderRoot.querySelector(selector) ?? this.querySelector(selector);
    // What stands further down may be loading still.
    if (part?.matches(':not(:defined)'))
      await globalThis.customElements.whenDefined(part.localName);
    await (part as LitElement | null)?.updateComplete;
    const heading = (part?.shadowRoot?.querySelector('h2') ?? part) as HTMLElement | null;
    heading?.setAttribute('tabindex', '-1');
    heading?.focus();
    heading?.scrollIntoView({ block: 'start' });
  }

  #downloads() {
    return forms.map(
      ([form, title]) => html`<button @click=${() => this.#save(form)}>Save as ${title}</button>`,
    );
  }

  async #save(form: Form): Promise<void> {
    const { save } = await import('./save.js');
    const { report, notes, scores, beside, file } = this;
    await save(report, form, { notes, view: this.#view(), scores, beside, file });
  }

  /** What is being looked at. */
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

  // Curves that can be moved are drawn here, where there are any of the chosen groups.
  #shownElsewhere(breakdown: Breakdown): readonly string[] {
    return this.#scoresOf(breakdown) ? [...this.without, 'scores'] : this.without;
  }

  #chosenOf(names: readonly string[], name: string | undefined): Metric | undefined {
    return name !== undefined && names.includes(name) ? this.#known([name])[0] : undefined;
  }

  #comparisons(breakdown: Breakdown) {
    const metric = this.disparity;
    if (!metric) return nothing;
    const { reference } = breakdown;
    return html`
      <section aria-labelledby="findings">
        <h2 id="findings">What stands out</h2>
        <p class="soft">
          For each measure, the group that is furthest from ${reference}, the reference group.
          ${this.report.outcome === 'burden' ? 'Burdens that fall wrongly come first.' : nothing}
        </p>
        <ol class="findings">
          ${findings(this.report, breakdown)
            .slice(0, shownFindings)
            .map((finding) =>
              findingItem(finding, reference, this.report.uncertainty, (of) => this.#show(of)),
            )}
        </ol>
      </section>
      <fairwasm-metric-panel
        id="disparities"
        heading="Compared with ${reference}"
        .metrics=${this.#known(this.report.disparities)}
        .metric=${metric}
        .items=${rankGroups(breakdown, metric)}
        .line=${idealLine(metric)}
        .confidence=${this.#confidence}
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
        summary=${this.#summary(breakdown, metric)}
        .metrics=${this.#known(this.report.rates)}
        .metric=${metric}
        .items=${rateItems(breakdown, metric)}
        .line=${Number.isFinite(value) ? { value, text } : undefined}
        .confidence=${this.#confidence}
        ?exact=${this.exact}
        @choose-metric=${(event: CustomEvent<string>) => {
          [this.rate] = this.#known([event.detail]);
        }}
      ></fairwasm-metric-panel>
    `;
  }

  /** The metrics of these names, in the words of what a positive decision is. */
  #known(names: readonly string[]): Metric[] {
    return knownMetrics(names, this.report.outcome);
  }

  get #confidence(): string | undefined {
    const { uncertainty } = this.report;
    return uncertainty ? confidenceText(uncertainty) : undefined;
  }

  #summary(breakdown: Breakdown, metric: Metric): string {
    const { uncertainty } = this.report;
    const gap = breakdown.spreads[metric.name]?.difference;
    const chance = gap && uncertainty ? chanceText(gap, 0, uncertainty) : '';
    return `${spreadText(breakdown, metric)} ${chance}`.trim();
  }

  /** Whether there are both decisions and outcomes. */
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
    return html`<fairwasm-confusion-grid .breakdown=${breakdown}></fairwasm-confusion-grid>`;
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

const isSameList = (one: readonly string[], other: readonly string[]): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

// The same audit with something more beside its figures: what was chosen stays.
const isSame = (before: Report | undefined, { source, rows, breakdowns }: Report): boolean =>
  before !== undefined &&
  before.source === source &&
  before.rows === rows &&
  JSON.stringify(before.breakdowns.map(({ by }) => by)) ===
    JSON.stringify(breakdowns.map(({ by }) => by));

const oneGroup = html`
  <section aria-labelledby="alone">
    <h2 id="alone">There is only one group</h2>
    <p>So there is nothing to compare it with. Choose another column of groups, or look at its rates.</p>
  </section>
`;

function spreadText(breakdown: Breakdown, metric: Metric): string {
  const defined = rateItems(breakdown, metric).filter(({ estimate }) =>
    Number.isFinite(estimate.value),
  );
  const [highest, lowest] = [defined[0], defined.at(-1)];
  if (!highest || !lowest || highest === lowest) return '';
  const text = (value: number) => valueText(value, unitOf(metric));
  return (
    `From ${text(lowest.estimate.value)} (${lowest.group}) ` +
    `to ${text(highest.estimate.value)} (${highest.group}).`
  );
}

customElements.define('fairwasm-report-view', ReportView);
