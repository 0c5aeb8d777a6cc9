// SPDX-License-Identifier: Apache-2.0
//
// How a report on the page looks, on screens and on paper.

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
    max-width: 22em;
    overflow-wrap: anywhere;
  }
  .facts {
    display: flex;
    flex-wrap: wrap;
    gap: 0.75rem 2.25rem;
    margin: 1.25rem 0 0;
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
  .downloads {
    margin-top: 1.25rem;
  }
  .contents {
    display: flex;
    flex-wrap: wrap;
    gap: 0 1.25rem;
    margin-top: 1.25rem;
  }
  .contents button {
    padding-inline: 0;
    min-height: 2.25rem;
  }
  .breakdowns {
    margin-top: 2rem;
    padding: 1rem 1.25rem;
    border-radius: 12px;
    background: var(--sunken);
    overflow: hidden;
  }
  /* Floated, a legend is part of the box; otherwise it would sit on its edge. */
  .breakdowns legend {
    float: inline-start;
    width: 100%;
  }
  .breakdowns .row {
    clear: both;
    gap: 0.5rem 1.75rem;
    padding-top: 0.35rem;
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
    margin-top: 3.25rem;
  }
  .exact {
    margin-top: 0.75rem;
  }
  .findings {
    list-style: none;
    padding: 0;
    margin: 1.25rem 0 0;
    display: grid;
    gap: 1.25rem;
    grid-template-columns: repeat(auto-fit, minmax(min(26rem, 100%), 1fr));
  }
  .findings li {
    padding: 1.1rem 1.4rem 1.25rem;
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
    margin-top: 1rem;
    font-size: 0.9375rem;
    max-width: 78ch;
  }
  @media print {
    slot[name='actions'],
    .contents,
    .breakdowns,
    .exact,
    .lead button,
    [aria-labelledby='save'] {
      display: none;
    }
    .findings {
      grid-template-columns: 1fr 1fr;
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
    margin-top: 2.5rem;
    color: var(--soft);
  }
`;
