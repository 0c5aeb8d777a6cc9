// SPDX-License-Identifier: Apache-2.0
//
// Styles of a report on the page, for screens and paper.

import { css } from 'lit';

export const reportStyle = css`
  .warning {
    margin-top: 1rem;
  }
  .top {
    display: flex;
    flex-wrap: wrap;
    align-items: start;
    justify-content: space-between;
    gap: 1rem 2rem;
  }
  h1 {
    flex: 1 20rem;
    max-width: 30em;
    overflow-wrap: anywhere;
  }
  .facts {
    display: flex;
    flex-wrap: wrap;
    gap: 0.5rem 2.25rem;
    margin: 0.75rem 0 0;
  }
  .facts dt {
    font-size: 0.8125rem;
    color: var(--soft);
  }
  .facts dd {
    margin: 0;
    font-weight: 550;
    overflow-wrap: anywhere;
    font-variant-numeric: tabular-nums;
  }
  .notes {
    display: grid;
    gap: 0.35rem;
    max-width: 40rem;
    margin-top: 1rem;
  }
  .notes textarea {
    font: inherit;
    color: inherit;
    padding: 0.5rem 0.7rem;
    border: 1px solid var(--edge);
    border-radius: 8px;
    background: var(--card);
  }
  .more {
    display: flex;
    flex-wrap: wrap;
    gap: 0 2.5rem;
  }
  .more > details[open] {
    flex: 1 0 100%;
    min-width: 0;
  }
  .downloads {
    margin-top: 1.25rem;
  }
  .bar {
    position: sticky;
    top: 0;
    z-index: 2;
    margin-top: 1rem;
    margin-inline: -0.75rem;
    padding: 0.4rem 0.75rem;
    background: var(--paper);
    border-block: 1px solid var(--rule);
  }
  .bar .choices,
  .contents {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0 1.25rem;
  }
  .bar select {
    width: auto;
    max-width: 15rem;
    min-height: 2.25rem;
    padding-block: 0.2rem;
    font-size: 0.875rem;
  }
  .bar label {
    display: inline-flex;
    align-items: center;
    gap: 0.5rem;
    min-height: 2.25rem;
  }
  .contents {
    gap: 0 0.6rem;
  }
  .contents button {
    padding-inline: 0;
    letter-spacing: -0.01em;
    min-height: 2rem;
    font-size: 0.8125rem;
  }
  .breakdowns {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0 1rem;
    font-size: 0.875rem;
  }
  /* Floated, a legend is part of the box. */
  .breakdowns legend {
    float: inline-start;
    font-weight: 400;
    color: var(--soft);
  }
  .breakdowns .row {
    gap: 0 1rem;
  }
  @media (max-width: 40rem) {
    .contents {
      flex-wrap: nowrap;
      overflow-x: auto;
      scrollbar-width: none;
    }
    .contents button {
      flex: none;
    }
    .bar .choices {
      gap: 0 0.75rem;
    }
    .breakdowns {
      flex: 1 0 100%;
    }
    .choices > label {
      flex: 1 1 40%;
      min-width: 0;
      gap: 0.35rem;
    }
    .bar select {
      min-width: 0;
      max-width: none;
      flex: 1;
      padding-inline: 0.5rem;
    }
  }
  .breakdowns label,
  .exact {
    display: inline-flex;
    align-items: center;
    gap: 0.6rem;
    min-height: 2.25rem;
  }
  section,
  fairwasm-confusion-grid,
  fairwasm-metric-panel {
    margin-top: 2.25rem;
  }
  .panels {
    display: grid;
    gap: 0 3rem;
    grid-template-columns: minmax(0, 1fr);
  }
  @media (min-width: 64rem) {
    .panels:has(:nth-child(2)) {
      grid-template-columns: minmax(0, 1fr) minmax(0, 1fr);
    }
  }
  .wide {
    max-width: none;
  }
  .titled {
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    gap: 0 1.5rem;
  }
  .ends {
    display: grid;
    gap: 0 3rem;
    grid-template-columns: repeat(auto-fit, minmax(min(28rem, 100%), 1fr));
  }
  .findings {
    list-style: none;
    padding: 0;
    margin: 0.75rem 0 0;
    display: grid;
    gap: 1rem;
    grid-template-columns: repeat(auto-fill, minmax(min(20rem, 100%), 1fr));
  }
  .findings li {
    padding: 0.8rem 1.1rem 0.9rem;
    font-size: 0.9375rem;
    border: 1px solid var(--rule);
    border-radius: 14px;
    background: var(--card);
  }
  .lead {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: space-between;
    column-gap: 1rem;
    margin-bottom: 0.2rem;
  }
  .lead data {
    font-size: 1.75rem;
    line-height: 1.2;
    font-weight: 600;
    letter-spacing: -0.02em;
    font-variant-numeric: tabular-nums;
    color: var(--accent);
  }
  .lead button {
    min-height: 2.25rem;
    padding: 0;
  }
  .sure {
    font-variant-numeric: tabular-nums;
  }
  .findings p {
    margin-top: 0.25rem;
  }
  .meaning {
    margin-top: 0.6rem;
    font-size: 0.9375rem;
    max-width: 110ch;
  }
  @media print {
    slot[name='actions'],
    .bar,
    .exact,
    .lead button,
    [aria-labelledby='save'] {
      display: none;
    }
    .findings {
      grid-template-columns: 1fr 1fr;
    }
    .more > details {
      flex: 1 0 100%;
      min-width: 0;
    }
    .findings li,
    fairwasm-metric-panel {
      break-inside: avoid;
    }
    section,
    fairwasm-confusion-grid,
    fairwasm-metric-panel {
      margin-top: 2rem;
    }
    h2 {
      break-after: avoid;
    }
  }
  .caveat {
    margin-top: 1.5rem;
    max-width: none;
    color: var(--soft);
  }
`;
