// SPDX-License-Identifier: Apache-2.0
//
// The report as one self-contained HTML file for sharing and printing, in light and dark color schemes. It
// contains the report's data, so that it can be opened again, and a script that draws charts for the selected
// groups and metrics. The main part needs no script; further tables and charts, which are most of the file,
// are compressed and displayed on load. A content security policy allows only this script and this style, by
// hash, in case a string from the data is not escaped.

import type { Report } from '../audit/report.js';
import { ofGiven } from '../core/plain-data.js';
import { sectionHtml } from '../document/html.js';
import { caveat, escapeHtml, gathered, htmlPage } from '../document/html-parts.js';
import { script, scriptHash, style, styleHash } from '../vendor/report-file.js';
import { requireReport } from './check-report.js';
import { conditionalsOf, describeConditional } from './describe-conditional.js';
import { describeExtras } from './describe-extras.js';
import { embedded, embeddedPieces } from './embedded.js';
import { breakdownHtml } from './html-breakdown.js';
import { knownMetrics } from './ranking.js';
import { factsOf } from './shown.js';

const policy = [
  "default-src 'none'",
  `script-src ${scriptHash}`,
  `style-src ${styleHash}`,
  "base-uri 'none'",
  "form-action 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types fairwasm',
].join('; ');

/**
 * Returns the report as one HTML page, which {@link readReport} can read. Strings from the data are escaped.
 *
 * @example
 * const report = reportExample(await load(), findExample('compas'));
 * const page = reportHtml(report); // one file, which opens without a network
 * readReport(page).rows === report.rows; // true
 */
export function reportHtml(report: Report): string {
  return ofGiven('report', () => {
    requireReport(report);
    const title = escapeHtml(report.source ?? 'Audit');
    const facts = factsOf(report).map(
      ([name, text]) => `<dt>${escapeHtml(name)}</dt><dd>${escapeHtml(text)}</dd>`,
    );
    const { pieces, later } = gathered();
    const main = `${withoutScript}
<dl class="facts">${facts.join('\n')}</dl>
${notes(report)}
${report.breakdowns.map((breakdown, i) => breakdownHtml(report, breakdown, i, later)).join('\n')}
${[...conditionalsOf(report).map(describeConditional), ...describeExtras(report)]
  .map((each) => sectionHtml(each, later))
  .join('\n')}
${glossary(report)}
${caveat}
<p class="soft">This file also contains the report as data, but no rows of the audited data. Open it again with <code>fairwasm report</code> or the page.</p>`;
    const after = `${embedded(report)}\n${embeddedPieces(pieces)}\n<script>${script}</script>\n`;
    return htmlPage({ title, policy, style, main, after });
  });
}

const withoutScript = `<noscript><p class="soft">Scripts are disabled, so only the first table of each comparison is visible. <code>fairwasm report</code> prints the others.</p></noscript>`;

// Notes are the only strings that may have several lines.
function notes({ notes: text }: Report): string {
  if (!text) return '';
  const lines = text.split(/\r?\n/).map(escapeHtml).join('\n');
  return `<section><h2>Notes</h2><p class="notes">${lines}</p></section>`;
}

function glossary({ disparities, rates: rateNames, outcome }: Report): string {
  const items = knownMetrics([...disparities, ...rateNames], outcome).map(
    ({ name, title, ideal, formula, meaning }) =>
      `<dt data-m="${escapeHtml(name)}" data-i="${ideal ?? 0}">${escapeHtml(title)}</dt><dd><code>${escapeHtml(formula)}</code> ${escapeHtml(meaning)}</dd>`,
  );
  return `<section><h2>About the figures</h2>
<p>In the charts, the dot is the value, the bar is its confidence interval, and the line is the value for comparison: no difference, or the rate of all rows.</p>
<dl class="glossary">${items.join('\n')}</dl></section>`;
}
