// SPDX-License-Identifier: Apache-2.0
//
// The regression report as text, Markdown, HTML, and JSON, with the same panels in each.

import { ofGiven } from '../core/plain-data.js';
import { oneLine } from '../document/format.js';
import { atOnce, caveat, escapeHtml, htmlPage } from '../document/html.js';
import { escapeMarkdown } from '../document/markdown.js';
import { heading, note, styleOf, type TextOptions } from '../document/terminal.js';
import { panelHtml } from '../report/html-panel.js';
import { panelMarkdown } from '../report/panels/markdown.js';
import { panelText } from '../report/panels/text.js';
import { style, styleHash } from '../vendor/report-file.js';
import type { ErrorReport } from './error-report.js';
import { errorFacts, errorNotes, errorPanels, errorTitle, requireErrors } from './error-shown.js';

/**
 * Returns the report for a terminal, as lines of at most `width` columns, with control characters of the data
 * removed.
 *
 * @example
 * import { load as loadFairwasm } from 'fairwasm';
 * const doors = { fair: await loadFairwasm(), scores: await load() };
 * const wages = { label: [20, 30, 20, 40], prediction: [18, 24, 21, 41], groups: { sex: ['f', 'f', 'm', 'm'] } };
 * const lines = errorsText(errorReport(doors, wages), { width: 70 }).split('\n');
 * lines.every((line) => line.length <= 70); // true
 */
export function errorsText(report: ErrorReport, options: TextOptions = {}): string {
  return ofGiven('report', () => {
    const look = styleOf(options);
    const sections = [
      heading(errorTitle(report), errorFacts(report), look),
      ...errorPanels(report).map((panel) => panelText(panel, look)),
      note('Undefined or unreliable: ', errorNotes(report).map(oneLine).map(unended), look),
    ];
    const filled = sections.filter((lines) => lines.length > 0);
    return `${filled.map((lines) => lines.join('\n')).join('\n\n')}\n`;
  });
}

const unended = (sentence: string) => sentence.replace(/\.$/, '');

/**
 * Returns the report as Markdown. Strings from the data are escaped.
 *
 * @example
 * import { load as loadFairwasm } from 'fairwasm';
 * const doors = { fair: await loadFairwasm(), scores: await load() };
 * const wages = { label: [20, 30, 20, 40], prediction: [18, 24, 21, 41], groups: { sex: ['f', 'f', 'm', 'm'] } };
 * errorsMarkdown(errorReport(doors, { ...wages, source: 'wages.csv' })).startsWith('# '); // true
 */
export function errorsMarkdown(report: ErrorReport): string {
  return ofGiven('report', () => {
    const facts = errorFacts(report).map(([name, text]) => `- ${name}: ${escapeMarkdown(text)}`);
    const notes = errorNotes(report).map((text) => `- ${escapeMarkdown(text)}`);
    const blocks = [
      `# ${escapeMarkdown(errorTitle(report))}`,
      facts.join('\n'),
      ...errorPanels(report).flatMap(panelMarkdown),
      notes.length > 0 ? `Undefined or unreliable:\n\n${notes.join('\n')}` : '',
    ];
    return `${blocks.filter((block) => block !== '').join('\n\n')}\n`;
  });
}

const policy = `default-src 'none'; style-src ${styleHash}; base-uri 'none'; form-action 'none'`;

/**
 * Returns the report as one self-contained HTML page without scripts. Strings from the data are escaped.
 *
 * @example
 * import { load as loadFairwasm } from 'fairwasm';
 * const doors = { fair: await loadFairwasm(), scores: await load() };
 * const wages = { label: [20, 30, 20, 40], prediction: [18, 24, 21, 41], groups: { sex: ['f', 'f', 'm', 'm'] } };
 * errorsHtml(errorReport(doors, wages)).startsWith('<!doctype html>'); // true
 */
export function errorsHtml(report: ErrorReport): string {
  return ofGiven('report', () => {
    requireErrors(report);
    const facts = errorFacts(report).map(
      ([name, text]) => `<dt>${escapeHtml(name)}</dt><dd>${escapeHtml(text)}</dd>`,
    );
    const notes = errorNotes(report).map((text) => `<li>${escapeHtml(text)}</li>`);
    const main = `<dl class="facts">${facts.join('\n')}</dl>
${errorPanels(report)
  .map((panel) => panelHtml(panel, atOnce))
  .join('\n')}
${notes.length > 0 ? `<section><h2>Undefined or unreliable</h2><ul>${notes.join('')}</ul></section>` : ''}
${caveat}`;
    return htmlPage({ title: escapeHtml(errorTitle(report)), policy, style, main });
  });
}

/**
 * Returns the report as JSON; undefined and infinite values are null.
 *
 * @example
 * import { load as loadFairwasm } from 'fairwasm';
 * const doors = { fair: await loadFairwasm(), scores: await load() };
 * const wages = { label: [20, 30, 20, 40], prediction: [18, 24, 21, 41], groups: { sex: ['f', 'f', 'm', 'm'] } };
 * JSON.parse(errorsJson(errorReport(doors, wages))).format; // "fairwasm-errors"
 */
export function errorsJson(report: ErrorReport): string {
  return ofGiven('report', () => {
    requireErrors(report);
    return `${JSON.stringify(report, null, 2)}\n`;
  });
}
