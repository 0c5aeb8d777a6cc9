// SPDX-License-Identifier: Apache-2.0
//
// The exports of 'fairwasm/report': descriptions of results, for pages that draw them.

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
export { describeResult } from './all-results.js';
export type { Result } from './format.js';
export type { Extras } from './report.js';
export { readDocument } from './stored-document.js';
