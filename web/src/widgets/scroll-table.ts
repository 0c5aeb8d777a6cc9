// SPDX-License-Identifier: Apache-2.0
//
// A table with one row of column titles, which scrolls horizontally if it is wider than the page.

import { html, type nothing, type TemplateResult } from 'lit';

/**
 * Renders the table; `label` names the region that scrolls, and `rows` are its `tr` elements. Only screen readers read a
 * spoken caption.
 */
export const scrollTable = (
  label: string,
  titles: readonly string[],
  rows: readonly (TemplateResult | typeof nothing)[],
  caption?: string,
  isSpoken = false,
): TemplateResult => html`
  <div class="scroll" tabindex="0" role="region" aria-label=${label}>
    <table>
      ${caption && html`<caption class=${isSpoken ? 'spoken' : ''}>${caption}</caption>`}
      <thead>
        <tr>${titles.map((title) => (typeof title === 'string' ? html`<th scope="col">${title}</th>` : title))}</tr>
      </thead>
      <tbody>${rows}</tbody>
    </table>
  </div>
`;
