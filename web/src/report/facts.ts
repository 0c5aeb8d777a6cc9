// SPDX-License-Identifier: Apache-2.0
//
// What the report counted: rows, groups, the roles of the columns, and groups with few cases.

import type { Breakdown, Report } from 'fairwasm';
import { html, nothing } from 'lit';
import { countText } from '../parts/number.js';

const shownWarnings = 12;

/** Lists the counts of the report and the roles of its columns. */
export function factsOf(report: Report, { groups, reference, by }: Breakdown) {
  const { rows, clusters, droppedRows, favorable, columns, threshold } = report;
  const grouped = clusters === undefined ? '' : ` of ${countText(clusters)} clusters`;
  const left = droppedRows > 0 ? ` (${countText(droppedRows)} omitted)` : '';
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

/** Lists groups with few cases. */
export function smallGroups({ groups }: Breakdown) {
  const small = groups.filter(({ warning }) => warning !== undefined);
  if (small.length === 0) return nothing;
  return html`
    <p>Groups with few cases:</p>
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

const roleTitles: Readonly<Record<string, string>> = {
  label: 'True outcome',
  prediction: 'Decision',
  score: 'Score',
  weight: 'Weight',
  cluster: 'Cluster',
};

const roleTitle = (role: string) => roleTitles[role] ?? role;
