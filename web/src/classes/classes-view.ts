// SPDX-License-Identifier: Apache-2.0
//
// A multiclass report: largest findings, each class compared with the rest, groups, and confusion matrices as heat
// maps.

import {
  type ClassReport,
  classesHtml,
  classesMarkdown,
  type ShownClasses,
  shownClasses,
} from 'fairwasm/classes';
import { css, html, LitElement, nothing, unsafeCSS } from 'lit';
import { breakdownChoice } from '../parts/breakdown-choice.js';
import { countText } from '../parts/number.js';
import { factList, plainReportStyle, reportEnd } from '../parts/plain-report.js';
import { style } from '../parts/style.js';

type Shown = ShownClasses['breakdowns'][number];

const forms = {
  html: { title: 'HTML', type: 'text/html', render: classesHtml },
  md: { title: 'Markdown', type: 'text/markdown', render: classesMarkdown },
  json: {
    title: 'JSON',
    type: 'application/json',
    render: (report: ClassReport) => `${JSON.stringify(report, null, 2)}\n`,
  },
} as const;

// The page's policy forbids inline styles, so each step of darkness has a class.
const shareStep = 5; // percent
const heat = unsafeCSS(
  Array.from(
    { length: 100 / shareStep + 1 },
    (_, step) =>
      `.maps .share-${step} { background: color-mix(in srgb, var(--accent) ${step * shareStep * 0.35}%, transparent); }`,
  ).join('\n'),
);

export class ClassesView extends LitElement {
  static override properties = { report: { attribute: false }, chosen: { state: true } };
  declare report: ClassReport;
  declare chosen: number;

  constructor() {
    super();
    this.chosen = 0;
  }

  override render() {
    const { title, facts, breakdowns, notes } = shownClasses(this.report);
    const breakdown = breakdowns[this.chosen] ?? breakdowns[0];
    return html`
      <div class="top">
        <h1 tabindex="-1">${title}</h1>
        <slot name="actions"></slot>
      </div>
      ${factList(facts)}
      ${breakdownChoice(breakdowns, this.chosen, (place) => {
        this.chosen = place;
      })}
      ${breakdown ? breakdownParts(breakdown) : nothing}
      ${noteList('Few cases', notes.few)} ${noteList('Undefined', notes.undefined)}
      ${noteList('Without', notes.without)}
      <slot></slot>
      ${reportEnd(this.report, forms)}
    `;
  }

  static override styles = [
    style,
    plainReportStyle,
    css`
      fieldset {
        border: 0;
        padding: 0;
        margin: 1rem 0 0;
      }
      .scroll {
        margin-top: 1.25rem;
      }
      td span {
        display: block;
        font-size: 0.8125rem;
        color: var(--soft);
        white-space: nowrap;
      }
      .maps {
        display: grid;
        grid-template-columns: repeat(auto-fill, minmax(min(22rem, 100%), 1fr));
        gap: 1rem;
      }
      ${heat}
      .maps td span {
        color: inherit;
      }
    `,
  ];
}

const noteList = (heading: string, texts: readonly string[]) =>
  texts.length === 0
    ? nothing
    : html`
        <p>${heading}:</p>
        <ul>
          ${texts.map((text) => html`<li>${text}</li>`)}
        </ul>
      `;

const breakdownParts = ({ by, findings, tables, confusions }: Shown) => html`
  <section aria-labelledby="findings">
    <h2 id="findings">What stands out, by ${by.join(' × ')}</h2>
    ${
      findings.length > 0
        ? html`<ol>${findings.map((text) => html`<li>${text}</li>`)}</ol>`
        : html`<p>The groups do not differ in any class.</p>`
    }
  </section>
  <section aria-labelledby="figures">
    <h2 id="figures">Classes and groups</h2>
    ${tables.map(table)}
  </section>
  <section aria-labelledby="confusion">
    <h2 id="confusion">Confusion</h2>
    <p class="soft">
      Of the rows of each true class the share that is predicted to be each class; the darker, the more.
    </p>
    <div class="maps">${confusions.map(heatMap)}</div>
  </section>
`;

const table = ({ title, headings, rows }: Shown['tables'][number]) => html`
  <div class="scroll" tabindex="0" role="region" aria-label=${title}>
    <table>
      <caption>${title}</caption>
      <thead>
        <tr>${headings.map((text) => html`<th scope="col">${text}</th>`)}</tr>
      </thead>
      <tbody>
        ${rows.map(
          ({ name, cells }) => html`
            <tr>
              <th scope="row">${name}</th>
              ${cells.map(([value, detail]) => html`<td>${value}${detail ? html`<span>${detail}</span>` : nothing}</td>`)}
            </tr>
          `,
        )}
      </tbody>
    </table>
  </div>
`;

const heatMap = ({ name, classes, shares, weights }: Shown['confusions'][number]) => html`
  <div class="scroll" tabindex="0" role="region" aria-label="Confusion of ${name}">
    <table>
      <caption>${name}: true class by row, predicted class by column</caption>
      <thead>
        <tr>
          <th scope="col">True</th>
          ${classes.map((each) => html`<th scope="col">${each}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${weights.map(
          (cells, i) => html`
            <tr>
              <th scope="row">${classes[i]}</th>
              ${cells.map((weight, j) => heatCell(weight, shares[i]?.[j] ?? Number.NaN))}
            </tr>
          `,
        )}
      </tbody>
    </table>
  </div>
`;

// A class without rows has no proportion.
function heatCell(weight: number, share: number) {
  const percent = Number.isNaN(share) ? 0 : Math.round(share * 100);
  return html`<td class="share-${Math.round(percent / shareStep)}">
    ${Number.isNaN(share) ? '–' : `${percent}%`}<span>${countText(weight)}</span>
  </td>`;
}

customElements.define('classes-view', ClassesView);
