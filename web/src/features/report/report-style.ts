// SPDX-License-Identifier: Apache-2.0
//
// Styles of a report on the page, for screens and paper.

import { css } from 'lit';

export const reportStyle = css`
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
  #breakdown {
    margin-top: 3.25rem;
  }
  .bar {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0 1.25rem;
    margin-top: 0.5rem;
    padding-block: 0.4rem;
  }
  .bar label {
    display: inline-flex;
    align-items: center;
    gap: 0.5rem;
    min-height: 2.25rem;
    min-width: 0;
  }
  .bar select {
    width: auto;
    min-width: 0;
    max-width: 15rem;
    min-height: 2.25rem;
    padding-block: 0.2rem;
    font-size: 0.875rem;
  }
  /* Below the bar on a phone there would be little left of the screen. */
  @media (min-width: 64rem) {
    .bar {
      position: sticky;
      top: 0;
      z-index: 2;
      flex-wrap: nowrap;
      max-height: 3.5rem;
      margin-inline: -0.75rem;
      padding-inline: 0.75rem;
      background: var(--paper);
      border-block: 1px solid var(--rule);
    }
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
  .caveat {
    margin-top: 1.5rem;
    max-width: none;
    color: var(--soft);
  }
  @media screen {
    div.screen {
      display: contents; /* The bar stays in view below it. */
    }
  }
  @media print {
    slot[name='actions'],
    .screen,
    [aria-labelledby='save'] {
      display: none;
    }
    h1 {
      font-size: 1.25rem;
    }
    .facts {
      gap: 0.2rem 1.5rem;
      margin-top: 0.3rem;
    }
    .facts dt,
    .facts dd,
    .caveat {
      font-size: 0.6875rem;
      line-height: 1.35;
    }
    .caveat {
      margin-top: 0.5rem;
    }
    h2 {
      break-after: avoid;
    }
  }
`;
