// SPDX-License-Identifier: Apache-2.0
//
// The report as one self-contained HTML file for sharing and printing, in light and dark color schemes. It
// contains the report's data, so that it can be opened again, and a script that draws charts for the selected
// groups and metrics. The summary needs no script; tables and charts below it, which are most of the file,
// are compressed and displayed on load. A content security policy allows only this script and this style, by
// hash, in case a string from the data is not escaped.

import { fromPlainData } from '../core/plain-data.js';
import { factsHtml, sectionHtml } from '../document/html.js';
import { atOnce, caveat, escapeHtml, gathered, htmlPage } from '../document/html-parts.js';
import { getFormat, getHeading, isSection } from '../document/model.js';
import { script, scriptHash, style, styleHash } from '../vendor/report-file.js';
import { describeReport } from './describe-report.js';
import { embedded, embeddedPieces } from './embedded.js';
import { knownMetrics } from './ranking.js';
import type { Report } from './report.js';

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
 */
export function reportHtml(report: Report): string {
  return fromPlainData('report', () => {
    const { facts = [], blocks, ...described } = describeReport(report);
    const title = escapeHtml(getHeading({ ...described, blocks }));
    const { pieces, later } = gathered();
    // The script clones the empty drawing, so that it contains no namespace address.
    const main = `${withoutScript}<svg width="0" height="0" aria-hidden="true"></svg>
${factsHtml(facts)}
${blocks
  .filter(isSection)
  .map((section) => sectionHtml(section, section.name === 'summary' ? atOnce : later))
  .join('\n')}
${caveat}
<p class="soft">This file also contains the report as data, but no rows of the audited data. Open it again with <code>fairwasm report</code> or the page.</p>`;
    const metrics = knownMetrics([...report.disparities, ...report.rates], report.outcome);
    const words = metrics.map((metric) => [metric.name, metric.title, metric.ideal ?? 0, getFormat(metric)] as const);
    const after = `${embedded(report)}\n${embeddedPieces({ pieces, words })}\n<script>${script}</script>\n`;
    return htmlPage({ title, policy, style, main, after });
  });
}

const withoutScript = `<noscript><p class="soft">Scripts are disabled, so tables and charts below the summary are not visible. <code>fairwasm report</code> prints them.</p></noscript>`;
