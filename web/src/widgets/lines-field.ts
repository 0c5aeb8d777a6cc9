// SPDX-License-Identifier: Apache-2.0
//
// A field with several lines of text.

import { css, html, nothing, type TemplateResult } from 'lit';
import { describedBy, type Field, notes } from './fields.js';

/** Renders a field; `change` is called for each keystroke. */
export const linesField = (
  { id, title, hint, wrong }: Field,
  { rows, placeholder }: { rows: number; placeholder?: string },
  text: string,
  change: (text: string) => void,
): TemplateResult => html`
  <label class="label" for=${id}>${title}</label>
  <textarea
    id=${id}
    rows=${rows}
    spellcheck="false"
    placeholder=${placeholder ?? nothing}
    .value=${text}
    aria-describedby=${describedBy(id, hint, wrong)}
    aria-invalid=${wrong ? 'true' : 'false'}
    @input=${(event: Event) => change((event.target as HTMLTextAreaElement).value)}
  ></textarea>
  ${notes(id, hint, wrong)}
`;

/** Styles for fields of prose, next to each other if there is space. */
export const linesStyle = css`
  .texts {
    display: grid;
    gap: 1.5rem 2rem;
    margin-top: 1.5rem;
    grid-template-columns: repeat(auto-fit, minmax(min(20rem, 100%), 1fr));
  }
  .label {
    margin-bottom: 0.35rem;
  }
  textarea {
    font-family: inherit;
  }
`;
