// SPDX-License-Identifier: Apache-2.0
//
// Groups compared within strata, as HTML.

import type { Conditional } from '../audit/conditional.js';
import {
  escapeHtml,
  type Later,
  namedCell,
  row,
  rowHeading,
  table,
} from '../document/html-parts.js';
import {
  conditionalNote,
  conditionalNotes,
  conditionalTables,
  conditionalTitle,
} from './conditional-shown.js';

/** Returns the comparison of groups within strata as a section. */
export function conditionalHtml(conditional: Conditional, later: Later): string {
  const tables = conditionalTables(conditional).map(({ title, headings, rows }) =>
    table(
      escapeHtml(title),
      headings.map(escapeHtml),
      rows.map(({ name, cells }) =>
        row([
          rowHeading(escapeHtml(name)),
          ...cells.map(([value = '', detail = ''], i) =>
            namedCell(
              escapeHtml(headings[i + 1] ?? ''),
              `${escapeHtml(value)}${detail ? ` <small>${escapeHtml(detail)}</small>` : ''}`,
            ),
          ),
        ]),
      ),
    ),
  );
  const found = conditionalNotes(conditional).map((text) => `<li>${escapeHtml(text)}</li>`);
  return `<section>
<h2>By ${escapeHtml(conditionalTitle(conditional))}</h2>
<p class="soft">${escapeHtml(conditionalNote)}</p>
${later(tables.join('\n'))}
${found.length > 0 ? `<p>Few rows:</p><ul>${found.join('')}</ul>` : ''}
</section>`;
}
