// SPDX-License-Identifier: Apache-2.0
//
// The legend of charts with two kinds of marks.

import { css, html, nothing } from 'lit';

/** Renders a hollow dot, a filled dot, and, if given, a dashed line, with their meanings. */
export const legend = (hollow: string, full: string, dash: string | false) => html`
  <p class="small soft legend">
    <span class="dot hollow"></span> ${hollow} <span class="dot full"></span> ${full}
    ${dash ? html`<span class="dash"></span> ${dash}` : nothing}
  </p>
`;

export const legendStyle = css`
  .legend {
    overflow-wrap: anywhere;
  }
  .dot,
  .dash {
    display: inline-block;
    width: 0.7rem;
    height: 0.7rem;
    border-radius: 50%;
    margin-inline: 0.15rem 0.25rem;
    border: 2px solid var(--soft);
    forced-color-adjust: none; /* As the charts, whose colors stay. */
    vertical-align: baseline;
  }
  .dot.full {
    background: var(--accent);
    border-color: var(--accent);
    margin-inline-start: 0.9rem;
  }
  .dash {
    width: 1.4rem;
    height: 0;
    border: 0;
    border-top: 2px dashed var(--soft);
    border-radius: 0;
    vertical-align: middle;
    margin-inline-start: 0.9rem;
  }
`;
