// SPDX-License-Identifier: Apache-2.0
//
// Describes a bias benchmark as a table by category.

import { requireParts } from '../core/options.js';
import { fromPlainData } from '../core/plain-data.js';
import { showConfidence, showRows } from '../document/format.js';
import { type Document, type DocumentTable, type Format, notes, reasonsIn } from '../document/model.js';
import type { BenchmarkReport } from './benchmarks.js';

const headings: Readonly<Record<string, [heading: string, format: Format]>> = {
  accuracyAmbiguous: ['Accuracy, ambiguous', 'percent'],
  s_AMB: ['s_AMB', 'difference'],
  accuracyDisambiguated: ['Accuracy, disambiguated', 'percent'],
  s_DIS: ['s_DIS', 'difference'],
  preferred: ['Stereotype preferred', 'percent'],
  lms: ['Language modeling score', 'quantity'],
  ss: ['Stereotype score', 'quantity'],
  icat: ['ICAT', 'quantity'],
};

const neutral: Readonly<Record<BenchmarkReport['benchmark'], string>> = {
  BBQ: 'A score of 0 means no bias; at 1, answers always agree with the bias, and at -1, they always contradict it.',
  'CrowS-Pairs': 'A model without a preference prefers the stereotype in 50% of pairs.',
  StereoSet: 'An ideal model has a stereotype score of 50, and other scores of 100.',
};

/**
 * Describes the scores.
 *
 * @example
 * const { crowsPairs } = await load();
 * const report = crowsPairs({ item: [1, 2, 3], stereotype: [1, 0, 1] });
 * describeBenchmark(report, 'Model A').source; // "Model A"
 */
export function describeBenchmark(report: BenchmarkReport, source?: string): Document {
  return fromPlainData('report', () => {
    requireParts('report', report, ['benchmark', 'categories'], 'scores of a benchmark');
    const { benchmark, categories, confidence, droppedRows } = report;
    const names = Object.keys(categories[0]?.scores ?? {});
    const table: DocumentTable = {
      caption: `Scores of ${benchmark}`,
      heading: 'Category',
      columns: [
        { heading: 'Items', format: 'count' },
        ...names.map((name) => {
          const [heading, format] = headings[name] ?? [name, 'number'];
          return { heading, format };
        }),
      ],
      rows: categories.map(({ category, items, scores }) => ({
        name: category ?? 'All',
        ...(category === null ? { isSummary: true } : { group: category }),
        cells: [items, ...names.map((name) => scores[name])],
      })),
    };
    return {
      name: 'benchmark',
      title: benchmark,
      ...(source !== undefined && { source }),
      facts: [
        ['Intervals', `${showConfidence(confidence)}, with items as independent units`],
        ...(droppedRows > 0 ? [['Missing', `${showRows(droppedRows)} with missing values`] as const] : []),
      ],
      blocks: [table, { texts: [neutral[benchmark]], style: 'faint' }, ...notes('Undefined (–)', reasonsIn([table]))],
    };
  });
}
