// SPDX-License-Identifier: Apache-2.0
//
// The tabs of the page, in the order of the navigation. To add one, add a row: its address is `#/<id>`, and its code is
// loaded when it is first opened. A tab is an element `<id>-tab`, which shows one `h1` with `tabindex="-1"`; it keeps its content
// while another tab is open.

export interface Tab {
  id: string;
  title: string;
  load: () => Promise<unknown>;
}

export const tabs: readonly [Tab, ...Tab[]] = [
  { id: 'audit', title: 'Audit', load: () => import('../features/audit/audit-tab.js') },
  { id: 'leakage', title: 'Leakage', load: () => import('../features/predictability/leakage-tab.js') },
  { id: 'amplification', title: 'Amplification', load: () => import('../features/amplification/amplification-tab.js') },
  { id: 'tables', title: 'Other tables', load: () => import('../features/tables/tables-tab.js') },
  { id: 'robustness', title: 'Robustness', load: () => import('../features/robustness/robustness-tab.js') },
  { id: 'model', title: 'Model', load: () => import('../features/models/model-tab.js') },
  { id: 'learn', title: 'Learn', load: () => import('../features/learn/learn-tab.js') },
];

/**
 * The tab of an address such as `#/audit` or `#/audit/compas`; any other address leads to the first tab. Each tab
 * interprets the rest of the address.
 */
export function tabAt(hash: string): Tab {
  const [, id] = hash.split(/[/?]/);
  return tabs.find((tab) => id === tab.id) ?? tabs[0];
}
