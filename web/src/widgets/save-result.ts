// SPDX-License-Identifier: Apache-2.0
//
// Saves results as files. The code that writes them is loaded on demand, because most visitors do not save.

import type { Result } from 'fairwasm/report';
import { download, reportName } from './download.js';

/** The formats by the ending of the file. */
export const forms = {
  html: { title: 'HTML', type: 'text/html', kind: 'html' },
  md: { title: 'Markdown', type: 'text/markdown', kind: 'markdown' },
  csv: { title: 'CSV', type: 'text/csv', kind: 'csv' },
  json: { title: 'JSON', type: 'application/json', kind: 'json' },
} as const;

export type Form = keyof typeof forms;

/**
 * Saves the result under a name with the ending of the format.
 *
 * @param source Name of the data, if the result has none.
 */
export async function saveResult(
  result: Result,
  form: Form,
  { name, source }: { name: string | null; source?: string },
): Promise<void> {
  const { type, kind } = forms[form];
  const { format } = await import('./write-result.js');
  const text = format(result, kind, source === undefined ? {} : { source });
  download(reportName(name, form), type, text);
}
