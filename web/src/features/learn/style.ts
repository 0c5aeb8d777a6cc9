// SPDX-License-Identifier: Apache-2.0
//
// Common styles of all lessons: a panel of controls next to the figures, and two colors for two groups, which shape or
// text also distinguishes.

import { css } from 'lit';

export const lessonStyle = css`
  :host {
    --second: light-dark(#a2490f, #f2a96b);
  }
  .lead {
    font-size: clamp(1.0625rem, 1rem + 0.3vw, 1.1875rem);
    max-width: 70ch;
    margin-top: 0.9rem;
  }
  .stage {
    display: grid;
    gap: 1.75rem 3rem;
    margin-top: 2rem;
    grid-template-columns: minmax(0, 1fr);
  }
  @media (min-width: 60rem) {
    .stage {
      grid-template-columns: minmax(0, 2fr) minmax(0, 3fr);
      align-items: start;
    }
    .stage.even {
      grid-template-columns: minmax(0, 1fr) minmax(0, 1fr);
    }
  }
  .controls {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 1.35rem;
    padding: 1.4rem 1.5rem 1.6rem;
    border-radius: 14px;
    background: var(--sunken);
  }
  .controls h2 {
    font-size: 1.0625rem;
  }
  .presets {
    display: flex;
    flex-wrap: wrap;
    gap: 0.5rem;
  }
  .presets button {
    min-height: 2.5rem;
    padding: 0.3rem 0.8rem;
    font-size: 0.9375rem;
  }
  .big {
    display: flex;
    flex-wrap: wrap;
    gap: 1rem 2.5rem;
    margin: 0 0 1rem;
  }
  .big > div {
    min-width: 8rem;
  }
  .big dt {
    color: var(--soft);
    font-size: 0.9375rem;
  }
  .big dd {
    margin: 0;
    font-size: clamp(1.75rem, 1.4rem + 1.2vw, 2.375rem);
    line-height: 1.2;
    font-weight: 620;
    letter-spacing: -0.02em;
    font-variant-numeric: tabular-nums;
    color: var(--accent);
  }
  .big dd.second {
    color: var(--second);
  }
  .say {
    font-size: 1.125rem;
    line-height: 1.5;
    min-height: 3em;
    margin-bottom: 0.75rem;
  }
  .figures {
    margin-top: 1rem;
  }
  .try {
    margin-top: 2.5rem;
  }
  .try h2,
  .point h2 {
    font-size: 1.1875rem;
  }
  .try ol {
    margin: 0.75rem 0 0;
    padding-inline-start: 1.4rem;
    display: grid;
    gap: 0.5rem;
    max-width: 70ch;
  }
  .point {
    margin-top: 2rem;
    padding: 1.1rem 1.5rem 1.3rem;
    border-inline-start: 4px solid var(--accent);
    border-radius: 4px 12px 12px 4px;
    background: var(--accent-soft);
  }
  .first {
    color: var(--accent);
  }
  .second {
    color: var(--second);
  }
  td.apart {
    font-weight: 600;
  }
  .legend {
    display: flex;
    flex-wrap: wrap;
    gap: 0.25rem 1.5rem;
    margin-top: 0.5rem;
  }
  tbody th {
    min-width: 7rem;
  }
  th,
  td {
    padding-inline: 0.75rem;
  }
`;
