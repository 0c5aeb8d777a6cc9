// SPDX-License-Identifier: Apache-2.0
//
// Form fields: a label, the field, a hint, and a problem.

import { css, html, nothing, type TemplateResult } from 'lit';

export interface Option {
  value: string;
  text: string;
}

/** An option whose value is also its text. */
export const same = (value: string): Option => ({ value, text: value });

export interface Field {
  id: string;
  title: string;
  hint?: string;
  /** The problem of the field. */
  wrong?: string | undefined;
}

export function selectField(
  { id, title, hint, wrong }: Field,
  options: readonly Option[],
  chosen: string,
  change: (value: string) => void,
): TemplateResult {
  return html`
    <div>
      <label class="label" for=${id}>${title}</label>
      <select
        id=${id}
        aria-describedby=${describedBy(id, hint, wrong)}
        aria-invalid=${wrong ? 'true' : 'false'}
        @change=${(event: Event) => change((event.target as HTMLSelectElement).value)}
      >
        ${options.map(({ value, text }) => html`<option value=${value} .selected=${value === chosen}>${text}</option>`)}
      </select>
      ${notes(id, hint, wrong)}
    </div>
  `;
}

/** The numbers that a field accepts, with the keywords of JSON Schema. */
export interface Range {
  readonly type: 'integer' | 'number';
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly multipleOf?: number;
}

export function numberField(
  { id, title, hint, wrong }: Field,
  range: Range,
  value: number,
  change: (value: number) => void,
): TemplateResult {
  return html`
    <div>
      <label class="label" for=${id}>${title}</label>
      <input
        id=${id}
        type="number"
        min=${range.minimum ?? range.exclusiveMinimum ?? nothing}
        max=${range.maximum ?? range.exclusiveMaximum ?? nothing}
        step=${range.multipleOf ?? (range.type === 'integer' ? 1 : 'any')}
        .value=${Number.isNaN(value) ? '' : String(value)}
        aria-describedby=${describedBy(id, hint, wrong)}
        aria-invalid=${wrong ? 'true' : 'false'}
        @change=${(event: Event) => change((event.target as HTMLInputElement).valueAsNumber)}
      />
      ${notes(id, hint, wrong)}
    </div>
  `;
}

/** Returns the elements that describe a field. */
export const describedBy = (id: string, hint: string | undefined, wrong: string | undefined) =>
  [...(hint ? [`${id}-hint`] : []), ...(wrong ? [`${id}-problem`] : [])].join(' ') || nothing;

/** Renders the hint and the problem of a field; `id` identifies the field. */
export const notes = (id: string, hint: string | undefined, wrong: string | undefined) => html`
  ${hint ? html`<p class="small soft" id="${id}-hint">${hint}</p>` : nothing}
  ${wrong ? html`<p class="problem small" id="${id}-problem">${wrong}</p>` : nothing}
`;

/** Renders the button that submits a form, and the button that starts again. */
export const runButtons = (run: string, again: string, startOver: () => void) => html`
  <div class="run"><button class="primary" type="submit">${run}</button></div>
  <button type="button" class="plain" @click=${startOver}>${again}</button>
`;

/**
 * Focuses the first field with a problem, in the order of the page, and opens its details; for a set of checkboxes, the
 * first checkbox.
 */
export function focusFirstProblem(root: ParentNode): void {
  const id = root.querySelector('.problem[id]')?.id;
  const found = id && root.querySelector<HTMLElement>(`[aria-describedby~="${id}"]`);
  if (!found) return;
  found.closest('details')?.setAttribute('open', '');
  const isSet = found.matches('fieldset');
  (isSet ? found.querySelector<HTMLElement>('input:enabled') : found)?.focus();
}

export const fieldStyle = css`
  .fields {
    display: grid;
    gap: 1.5rem 2rem;
    margin-top: 1rem;
    grid-template-columns: repeat(auto-fill, minmax(min(16rem, 100%), 1fr));
  }
  .fields .label {
    margin-bottom: 0.35rem;
  }
  .fields p {
    margin-top: 0.35rem;
  }
  .problem {
    color: var(--alert);
    font-weight: 550;
  }
  form section,
  form details {
    margin-top: 2.25rem;
  }
  form h2 {
    font-size: 1.125rem;
  }
  /* The button stays in view below a long form. */
  .run {
    position: sticky;
    bottom: 0;
    z-index: 1;
    margin-top: 1.75rem;
    padding-block: 0.375rem;
    background: var(--paper);
  }
  .run button {
    min-height: 2.75rem;
    padding-block: 0;
    white-space: nowrap;
  }
`;

/** Styles for a list of columns: each column has a checkbox, and each checked column has a field (`.inline-field`). */
export const columnListStyle = css`
  ul {
    list-style: none;
    padding: 0;
    margin: 0.75rem 0 0;
    border-top: 1px solid var(--rule);
  }
  li {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0 1rem;
    min-height: 3rem;
    border-bottom: 1px solid var(--rule);
    padding-block: 0.25rem;
  }
  li > label:first-child {
    display: flex;
    align-items: center;
    gap: 0.75rem;
    padding-block: 0.5rem;
    min-width: 11rem;
    overflow-wrap: anywhere;
  }
  .inline-field {
    display: flex;
    align-items: center;
    gap: 0.6rem;
    margin-inline-start: auto;
    color: var(--soft);
  }
  .inline-field > span {
    white-space: nowrap;
  }
  .inline-field select {
    min-height: 2.25rem;
    padding-block: 0.2rem;
    max-width: 14rem;
  }
`;
