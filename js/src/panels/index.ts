// SPDX-License-Identifier: Apache-2.0
//
// What `import … from 'fairwasm/panels'` offers: what stands beside a report, for pages that draw it themselves.

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
