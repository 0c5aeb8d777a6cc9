// SPDX-License-Identifier: Apache-2.0
//
// The rooms of the page. Adding one is adding a row: its address is `#/<id>`, its code is loaded when
// it is first opened.

import { html, type TemplateResult } from 'lit';

export interface Room {
  id: string;
  title: string;
  load: () => Promise<unknown>;
  view: () => TemplateResult;
}

const audit: Room = {
  id: 'audit',
  title: 'Audit',
  load: () => import('../audit/audit-room.js'),
  view: () => html`<audit-room></audit-room>`,
};

export const rooms: readonly Room[] = [audit];

/** The room of an address such as `#/audit`; any other address leads to the first. */
export function roomAt(hash: string): Room {
  return rooms.find(({ id }) => hash === `#/${id}`) ?? audit;
}
