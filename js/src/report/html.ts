// SPDX-License-Identifier: Apache-2.0
//
// The report as one HTML file that needs nothing else and asks for nothing, light and dark, for sending and for printing.
// It holds the report's data, so that it can be opened again, and a script that draws them anew for the groups and
// measures that are chosen. What comes first is there without the script; further tables and pictures, most of the file's
// length, are in it compressed, and are laid out at once when it is opened. A policy within the file allows this script
// and this style, by their hashes, and forbids everything else, should text from the data ever get past the escaping.

import type { Report } from '../audit/report.js';
import { ofGiven } from '../core/plain-data.js';
import { script, scriptHash, style, styleHash } from '../vendor/report-file.js';
import { requireReport } from './check-report.js';
import { conditionalsOf } from './conditional-shown.js';
import { embedded, embeddedPieces } from './embedded.js';
import { breakdownHtml } from './html-breakdown.js';
import { conditionalHtml } from './html-conditional.js';
import { panelHtml } from './html-panel.js';
import { caveat, escapeHtml, gathered, htmlPage } from './html-parts.js';
import { panelsOf } from './panels/panels.js';
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
 * The report as one HTML page, which holds the report for {@link readReport}. Text from the data is escaped.
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
${conditionalsOf(report)
  .map((each) => conditionalHtml(each, later))
  .join('\n')}
${panelsOf(report)
  .map((each) => panelHtml(each, later))
  .join('\n')}
${glossary(report)}
${caveat}
<p class="soft">This file holds the report as data too, and no row of what was audited: <code>fairwasm report</code> and
the page open it again.</p>`;
    const after = `${embedded(report)}\n${embeddedPieces(pieces)}\n<script>${script}</script>\n`;
    return htmlPage({ title, policy, style, main, after });
  });
}

const withoutScript = `<noscript><p class="soft">This browser runs no scripts, not even the one in this file: it shows the first
table of each comparison. <code>fairwasm report</code> shows the others too.</p></noscript>`;

// A note may have several lines, which all else may not.
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
  return `<section><h2>What the numbers say</h2>
<p>In the pictures, the dot is the value, the bar its interval, and the line what it is held against: no
difference, or the rate of all rows.</p>
<dl class="glossary">${items.join('\n')}</dl></section>`;
}
