// SPDX-License-Identifier: Apache-2.0
//
// The entry point `fairwasm/panels`: additional results of a report, for pages that render them with their own code.

export type { Extras, Provenance, ReportView } from '../audit/extras.js';
export {
  type Panel,
  type PanelFigure,
  type PanelLine,
  type PanelRow,
  type PanelTable,
  spanOf,
} from '../report/panels/panel.js';
export { panelsOf } from '../report/panels/panels.js';
