// SPDX-License-Identifier: Apache-2.0
//
// Saves results as files. The code that writes them is loaded on demand, because most visitors do not save.

import type { Result } from 'fairwasm/report';
import { download, reportName } from './download.js';

/** The formats by the ending of the file. */
export const forms = {
  html: { title: 'HTML', type: 'text/html', format: 'html' },
  md: { title: 'Markdown', type: 'text/markdown', format: 'markdown' },
  csv: { title: 'CSV', type: 'text/csv', format: 'csv' },
  json: { title: 'JSON', type: 'application/json', format: 'json' },
} as const;

export type Form = keyof typeof forms;

export interface SaveOptions {
  name: string | null;
  /** Default: `audit`. */
  kind?: string;
  source?: string;
}

/**
 * Saves the result under the name of the data, its kind, and the ending of the format.
 *
 * @param source Name of the data in the file, if the result has none.
 */
export async function saveResult(
  result: Result,
  form: Form,
  { name, kind = 'audit', source }: SaveOptions,
): Promise<void> {
  const { type, format: written } = forms[form];
  const { format } = await import('./write-result.js');
  const text = format(result, written, source === undefined ? {} : { source });
  download(reportName(name, kind, form), type, text);
}
