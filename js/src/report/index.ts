// SPDX-License-Identifier: Apache-2.0
//
// The exports of 'fairwasm/report': descriptions of reports, for pages that draw them, and their rendering.

export type {
  Block,
  Cell,
  DisplayedValue,
  Document,
  DocumentTable,
  DotPlot,
  Figure,
  Format,
  HeatMap,
  Sentences,
  TableColumn,
  TableRow,
} from '../document/model.js';
export { describeResult, format, type Result } from './format.js';
export type { Extras } from './report.js';
export { readDocument } from './stored-document.js';
