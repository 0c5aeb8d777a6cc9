// SPDX-License-Identifier: Apache-2.0
//
// The exports of 'fairwasm/report': descriptions of reports, for pages that draw them, and their rendering.

export { dotRows } from '../document/dot-plot.js';
export {
  type Block,
  type Cell,
  type DisplayedValue,
  type Document,
  type DocumentTable,
  type DotPlot,
  type Figure,
  type Format,
  getSpan,
  type HeatMap,
  type Sentences,
  showCell,
  showShade,
  type TableColumn,
  type TableRow,
} from '../document/model.js';
export { describeAudit } from './describe-audit.js';
export { describeExtras } from './describe-extras.js';
export { describeOptional, describeReport } from './describe-report.js';
export {
  describeResult,
  format,
  type Result,
} from './format.js';
export type { Extras, Provenance, ReportView } from './report.js';
export { readDocument } from './stored-document.js';
