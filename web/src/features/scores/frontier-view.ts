// SPDX-License-Identifier: Apache-2.0
//
// “Cost of equal rates”: the best accuracy at each gap between groups, and the position of the actual decisions.
// Computed on request, because a search over many thresholds takes a moment. Dispatches `frontier-made` with the data
// to store in a report, or without data if the chart is hidden.

import type { Breakdown, Report } from 'fairwasm';
import type { ThresholdConstraint } from 'fairwasm/thresholds';
import { css, html, nothing, type PropertyValues } from 'lit';
import type { ScoreBreakdown } from '#fairwasm/scores/stored-scores.js';
import { fieldStyle, selectField } from '../../widgets/fields.js';
import { legend, legendStyle } from '../../widgets/legend.js';
import { valueText } from '../../widgets/number.js';
import { chartStyle, type Draw, tipLook } from '../../widgets/plot-chart.js';
import type { Key } from '../../widgets/save-chart.js';
import { style } from '../../widgets/style.js';
import { WorkingElement } from '../../widgets/working-element.js';
import { run } from '../../worker/run.js';
import { constraints, type Frontier, type FrontierPoint, presentPoint } from './frontier-rows.js';
import type { ScoreSheet } from './score-sheet.js';
import '../../widgets/data-table.js';
import '../../widgets/plot-chart.js';

/** The data that a report stores. */
export type KeptFrontier = NonNullable<NonNullable<Report['extras']>['frontier']>;

const maxFigures = 12;

export class FrontierView extends WorkingElement {
  static override properties = {
    report: { attribute: false },
    scores: { attribute: false },
    kept: { attribute: false },
    constraint: { state: true },
    by: { state: true },
    frontier: { state: true },
  };
  declare report: Report;
  declare scores: ScoreSheet;
  /** The stored data of an earlier chart. */
  declare kept: KeptFrontier | undefined;
  declare constraint: ThresholdConstraint;
  /** The groups, by the index of their breakdown. */
  declare by: number;
  declare frontier: Frontier | undefined;
  // Each chart has its own function, because the chart redraws when it receives another one.
  #draw: Draw | undefined;

  constructor() {
    super();
    this.constraint = 'demographicParity';
    this.by = 0;
  }

  override willUpdate(changed: PropertyValues<this>): void {
    const isOther = changed.has('scores') || changed.has('constraint') || changed.has('by');
    if (isOther && this.hasUpdated) this.#forget();
    if (changed.has('scores')) this.by = 0;
    if (!this.hasUpdated && this.kept) this.#resume(this.kept);
    this.toggleAttribute('drawn', this.frontier !== undefined); // an empty one is omitted on paper
    if (changed.has('frontier') && this.frontier) {
      this.#draw = drawing(this.frontier, this.#present, this.#rates);
    }
  }

  override render() {
    const breakdowns = this.#breakdowns;
    return html`
      <section aria-labelledby="title">
        <h2 id="title" tabindex="-1">Cost of equal rates</h2>
        <p class="soft">
          If each group could have its own threshold, how accurate and how equal could decisions be? Group-specific
          thresholds treat people with equal scores differently because of their group, which is unlawful in many places
          and uses. This chart shows what a fairness constraint would mean for these scores; it is not a recommendation.
        </p>
        <form class="fields" @submit=${(event: Event) => event.preventDefault()}>
          ${selectField(
            { id: 'constraint', title: 'Rates to equalize' },
            constraints.map(({ value, text }) => ({ value, text })),
            this.constraint,
            (value) => {
              this.constraint = value as ThresholdConstraint;
            },
          )}
          ${
            breakdowns.length > 1
              ? selectField(
                  { id: 'by', title: 'Between groups by' },
                  breakdowns.map(({ by }, i) => ({ value: String(i), text: by.join(' × ') })),
                  String(this.by),
                  (value) => {
                    this.by = Number(value);
                  },
                )
              : nothing
          }
        </form>
        <p class="ask"><button @click=${this.#ask} ?disabled=${this.abort !== undefined}>Draw the frontier</button></p>
        <fairwasm-error-note .problem=${this.problem}></fairwasm-error-note>
        <div role="status">${this.frontier ? this.#shown(this.frontier) : nothing}</div>
      </section>
    `;
  }

  get #breakdowns(): readonly ScoreBreakdown[] {
    return this.scores.breakdowns.filter(({ groups }) => groups.length > 1);
  }

  get #chosen(): ScoreBreakdown {
    return this.#breakdowns[this.by] as ScoreBreakdown;
  }

  get #rates(): string {
    return constraints.find(({ value }) => value === this.constraint)?.text ?? '';
  }

  get #present() {
    const { by } = this.#chosen;
    const own = this.report.breakdowns.find((each) => String(each.by) === String(by));
    return own && presentPoint(own as Breakdown, this.constraint);
  }

  #resume({ by, constraint, points, single }: KeptFrontier): void {
    const place = this.#breakdowns.findIndex((each) => String(each.by) === String(by));
    if (place < 0) return;
    this.by = place;
    this.constraint = constraint as ThresholdConstraint;
    this.frontier = { points, single, reason: undefined };
    this.#draw = drawing(this.frontier, this.#present, this.#rates);
  }

  #forget(): void {
    this.abort?.abort();
    this.abort = undefined;
    if (this.frontier) this.#tell(undefined);
    this.frontier = undefined;
    this.problem = undefined;
  }

  #tell(made: Frontier | undefined): void {
    const { constraint } = this;
    const present = this.#present;
    const detail: KeptFrontier | undefined =
      made === undefined || made.points.length === 0
        ? undefined
        : {
            ...{ by: this.#chosen.by, constraint, points: made.points, single: made.single },
            ...(present && { present }),
          };
    this.dispatchEvent(new CustomEvent('frontier-made', { detail }));
  }

  async #ask(): Promise<void> {
    this.#forget();
    const groups = this.#chosen.groups.map(({ name, positives, negatives, rocCurve }) => ({
      ...{ name, positives, negatives, rocCurve },
    }));
    const { constraint } = this;
    const found = await this.work(({ signal }) => run({ kind: 'frontier', groups, constraint }, { signal }));
    if (!found) return;
    this.frontier = found;
    this.#tell(found);
  }

  #shown({ points, single, reason }: Frontier) {
    const [equal] = points;
    const best = points.at(-1);
    if (!equal || !best) return html`<p>The frontier cannot be computed: ${reason}.</p>`;
    const present = this.#present;
    const rates = this.#rates;
    const sentence = (about: string, { gap, accuracy }: { gap: number; accuracy: number }) =>
      html`<li>${about}: accuracy ${share(accuracy)}, with ${rates} that differ by up to ${points100(gap)}.</li>`;
    return html`
      <ul>
        <li>
          With equal ${rates}, the best accuracy is ${share(equal.accuracy)}. With the best threshold for each group, it
          is ${share(best.accuracy)}, with a gap of ${points100(best.gap)}. Equality costs ${points100(best.accuracy - equal.accuracy)} of accuracy.
        </li>
        ${sentence('Best single threshold for all groups', single)}
        ${present ? sentence('Decisions of this report', present) : nothing}
      </ul>
      ${
        present
          ? legend('Best single threshold', 'Decisions of this report', false)
          : html`<p class="small soft">Ring: the best single threshold.</p>`
      }
      <fairwasm-plot-chart
        .draw=${this.#draw}
        .legend=${keys(present !== undefined)}
        name="best accuracy by gap in ${rates}"
      ></fairwasm-plot-chart>
      <p class="small soft">
        Line: the best accuracy with group-specific thresholds, some of them randomized. The thresholds are chosen and
        evaluated on the same rows, so accuracy on new rows would be lower. ${
          this.#chosen.count > this.#chosen.groups.length
            ? `Only the ${this.#chosen.groups.length} largest groups are included.`
            : ''
        }
      </p>
      <details>
        <summary>Figures</summary>
        <data-table
          name="Best accuracy by gap"
          .columns=${[{ title: 'Largest gap' }, { title: 'Best accuracy' }, { title: 'Cost' }]}
          .rows=${some(points).map(({ gap, accuracy }) => ({
            cells: [
              { text: points100(gap), order: gap },
              { text: share(accuracy), order: accuracy },
              { text: points100(best.accuracy - accuracy), order: best.accuracy - accuracy },
            ],
          }))}
        ></data-table>
      </details>
    `;
  }

  static override styles = [
    style,
    fieldStyle,
    legendStyle,
    css`
      section {
        margin-top: 3.25rem;
      }
      form + p {
        margin-top: 1rem;
      }
      @media print {
        :host(:not([drawn])),
        form,
        .ask {
          display: none;
        }
      }
    `,
  ];
}

const share = (value: number) => valueText(value, 'share');
const points100 = (value: number) => valueText(Math.max(0, value), 'gap').replace(/^\+/, '');

/** The first, the last, and the given number of entries between them. */
function some<T>(list: readonly T[]): T[] {
  if (list.length <= maxFigures) return [...list];
  const step = (list.length - 1) / (maxFigures - 1);
  return Array.from({ length: maxFigures }, (_, i) => list[Math.round(i * step)] as T);
}

const keys = (hasPresent: boolean): Key[] => [
  { text: 'Group-specific thresholds', shape: 'line', color: 'var(--accent)' },
  { text: 'Best single threshold', shape: 'ring', color: 'var(--soft)' },
  ...(hasPresent ? [{ text: 'Decisions of the report', shape: 'dot', color: 'var(--accent)' } as const] : []),
];

function drawing(
  { points, single }: Frontier,
  present: { gap: number; accuracy: number } | undefined,
  rates: string,
): Draw {
  const end = Math.max(single.gap, present?.gap ?? 0, points.at(-1)?.gap ?? 0);
  const best = points.at(-1);
  // Beyond its end, the constraint has no cost.
  const line = best ? [...points, { gap: end, accuracy: best.accuracy }] : [];
  const percent = (value: number) => 100 * value;
  const getCaptions = (point: FrontierPoint) =>
    [
      ...(point === single ? ['Best single threshold'] : []),
      ...(point === present ? ['Decisions of this report'] : []),
      `Accuracy: ${share(point.accuracy)}`,
      `Largest gap: ${points100(point.gap)}`,
    ].join('\n');
  const at = { x: (d: { gap: number }) => percent(d.gap), y: (d: { accuracy: number }) => percent(d.accuracy) };
  return (plot, width) =>
    plot.plot({
      width,
      height: Math.max(260, Math.min(420, width * 0.55)),
      marginLeft: 52,
      marginBottom: 46,
      marginTop: 30,
      style: chartStyle,
      x: { label: `Largest gap in ${rates}, percentage points`, labelOffset: 40, zero: true },
      y: { label: 'Accuracy, %', grid: true, nice: true },
      marks: [
        plot.line(line, { ...at, stroke: 'var(--accent)', strokeWidth: 2.5 }),
        plot.dot([single], { ...at, r: 6, fill: 'var(--paper)', stroke: 'var(--soft)', strokeWidth: 2.5 }),
        ...(present ? [plot.dot([present], { ...at, r: 6, fill: 'var(--accent)' })] : []),
        plot.tip(
          [...points, single, ...(present ? [present] : [])],
          plot.pointer({ ...at, ...tipLook, title: getCaptions }),
        ),
      ],
    });
}

customElements.define('frontier-view', FrontierView);
