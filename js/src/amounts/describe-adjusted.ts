// SPDX-License-Identifier: Apache-2.0
//
// Describes adjusted gaps and their decomposition.

import { chosen, getVerdict } from '../claims/verdict.js';
import { requireParts } from '../core/options.js';
import { fromPlainData } from '../core/plain-data.js';
import { oneLine, showConfidence, showCount, showPercent, showQuantity, showRange } from '../document/format.js';
import { type Block, type Document, type DocumentTable, notes, reasonsIn } from '../document/model.js';
import type { AdjustedGroup, AdjustedReport, GapParts } from './adjusted.js';

/** Describes gaps that are adjusted for covariates. */
export function describeAdjusted(report: AdjustedReport, source?: string): Document {
  return fromPlainData('report', () => {
    requireParts('report', report, ['groups', 'reference', 'covariates'], 'the result of adjustedGaps()');
    const { rows, reference, covariates, decidedHere, isLogarithm, confidence } = report;
    const tables = [gaps(report), ...report.groups.flatMap((group) => decomposition(group, report))];
    return {
      name: 'adjusted',
      title: 'Adjusted gaps',
      ...(source !== undefined && { source }),
      facts: [
        ['Rows', showCount(rows)],
        ['Reference', oneLine(reference)],
        ['Adjusted for', covariates.map(oneLine).join(', ') || 'nothing'],
        ...(decidedHere.length > 0
          ? [['Decided by the organization', decidedHere.map(oneLine).join(', ')] as const]
          : []),
        ['Model', isLogarithm ? 'linear regression of logarithms' : 'linear regression'],
      ],
      blocks: [
        { texts: report.groups.map((group) => sentence(group, report)) },
        ...tables,
        caution(report),
        {
          style: 'faint',
          texts: [
            `Intervals: ${showConfidence(confidence)}, simultaneous for all groups. Variances: HC3, or CR2 with clusters.`,
          ],
        },
        ...notes('Undefined or unreliable', reasonsIn(tables)),
      ],
    };
  });
}

function sentence({ name, coefficient, adjustedGap }: AdjustedGroup, report: AdjustedReport): string {
  const { reference, isLogarithm, covariates, confidence } = report;
  const [estimate, show] = isLogarithm
    ? ([adjustedGap, showPercent] as const)
    : ([coefficient, (value: number) => showQuantity(value, true)] as const);
  const subject = `At equal ${covariates.map(oneLine).join(', ') || 'values of no covariate'}, the ${isLogarithm ? 'gap' : 'difference'} between ${oneLine(name)} and ${oneLine(reference)}`;
  const verdict = getVerdict(estimate);
  if (verdict === 'undefined') return `${subject} is undefined, because ${estimate.reason}.`;
  const { ci } = chosen(estimate);
  const interval = ci === undefined ? '' : ` (${showConfidence(confidence)} CI ${showRange(ci.map(show))})`;
  const remark = verdict === 'gap' || verdict === 'unknown' ? '' : ', which is not statistically significant';
  return `${subject} is ${show(estimate.value)}${interval}${remark}.`;
}

const caution = ({ decidedHere }: AdjustedReport): Block => ({
  style: 'warning',
  texts: [
    'An unexplained gap is not a proof of discrimination, and an explained gap is not an excuse: a covariate such as grade, job family, rating, or part-time work may itself result from discrimination.',
    ...(decidedHere.length === 0
      ? ['Name the covariates that the organization decides, to see the gap without them.']
      : []),
  ],
});

function gaps({ groups, isLogarithm, decidedHere }: AdjustedReport): DocumentTable {
  const format = isLogarithm ? ('percent' as const) : ('change' as const);
  const of = (each: { coefficient: AdjustedGroup['coefficient']; adjustedGap: AdjustedGroup['adjustedGap'] }) =>
    chosen(isLogarithm ? each.adjustedGap : each.coefficient);
  return {
    caption: isLogarithm
      ? 'Adjusted gaps in geometric means; positive if the group has less'
      : 'Adjusted differences; negative if the group has less',
    heading: 'Group',
    columns: [
      ...(decidedHere.length > 0 ? [{ heading: 'Without decided covariates', format, hasTest: true }] : []),
      { heading: 'All covariates', format, hasTest: true },
    ],
    rows: groups.map((group) => ({
      name: group.name,
      group: group.name,
      cells: [...(group.adjustedBefore ? [of(group.adjustedBefore)] : []), of(group)],
    })),
  };
}

function decomposition({ name, decomposition: parts, reason }: AdjustedGroup, report: AdjustedReport): DocumentTable[] {
  if (parts === undefined) {
    return [
      {
        caption: `Decomposition: ${oneLine(name)}`,
        heading: 'Coefficients',
        columns: [{ heading: 'Explained' }],
        rows: [{ name: 'all', cells: [{ value: Number.NaN, reason: reason ?? 'no model' }] }],
      },
    ];
  }
  const { covariates, reference } = report;
  const row = (label: string, { explained, unexplained, explainedBy }: GapParts) => ({
    name: label,
    cells: [explained, unexplained, ...covariates.map((each) => explainedBy[each] ?? Number.NaN)],
  });
  return [
    {
      caption: `Decomposition of the difference of means between ${oneLine(reference)} and ${oneLine(name)}, ${showQuantity(parts.difference, true)}`,
      heading: 'Coefficients',
      columns: [
        { heading: 'Explained', format: 'change' },
        { heading: 'Unexplained', format: 'change' },
        ...covariates.map((each) => ({ heading: `by ${oneLine(each)}`, format: 'change' as const })),
      ],
      rows: [
        row('pooled, with the group', parts.pooled),
        row(`of ${oneLine(reference)}`, parts.ofReference),
        row(`of ${oneLine(name)}`, parts.ofGroup),
        row('pooled, without the group', parts.withoutGroup),
      ],
    },
  ];
}
