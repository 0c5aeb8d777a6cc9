// SPDX-License-Identifier: Apache-2.0
//
// The result of `fairwasm thresholds` as a self-contained HTML file without scripts or requests, for light
// and dark color schemes.

import { showNumber } from '../document/format.js';
import { caveat, cell, escapeHtml, htmlPage, row, rowHeading, table } from '../document/html.js';
import { frontierStyle, frontierSvg } from './frontier-picture.js';
import {
  type Columns,
  type Constrained,
  calibratedTitle,
  costsOf,
  factsOf,
  headingOf,
  measureOf,
  notesOf,
  saidOf,
  saidOfCalibrated,
  scoresOf,
  type ThresholdReport,
  thresholdsOf,
  unlawful,
} from './thresholds-shown.js';

const policy = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";
const maxPoints = 40; // Maximum number of points in the table of the curve; JSON has all.

/** Returns the report as one HTML page. Strings from the data are escaped. */
export function thresholdsHtml(report: ThresholdReport): string {
  const { calibrated, objective } = report;
  const title = escapeHtml(`Cost of equalizing: ${report.source}`);
  const main = `${paragraphs([...factsOf(report), unlawful])}
${columnsHtml('Cost of equalizing', costsOf(report))}
${report.constraints.map((each) => constrainedHtml(each, report)).join('\n')}
${
  calibrated
    ? `<section><h2>${escapeHtml(calibratedTitle)}</h2>${columnsHtml('Scores by group', scoresOf(calibrated))}${paragraphs(saidOfCalibrated(calibrated, objective))}</section>`
    : ''
}
<section><h2>About these figures</h2>${paragraphs(notesOf(report).filter((text) => text !== unlawful))}</section>
${caveat}`;
  return htmlPage({ title, policy, style, main });
}

const paragraphs = (texts: readonly string[]) =>
  texts.map((text) => `<p>${escapeHtml(text)}</p>`).join('\n');

function columnsHtml(caption: string, { names, columns }: Columns): string {
  const rows = names.map((name, i) =>
    row([
      rowHeading(escapeHtml(name)),
      ...columns.map(({ cells }) => cell((cells[i] ?? []).map(escapeHtml).join('<br>'))),
    ]),
  );
  const headings = ['', ...columns.map(({ heading }) => escapeHtml(heading))];
  return table(escapeHtml(caption), headings, rows);
}

function constrainedHtml(each: Constrained, report: ThresholdReport): string {
  return `<section>
<h2>${escapeHtml(headingOf(each))}</h2>
${frontierSvg(each, report)}
${each.equalized.reason ? '' : columnsHtml('Thresholds and rates by group', thresholdsOf(each, report))}
${paragraphs(saidOf(each))}
${frontierTable(each, report)}
</section>`;
}

function frontierTable({ frontier }: Constrained, report: ThresholdReport): string {
  if (frontier.length === 0) return '';
  const step = Math.max(1, (frontier.length - 1) / (maxPoints - 1));
  const count = Math.min(frontier.length, maxPoints);
  const points = Array.from({ length: count }, (_, i) => frontier[Math.round(i * step)]);
  const rows = points.flatMap((point) =>
    point
      ? [
          row([
            rowHeading(showNumber(point.tolerance)),
            cell(showNumber(point.value)),
            cell(showNumber(point.cost)),
          ]),
        ]
      : [],
  );
  const some = count < frontier.length ? `, ${count} of ${frontier.length} points` : '';
  return `<details><summary>The curve as a table${some}</summary>${table('Best value at each remaining gap', ['Largest gap', escapeHtml(measureOf(report)), 'Cost'], rows)}</details>`;
}

const style = `
:root { color-scheme: light dark; --ink: #1b1c1f; --soft: #5a5f68; --paper: #fff; --rule: #dcdfe4; }
@media (prefers-color-scheme: dark) { :root { --ink: #e8e9ec; --soft: #a3a8b2; --paper: #16181c; --rule: #34383f; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1rem/1.55 system-ui, sans-serif;
  font-variant-numeric: tabular-nums; }
main { max-width: 60rem; margin: 0 auto; padding: 2rem 1.25rem 4rem; }
h1 { font-size: 1.9rem; line-height: 1.2; margin: 0; overflow-wrap: anywhere; }
h2 { font-size: 1.3rem; margin: 2.75rem 0 0.5rem; overflow-wrap: anywhere; }
p { max-width: 70ch; overflow-wrap: anywhere; }
summary { margin-top: 1rem; cursor: pointer; }
.soft, caption, thead th { color: var(--soft); }
.scroll { overflow-x: auto; margin-top: 1rem; border: 1px solid var(--rule); border-radius: 10px; }
table { border-collapse: collapse; width: 100%; font-size: 0.9375rem; }
caption { text-align: start; padding: 0.75rem 1rem 0.25rem; font-size: 0.875rem; }
th, td { padding: 0.45rem 1rem; text-align: end; vertical-align: top; border-top: 1px solid var(--rule); font-weight: inherit; }
th:first-child { text-align: start; min-width: 9rem; overflow-wrap: anywhere; }
td { white-space: nowrap; }
@media print { main { padding: 0; } .scroll { overflow: visible; } tr { break-inside: avoid; } }
${frontierStyle}
`;
