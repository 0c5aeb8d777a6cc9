// SPDX-License-Identifier: Apache-2.0
//
// The worker of this room: reads the rows, says what tables of counts would find, and then trains attackers in
// workers of its own, one a processor core.

import { FairwasmError } from 'fairwasm';
import { type LeakageTrial, load, type TrialRunOptions } from 'fairwasm/predictability';
import attackerUrl from 'fairwasm/worker?worker&url';
import { startWorker } from '../work/ask.js';
import { kept } from '../work/kept.js';
import { serve } from '../work/serve.js';
import { type Decisions, decisionsOf } from './decisions.js';
import type { Columns, Direction, News, Result, Results, Source, Work } from './protocol.js';
import { type Rows, readRows } from './rows.js';

const tellEvery = 40; // milliseconds

const loadFamily = kept(load);

serve<Work, Results, News[]>(async ({ source, settings }, send) => {
  let news: News[] = [];
  const flush = () => {
    if (news.length > 0) send(news);
    news = [];
  };
  const tell = (item: News) => {
    if (news.length === 0) setTimeout(flush, tellEvery);
    news.push(item);
  };
  const predictability = await loadFamily();
  const rows = await readRows(predictability, source, tell);
  const directions = directionsOf(rows, settings.measure);
  const { measure, ...training } = settings;
  const metric = predictability.dpaMetric({ ...training, normalized: measure === 'dpa' });
  const limitOf = (direction: Direction) => {
    try {
      return metric.exactLimit(rows.columns, direction);
    } catch (error) {
      throw inFile(error, source);
    }
  };
  const exact = directions.map((direction) => [direction, limitOf(direction)]);
  const { attribute, task, count } = rows;
  const { trials, epochs } = settings;
  tell({
    kind: 'setting',
    setting: {
      rows: count,
      attribute,
      task,
      measure,
      trials,
      epochs,
      exact: Object.fromEntries(exact),
      decisions: Object.fromEntries(
        directions.map((direction) => [direction, decisionsAbout(rows, direction)]),
      ),
    },
  });
  const results: Results = {};
  for (const direction of directions) {
    const run: TrialRunOptions<LeakageTrial> = {
      startWorker: (name) => startWorker(attackerUrl, name),
      onProgress: (progress) => tell({ kind: 'training', direction, progress }),
      onTrial: (trial, index) => tell({ kind: 'trial', direction, index, trial }),
    };
    results[direction] = plain(await metric.computeBiasAmp(rows.columns, direction, run));
  }
  flush();
  return results;
});

function decisionsAbout({ columns }: Rows, direction: Direction): Decisions | null {
  const { attribute, task, taskPrediction, attributePrediction } = columns as Record<
    keyof Rows['columns'],
    ArrayLike<string | number> | undefined
  >;
  const [seen, truth, prediction] =
    direction === 'AtoT'
      ? [attribute, task, taskPrediction]
      : [task, attribute, attributePrediction];
  return seen && truth && prediction ? decisionsOf(seen, truth, prediction) : null;
}

/** Leakage goes from attribute to task; DPA each way for which there is a prediction. */
function directionsOf({ columns }: Rows, measure: 'leakage' | 'dpa'): Direction[] {
  const both: Direction[] = ['AtoT', 'TtoA'];
  if (measure === 'leakage') return ['AtoT'];
  return both.filter((direction) =>
    direction === 'AtoT' ? columns.taskPrediction : columns.attributePrediction,
  );
}

/** The error with the column's name in the file. */
function inFile(error: unknown, source: Source): unknown {
  if (!(error instanceof FairwasmError) || source.kind !== 'file') return error;
  const argument = source.columns[error.argument as keyof Columns] ?? error.argument;
  return new FairwasmError(error.code, { ...error, argument });
}

const plain = ({
  value,
  standardDeviation,
  standardError,
  interval,
  trials,
  accuracies,
  exact,
  marginal,
  warnings,
}: Result): Result => ({
  value,
  standardDeviation,
  standardError,
  interval,
  trials,
  accuracies,
  exact,
  marginal,
  warnings,
});
