// SPDX-License-Identifier: Apache-2.0
//
// A table with one row of column titles, which scrolls horizontally if it is wider than the page.

import { html, nothing, type TemplateResult } from 'lit';

/** Renders the table; `label` names the region that scrolls, and `rows` are its `tr` elements. */
export const scrollTable = (
  label: string,
  titles: readonly string[],
  rows: readonly (TemplateResult | typeof nothing)[],
  caption?: string,
): TemplateResult => html`
  <div class="scroll" tabindex="0" role="region" aria-label=${label}>
    <table>
      ${caption === undefined ? nothing : html`<caption>${caption}</caption>`}
      <thead>
        <tr>${titles.map((title) => html`<th scope="col">${title}</th>`)}</tr>
      </thead>
      <tbody>${rows}</tbody>
    </table>
  </div>
`;
