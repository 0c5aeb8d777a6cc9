// SPDX-License-Identifier: Apache-2.0
//
// Recourse by a model: each action gives people other values in one column or two, and the model decides again.

import { FairwasmError } from 'fairwasm';
import type { Predict, Row } from 'fairwasm/models';
import type { Recourse, RecourseInput, Slices } from 'fairwasm/slices';
import type { Asked, Setup } from './protocol.js';

const maxActions = 300;
const maxDecisions = 1_000_000;
/** Numbers with more distinct values change to the quartiles, other columns to their most frequent values. */
const maxValues = 10;

type Value = Row[string];

const toText = (value: Value): string => String(value ?? '');

export async function getRecourse(
  slices: Slices,
  { predict, rows, threshold }: { predict: Predict; rows: readonly Row[]; threshold: number },
  { group }: Setup,
  { columns, atOnce, metric, searched }: Asked<'recourse'>,
  onProgress: (done: number) => void,
): Promise<Recourse> {
  const actions = getActions(rows, columns, atOnce);
  if (actions.length > maxActions) {
    throw new FairwasmError('tooLarge', {
      argument: 'columns',
      expected: `at most ${maxActions} changes`,
      actual: `${actions.length}`,
      advice: 'Choose fewer columns, or change one at once',
    });
  }
  const before = await predict(rows);
  const affected = rows.filter((_, row) => (before[row] as number) < threshold);
  const step = Math.ceil((affected.length * actions.length) / maxDecisions);
  const people = step > 1 ? affected.filter((_, i) => i % step === 0) : affected;
  const inputs: [string, RecourseInput['actions'][string]][] = [];
  for (const [i, changes] of actions.entries()) {
    inputs.push(await act(people, changes, predict, threshold));
    onProgress((0.8 * (i + 1)) / actions.length);
  }
  const pick = (name: string) => people.map((row) => toText(row[name]));
  const found = await slices.recourse(
    {
      columns: Object.fromEntries(searched.map((name) => [name, pick(name)])),
      group: pick(group),
      actions: Object.fromEntries(inputs),
    },
    { metric, onProgress: ({ done }) => onProgress(0.8 + 0.2 * done) },
  );
  const sampled = step > 1 ? [`Every ${step}th of ${affected.length} people with an unfavorable decision`] : [];
  return {
    ...found,
    notes: [
      ...found.notes,
      ...sampled.map((note) => `${note} was used.`),
      'The cost of an action is the number of columns that it changes. All other columns stay the same, including those ' +
        'that would follow from the change.',
    ],
  };
}

/** Returns the actions: the new values by column. */
function getActions(rows: readonly Row[], columns: readonly string[], atOnce: number): Record<string, Value>[] {
  const single = columns.map((name) =>
    getValues(rows, name).map((value): Record<string, Value> => ({ [name]: value })),
  );
  const pairs = single.flatMap((one, i) =>
    single.slice(i + 1).flatMap((other) => one.flatMap((first) => other.map((each) => ({ ...first, ...each })))),
  );
  return [...single.flat(), ...(atOnce > 1 ? pairs : [])];
}

function getValues(rows: readonly Row[], column: string): Value[] {
  const counts = new Map<Value, number>();
  for (const row of rows) {
    const value = row[column];
    if (value === undefined || value === null || value === '') continue;
    counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  const values = [...counts.keys()];
  if (values.length > maxValues && values.every((value) => Number.isFinite(Number(value)))) {
    const known = rows.map((row) => row[column]).filter((value) => counts.has(value));
    const sorted = known.sort((a, b) => Number(a) - Number(b));
    const quartiles = [0.25, 0.5, 0.75].map((share) => sorted[Math.floor(share * sorted.length)]);
    return [...new Set(quartiles)];
  }
  return values.sort((a, b) => (counts.get(b) as number) - (counts.get(a) as number)).slice(0, maxValues);
}

/** Returns an action with the decision about each person; it is empty for people who have one of its values already. */
async function act(
  people: readonly Row[],
  changes: Record<string, Value>,
  predict: Predict,
  threshold: number,
): Promise<[string, RecourseInput['actions'][string]]> {
  const entries = Object.entries(changes);
  const isAvailable = (row: Row) => entries.every(([name, value]) => row[name] !== value);
  const able = people.filter(isAvailable);
  const after = able.length > 0 ? await predict(able.map((row) => ({ ...row, ...changes }))) : [];
  let at = 0;
  const decision = people.map((row) => {
    if (!isAvailable(row)) return '';
    return (after[at++] as number) >= threshold ? '1' : '0';
  });
  const texts = entries.map(([name, value]) => [name, toText(value)] as const);
  return [
    texts.map((each) => each.join(': ')).join(', '),
    { cost: entries.length, decision, changes: Object.fromEntries(texts) },
  ];
}
