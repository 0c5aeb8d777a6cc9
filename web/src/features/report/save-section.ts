// SPDX-License-Identifier: Apache-2.0
//
// The section for saving a report: its notes, and the file formats.

import { html } from 'lit';
import type { Form } from '../../widgets/save-result.js';

const forms: readonly [Form, string][] = [
  ['html', 'HTML'],
  ['md', 'Markdown'],
  ['csv', 'CSV'],
  ['json', 'JSON'],
];

export const keepingSection = (notes: string, write: (notes: string) => void, save: (form: Form) => void) => html`
  <section aria-labelledby="save">
    <h2 id="save">Keep this report</h2>
    <label class="notes">
      Notes
      <textarea
        rows="2"
        .value=${notes}
        @input=${(event: Event) => write((event.target as HTMLTextAreaElement).value)}
      ></textarea>
    </label>
    <div class="row downloads">
      ${forms.map(([form, title]) => html`<button @click=${() => save(form)}>Save as ${title}</button>`)}
    </div>
  </section>
`;
