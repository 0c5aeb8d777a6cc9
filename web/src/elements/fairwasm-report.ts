// SPDX-License-Identifier: Apache-2.0
//
// `<fairwasm-report>`, published as `fairwasm/elements`: the page's view of a report, for any page that has a
// report's JSON. It computes nothing and asks nobody for anything.

import type { Report } from 'fairwasm';
import { css, html, LitElement, nothing, unsafeCSS } from 'lit';
import pageStyle from '../page.css?inline';
import type { Problem } from '../parts/problem.js';
import '../parts/error-note.js';
import '../report/report-view.js';

export class FairwasmReport extends LitElement {
  static override properties = { report: { attribute: false } };
  /** What `audit.report()` gives, or the text of it as JSON. */
  declare report: Report | string | undefined;

  override connectedCallback(): void {
    super.connectedCallback();
    this.report ??= this.querySelector('script[type="application/json"]')?.textContent ?? undefined;
  }

  override render() {
    if (this.report === undefined) return nothing;
    const report = read(this.report);
    return 'breakdowns' in report
      ? html`<fairwasm-report-view .report=${report}></fairwasm-report-view>`
      : html`<fairwasm-error-note .problem=${report}></fairwasm-error-note>`;
  }

  static override styles = [
    unsafeCSS(pageStyle.replaceAll(':root', ':host')),
    css`
      :host {
        display: block;
        font-family: var(--sans);
        line-height: 1.55;
        color: var(--ink);
        background: var(--paper);
      }
      :host([hidden]) {
        display: none;
      }
    `,
  ];
}

// A field of another version may mean something else under the same name.
const version: Report['version'] = 1;

function read(given: Report | string): Report | Problem {
  try {
    const report = typeof given === 'string' ? JSON.parse(given, revive) : given;
    if (report?.format !== 'fairwasm-report') return problem('It is something else.');
    if (report.version === version) {
      return hasIds(report)
        ? report
        : problem('It was made by fairwasm 0.1.0: make it again from the data.');
    }
    return problem(
      `It is of version ${report.version} of the format; this page shows version ${version}.`,
    );
  } catch (error) {
    return problem(String(error));
  }
}

// Groups of one name cannot be told apart without.
const hasIds = ({ breakdowns }: Report): boolean =>
  Array.isArray(breakdowns) &&
  (breakdowns as Report['breakdowns']).every(
    ({ groups, comparisons }) =>
      groups.every(({ id }) => id !== undefined) && comparisons.every(({ id }) => id !== undefined),
  );

// JSON has no NaN: what is undefined became null.
function revive(key: string, value: unknown): unknown {
  const isNumber = ['value', 'pValue', 'adjustedPValue'].includes(key);
  if (isNumber) return value ?? Number.NaN;
  if (key === 'ci' && Array.isArray(value)) return value.map((end) => end ?? Number.NaN);
  return value;
}

const problem = (detail: string): Problem => ({
  title: 'This is not a report that can be shown',
  detail,
  advice:
    'Give the element what audit.report() returns, or the file of fairwasm audit --format json.',
});

customElements.define('fairwasm-report', FairwasmReport);
