// SPDX-License-Identifier: Apache-2.0
//
// The report of several classes, or labels, as one HTML file that needs nothing else: no scripts, no requests, light and
// dark. Confusion matrices are heat maps: how dark a cell is says which share of its true class is predicted so.

import { ofGiven } from '../core/plain-data.js';
import { showCount } from '../document/format.js';
import { caveat, escapeHtml, htmlPage } from '../document/html.js';
import type { ShownTable } from '../report/conditional-shown.js';
import {
  type AnyBreakdown,
  type AnyReport,
  type ConfusionMap,
  classesTable,
  confusionsOf,
  factsOf,
  findingsOf,
  groupsTable,
  notesOf,
  requireClassReport,
  titleOfAll,
} from './shown.js';

const policy = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

/**
 * The report as one HTML page. Text from the data is escaped.
 *
 * @example
 * const audit = (await load()).audit({
 *   label: ['low', 'high', 'low', 'high'],
 *   prediction: ['low', 'low', 'low', 'high'],
 *   groups: { sex: ['f', 'f', 'm', 'm'] },
 * });
 * classesHtml(audit.report()).startsWith('<!doctype html>'); // true
 */
export function classesHtml(report: AnyReport): string {
  return ofGiven('report', () => {
    requireClassReport(report);
    const title = escapeHtml(titleOfAll(report));
    const facts = factsOf(report).map(
      ([name, text]) => `<dt>${escapeHtml(name)}</dt><dd>${escapeHtml(text)}</dd>`,
    );
    const notes = notesOf(report);
    const main = `<dl>${facts.join('\n')}</dl>
${report.breakdowns.map((breakdown: AnyBreakdown) => breakdownHtml(report, breakdown)).join('\n')}
${listed('Few cases', notes.few)}${listed('Undefined (–)', notes.undefined)}${listed('Without', notes.without)}
${caveat}`;
    return htmlPage({ title, policy, style, main });
  });
}

function breakdownHtml(report: AnyReport, breakdown: AnyBreakdown): string {
  const findings = findingsOf(report, breakdown);
  const maps = confusionsOf(report, breakdown);
  return `<section>
<h2>By ${breakdown.by.map(escapeHtml).join(' and ')}</h2>
${findings.length > 0 ? listed('What stands out', findings) : '<p>No class sets the groups apart.</p>'}
${tableHtml(classesTable(report, breakdown))}
${tableHtml(groupsTable(report, breakdown))}
${maps.length > 0 ? `<h3>Confusion</h3><div class="maps">${maps.map(mapHtml).join('\n')}</div>` : ''}
</section>`;
}

const listed = (heading: string, texts: readonly string[]): string =>
  texts.length === 0
    ? ''
    : `<p>${heading}:</p><ul>${texts.map((text) => `<li>${escapeHtml(text)}</li>`).join('')}</ul>`;

const headingRow = (headings: readonly string[]) =>
  `<tr>${headings.map((text) => `<th scope="col">${escapeHtml(text)}</th>`).join('')}</tr>`;

function tableHtml({ title, headings, rows }: ShownTable): string {
  const body = rows.map(({ name, cells }) => {
    const figures = cells.map(
      ([value = '', detail = '']) =>
        `<td>${escapeHtml(value)}${detail ? ` <small>${escapeHtml(detail)}</small>` : ''}</td>`,
    );
    return `<tr><th scope="row">${escapeHtml(name)}</th>${figures.join('')}</tr>`;
  });
  const caption = escapeHtml(title);
  return `<div class="scroll" tabindex="0" role="region" aria-label="${caption}"><table>
<caption>${caption}</caption><thead>${headingRow(headings)}</thead><tbody>${body.join('\n')}</tbody></table></div>`;
}

function mapHtml({ name, classes, shares, weights }: ConfusionMap): string {
  const rows = weights.map((cells, i) => {
    const figures = cells.map((weight, j) => {
      const share = shares[i]?.[j] ?? Number.NaN;
      const percent = Number.isNaN(share) ? 0 : Math.round(share * 100);
      const shown = Number.isNaN(share) ? '–' : `${percent}%`;
      return `<td style="--share: ${percent}%">${shown} <small>${escapeHtml(showCount(weight))}</small></td>`;
    });
    return `<tr><th scope="row">${escapeHtml(classes[i] as string)}</th>${figures.join('')}</tr>`;
  });
  const caption = `${escapeHtml(name)}: true class by row, predicted class by column`;
  return `<div class="scroll map" tabindex="0" role="region" aria-label="${caption}"><table>
<caption>${caption}</caption><thead>${headingRow(['True', ...classes])}</thead><tbody>${rows.join('\n')}</tbody></table></div>`;
}

const style = `
:root { color-scheme: light dark; --ink: #1b1c1f; --soft: #5a5f68; --paper: #fff; --rule: #dcdfe4; --heat: #9fb0ff; }
@media (prefers-color-scheme: dark) { :root { --ink: #e8e9ec; --soft: #a3a8b2; --paper: #16181c; --rule: #34383f;
  --heat: #3a4a9c; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1rem/1.55 system-ui, sans-serif;
  font-variant-numeric: tabular-nums; }
main { max-width: 72rem; margin: 0 auto; padding: 2rem 1.25rem 4rem; }
h1 { font-size: 1.9rem; line-height: 1.2; margin: 0; overflow-wrap: anywhere; }
h2 { font-size: 1.3rem; margin: 2.75rem 0 0; overflow-wrap: anywhere; }
p, li, dd { max-width: 70ch; overflow-wrap: anywhere; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 0.25rem 1.5rem; }
dd { margin: 0; }
small, .soft, caption, dt, thead th { color: var(--soft); }
.scroll { overflow-x: auto; margin-top: 1rem; border: 1px solid var(--rule); border-radius: 10px; }
.maps { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(24rem, 100%), 1fr)); gap: 1rem; }
.map td { background: color-mix(in srgb, var(--heat) var(--share), transparent); }
.map small { color: inherit; }
table { border-collapse: collapse; width: 100%; font-size: 0.9375rem; }
caption { text-align: start; padding: 0.75rem 1rem 0.25rem; font-size: 0.875rem; }
th, td { padding: 0.45rem 1rem; text-align: end; vertical-align: top; border-top: 1px solid var(--rule); font-weight: inherit;
  white-space: nowrap; }
th:first-child { text-align: start; white-space: normal; min-width: 8rem; overflow-wrap: anywhere; }
td small { display: block; }
@media print { main { padding: 0; } .scroll { overflow: visible; } tr { break-inside: avoid; } td { print-color-adjust: exact; } }
`;
