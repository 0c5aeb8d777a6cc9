// SPDX-License-Identifier: Apache-2.0
//
// Individual fairness of a file's rows: consistency among nearest neighbors, entropy indices of benefits, and the
// closest people with different decisions.

import { sameCategory } from 'fairwasm';
import type { Aif360 } from 'fairwasm/aif360';
import type { Individual } from 'fairwasm/individual';
import type { Block, Document, DocumentTable } from 'fairwasm/report';
import { findDetermined } from '#fairwasm/slices/determined.js';
import type { Choice } from '../../table/choice.js';
import type { OnRead } from '../../table/read.js';
import { readRows } from '../../table/read.js';
import type { IndividualAsked } from './questions.js';

/** More rows take minutes. */
const maxRows = 20_000;
/** Pairs are compared one by one. */
const maxPairRows = 2000;
const maxPairs = 5;

interface Rows {
  features: number[][];
  decisions: number[];
  outcomes: number[];
  /** Numbers of the rows in the file; the first data row is 1. */
  places: number[];
  /** Rows without a number, decision, or outcome. */
  dropped: number;
}

/** Computes from the prepared rows of a file, and describes the result. */
export async function individualRows(
  { individual, aif360 }: { individual: Individual; aif360: Aif360 },
  file: Blob,
  choice: Choice,
  asked: IndividualAsked,
  onProgress: OnRead,
): Promise<Document> {
  const all = await collect(file, choice, asked, onProgress);
  const rows = sampled(all, maxRows);
  const matrix = asked.isScaled ? getScaled(rows.features) : rows.features;
  const { neighbors } = asked;
  const hasDecisions = choice.prediction !== undefined;
  const consistent = (labels: number[]) => individual.consistencyEstimate(matrix, labels, { neighbors });
  const table: DocumentTable = {
    caption: `Consistency with the ${neighbors} nearest people`,
    heading: 'Column',
    columns: [{ heading: 'Consistency', format: 'percent' }],
    rows: [
      ...(hasDecisions ? [{ name: `Decisions: ${choice.prediction}`, cells: [consistent(rows.decisions)] }] : []),
      ...(choice.label === undefined
        ? []
        : [{ name: `True outcomes: ${choice.label}`, cells: [consistent(rows.outcomes)] }]),
    ],
  };
  const blocks: Block[] = [
    {
      texts: [
        'Consistency is 100% if everyone has the same decision as the people who are most similar by the chosen columns. Similar people can differ in columns that were not chosen.',
      ],
      style: 'faint',
    },
    table,
    ...(hasDecisions && choice.label !== undefined ? entropyBlocks(aif360, all) : []),
    ...pairBlocks(sampled(rows, maxPairRows), asked, choice),
    { texts: [...getNotes(all, rows), ...getDetermined(all, asked, choice)], style: 'faint' },
  ];
  return {
    name: 'individual',
    title: 'Individual fairness',
    facts: [
      ['Similar by', asked.features.join(', ')],
      [
        'Distance',
        asked.isScaled
          ? 'Euclidean, with each column divided by its standard deviation'
          : 'Euclidean, of the numbers as they are',
      ],
    ],
    blocks,
  };
}

async function collect(
  file: Blob,
  { prediction, label, favorable }: Choice,
  { features }: IndividualAsked,
  onProgress: OnRead,
): Promise<Rows> {
  const rows: Rows = { features: [], decisions: [], outcomes: [], places: [], dropped: 0 };
  const used = [prediction, label].filter((name) => name !== undefined);
  const columns = [...new Set([...features, ...used])];
  const known = new Map<string, boolean>();
  const isFavorable = (text: string): boolean => {
    const found = known.get(text) ?? sameCategory(text, favorable);
    known.set(text, found);
    return found;
  };
  for await (const batch of readRows(file, { columns, onProgress })) {
    const texts = (name: string) => batch.columns[name] as readonly string[];
    const length = texts(columns[0] as string).length;
    for (let i = 0; i < length; i++) {
      const numbers = features.map((name) => toNumber(texts(name)[i] as string));
      const labels = used.map((name) => texts(name)[i] as string);
      if (!numbers.every(Number.isFinite) || labels.includes('')) {
        rows.dropped++;
        continue;
      }
      const toHit = (name: string | undefined) =>
        name === undefined ? 0 : Number(isFavorable(texts(name)[i] as string));
      rows.features.push(numbers);
      rows.decisions.push(toHit(prediction));
      rows.outcomes.push(toHit(label));
      rows.places.push(batch.firstRow + i + 1);
    }
  }
  return rows;
}

const toNumber = (text: string) => (text.trim() === '' ? Number.NaN : Number(text));

/** At most `most` rows, evenly spread over the file. */
function sampled(rows: Rows, most: number): Rows {
  const count = rows.features.length;
  if (count <= most) return rows;
  const kept = Array.from({ length: most }, (_, i) => Math.floor((i * count) / most));
  const pick = <T>(all: readonly T[]) => kept.map((row) => all[row] as T);
  return {
    ...rows,
    features: pick(rows.features),
    decisions: pick(rows.decisions),
    outcomes: pick(rows.outcomes),
    places: pick(rows.places),
  };
}

function getScaled(rows: readonly (readonly number[])[]): number[][] {
  const width = rows[0]?.length ?? 0;
  const deviations = Array.from({ length: width }, (_, j) => {
    const values = rows.map((row) => row[j] as number);
    const mean = values.reduce((sum, each) => sum + each, 0) / values.length;
    const squares = values.reduce((sum, each) => sum + (each - mean) ** 2, 0);
    return Math.sqrt(squares / values.length) || 1;
  });
  return rows.map((row) => row.map((value, j) => value / (deviations[j] as number)));
}

function entropyBlocks(aif360: Aif360, { decisions, outcomes }: Rows): Block[] {
  // 0 for a missed favorable outcome, 1 for a correct decision, 2 for an undeserved favorable decision.
  const benefits = decisions.map((decision, i) => decision - (outcomes[i] as number) + 1);
  return [
    {
      caption: 'Inequality of benefits between individuals (0: all are equal)',
      heading: 'Index',
      columns: [{ heading: 'Value' }],
      rows: [
        { name: 'Theil index', cells: [aif360.theilIndex(benefits)] },
        { name: 'Generalized entropy index (alpha = 2)', cells: [aif360.generalizedEntropyIndex(benefits, 2)] },
      ],
    },
    {
      texts: [
        'The benefit of a person is 1 for a correct decision, 2 for a positive decision without the positive outcome, and 0 for the reverse.',
      ],
      style: 'faint',
    },
  ];
}

/** The closest people with different decisions, with their numbers. */
function pairBlocks(rows: Rows, { features, isScaled }: IndividualAsked, choice: Choice): Block[] {
  const isDecision = choice.prediction !== undefined;
  const labels = isDecision ? rows.decisions : rows.outcomes;
  const matrix = isScaled ? getScaled(rows.features) : rows.features;
  const found: { i: number; j: number; distance: number }[] = [];
  for (let i = 0; i < matrix.length; i++) {
    for (let j = i + 1; j < matrix.length; j++) {
      if (labels[i] === labels[j]) continue;
      const distance = getDistance(matrix[i] as number[], matrix[j] as number[]);
      if (found.length === maxPairs && distance >= (found.at(-1)?.distance as number)) continue;
      found.push({ i, j, distance });
      found.sort((one, other) => one.distance - other.distance);
      found.length = Math.min(found.length, maxPairs);
    }
  }
  if (found.length === 0) return [];
  const getRow = (row: number, distance: number | undefined) => ({
    name: `Row ${rows.places[row]}`,
    cells: [labels[row] === 1 ? 'positive' : 'negative', distance, ...(rows.features[row] as number[]).map(String)],
  });
  return [
    {
      caption: isDecision
        ? 'The most similar people with different decisions'
        : 'The most similar people with different outcomes',
      heading: 'Person',
      columns: [
        { heading: isDecision ? 'Decision' : 'Outcome' },
        { heading: 'Distance', format: 'quantity' },
        ...features.map((heading) => ({ heading })),
      ],
      rows: found.flatMap(({ i, j, distance }) => [getRow(i, distance), getRow(j, undefined)]),
    },
  ];
}

function getDistance(one: readonly number[], other: readonly number[]): number {
  let sum = 0;
  for (let k = 0; k < one.length; k++) sum += ((one[k] as number) - (other[k] as number)) ** 2;
  return Math.sqrt(sum);
}

/** The chosen columns that contain the decision or the outcome: people are similar by them if they are decided equally. */
function getDetermined({ features, decisions, outcomes }: Rows, asked: IndividualAsked, choice: Choice): string[] {
  const columns = asked.features.map((name, i) => [name, features.map((row) => row[i] as number)] as const);
  const { prediction, label } = choice;
  const found = findDetermined(Object.fromEntries(columns), {
    ...(prediction !== undefined && { [prediction]: decisions }),
    ...(label !== undefined && { [label]: outcomes }),
  });
  return [...found].map(
    ([name, outcome]) =>
      `${name} determines ${outcome} in at least 99% of the rows, or is determined by it: people who are similar by ${name} are decided equally by construction.`,
  );
}

function getNotes(all: Rows, rows: Rows): string[] {
  const count = all.features.length;
  const show = (value: number) => value.toLocaleString('en');
  return [
    ...(all.dropped > 0 ? [`${show(all.dropped)} rows without a number or a label are omitted.`] : []),
    ...(rows.features.length < count
      ? [
          `Consistency is computed from ${show(rows.features.length)} of ${show(count)} rows, evenly spread over the file.`,
        ]
      : []),
    ...(rows.features.length > maxPairRows ? [`Pairs are searched among ${show(maxPairRows)} rows.`] : []),
  ];
}
