// SPDX-License-Identifier: Apache-2.0
//
// The worker of this tab: reads the rows, computes the expected results from counts, and then trains attackers in its
// own workers, one per processor core.

import { FairwasmError } from 'fairwasm';
import { type LeakageTrial, load, type TrialRunOptions } from 'fairwasm/predictability';
import attackerUrl from 'fairwasm/worker?worker&url';
import { startWorker } from '../../worker/ask.js';
import { kept } from '../../worker/cached.js';
import { serve } from '../../worker/serve.js';
import { attackOn } from './attack.js';
import { type Decisions, getDecisions } from './decisions.js';
import type { Rows } from './numbers.js';
import type { Columns, Direction, News, Result, Results, Settings, Source, Work } from './protocol.js';
import { readRows } from './rows.js';

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
  const attack = attackOn(predictability, rows, settings);
  const { directions } = attack;
  const getLimit = (direction: Direction) => {
    try {
      return attack.exactLimit(direction);
    } catch (error) {
      throw inFile(error, source);
    }
  };
  const exact = directions.map((direction) => [direction, getLimit(direction)]);
  const { attribute, task, count } = rows;
  const { measure, guesses, trials, epochs, more } = settings;
  tell({
    kind: 'setting',
    setting: {
      rows: count,
      attribute,
      task,
      measure,
      guesses,
      trials,
      epochs,
      testSize: more.testSize,
      more,
      exact: Object.fromEntries(exact),
      decisions: Object.fromEntries(
        directions.map((direction) => [direction, decisionsAbout(rows, settings, direction)]),
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
    results[direction] = plain(await attack.run(direction, run));
  }
  flush();
  return results;
});

// Numbers have too many values, and if attackers guess the attribute, they see the true and predicted labels.
function decisionsAbout({ columns }: Rows, { measure, guesses }: Settings, direction: Direction): Decisions | null {
  const { attribute, task, taskPrediction, attributePrediction } = columns as Record<
    keyof Rows['columns'],
    ArrayLike<string | number> | undefined
  >;
  if (measure === 'leakage' && guesses === 'attribute-from-outcome') return null;
  if (attribute && !('length' in attribute)) return null;
  const [seen, truth, prediction] =
    direction === 'AtoT' ? [attribute, task, taskPrediction] : [task, attribute, attributePrediction];
  return seen && truth && prediction ? getDecisions(seen, truth, prediction) : null;
}

// The package's names for the columns.
const roles: Readonly<Record<string, keyof Columns>> = {
  feature: 'attribute',
  label: 'task',
  prediction: 'taskPrediction',
};

/** The error with the column's name in the file. */
function inFile(error: unknown, source: Source): unknown {
  if (!(error instanceof FairwasmError) || source.kind !== 'file') return error;
  const role = roles[error.argument] ?? (error.argument as keyof Columns);
  const argument = source.columns[role] ?? error.argument;
  return error.with({ argument });
}

const plainKeys = [
  ...(['definition', 'coverage', 'value', 'standardDeviation', 'standardError', 'ci'] as const),
  ...(['overSeeds', 'trials', 'accuracies', 'exact', 'marginal', 'warnings'] as const),
] satisfies readonly (keyof Result)[];

const plain = (result: Result) => Object.fromEntries(plainKeys.map((key) => [key, result[key]])) as unknown as Result;
