// SPDX-License-Identifier: Apache-2.0
//
// The rooms of the page, in the order of the navigation. Adding one is adding a row: its address is
// `#/<id>`, its code is loaded when it is first opened. A room is an element that shows one `h1` with
// `tabindex="-1"`; what it holds is kept while another room is open.

import { html, type TemplateResult } from 'lit';

export interface Room {
  id: string;
  title: string;
  load: () => Promise<unknown>;
  view: () => TemplateResult;
}

export const rooms: readonly [Room, ...Room[]] = [
  {
    id: 'audit',
    title: 'Audit',
    load: () => import('../audit/audit-room.js'),
    view: () => html`<audit-room></audit-room>`,
  },
  {
    id: 'leakage',
    title: 'Leakage',
    load: () => import('../leakage/leakage-room.js'),
    view: () => html`<leakage-room></leakage-room>`,
  },
  {
    id: 'amplification',
    title: 'Amplification',
    load: () => import('../amplification/amplification-room.js'),
    view: () => html`<amplification-room></amplification-room>`,
  },
  {
    id: 'robustness',
    title: 'Robustness',
    load: () => import('../robustness/robustness-room.js'),
    view: () => html`<robustness-room></robustness-room>`,
  },
  {
    id: 'model',
    title: 'Model',
    load: () => import('../model/model-room.js'),
    view: () => html`<model-room></model-room>`,
  },
  {
    id: 'learn',
    title: 'Learn',
    load: () => import('../learn/learn-room.js'),
    view: () => html`<learn-room></learn-room>`,
  },
];

/**
 * The room of an address such as `#/audit` or `#/audit/compas`; any other address leads to the first.
 * What follows the room's name is the room's own.
 */
export function roomAt(hash: string): Room {
  const [, id] = hash.split(/[/?]/);
  return rooms.find((room) => id === room.id) ?? rooms[0];
}
