// SPDX-License-Identifier: Apache-2.0
//
// A field for the columns that fill an input, in their order.

import { html, type TemplateResult } from 'lit';
import { type Field, notes } from '../../widgets/fields.js';

export function fillingField(
  { id, title, wrong }: Field,
  columns: readonly string[],
  filling: string,
  change: (filling: string) => void,
): TemplateResult {
  const hint = `Column names in order, separated by commas. Write column=value for a 0/1 indicator. Available: ${columns.join(', ')}.`;
  return html`<div>
    <label class="label" for=${id}>${title}</label>
    <textarea
      id=${id}
      rows="3"
      spellcheck="false"
      aria-describedby="${id}-hint ${wrong ? `${id}-problem` : ''}"
      aria-invalid=${wrong ? 'true' : 'false'}
      .value=${filling}
      @change=${(event: Event) => change((event.target as HTMLTextAreaElement).value)}
    ></textarea>
    ${notes(id, hint, wrong)}
  </div>`;
}
