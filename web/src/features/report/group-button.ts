// SPDX-License-Identifier: Apache-2.0
//
// The name of a group as a button that highlights the group in every chart and table of the report; a second press
// removes the highlight. Dispatches `pick-group`.

import { css, html } from 'lit';

export const groupButton = (name: string, chosen: string | undefined) => html`
  <button
    class="group"
    aria-pressed=${name === chosen ? 'true' : 'false'}
    title=${name === chosen ? 'Stop highlighting this group' : 'Highlight this group everywhere'}
    @click=${(event: Event) =>
      event.currentTarget?.dispatchEvent(
        new CustomEvent('pick-group', { detail: name, bubbles: true, composed: true }),
      )}
  >${name}</button>
`;

export const groupStyle = css`
  button.group {
    border: 0;
    background: none;
    padding: 0;
    min-height: 0;
    font: inherit;
    text-align: start;
    color: inherit;
    overflow-wrap: anywhere;
  }
  button.group:hover {
    text-decoration: underline;
    text-underline-offset: 0.2em;
  }
  tbody tr > * {
    vertical-align: top;
  }
  tr.chosen > *,
  table.chosen caption {
    background: var(--accent-soft);
  }
  @media (forced-colors: active) {
    tr.chosen > * {
      outline: 1px solid Highlight;
    }
  }
`;
