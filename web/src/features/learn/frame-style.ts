// SPDX-License-Identifier: Apache-2.0
//
// Styles of a lesson in addition to those of its figures: the question, the answer, and the printed sheet.

import { css } from 'lit';

export const frameStyle = css`
  section {
    margin-top: 2.25rem;
  }
  h2:focus-visible,
  h3:focus-visible {
    outline: none;
  }
  .ask {
    padding: 1.2rem 1.5rem 1.1rem;
    border: 1px solid var(--rule);
    border-radius: 14px;
    background: var(--card);
  }
  .ask h2,
  .ask h3 {
    font-size: 0.9375rem;
    font-weight: 600;
    color: var(--soft);
  }
  .ask legend {
    font-size: 1.1875rem;
    font-weight: 650;
    line-height: 1.4;
    max-width: 60ch;
    padding-top: 0.3rem;
  }
  .guesses {
    display: flex;
    flex-wrap: wrap;
    gap: 0.6rem;
    margin-top: 0.9rem;
  }
  .guesses label {
    display: inline-flex;
    align-items: center;
    gap: 0.6rem;
    min-height: 2.75rem;
    padding: 0.4rem 1rem;
    border: 1px solid var(--edge);
    border-radius: 8px;
    background: var(--card);
    cursor: pointer;
  }
  .guesses label:hover,
  .guesses label.chosen {
    border-color: var(--accent);
  }
  .guesses label.chosen {
    background: var(--accent-soft);
    font-weight: 600;
  }
  .ask > button {
    margin-top: 0.5rem;
  }
  .stage {
    margin-top: 1.25rem;
  }
  .seen {
    min-width: 0;
  }
  .sub {
    margin: 1.25rem 0 0.25rem;
    font-weight: 650;
  }
  .seen .big {
    margin: 1.25rem 0 0;
  }
  .controls > button {
    justify-self: start;
  }
  details {
    margin-top: 0.75rem;
  }
  .show {
    margin-top: 1.5rem;
  }
  .answer {
    max-width: 70ch;
  }
  .answer p {
    font-size: 1.125rem;
  }
  .verdict {
    font-weight: 600;
    color: var(--accent);
  }
  .sheets {
    margin-top: 1.25rem;
  }
  .keys {
    display: flex;
    flex-wrap: wrap;
    gap: 0.15rem 1.5rem;
    margin-top: 0.6rem;
  }
  .sheet {
    display: none;
  }

  @media print {
    .screen {
      display: none;
    }
    .sheet {
      display: block;
    }
    .sheet h2 {
      margin-top: 1.25rem;
      font-size: 1.125rem;
    }
    .sheet p {
      max-width: none;
    }
    .boxes {
      list-style: '☐  ';
    }
    .lines li {
      padding-bottom: 3.5rem;
      border-bottom: 1px solid var(--edge);
      margin-bottom: 1rem;
      break-inside: avoid;
    }
    .solution {
      break-before: page;
    }
  }
`;
