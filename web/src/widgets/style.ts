// SPDX-License-Identifier: Apache-2.0
//
// Styles that all components share: type, buttons, fields, and tables. They are constructed style sheets, because the
// page's Content-Security-Policy forbids inline styles.

import { css } from 'lit';

export const style = css`
  :host {
    display: block;
  }
  :host([hidden]),
  [hidden] {
    display: none !important;
  }
  *,
  *::before,
  *::after {
    box-sizing: border-box;
  }

  h1,
  h2,
  h3 {
    line-height: 1.25;
    text-wrap: balance;
    letter-spacing: -0.011em;
    margin: 0;
  }
  h1 {
    font-size: clamp(1.75rem, 1.3rem + 2vw, 2.5rem);
    font-weight: 650;
    letter-spacing: -0.022em;
  }
  h2 {
    font-size: 1.375rem;
    font-weight: 650;
  }
  h3 {
    font-size: 1.0625rem;
    font-weight: 650;
  }
  h1:focus,
  h2:focus {
    outline: none;
  }
  p {
    margin: 0.5rem 0 0;
    max-width: 66ch;
    text-wrap: pretty;
  }
  .soft {
    color: var(--soft);
  }
  .small {
    font-size: 0.875rem;
    line-height: 1.5;
  }
  code,
  .code {
    font-family: var(--mono);
    font-size: 0.9em;
  }
  a {
    color: var(--accent);
    text-underline-offset: 0.2em;
  }
  :focus-visible {
    outline: 2px solid var(--accent);
    outline-offset: 2px;
    border-radius: 4px;
  }

  button,
  select,
  input[type='text'],
  input[type='number'] {
    font: inherit;
    min-height: 2.75rem;
    border-radius: 8px;
    border: 1px solid var(--edge);
    background: var(--card);
    color: var(--ink);
    padding: 0.45rem 0.85rem;
  }
  select,
  input[type='text'],
  input[type='number'] {
    width: 100%;
  }
  button {
    cursor: pointer;
    font-weight: 550;
  }
  button:hover:not(:disabled) {
    border-color: var(--accent);
    color: var(--accent);
  }
  button.primary {
    background: var(--accent);
    border-color: var(--accent);
    color: var(--on-accent);
    padding-inline: 1.4rem;
  }
  button.primary:hover:not(:disabled) {
    color: var(--on-accent);
    filter: brightness(1.12);
  }
  button.plain {
    border-color: transparent;
    background: none;
    color: var(--accent);
    text-decoration: underline;
    text-underline-offset: 0.2em;
    padding-inline: 0.35rem;
  }
  button:disabled,
  select:disabled,
  input:disabled {
    opacity: 0.6;
    cursor: not-allowed;
  }
  input[type='checkbox'],
  input[type='radio'] {
    accent-color: var(--accent);
    width: 1.125rem;
    height: 1.125rem;
    margin: 0;
    flex: none;
  }
  fieldset {
    border: 0;
    margin: 0;
    padding: 0;
    min-width: 0;
  }
  legend,
  .label {
    display: block;
    padding: 0;
    font-weight: 600;
  }
  .row {
    display: flex;
    flex-wrap: wrap;
    gap: 0.75rem;
    align-items: center;
  }

  details > summary {
    cursor: pointer;
    color: var(--accent);
    padding-block: 0.4rem;
    width: fit-content;
  }

  .scroll {
    overflow-x: auto;
    border: 1px solid var(--rule);
    border-radius: 10px;
    margin-top: 1rem;
    scrollbar-width: thin;
    /* A shadow marks an edge with more content: the covers scroll with the table, the shadows do not. */
    background:
      linear-gradient(to right, var(--card) 30%, transparent) local left / 3rem 100% no-repeat,
      linear-gradient(to left, var(--card) 30%, transparent) local right / 3rem 100% no-repeat,
      linear-gradient(to right, var(--shade), transparent) scroll left / 0.9rem 100% no-repeat,
      linear-gradient(to left, var(--shade), transparent) scroll right / 0.9rem 100% no-repeat,
      var(--card);
  }
  table {
    border-collapse: separate;
    border-spacing: 0;
    width: 100%;
    font-size: 0.9375rem;
    font-variant-numeric: tabular-nums lining-nums;
  }
  caption {
    text-align: start;
    padding: 0.75rem 1rem 0;
    color: var(--soft);
    font-size: 0.875rem;
  }
  th,
  td {
    padding: 0.55rem 1rem;
    text-align: end;
    vertical-align: baseline;
    border-bottom: 1px solid var(--rule);
    font-weight: inherit;
  }
  tbody tr:last-child > * {
    border-bottom: 0;
  }
  thead th {
    font-size: 0.8125rem;
    color: var(--soft);
    line-height: 1.3;
    vertical-align: bottom;
  }
  th:first-child,
  td.text {
    text-align: start;
  }
  tbody th {
    font-weight: 550;
    overflow-wrap: anywhere;
    min-width: 8rem;
  }

  @media print {
    .scroll {
      overflow: visible;
      background: none;
    }
    tr {
      break-inside: avoid;
    }
    table {
      font-size: 0.8125rem;
    }
    th,
    td {
      padding: 0.25rem 0.4rem;
    }
    /* Controls are useless on paper, but the contents of fields are not. */
    button.plain,
    button.primary,
    input[type='range'] {
      display: none;
    }
    select {
      appearance: none;
      width: auto;
      min-height: 0;
      padding: 0;
      border: 0;
      font-weight: 600;
    }
  }

  .spoken {
    position: absolute;
    width: 1px;
    height: 1px;
    margin: -1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
  @media (prefers-reduced-motion: no-preference) {
    button {
      transition:
        border-color 120ms,
        color 120ms,
        background-color 120ms;
    }
  }
`;

/** Styles for the sentences under the title of a tab. */
export const leadStyle = css`
  .lead {
    font-size: clamp(1.0625rem, 1rem + 0.4vw, 1.25rem);
    line-height: 1.55;
    color: var(--soft);
    margin-top: 0.9rem;
  }
`;
