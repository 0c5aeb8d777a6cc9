// SPDX-License-Identifier: Apache-2.0
//
// What the Audit room loads when it is needed: the form of columns, and what stands below a report. Each rejects where a part
// could not be had: without a word, the page would look as if there were no more.

import type { Report } from 'fairwasm';

/** Loads the form of a table's columns, which examples do without. */
export const loadForm = (): Promise<unknown> => import('./column-form.js');

/** Loads what stands further down, when the report above it is there. */
export const loadParts = ({
  ofFile,
  hasComparison,
}: {
  ofFile: boolean;
  hasComparison: boolean;
}): Promise<unknown> =>
  Promise.all([
    import('../power/power-view.js'),
    import('../within/within-view.js'),
    ofFile && import('../scan/find-groups.js'),
    ofFile && loadImpact(),
    ofFile && import('../scores/frontier-view.js'),
    hasComparison && import('../compare/paired-view.js'),
  ]);

/** Loads adverse impact of a file: scores, which bring the tables along. */
export const loadImpact = (): Promise<unknown> => import('../impact/impact-scores.js');

/** Loads what a stored report was set beside. */
export const loadBeside = ({ beside = {} }: Report): Promise<unknown> =>
  Promise.all([
    beside.comparison && import('../compare/paired-view.js'),
    beside.version && import('../compare/compare-view.js'),
  ]);
