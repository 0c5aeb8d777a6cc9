// SPDX-License-Identifier: Apache-2.0
//
// Renders adverse impact tables: a chart of the ratios, the counts, and additional comparisons.

import type { Metric } from 'fairwasm';
import type { ImpactReport } from 'fairwasm/impact';
import { css, html, nothing } from 'lit';
import { choice } from '../parts/chooser.js';
import { countText, rangeText, valueText } from '../parts/number.js';
import type { Item } from '../report/ranking.js';
import { comparedTemplate } from './comparison-template.js';
import '../report/metric-chart.js';

type Table = ImpactReport['outcomes'][number]['tables'][number];

// A ratio has no ideal here, so no line is drawn: the rule has no threshold.
const ratio: Metric = {
  name: 'impactRatio',
  title: 'Impact ratio',
  kind: 'rate',
  formula: 'rate / highest rate of the table',
  range: [0, 1],
  direction: 'none',
  inputs: [],
  meaning: 'A group’s rate as a share of the highest rate in the same table.',
  undefinedWhen: 'all rates are 0',
  reference: '29 CFR 1607.4(D)',
};

/** All tables of a report; with multiclass labels, those of one class. */
export function tablesTemplate(report: ImpactReport, shown: number, show: (place: number) => void) {
  const { rule, outcomes, kind, imputed, warnings = [], droppedRows = 0 } = report;
  const outcome = outcomes[shown] ?? outcomes[0];
  const of = kind === 'assigned' ? `, class ${outcome?.name}` : '';
  return html`
    ${
      rule
        ? html`<p class="small">${rule.name} (${rule.source}; text of ${rule.date}).</p>
          <p class="small soft">${rule.limits} ${rule.published ?? nothing}</p>`
        : nothing
    }
    ${droppedRows > 0 ? html`<p class="small">Omitted rows with missing values: ${countText(droppedRows)}.</p>` : nothing}
    ${imputed.length > 0 ? html`<p class="small">Estimated, not self-reported: ${imputed.join(', ')}.</p>` : nothing}
    ${warnings.map((warning) => html`<p class="warning">${warning}</p>`)}
    ${
      outcomes.length > 1
        ? html`<p class="class">
            ${choice(
              'Class that counts as selected',
              outcomes.map(({ name }, i) => ({ value: String(i), text: name })),
              String(outcomes.indexOf(outcome as (typeof outcomes)[number])),
              (value) => show(Number(value)),
            )}
          </p>`
        : nothing
    }
    ${outcome?.tables.map((table) => tableTemplate(table, report, of))}
  `;
}

function tableTemplate(
  { by, unknown, categories, fourFifths }: Table,
  { kind }: ImpactReport,
  of = '',
) {
  const against = fourFifths?.againstHighest?.comparisons ?? [];
  const title = `Impact by ${by.join(' and ')}${of}`;
  const hits = kind === 'score' ? 'Above median' : 'Selected';
  const items = categories.flatMap(({ name, impactRatio, applicants }): Item[] =>
    impactRatio ? [{ id: name, group: name, rows: applicants, estimate: impactRatio }] : [],
  );
  const hidden = categories.filter(({ isSuppressed }) => isSuppressed).length;
  return html`
    <h3>By ${by.join(' and ')}${of}</h3>
    <fairwasm-metric-chart .metric=${ratio} .items=${items} confidence="95%"></fairwasm-metric-chart>
    <div class="scroll" tabindex="0" role="region" aria-label=${title}>
      <table>
        <caption>${title}</caption>
        <thead>
          <tr>
            <th scope="col">Group</th>
            <th scope="col">Applicants</th>
            <th scope="col">${hits}</th>
            <th scope="col">Rate</th>
            <th scope="col">Share of all</th>
            <th scope="col">Impact ratio</th>
            ${fourFifths ? html`<th scope="col">Below four fifths</th><th scope="col">Shortfall to four fifths</th>` : nothing}
          </tr>
        </thead>
        <tbody>
          ${categories.map((each) => {
            const {
              name,
              applicants,
              selected,
              rate,
              share,
              isSuppressed,
              isExcluded,
              impactRatio,
            } = each;
            const compared = against.find(({ group }) => group === name);
            if (isSuppressed)
              return html`<tr><th scope="row">${name}</th><td colspan=${fourFifths ? 7 : 5}>suppressed</td></tr>`;
            return html`
              <tr>
                <th scope="row">${name}</th>
                <td>${countText(applicants)}</td>
                <td>${countText(selected)}</td>
                <td>${valueText(rate, 'share')}</td>
                <td>${valueText(share, 'share')}</td>
                <td>
                  ${isExcluded ? 'excluded' : valueText(impactRatio?.value ?? Number.NaN, 'number')}
                  ${impactRatio?.ci ? html`<small>${rangeText(impactRatio.ci, 'number')}</small>` : nothing}
                </td>
                ${
                  fourFifths
                    ? html`<td>${yesOrNo(compared?.belowFourFifths)}</td>
                        <td>${compared ? countText(Math.max(0, compared.shortfallToFourFifths)) : '–'}</td>`
                    : nothing
                }
              </tr>
            `;
          })}
        </tbody>
      </table>
    </div>
    ${unknown > 0 ? html`<p class="small soft">${countText(unknown)} of unknown ${by.join(' or ')} are excluded.</p>` : nothing}
    ${fourFifths ? comparedTemplate(by, fourFifths) : nothing}
    ${hidden > 0 ? html`<p class="small soft">Small cells are suppressed, and so are cells that would reveal them.</p>` : nothing}
  `;
}

const yesOrNo = (value: boolean | null | undefined) =>
  value === undefined || value === null ? '–' : value ? 'yes' : 'no';

export const tableStyle = css`
  h3 {
    margin-top: 2rem;
  }
  .class {
    max-width: 20rem;
    margin-top: 1rem;
  }
  td small {
    display: block;
    color: var(--soft);
    white-space: nowrap;
  }
`;
