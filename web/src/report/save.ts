// SPDX-License-Identifier: Apache-2.0
//
// The forms in which a report can be kept. Loaded when somebody keeps one: a page that only shows it does without.

import { type Report, reportCsv, reportHtml, reportJson, reportMarkdown } from 'fairwasm';
import { download, reportName } from '../parts/download.js';

const forms = {
  html: { type: 'text/html', render: reportHtml },
  md: { type: 'text/markdown', render: reportMarkdown },
  csv: { type: 'text/csv', render: reportCsv },
  json: { type: 'application/json', render: reportJson },
} as const;

/** By the ending of its file. */
export type Form = keyof typeof forms;

/** Saves the report as a file. */
export function save(report: Report, form: Form): void {
  const { type, render } = forms[form];
  download(reportName(report.source, form), type, render(report));
}
