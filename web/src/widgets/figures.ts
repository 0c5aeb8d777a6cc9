// SPDX-License-Identifier: Apache-2.0
//
// Styles for the main figures of a view: a single figure, or several in a row.

import { css } from 'lit';

/** Styles for one figure (`.figure`) and its qualification (`.warning`). */
export const figureStyle = css`
  .figure {
    font-size: clamp(2rem, 1.6rem + 2vw, 3rem);
    font-weight: 650;
    letter-spacing: -0.02em;
    line-height: 1.15;
    color: var(--accent);
    font-variant-numeric: tabular-nums;
  }
  .warning {
    border-inline-start: 4px solid var(--alert);
    background: var(--alert-soft);
    padding: 0.6rem 1rem;
    border-radius: 4px 8px 8px 4px;
  }
`;

/** Styles for a list of names with a figure each. */
export const figuresStyle = css`
  dl {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(min(13rem, 100%), 1fr));
    gap: 1px;
    margin: 1.25rem 0 0;
    background: var(--rule);
    border: 1px solid var(--rule);
    border-radius: 12px;
    overflow: hidden;
  }
  dl > div {
    background: var(--card);
    padding: 1rem 1.25rem;
  }
  dt {
    font-size: 0.875rem;
    color: var(--soft);
  }
  dd {
    margin: 0;
  }
  dd strong {
    display: block;
    font-size: 1.5rem;
    font-weight: 650;
    letter-spacing: -0.015em;
    font-variant-numeric: tabular-nums;
  }
`;
