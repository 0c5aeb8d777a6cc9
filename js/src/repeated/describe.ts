// SPDX-License-Identifier: Apache-2.0
//
// Describes repeated decisions: gaps, effects on individual items, and the number of items that a study needs.

import type { Estimate } from '../core/estimate.js';
import { requireParts } from '../core/options.js';
import { fromPlainData } from '../core/plain-data.js';
import {
  oneLine,
  showConfidence,
  showCount,
  showNumber,
  showPercent,
  showPoints,
  showQuantity,
  showRows,
} from '../document/format.js';
import {
  type Block,
  type DisplayedValue,
  type Document,
  type DocumentTable,
  type Fact,
  type Format,
  notes,
  reasonsIn,
} from '../document/model.js';
import type { RepeatedReport, VariantEffect } from './variants.js';

/**
 * Describes the comparison of variants.
 *
 * @example
 * const [item, variant] = [[1, 1, 2, 2], ['a', 'b', 'a', 'b']];
 * const report = (await load()).compareVariants({ item, variant, outcome: [1, 0, 1, 1], reference: 'a' });
 * describeRepeated(report, 'Resumes').source; // "Resumes"
 */
export function describeRepeated(report: RepeatedReport, source?: string): Document {
  return fromPlainData('report', () => {
    requireParts('report', report, ['variants', 'reference'], 'a comparison of variants');
    const { variants } = report;
    const hasSingle = variants.some(({ mcnemar }) => mcnemar !== null);
    const isRepeated = variants.some(({ repeatedItems }) => repeatedItems > 0);
    const tables = [
      gaps(report),
      ...(hasSingle ? [discordant(report)] : []),
      ...(isRepeated ? [effects(report)] : []),
      ...(variants.some(({ itemsNeeded }) => itemsNeeded.length > 0) ? [plan(report)] : []),
    ];
    return {
      name: 'repeated',
      title: 'Repeated decisions',
      ...(source !== undefined && { source }),
      facts: getFacts(report),
      blocks: [
        { texts: variants.map((each) => finding(each, report)), style: 'list' },
        {
          caption: `Gap to ${report.reference}`,
          format: getFormats(report).gap,
          dots: variants.map(({ variant, gap, items }) => ({
            name: variant,
            value: gap,
            note: `n = ${showCount(items)}`,
          })),
          mark: { value: 0, text: 'no gap' },
        },
        ...tables,
        { texts: [...together(report), ...(isRepeated ? [] : [whySingle])] },
        { texts: explanations(report), style: 'faint' },
        ...notes('Undefined (–)', reasonsIn(tables)),
      ] satisfies Block[],
    };
  });
}

interface Formats {
  gap: Format;
  mean: Format;
  square: Format;
}

const getFormats = ({ favorable }: RepeatedReport): Formats =>
  favorable === null
    ? { gap: 'change', mean: 'quantity', square: 'quantity' }
    : { gap: 'points', mean: 'percent', square: 'number' };

function getFacts(report: RepeatedReport): Fact[] {
  const { reference, favorable, runs, items, clusters, droppedRows, confidence, variants } = report;
  const joint = variants.length > 1 ? ', and simultaneous for all variants' : '';
  return [
    ['Reference', oneLine(reference)],
    ['Outcome', favorable === null ? 'a score' : favorable.map(oneLine).join(', ')],
    [
      'Data',
      `${showCount(runs)} runs of ${showCount(items)} items${clusters === null ? '' : ` in ${showCount(clusters)} clusters`}`,
    ],
    ...(droppedRows > 0 ? ([['Missing', `${showRows(droppedRows)} with missing values`]] as Fact[]) : []),
    [
      'Intervals',
      `${showConfidence(confidence)}, with ${clusters === null ? 'items' : 'clusters of items'} as independent units${joint}`,
    ],
  ];
}

const whySingle =
  'The effect on individual items is undefined: no item has two runs of both variants, and with one run an effect ' +
  'cannot be distinguished from noise.';

const excludesZero = (ci: Estimate['ci'] | null) => ci !== undefined && ci !== null && (ci[0] > 0 || ci[1] < 0);

function finding(effect: VariantEffect, report: RepeatedReport): string {
  const { gap, squaredEffect, repeatedItems, variant } = effect;
  const { reference, favorable } = report;
  const name = oneLine(variant);
  if (gap.ci === undefined) return `${name}: the gap to ${oneLine(reference)} has no confidence interval.`;
  const size = favorable === null ? showQuantity(gap.value, true) : `${showPoints(gap.value)} percentage points`;
  const start = excludesZero(gap.adjustedCi ?? gap.ci)
    ? `${name}: outcomes differ from ${oneLine(reference)} by ${size} on average`
    : `${name}: the average gap to ${oneLine(reference)}, ${size}, is not distinguishable from 0`;
  const pValue = effect.noEffectAdjustedPValue;
  if (repeatedItems === 0 || pValue === null) return `${start}.`;
  // The interval of the squared effect excludes 0 in the same cases.
  if (!(pValue <= 1 - report.confidence + 1e-9 && squaredEffect.value > 0)) {
    return `${start}; no effect on individual items is detected beyond the noise between runs (if runs are independent).`;
  }
  const root = Math.sqrt(squaredEffect.value);
  const typical = favorable === null ? showQuantity(root) : showPercent(root);
  const link = excludesZero(gap.adjustedCi ?? gap.ci) ? 'and' : 'but';
  return (
    `${start}, ${link} individual items change by ${typical} (root mean square), beyond the noise between runs ` +
    '(if runs are independent).'
  );
}

function gaps(report: RepeatedReport): DocumentTable {
  const { gap, mean } = getFormats(report);
  const { variants, reference } = report;
  const isJoint = variants.length > 1;
  return {
    caption: `Gap to ${reference}`,
    heading: 'Variant',
    columns: [
      { heading: 'Items', format: 'count' },
      { heading: 'Mean', format: mean },
      { heading: 'Reference', format: mean },
      { heading: 'Gap', format: gap, hasTest: true },
      ...(isJoint ? [{ heading: 'Simultaneous', format: gap, hasTest: true } as const] : []),
    ],
    rows: variants.map((each) => ({
      name: each.variant,
      group: each.variant,
      cells: [
        each.items,
        each.mean,
        each.referenceMean,
        withoutAdjusted(each.gap),
        ...(isJoint ? [adjusted(each.gap)] : []),
      ],
    })),
  };
}

const withoutAdjusted = ({ value, ci, pValue, reason }: Estimate): DisplayedValue => ({
  value,
  ...(ci && { ci }),
  ...(pValue !== undefined && { pValue }),
  ...(reason !== undefined && { reason }),
});

const adjusted = ({ value, adjustedCi, adjustedPValue }: Estimate): DisplayedValue => ({
  value,
  ...(adjustedCi && { ci: adjustedCi }),
  ...(adjustedPValue !== undefined && { pValue: adjustedPValue }),
});

function discordant({ variants, reference }: RepeatedReport): DocumentTable {
  return {
    caption: 'Items with different outcomes, with McNemar’s exact test',
    heading: 'Variant',
    columns: [
      { heading: 'Only the variant', format: 'count' },
      { heading: `Only ${reference}`, format: 'count' },
      { heading: 'p', format: 'p' },
    ],
    rows: variants.map(({ variant, mcnemar }) => ({
      name: variant,
      group: variant,
      cells: [mcnemar?.onlyVariant, mcnemar?.onlyReference, mcnemar?.pValue],
    })),
  };
}

/** Returns the value and its joint interval; a value below 0 is shown as 0, because the true value is at least 0. */
const nonnegative = ({ value, ci, adjustedCi = ci, reason, warning }: Estimate): DisplayedValue => ({
  value: value < 0 ? 0 : value,
  ci: adjustedCi,
  ...(reason !== undefined && { reason }),
  ...(warning !== undefined && { warning }),
});

function effects(report: RepeatedReport): DocumentTable {
  const { mean, square } = getFormats(report);
  const format = report.favorable === null ? square : mean;
  return {
    caption: 'Effect on individual items',
    heading: 'Variant',
    columns: [
      { heading: 'Items with two runs', format: 'count' },
      { heading: 'Disagreement within the variant', format },
      { heading: 'Within the reference', format },
      { heading: 'Between both', format },
      { heading: 'Squared effect', format: square },
      { heading: 'p (no effect)', format: 'p' },
      { heading: 'Canceled in the gap', format: 'percent' },
    ],
    rows: report.variants.map(({ variant, repeatedItems, disagreement, squaredEffect, canceled, ...each }) => ({
      name: variant,
      group: variant,
      cells: [
        repeatedItems,
        disagreement.within,
        disagreement.withinReference,
        disagreement.between,
        nonnegative(squaredEffect),
        each.noEffectAdjustedPValue,
        canceled,
      ],
    })),
    isTurned: true,
  };
}

function plan({ variants, detect, power, favorable }: RepeatedReport): DocumentTable {
  const gap =
    favorable === null
      ? showQuantity(detect ?? 0)
      : `${Number((100 * (detect ?? 0)).toPrecision(6))} percentage points`;
  const runs = [...new Set(variants.flatMap(({ itemsNeeded }) => itemsNeeded.map((each) => each.runs)))];
  return {
    caption:
      `Items needed to detect a gap of ${gap} with ${showPercent(power)} power` +
      (variants.length > 1 ? `, in a test adjusted for all ${variants.length} variants` : ''),
    heading: 'Variant',
    columns: runs.map((each) => ({ heading: each === 1 ? '1 run' : `${each} runs`, format: 'count' as const })),
    rows: variants.map(({ variant, itemsNeeded }) => ({
      name: variant,
      group: variant,
      cells: runs.map((each) => itemsNeeded.find((row) => row.runs === each)?.items),
    })),
  };
}

function together({ cochransQ, betweenVariance, variants }: RepeatedReport): string[] {
  if (variants.length < 2) return [];
  const texts: string[] = [];
  if (cochransQ !== null) {
    const { statistic, degrees, pValue } = cochransQ;
    texts.push(
      `All variants, equal probabilities: Cochran’s Q = ${showNumber(statistic)}, ` +
        `${degrees} degrees of freedom, p = ${pValue.toPrecision(2)}.`,
    );
  }
  const { value, ci } = betweenVariance;
  if (Number.isFinite(value)) {
    const interval = ci ? ` (${showQuantity(ci[0])} to ${showQuantity(ci[1])})` : '';
    texts.push(`Variance between all variants of an item: ${showQuantity(Math.max(0, value))}${interval}.`);
  }
  return texts;
}

function explanations({ permutations, seed, favorable, variants }: RepeatedReport): string[] {
  if (variants.every(({ repeatedItems }) => repeatedItems === 0)) return [];
  const what = favorable === null ? 'mean squared difference' : 'probability of a difference';
  return [
    `Disagreement: ${what} of two runs. Squared effect: disagreement between the variants minus ` +
      'the mean disagreement within them. It is at least 0; an estimate below 0 is shown as 0.' +
      (variants.length > 1 ? ' Intervals and p-values hold jointly for all variants.' : ''),
    ...(permutations > 0
      ? [
          `p (no effect): test that permutes runs between both variants of each item (${showCount(permutations)} permutations, seed ${seed}). It requires independent runs: no common random seeds, cached answers, or conversations.`,
        ]
      : []),
  ];
}
