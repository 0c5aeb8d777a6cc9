// SPDX-License-Identifier: Apache-2.0
//
// Maximum number of groups in a table, and the note about the rest.

import { html, nothing } from 'lit';
import { countText } from '../../widgets/number.js';

export const maxRows = 60;

/** The note under a shortened table: how many groups there are. */
export const cutNote = (groups: number) =>
  groups > maxRows ? html`<p class="small soft">The first ${maxRows} of ${countText(groups)} groups.</p>` : nothing;
