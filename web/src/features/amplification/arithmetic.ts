// SPDX-License-Identifier: Apache-2.0
//
// Each measure as cells of a matrix, and the arithmetic of one cell, from counts to its contribution to the value.

import type { Estimate } from 'fairwasm';
import type { BiasAmplification } from 'fairwasm/amplification';
import { countText } from '../../widgets/number.js';
import type { CaptionResults, CombinationMeasure, LabelResults, MeasureName, PairMeasure } from './protocol.js';

type PairAmplification = BiasAmplification['pairs'][number];

/** One step of the arithmetic: the formula in symbols, the formula with the numbers of this cell, and the result. */
export interface Step {
  what: string;
  symbols: string;
  numbers: string;
  result: string;
}

export interface Cell {
  key: string;
  /** The column of the heat map, and its row. */
  column: string;
  row: string;
  value: number;
  estimate: Estimate;
  /** The contribution corrected for chance, if it was computed. */
  corrected?: Estimate | undefined;
  steps: readonly Step[];
}

export interface Matrix {
  title: string;
  /** The meaning of the heat map's columns and rows. */
  columnName: string;
  rowName: string;
  columns: readonly string[];
  cells: readonly Cell[];
}

export const measureTitles: Record<MeasureName, string> = {
  'dba-AtoT': 'DBA, attribute to task',
  'dba-TtoA': 'DBA, task to attribute',
  mals: 'MALS',
  mdba: 'MDBA',
};

const getKey = (row: string, column: string) => JSON.stringify([row, column]);

function decimalText(value: number, digits: number): string {
  if (Number.isNaN(value)) return 'undefined';
  const text = value.toFixed(digits);
  return Number(text) === 0 ? (0).toFixed(digits) : text.replace('-', '−');
}

const withSign = (text: string): string => (/^0\.0*$|^[−u]/.test(text) ? text : `+${text}`);

/** Six decimals, a real minus sign, and no sign on zero. */
export const exactText = (value: number): string => decimalText(value, 6);

export const signedText = (value: number): string => withSign(exactText(value));

/** Four decimals, for narrow columns. */
export const roundedText = (value: number): string => withSign(decimalText(value, 4));

const over = (a: number, b: number) => `${countText(a)} / ${countText(b)}`;

export function getMatrix(name: MeasureName, results: LabelResults): Matrix {
  const measure = results.measures[name];
  if (!measure) throw new Error(`${name} was not computed`);
  if (measure.kind === 'combinations') return combinations(measure, results);
  return {
    title: measureTitles[name],
    columnName: 'attribute',
    rowName: 'task',
    columns: results.attributes,
    cells: measure.pairs.map((pair) => pairCell(pair, measure, name)),
  };
}

function pairCell(pair: PairAmplification, measure: PairMeasure, name: MeasureName): Cell {
  const { attribute, task, contribution, corrected } = pair;
  return {
    key: getKey(task, attribute),
    column: attribute,
    row: task,
    value: contribution.value,
    estimate: contribution,
    corrected,
    steps: name === 'mals' ? malsSteps(pair, measure) : directionalSteps(pair, measure),
  };
}

const isDefined = ({ contribution }: PairAmplification) => !Number.isNaN(contribution.value);

function directionalSteps(pair: PairAmplification, { direction, pairs }: PairMeasure): Step[] {
  const { attribute, task, counts } = pair;
  const toTask = direction === 'AtoT';
  const [from, to] = toTask ? [attribute, task] : [task, attribute];
  const ofFrom = toTask ? counts.attribute : counts.task;
  const ofTo = toTask ? counts.task : counts.attribute;
  const { rows, together, predicted } = counts;
  const more = together * rows > ofFrom * ofTo;
  const [before, after] = [together / ofFrom, predicted / ofFrom];
  const change = after - before;
  const terms = pairs.filter(isDefined).length;
  return [
    {
      what: `Do “${from}” and “${to}” occur together more often than by chance?`,
      symbols: 'n(a, t) · n > n(a) · n(t)',
      numbers: `${countText(together)} · ${countText(rows)} ${more ? '>' : '≤'} ${countText(ofFrom)} · ${countText(ofTo)}`,
      result: more ? 'yes: an increase amplifies' : 'no: a decrease amplifies',
    },
    {
      what: `Share of “${to}” among “${from}”, in truth`,
      symbols: 'P(t | a) = n(a, t) / n(a)',
      numbers: over(together, ofFrom),
      result: exactText(before),
    },
    {
      what: `Share of “${to}” among “${from}”, as predicted`,
      symbols: 'P(t̂ | a) = n(a, t̂) / n(a)',
      numbers: over(predicted, ofFrom),
      result: exactText(after),
    },
    {
      what: 'Change',
      symbols: 'Δ = P(t̂ | a) − P(t | a)',
      numbers: `${exactText(after)} − ${exactText(before)}`,
      result: signedText(change),
    },
    {
      what: `Contribution to the mean over ${countText(terms)} pairs`,
      symbols: `${more ? 'Δ' : '−Δ'} / pairs`,
      numbers: `${signedText(more ? change : -change)} / ${countText(terms)}`,
      result: signedText((more ? change : -change) / terms),
    },
  ];
}

function malsSteps(pair: PairAmplification, { pairs }: PairMeasure): Step[] {
  const { attribute, task, counts } = pair;
  const alike = pairs.filter((other) => other.task === task);
  const attributes = alike.length;
  const tasks = pairs.length / attributes;
  const all = alike.reduce((sum, other) => sum + other.counts.together, 0);
  const allPredicted = alike.reduce((sum, other) => sum + other.counts.predicted, 0);
  const [before, after] = [counts.together / all, counts.predicted / allPredicted];
  const biased = counts.together * attributes > all;
  const shares: Step[] = [
    {
      what: `Share of “${attribute}” among “${task}” with any attribute, in truth`,
      symbols: 'b(a, t) = n(a, t) / Σ n(a, t)',
      numbers: over(counts.together, all),
      result: exactText(before),
    },
    {
      what: `Is “${task}” biased toward “${attribute}”?`,
      symbols: 'b(a, t) > 1 / |A|',
      numbers: `${exactText(before)} ${biased ? '>' : '≤'} 1 / ${attributes}`,
      result: biased ? 'yes' : 'no: it is not counted',
    },
  ];
  if (!biased) return shares;
  return [
    ...shares,
    {
      what: 'Share among predictions',
      symbols: 'b̂(a, t) = n(a, t̂) / Σ n(a, t̂)',
      numbers: over(counts.predicted, allPredicted),
      result: exactText(after),
    },
    {
      what: `Contribution to the mean over ${countText(tasks)} tasks`,
      symbols: '(b̂ − b) / |T|',
      numbers: `(${exactText(after)} − ${exactText(before)}) / ${countText(tasks)}`,
      result: signedText((after - before) / tasks),
    },
  ];
}

function combinations(measure: CombinationMeasure, { attributes }: LabelResults): Matrix {
  const cells = measure.largest.map(({ from, combination, change, contribution, counts }): Cell => {
    const row = combination.join(' + ');
    const [before, after] = [counts.together / counts.from, counts.predicted / counts.from];
    return {
      key: getKey(row, from),
      column: from,
      row,
      value: change,
      estimate: { value: change },
      steps: [
        {
          what: `Share of rows with all of “${row}” among “${from}”, in truth`,
          symbols: 'P(m | a) = n(a, m) / n(a)',
          numbers: over(counts.together, counts.from),
          result: exactText(before),
        },
        {
          what: 'Share among predictions',
          symbols: 'P(m̂ | a) = n(a, m̂) / n(a)',
          numbers: over(counts.predicted, counts.from),
          result: exactText(after),
        },
        {
          what: 'Change; above 0 if it strengthens the association in the true labels',
          symbols: `${change * (after - before) < 0 ? '−' : ''}(P(m̂ | a) − P(m | a))`,
          numbers: `${change * (after - before) < 0 ? '−' : ''}(${exactText(after)} − ${exactText(before)})`,
          result: signedText(change),
        },
        {
          what: `Contribution to the mean over ${countText(measure.terms)} terms`,
          symbols: '|change| / terms',
          numbers: `${exactText(Math.abs(change))} / ${countText(measure.terms)}`,
          result: exactText(contribution),
        },
      ],
    };
  });
  return {
    title: measureTitles.mdba,
    columnName: 'attribute',
    rowName: 'combination of tasks',
    columns: attributes,
    cells,
  };
}

/** Builds the matrix of words by group from captions. */
export function captionMatrix(results: CaptionResults): Matrix {
  const { pairs, groups, counts, divisor } = results;
  return {
    title: 'Mean bias amplification of captions',
    columnName: 'group',
    rowName: 'word',
    columns: groups,
    cells: pairs.map(({ object, group, train, test, contribution }) => {
      const count = (which: 'train' | 'test', name: string) => counts[which][name]?.[object] ?? 0;
      const all = (which: 'train' | 'test') => groups.reduce((sum, name) => sum + count(which, name), 0);
      return {
        key: getKey(object, group),
        column: group,
        row: object,
        value: contribution,
        estimate: { value: contribution },
        steps: [
          {
            what: `Share of “${group}” among mentions of “${object}” with any group: training captions`,
            symbols: 'b*(o, g) = c*(o, g) / Σ c*(o, g)',
            numbers: over(count('train', group), all('train')),
            result: exactText(train),
          },
          {
            what: 'The same share in the model’s captions',
            symbols: 'b(o, g) = c(o, g) / Σ c(o, g)',
            numbers: over(count('test', group), all('test')),
            result: count('test', group) === 0 ? '0.000000, because the word does not occur' : exactText(test),
          },
          {
            what: 'Contribution to the result',
            symbols: '(b − b*) / divisor',
            numbers: `(${exactText(test)} − ${exactText(train)}) / ${countText(divisor)}`,
            result: signedText(contribution),
          },
        ],
      };
    }),
  };
}
