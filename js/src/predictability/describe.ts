// SPDX-License-Identifier: Apache-2.0
//
// Describes what attackers learned: leakage, in one or both directions, and leakage in captions.

import { estimate } from '../core/estimate.js';
import { showCount, showNumber, showPercent, showRange } from '../document/format.js';
import { type Document, type DocumentTable, notes, reasonsIn, showInline, type TableRow } from '../document/model.js';
import type { Direction } from '../metrics/amplification.js';
import type { Dbac, DbacDirection } from './dbac.js';
import type { LicResult } from './lic.js';
import { mean } from './statistics.js';

/** The result of `leakage()` or of one direction of `dpa()`, as JSON has it; older files lack some parts. */
export interface StoredLeakage {
  direction?: string;
  definition: string;
  value: number;
  /** Confidence interval over rows, or over seeds in files without `overSeeds`. */
  ci: readonly [number, number];
  overSeeds?: { ci: readonly [number, number] };
  coverage: string;
  trials: readonly Readonly<{ lambdaD: number; lambdaM: number; leakage: number }>[];
  warnings: readonly string[];
  accuracies?: { test: readonly number[] };
  exact?: Readonly<{ lambdaD: number; lambdaM: number; leakage: number }> | null;
  marginal?: number | null;
}

const titles: Readonly<Record<string, string>> = {
  AtoT: 'Predictability amplification, attribute to task',
  TtoA: 'Predictability amplification, task to attribute',
};

/** Returns a sentence such as "Leakage +0.230 (+0.120–+0.340) over rows, from 20 trials; over seeds +0.220–+0.240. …". */
function sentence(
  name: string,
  { value, ci, overSeeds, coverage }: Omit<StoredLeakage, 'definition' | 'warnings' | 'trials'>,
  { trials, units }: { trials: number; units: string },
): string {
  const isKnown = overSeeds && ci.every((end) => Number.isFinite(end));
  const spread = overSeeds?.ci ?? ci;
  const seeds = spread.every((end) => Number.isFinite(end))
    ? `; over seeds ${showRange(spread.map((end) => showNumber(end, true)))}`
    : '';
  const shown = showInline({ value, ci: isKnown ? ci : undefined }, { heading: name, format: 'difference' });
  const from = `from ${showCount(trials)} trial${trials === 1 ? '' : 's'}`;
  return `${name} ${shown}${isKnown ? ` over ${units}` : ''}, ${from}${seeds}. ${coverage}`;
}

/** Describes leakage: the value with its interval, and the attackers of each trial. */
export function describeLeakage(result: StoredLeakage): Document {
  const { definition, direction = '', trials, warnings, accuracies, exact, marginal } = result;
  const row = (
    name: string,
    { lambdaD, lambdaM, leakage }: Readonly<{ lambdaD: number; lambdaM: number; leakage: number }>,
  ): TableRow => ({ name, cells: [lambdaD, lambdaM, leakage] });
  const summary = {
    lambdaD: mean(trials.map((each) => each.lambdaD)),
    lambdaM: mean(trials.map((each) => each.lambdaM)),
  };
  const accuracy = accuracies?.test.map(showPercent).join(', ');
  return {
    name: 'leakage',
    title: titles[direction] ?? 'Leakage',
    facts: accuracy ? [['Accuracy of the model', accuracy]] : [],
    blocks: [
      { texts: [definition, sentence('Leakage', result, { trials: trials.length, units: 'rows' }), ...warnings] },
      {
        caption: 'Quality of attackers by trial',
        heading: 'Trial',
        columns: [
          { heading: 'On labels' },
          { heading: 'On predictions' },
          { heading: 'Leakage', format: 'difference' },
        ],
        rows: [
          { name: 'Mean', isSummary: true, cells: [summary.lambdaD, summary.lambdaM] },
          ...(exact ? [{ ...row('Tables of counts', exact), isSummary: true }] : []),
          ...(marginal == null
            ? []
            : [{ name: 'Without input', isSummary: true, cells: [undefined, undefined, marginal] }]),
          ...trials.map((trial, i) => row(String(i + 1), trial)),
        ],
      },
    ],
  };
}

/** The result of `dpa()` by direction. */
export type StoredDpa = Readonly<Partial<Record<Direction, StoredLeakage>>>;

/** Describes directional predictability amplification. */
export const describeDpa = ({ AtoT, TtoA }: StoredDpa): Document => ({
  name: 'dpa',
  title: 'Directional predictability amplification',
  blocks: [AtoT, TtoA].flatMap((result) => (result ? [describeLeakage(result)] : [])),
});

/** The result of `lic()`, as JSON has it. */
export type StoredLic = Pick<LicResult, 'value' | 'ci' | 'overSeeds' | 'coverage' | 'licD' | 'licM' | 'trials'>;

/** Describes leakage in captions. */
export function describeLic(result: StoredLic): Document {
  const { trials, licD, licM } = result;
  const accuracy = (key: 'accuracyD' | 'accuracyM') => mean(trials.map((trial) => trial[key]));
  return {
    name: 'lic',
    title: 'Leakage in captions',
    blocks: [
      {
        texts: [
          'A positive value means that generated captions leak more than human captions.',
          sentence('LIC', result, { trials: trials.length, units: 'images' }),
        ],
      },
      {
        caption: 'Attackers, mean over trials',
        heading: 'Captions',
        columns: [{ heading: 'Score' }, { heading: 'Accuracy', format: 'percent' }],
        rows: [
          { name: 'Generated', cells: [licM.value, accuracy('accuracyM')] },
          { name: 'Human', cells: [licD.value, accuracy('accuracyD')] },
        ],
      },
    ],
  };
}

/** Describes directional bias amplification in captions. */
export function describeDbac(result: Dbac): Document {
  const { AtoT, TtoA, lic, images, objects, mentions, categories, folds, blocks, seed, replaced } = result;
  const row = (
    name: string,
    { value, reason = '', warning, ci, marginal, lambdaD, lambdaM }: DbacDirection,
  ): TableRow => ({ name, cells: [estimate(value, () => reason, { ci, warning }), marginal, lambdaD, lambdaM] });
  const directions: DocumentTable = {
    caption: 'DBAC',
    heading: 'Direction',
    columns: [
      { heading: 'DBAC', format: 'difference' },
      { heading: 'Without captions', format: 'difference' },
      { heading: 'λ human' },
      { heading: 'λ generated' },
    ],
    rows: [row('Attribute to task', AtoT), ...(TtoA ? [row('Task to attribute', TtoA)] : [])],
  };
  const words = Object.entries(replaced).flatMap(([direction, sides]) =>
    Object.entries(sides).map(([kind, { words: all, replaced: some, unknown }]) => ({
      name: `${kind === 'human' ? 'Human' : 'Generated'}, ${titles[direction]?.split(', ')[1]}`,
      cells: [all, some, unknown],
    })),
  );
  return {
    name: 'dbac',
    title: 'Directional bias amplification in captions',
    facts: [
      ['Images', showCount(images)],
      ['Categories', categories.join(', ')],
      ['Objects', objects.join(', ')],
    ],
    blocks: [
      {
        texts: [
          'A positive value means that generated captions depend more on what the image shows than human captions do.',
        ],
      },
      directions,
      ...notes('Undefined or unreliable', reasonsIn([directions])),
      {
        caption: 'Captions that mention each object',
        heading: 'Object',
        columns: [
          { heading: 'Human', format: 'percent' },
          { heading: 'Generated', format: 'percent' },
        ],
        rows: mentions.map(({ name, human, generated }) => ({ name, cells: [human, generated] })),
      },
      {
        texts: [
          'Without captions: the value if attackers knew only the proportions of what images show. It differs from 0 if ' +
            'generated captions mention fewer, or more, combinations than human captions, which is not bias.',
          `LIC, without a direction, by the same attackers: ${showNumber(lic.value, true)} ` +
            `(human captions ${showNumber(lic.licD)}, generated captions ${showNumber(lic.licM)}).`,
        ],
      },
      {
        caption: 'Words that only one kind of caption contains',
        heading: 'Captions',
        columns: [
          { heading: 'Words', format: 'count' },
          { heading: 'Replaced', format: 'count' },
          { heading: 'Unknown', format: 'count' },
        ],
        rows: words,
      },
      {
        texts: [
          `Attackers are logistic regressions on the words of captions, fitted to other images: ${showCount(folds)} parts, ` +
            `${showCount(AtoT.trials.length)} trials, seed ${seed}.`,
          blocks > 0
            ? `The confidence intervals are over images: a jackknife with ${showCount(blocks)} blocks of images.`
            : 'There are no confidence intervals, because no blocks of images were requested, or there are too few images.',
        ],
        style: 'faint',
      },
    ],
  };
}
