// SPDX-License-Identifier: Apache-2.0
//
// A dot plot as a list with a drawing for each group.

import { dotRows } from './dot-plot.js';
import { escapeHtml, marked } from './html-parts.js';
import type { DotPlot } from './model.js';

/** Returns the plot as a figure; the script of saved files links the groups with those of tables. */
export function dotPlotHtml(plot: DotPlot): string {
  const line = (kind: string, from: string | undefined, to = from, [top, bottom] = ['50%', '50%']) =>
    from === undefined ? '' : `<line class="${kind}" x1="${from}" x2="${to}" y1="${top}" y2="${bottom}"/>`;
  const rows = dotRows(plot).map(({ name, text, note, dot, ends, mark }) => {
    const drawn = line('m', mark, mark, ['0', '100%']) + line('b', ends?.[0], ends?.[1]) + line('d', dot);
    return `<li${marked(name)}><span>${escapeHtml(name)}</span><svg aria-hidden="true">${drawn}</svg><span>${escapeHtml(text)} <small>${escapeHtml(note)}</small></span></li>`;
  });
  return `<figure class="plot"><figcaption>${escapeHtml(plot.caption)}</figcaption><ul>
${rows.join('\n')}</ul></figure>`;
}
