// SPDX-License-Identifier: Apache-2.0
//
// Loads the view of results that few reports have.

import type { Report } from 'fairwasm';

export function loadExtras({ extras, conditional, equivalenceMargins, breakdowns }: Report): void {
  const isShrunken = breakdowns.some(({ groups }) => groups.some(({ shrunken }) => shrunken));
  if (!(extras || conditional || equivalenceMargins || isShrunken)) return;
  import('./extras-view.js').catch((error: unknown) => console.error(error));
}
