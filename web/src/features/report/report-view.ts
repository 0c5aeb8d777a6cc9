// SPDX-License-Identifier: Apache-2.0
//
// An audit report: its document, and the interactive charts and tables of one breakdown.

import type { Breakdown, Metric, Report } from 'fairwasm';
import type { Block, Document } from 'fairwasm/report';
import { html, LitElement, nothing, type PropertyValues } from 'lit';
import { describeAudit } from '#fairwasm/report/describe-audit.js';
import { knownMetrics, rankGroups } from '#fairwasm/report/ranking.js';
import type { ScoreBreakdown } from '#fairwasm/scores/stored-scores.js';
import { breakdownChoice, choice } from '../../widgets/chooser.js';
import { figureStyle } from '../../widgets/figures.js';
import { getUnit, valueText } from '../../widgets/number.js';
import { factList } from '../../widgets/plain-report.js';
import { Print } from '../../widgets/print.js';
import type { Form } from '../../widgets/save-result.js';
import { style } from '../../widgets/style.js';
import type { ScoreSheet } from '../scores/score-sheet.js';
import type { ScoreView } from '../scores/score-view.js';
import { ratesAtOnce } from './all-rates.js';
import { idealLine } from './group-chart.js';
import { firstLook, isSame, type Look } from './initial-view.js';
import { loadExtras } from './load-extras.js';
import { rateItems } from './ranking.js';
import { reportStyle } from './report-style.js';
import { keepingSection } from './save-section.js';
import { confidenceText } from './words.js';
import '../../widgets/document-view.js';
import './confusion-grid.js';
import './group-table.js';
import './metric-panel.js';

type SavedView = NonNullable<Report['view']>;

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
  #document: Document = { name: '', title: '', blocks: [] };
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
    if (!changed.has('report')) return;
    loadExtras(this.report);
    this.#document = describeAudit(this.report);
    if (isSame(changed.get('report'), this.report)) return;
    Object.assign(this, firstLook(this.report, this.#document));
  }

  protected override updated(changed: PropertyValues<this>): void {
    this.querySelector('power-view')?.setAttribute('chosen', String(this.chosen));
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
    const described = this.#section(`breakdown-${this.chosen}`);
    return html`
      <div class="top">
        <h1 tabindex="-1">${report.source ?? 'Audit'}</h1>
        <slot name="actions"></slot>
      </div>
      ${factList(this.#document.facts ?? [])}
      <fairwasm-document
        .sections=${getSections(this.#section('summary'))}
        @open-details=${(event: CustomEvent<string>) => this.#open(event.detail)}
      ></fairwasm-document>
      <slot name="questions"></slot>
      ${this.#print.isOn ? this.#paper() : nothing}
      <div class="screen">
      <h2 id="breakdown" tabindex="-1">${described?.title}</h2>
      ${this.#bar(breakdown)}
      <div class="panels">${this.#disparities(breakdown)} ${this.#rates(breakdown)}</div>
      ${this.#confusion(breakdown)}
      </div>
      ${this.#scores(breakdown)}
      <section class="screen" aria-labelledby="all">
        <h2 id="all">All figures</h2>
        <fairwasm-group-table .report=${report} .breakdown=${breakdown} .group=${this.group} ?exact=${this.exact}></fairwasm-group-table>
        <div class="more">
          ${ratesAtOnce(this.report, breakdown, this.group)}
        </div>
        <fairwasm-document .sections=${described?.blocks.filter(isShownOnce) ?? []}></fairwasm-document>
      </section>
      <slot></slot>
      <fairwasm-extras .report=${report} .without=${this.#shownElsewhere(breakdown)}></fairwasm-extras>
      ${keepingSection(this.notes, this.#write, this.#save)}
      <fairwasm-document
        .sections=${['method', 'metrics'].flatMap((name) => getSections(this.#section(name)))}
      ></fairwasm-document>
      <p class="caveat">
        Each measure captures one notion of fairness, and some cannot hold at once. Figures of small
        groups can be due to chance. No figure here proves that decisions are fair; each shows where to look.
      </p>
    `;
  }

  // Paper has each attribute, and the breakdown on the screen; saved files have all breakdowns.
  #paper() {
    const { breakdowns } = this.report;
    const sections = breakdowns.flatMap(({ by }, place) =>
      by.length === 1 || place === this.chosen ? getSections(this.#section(`breakdown-${place}`)) : [],
    );
    return html`<fairwasm-document class="paper" .sections=${sections} isPaper></fairwasm-document>`;
  }

  #section(name: string): Document | undefined {
    return this.#document.blocks.filter(isSection).find((section) => section.name === name);
  }

  async #open(name: string): Promise<void> {
    this.chosen = Number(name.split('-').at(-1));
    this.group = undefined;
    await this.updateComplete;
    const heading = this.renderRoot.querySelector<HTMLElement>('#breakdown');
    heading?.focus();
    heading?.scrollIntoView({ block: 'start' });
  }

  // The choices that affect everything below.
  #bar(breakdown: Breakdown) {
    const names = breakdown.groups.map(({ name }) => ({ value: name, text: name }));
    const groups = [{ value: '', text: 'None' }, ...names];
    return html`
      <div class="bar" role="region" aria-label="Selection">
        ${breakdownChoice('Groups by', this.report.breakdowns, this.chosen, (place) => {
          this.chosen = place;
          this.group = undefined;
        })}
        ${choice('Highlight', groups, this.group ?? '', (name) => {
          this.group = name || undefined;
        })}
        <label class="exact small">
          <input type="checkbox" .checked=${this.exact} @change=${this.#toggleExact} />
          Show exact values
        </label>
      </div>
    `;
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

  // Interactive curves are drawn here if the chosen groups have any; requested results are below their forms.
  #shownElsewhere(breakdown: Breakdown): readonly string[] {
    const requested = ['power', 'within'].filter((name) => this.querySelector(`${name}-view`));
    const scores = this.#getScores(breakdown) ? ['scores'] : [];
    return [...this.without, ...requested, ...scores];
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
    const text = `all rows: ${valueText(value, getUnit(metric))}`;
    return html`
      <fairwasm-metric-panel
        id="rates"
        heading="Rates by group"
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

  #getScores({ by }: Breakdown): ScoreBreakdown | undefined {
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
    const scores = this.#getScores(breakdown);
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

  #toggleExact(event: Event): void {
    this.exact = (event.target as HTMLInputElement).checked;
  }

  static override styles = [style, figureStyle, reportStyle];
}

const isSection = (block: Block): block is Document => 'blocks' in block;
const getSections = (section: Document | undefined) => (section ? [section] : []);

/** Whether no interactive table has the values of the block. */
const isShownOnce = (block: Block): boolean => !('rows' in block && /^Rates by /.test(block.caption ?? ''));

customElements.define('fairwasm-report-view', ReportView);
