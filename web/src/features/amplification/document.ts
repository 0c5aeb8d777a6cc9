// SPDX-License-Identifier: Apache-2.0
//
// Describes amplification for files: each measure with its value, its meaning, and the pairs it consists of.

import type { Estimate } from 'fairwasm';
import type { Document } from 'fairwasm/report';
import { captionMatrix, getMatrix, type Matrix, measureTitles } from './arithmetic.js';
import { meanings, sources } from './meanings.js';
import type { CaptionResults, LabelResults, MeasureName } from './protocol.js';

export function describeLabels(results: LabelResults, source: string): Document {
  const names = Object.keys(results.measures) as MeasureName[];
  const sections = names.map((name) => {
    const texts = [meanings[name], sources[name]];
    const estimate = results.measures[name] as Estimate;
    return describeMeasure(measureTitles[name], estimate, texts, getMatrix(name, results));
  });
  const facts = [['Rows', String(results.rows)] as const];
  return { name: 'amplification', title: 'Bias amplification', source, facts, blocks: sections };
}

export function describeCaptions(results: CaptionResults): Document {
  const { warnings, groups, pairs } = results;
  const texts = [`Groups: ${groups.join(', ')}.`, ...warnings];
  const matrix = pairs.length > 0 ? captionMatrix(results) : undefined;
  const blocks = [describeMeasure('Mean bias amplification', results, texts, matrix)];
  return { name: 'captions', title: 'Bias amplification of captions', blocks };
}

function describeMeasure(
  title: string,
  { value, ci, reason }: Estimate,
  texts: readonly string[],
  matrix: Matrix | undefined,
): Document {
  const total = { name: 'All', isSummary: true, cells: [{ value, ...(ci && { ci }), ...(reason && { reason }) }] };
  const pairs = (matrix?.cells ?? []).map(({ row, column, value, estimate }) => ({
    name: `${row}, ${column}`,
    cells: [estimate ?? value],
  }));
  const columns = [{ heading: 'Amplification', format: 'difference' as const }];
  const table = { caption: `${title} by pair`, heading: 'Pair', columns, rows: [total, ...pairs] };
  return { name: title, title, blocks: [{ texts }, table] };
}
