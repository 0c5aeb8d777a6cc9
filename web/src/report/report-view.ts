// SPDX-License-Identifier: Apache-2.0
//
// A report as a page: what was counted, what stands out, each disparity and each rate with its meaning,
// and all figures.

import { type Breakdown, knownMetrics, type Metric, type Report, rankGroups } from 'fairwasm';
import { css, html, LitElement, nothing, type PropertyValues } from 'lit';
import { breakdownChoice } from '../parts/breakdown-choice.js';
import { figureStyle } from '../parts/figures.js';
import { countText, rangeText, unitOf, valueText } from '../parts/number.js';
import { Print } from '../parts/print.js';
import { style } from '../parts/style.js';
import type { ScoreBreakdown, ScoreSheet } from '../scores/score-sheet.js';
import type { ScoreView } from '../scores/score-view.js';
import { idealLine } from './group-chart.js';
import type { MetricPanel } from './metric-panel.js';
import { type Finding, findings, rateItems, widestRate } from './ranking.js';
import type { Form } from './save.js';
import {
  adverseText,
  chanceText,
  comparison,
  confidenceText,
  methodText,
  positiveText,
  unseenText,
} from './words.js';
import './confusion-grid.js';
import './group-table.js';
import '../scores/score-view.js';
import './metric-panel.js';
import './panels-view.js';

type SavedView = NonNullable<Report['view']>;

const [findingsAtFirst, shownFindings] = [3, 8];
const shownWarnings = 12;

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
    group: { state: true },
    showsAll: { state: true },
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
  /** The name of the group that stands out everywhere; undefined: none. */
  declare group: string | undefined;
  /** Whether more than the largest findings are shown. */
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

  protected override updated(changed: PropertyValues<this>): void {
    if (changed.has('report') && changed.get('report') === undefined) return; // as it begins
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
      ${this.#facts(breakdown)}
      <p class="meaning">${report.about ?? ''} ${positiveText(report)}</p>
      ${report.warnings?.map((warning) => html`<p class="warning">${warning}</p>`) ?? nothing}
      ${this.#bar(breakdown)}
      ${breakdown.comparisons.length === 0 ? oneGroup : this.#findings(breakdown)}
      <div class="panels">${this.#disparities(breakdown)} ${this.#rates(breakdown)}</div>
      ${this.#confusion(breakdown)} ${this.#scores(breakdown)}
      <slot></slot>
      <fairwasm-panels .report=${report} .without=${this.#shownElsewhere(breakdown)}></fairwasm-panels>
      <section aria-labelledby="all">
        <div class="titled">
          <h2 id="all">All figures</h2>
          <label class="exact">
            <input type="checkbox" .checked=${this.exact} @change=${this.#toggleExact} />
            Show exact values
          </label>
        </div>
        <fairwasm-group-table kind="rates" .report=${report} .breakdown=${breakdown} .group=${this.group} ?exact=${this.exact}></fairwasm-group-table>
        <details ?open=${this.#print.isOn}>
          <summary>The counts behind them</summary>
          <fairwasm-group-table kind="counts" .report=${report} .breakdown=${breakdown} .group=${this.group} ?exact=${this.exact}></fairwasm-group-table>
        </details>
      </section>
      <div class="ends">
      <section aria-labelledby="save">
        <h2 id="save">Keep this report</h2>
        <label class="notes">
          Notes to go with it
          <textarea
            rows="2"
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
        ${this.#warnings(breakdown)}
      </section>
      </div>
      <p class="caveat">
        Each measure captures one notion of fairness, and some cannot hold at once. Figures of small groups
        can be chance. No figure here says that decisions are fair; it says where to look.
      </p>
    `;
  }

  // What holds for all that is below, and the way there; it stays in view.
  #bar(breakdown: Breakdown) {
    const { groups } = breakdown;
    const metrics = breakdown.comparisons.length > 0 ? this.#known(this.report.disparities) : [];
    return html`
      <div class="bar" role="region" aria-label="What is looked at">
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
              <option value="" .selected=${this.group === undefined}>All alike</option>
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
        ${this.#contents(breakdown)}
      </div>
    `;
  }

  // A difference, and the rate that it is of.
  #lookAt(name: string): void {
    [this.disparity] = this.#known([name]);
    const rate = name.replace(/(Difference|Ratio)$/, '');
    if (this.report.rates.includes(rate)) [this.rate] = this.#known([rate]);
  }

  // What is below, for a long page: where it leads is the part's heading.
  #contents(breakdown: Breakdown) {
    const slotted: readonly [string, string][] = [
      ['paired-view', 'Side by side'],
      ['compare-view', 'Side by side'],
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
    if (!heading) return;
    const bar = this.renderRoot.querySelector('.bar')?.getBoundingClientRect().height ?? 0;
    heading.style.scrollMarginTop = `${Math.round(bar) + 12}px`; // below what stays in view
    heading.setAttribute('tabindex', '-1');
    heading.focus();
    heading.scrollIntoView({ block: 'start' });
  }

  #facts({ groups, reference, by }: Breakdown) {
    const { rows, clusters, droppedRows, favorable, columns, threshold } = this.report;
    const grouped = clusters === undefined ? '' : ` of ${countText(clusters)} clusters`;
    const left = droppedRows > 0 ? ` (${countText(droppedRows)} left out)` : '';
    const facts: [string, string][] = [
      ['Rows', countText(rows) + grouped + left],
      ['Groups', `${countText(groups.length)} by ${by.join(' and ')}`],
      ['Reference group', reference],
      ['Positive label', favorable.join(', ')],
      ...Object.entries(columns).map(([role, name]): [string, string] => [roleTitle(role), name]),
      ...(threshold === null ? [] : [['Threshold', String(threshold)] as [string, string]]),
    ];
    return html`
      <dl class="facts">
        ${facts.map(([term, text]) => html`<div><dt>${term}</dt><dd>${text}</dd></div>`)}
      </dl>
    `;
  }

  #warnings({ groups }: Breakdown) {
    const small = groups.filter(({ warning }) => warning !== undefined);
    if (small.length === 0) return nothing;
    return html`
      <p>Groups too small to say much:</p>
      <ul>
        ${small.slice(0, shownWarnings).map(({ name, warning }) => html`<li>${name}: ${warning}</li>`)}
      </ul>
      ${
        small.length > shownWarnings
          ? html`<p>And ${countText(small.length - shownWarnings)} more.</p>`
          : nothing
      }
    `;
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

  #findings(breakdown: Breakdown) {
    const { reference } = breakdown;
    const all = findings(this.report, breakdown).slice(0, shownFindings);
    const shown = this.showsAll || this.#print.isOn ? all : all.slice(0, findingsAtFirst);
    return html`
      <section aria-labelledby="findings">
        <h2 id="findings">What stands out</h2>
        <p class="soft wide">
          For each measure, the group that is furthest from ${reference}, the reference group.
          ${this.report.outcome === 'burden' ? 'Burdens that fall wrongly come first.' : nothing}
        </p>
        <ol class="findings">
          ${shown.map((finding) => this.#finding(finding, reference))}
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

  #finding({ metric, group, warning, estimate }: Finding, reference: string) {
    const caution = warning ? ` Few cases: ${warning}.` : '';
    const { uncertainty } = this.report;
    const { ci } = estimate;
    return html`
      <li>
        <div class="lead">
          <data value=${estimate.value}>${valueText(estimate.value, unitOf(metric))}</data>
          <button class="plain small" @click=${() => this.#show(metric)}>
            Show all groups<span class="spoken"> by ${metric.title}</span>
          </button>
        </div>
        <h3>${metric.title}: ${group}</h3>
        <p>
          ${comparison(metric, estimate, group, reference)}
          ${adverseText(metric, estimate, group, reference)}${caution}
        </p>
        ${
          uncertainty && ci
            ? html`<p class="sure">
                ${confidenceText(uncertainty)} interval: ${rangeText(ci, unitOf(metric))}.
                ${chanceText(estimate, metric.ideal ?? 0, uncertainty)}
                ${unseenText(estimate, metric.ideal ?? 0)}
              </p>`
            : nothing
        }
        <p class="small soft">${metric.meaning}</p>
      </li>
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
        .group=${this.group}
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

  static override styles = [
    style,
    figureStyle,
    css`
      .warning {
        margin-top: 1rem;
      }
      .top {
        display: flex;
        flex-wrap: wrap;
        align-items: start;
        justify-content: space-between;
        gap: 1rem 2rem;
      }
      h1 {
        flex: 1 20rem;
        max-width: 30em;
        overflow-wrap: anywhere;
      }
      .facts {
        display: flex;
        flex-wrap: wrap;
        gap: 0.5rem 2.25rem;
        margin: 0.75rem 0 0;
      }
      .facts dt {
        font-size: 0.8125rem;
        color: var(--soft);
      }
      .facts dd {
        margin: 0;
        font-weight: 550;
        overflow-wrap: anywhere;
        font-variant-numeric: tabular-nums;
      }
      .notes {
        display: grid;
        gap: 0.35rem;
        max-width: 40rem;
        margin-top: 1rem;
      }
      .notes textarea {
        font: inherit;
        color: inherit;
        padding: 0.5rem 0.7rem;
        border: 1px solid var(--edge);
        border-radius: 8px;
        background: var(--card);
      }
      .downloads {
        margin-top: 1.25rem;
      }
      .bar {
        position: sticky;
        top: 0;
        z-index: 2;
        margin-top: 1rem;
        margin-inline: -0.75rem;
        padding: 0.4rem 0.75rem;
        background: var(--paper);
        border-block: 1px solid var(--rule);
      }
      .bar .choices,
      .contents {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: 0 1.25rem;
      }
      .bar select {
        width: auto;
        max-width: 15rem;
        min-height: 2.25rem;
        padding-block: 0.2rem;
        font-size: 0.875rem;
      }
      .bar label {
        display: inline-flex;
        align-items: center;
        gap: 0.5rem;
        min-height: 2.25rem;
      }
      .contents {
        gap: 0 0.6rem;
      }
      .contents button {
        padding-inline: 0;
        letter-spacing: -0.01em;
        min-height: 2rem;
        font-size: 0.8125rem;
      }
      .breakdowns {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: 0 1rem;
        font-size: 0.875rem;
      }
      /* Floated, a legend is part of the box. */
      .breakdowns legend {
        float: inline-start;
        font-weight: 400;
        color: var(--soft);
      }
      .breakdowns .row {
        gap: 0 1rem;
      }
      @media (max-width: 40rem) {
        .contents {
          flex-wrap: nowrap;
          overflow-x: auto;
          scrollbar-width: none;
        }
        .contents button {
          flex: none;
        }
        .bar .choices {
          gap: 0 0.75rem;
        }
        .breakdowns {
          flex: 1 0 100%;
        }
        .choices > label {
          flex: 1 1 40%;
          min-width: 0;
          gap: 0.35rem;
        }
        .bar select {
          min-width: 0;
          max-width: none;
          flex: 1;
          padding-inline: 0.5rem;
        }
      }
      .breakdowns label,
      .exact {
        display: inline-flex;
        align-items: center;
        gap: 0.6rem;
        min-height: 2.25rem;
      }
      section,
      fairwasm-confusion-grid,
      fairwasm-metric-panel {
        margin-top: 2.25rem;
      }
      .panels {
        display: grid;
        gap: 0 3rem;
        grid-template-columns: minmax(0, 1fr);
      }
      @media (min-width: 64rem) {
        .panels:has(:nth-child(2)) {
          grid-template-columns: minmax(0, 1fr) minmax(0, 1fr);
        }
      }
      .wide {
        max-width: none;
      }
      .titled {
        display: flex;
        flex-wrap: wrap;
        align-items: baseline;
        gap: 0 1.5rem;
      }
      .ends {
        display: grid;
        gap: 0 3rem;
        grid-template-columns: repeat(auto-fit, minmax(min(28rem, 100%), 1fr));
      }
      .findings {
        list-style: none;
        padding: 0;
        margin: 0.75rem 0 0;
        display: grid;
        gap: 1rem;
        grid-template-columns: repeat(auto-fill, minmax(min(20rem, 100%), 1fr));
      }
      .findings li {
        padding: 0.8rem 1.1rem 0.9rem;
        font-size: 0.9375rem;
        border: 1px solid var(--rule);
        border-radius: 14px;
        background: var(--card);
      }
      .lead {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        justify-content: space-between;
        column-gap: 1rem;
        margin-bottom: 0.2rem;
      }
      .lead data {
        font-size: 1.75rem;
        line-height: 1.2;
        font-weight: 600;
        letter-spacing: -0.02em;
        font-variant-numeric: tabular-nums;
        color: var(--accent);
      }
      .lead button {
        min-height: 2.25rem;
        padding: 0;
      }
      .sure {
        font-variant-numeric: tabular-nums;
      }
      .findings p {
        margin-top: 0.25rem;
      }
      .meaning {
        margin-top: 0.6rem;
        font-size: 0.9375rem;
        max-width: 110ch;
      }
      @media print {
        slot[name='actions'],
        .bar,
        .exact,
        .lead button,
        [aria-labelledby='save'] {
          display: none;
        }
        .findings {
          grid-template-columns: 1fr 1fr;
        }
        .findings li,
        fairwasm-metric-panel {
          break-inside: avoid;
        }
        section,
        fairwasm-confusion-grid,
        fairwasm-metric-panel {
          margin-top: 2rem;
        }
        h2 {
          break-after: avoid;
        }
      }
      .caveat {
        margin-top: 1.5rem;
        max-width: none;
        color: var(--soft);
      }
    `,
  ];
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

const roleTitles: Readonly<Record<string, string>> = {
  label: 'True outcome',
  prediction: 'Decision',
  score: 'Score',
  weight: 'Weight',
  cluster: 'Whose row',
};

const roleTitle = (role: string) => roleTitles[role] ?? role;

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
