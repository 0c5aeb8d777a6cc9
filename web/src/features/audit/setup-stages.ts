// SPDX-License-Identifier: Apache-2.0
//
// The views of the stages of the Audit tab for counts in a database, and for rates and counts of groups.

import { html } from 'lit';
import type { Asked } from '../counts/query.js';
import type { KeptInput } from '../impact/impact-input.js';
import type { Acts, At } from './stages.js';

export const database = (asked: Asked, isOver: boolean, { change, goTo, receive }: Acts) => html`
  <h1 tabindex="-1">Rows in a database</h1>
  <p class="lead">
    An audit needs only counts, not rows. Your database can count the rows itself, so that only counts leave it.
  </p>
  <counts-form
    .asked=${asked}
    ?isOver=${isOver}
    @asked-change=${({ detail }: CustomEvent<Asked>) => change('database', () => ({ at: 'database', asked: detail }))}
    @pick-file=${(event: CustomEvent<File>) => receive(event.detail)}
  ></counts-form>
  <p class="end">
    <button class="plain" @click=${() => goTo({ at: 'start' })}>Open a file of rows instead</button>
  </p>
`;

export const impact = ({ table, input }: At<'impact'>, isOver: boolean, { change, goTo, receive }: Acts) => html`
  <impact-input
    .file=${table?.file}
    .profile=${table?.profile}
    .kept=${input}
    ?isOver=${isOver}
    @input-change=${({ detail }: CustomEvent<KeptInput>) => change('impact', (stage) => ({ ...stage, input: detail }))}
    @pick-file=${(event: CustomEvent<File>) => receive(event.detail)}
    @leave-input=${() => goTo({ at: 'start' })}
  ></impact-input>
`;
