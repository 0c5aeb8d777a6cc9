// SPDX-License-Identifier: Apache-2.0
//
// The exports of 'fairwasm/report': descriptions of reports, for pages that draw them, and their rendering.

export { type DotRow, dotRows } from '../document/dot-plot.js';
export {
  type Block,
  type Cell,
  type Column,
  type DisplayedValue,
  type Document,
  type Dot,
  type DotPlot,
  type Fact,
  type Figure,
  type FigureLine,
  type Format,
  getSpan,
  type HeatMap,
  type Row,
  type Sentences,
  type ShownCell,
  showCell,
  showShade,
  type Table,
} from '../document/model.js';
export { describeAudit } from './describe-audit.js';
export { describeExtras } from './describe-extras.js';
export { describeOptional, describeReport } from './describe-report.js';
export {
  describeResult,
  type FormatOptions,
  format,
  type Result,
  type ResultFormat,
} from './format.js';
export type { Extras, Provenance, ReportView } from './report.js';
export { readDocument } from './stored-document.js';
