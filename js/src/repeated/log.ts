// SPDX-License-Identifier: Apache-2.0
//
// Runs of language models in result files of promptfoo and in logs of Inspect.

import { invalid } from '../core/error.js';
import { isPlain, requireOptions, requireTexts, shown } from '../core/options.js';
import type { Runs } from './runs.js';

/** Options for {@link runsFromLog}. */
export interface LogOptions {
  /** The variable (promptfoo) or metadata key (Inspect) that contains the variant. */
  variant: string;
  /** The variables or keys that identify the case. Default: all others. */
  item?: string | readonly string[] | undefined;
  /**
   * The number to use: for promptfoo, `score` or a named score (default: 1 if the test passed, otherwise 0); for
   * Inspect, a scorer (default: the only scorer).
   */
  score?: string | undefined;
  /** For promptfoo: the provider to use if there are several. */
  provider?: string | undefined;
}

/** The columns of {@link Repeated.compareVariants}; exactly one of `outcome` and `score`. Errors are null. */
export type LogRuns = Pick<Runs, 'item' | 'variant' | 'run' | 'outcome' | 'score'>;

type Fields = Readonly<Record<string, unknown>>;

interface Run {
  /** The variables or the metadata. */
  fields: Fields;
  /** Further parts of the case, such as the prompt. */
  others: readonly unknown[];
  run?: unknown;
  value: number | null;
}

/**
 * Returns the runs in the JSON results of promptfoo (`promptfoo eval --output results.json`) or in a JSON log of
 * Inspect (`inspect log dump`, or `--log-format json`). Tests that ended with an error, and samples without a score,
 * have a null value: drop them with `missing: 'drop'`. Inspect's letters are converted to numbers: C to 1, P to 0.5,
 * and I and N to 0. Different prompts are different cases. You can also read promptfoo's CSV file as a table, with
 * the outcome in the column Status.
 *
 * @param log The text of the file, or its content.
 *
 * @example
 * const results = [
 *   { vars: { name: 'Emily', job: 'nurse' }, success: true, promptIdx: 0, provider: { id: 'm' } },
 *   { vars: { name: 'Lakisha', job: 'nurse' }, success: false, promptIdx: 0, provider: { id: 'm' } },
 * ];
 * const log = { results: { version: 3, results } };
 * const { item, variant, outcome } = runsFromLog(log, { variant: 'name' });
 * [variant, outcome]; // [["Emily", "Lakisha"], [1, 0]]
 *
 * @throws FairwasmError `invalidArgument` for text that is not JSON or another file, for an unknown variable, score, or
 *   provider, and for several providers or scorers of which none is named.
 */
export function runsFromLog(log: string | object, options: LogOptions): LogRuns {
  requireOptions('runsFromLog', options, ['variant', 'item', 'score', 'provider']);
  const { variant } = options;
  const items = options.item === undefined ? undefined : [options.item].flat();
  requireTexts('variant', [variant]);
  if (items !== undefined) requireTexts('item', items);
  const content = typeof log === 'string' ? parsed(log) : log;
  const runs = promptfooRuns(content, options) ?? inspectRuns(content, options);
  if (runs === undefined) throw otherFile('another file');
  const [first] = runs;
  if (first === undefined) throw otherFile('a file without results');
  const keys = items ?? Object.keys(first.fields).filter((key) => key !== variant);
  const has = runs.some(({ run }) => run !== undefined);
  const values = runs.map(({ value }) => value);
  const isDecided = values.every((value) => value === null || value === 0 || value === 1);
  return {
    item: runs.map(({ fields, others }) =>
      JSON.stringify([...keys.map((key) => getField(fields, key, 'item')), ...others]),
    ),
    variant: runs.map(({ fields }) => String(getField(fields, variant, 'variant'))),
    ...(has && { run: runs.map(({ run }) => String(run)) }),
    [isDecided ? 'outcome' : 'score']: values,
  };
}

const otherFile = (actual: string) =>
  invalid('log', 'JSON results of promptfoo, or a JSON log of Inspect', actual);

function parsed(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''));
  } catch (error) {
    throw otherFile(`invalid JSON: ${(error as Error).message}`);
  }
}

const asFields = (value: unknown): Fields => (isPlain(value) ? (value as Fields) : {});

function getField(fields: Fields, key: string, argument: string): unknown {
  if (Object.hasOwn(fields, key)) return fields[key];
  throw invalid(argument, `one of ${Object.keys(fields).join(', ') || 'none'}`, `'${key}'`);
}

const toNumber = (value: unknown): number | null =>
  typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value))
    ? Number(value)
    : null;

// A test that ended with an error has this reason; its assertions were not evaluated.
const failedWithError = 2;

function promptfooRuns(content: unknown, { score, provider }: LogOptions): Run[] | undefined {
  const { results } = asFields(content);
  const list = Array.isArray(results) ? results : asFields(results).results;
  if (!Array.isArray(list)) return undefined;
  const all = list.map(asFields);
  const getProvider = ({ provider }: Fields) => String(asFields(provider).id ?? provider);
  const providers = [...new Set(all.map(getProvider))];
  const chosen = only('provider', providers, provider);
  return all
    .filter((result) => getProvider(result) === chosen)
    .map((result) => ({
      fields: asFields(result.vars),
      others: [result.promptIdx ?? result.promptId],
      value:
        result.failureReason === failedWithError ? null : toNumber(promptfooValue(result, score)),
    }));
}

function promptfooValue(result: Fields, score: string | undefined): unknown {
  if (score === undefined) return result.success;
  return score === 'score' ? result.score : asFields(result.namedScores)[score];
}

function inspectRuns(content: unknown, { score }: LogOptions): Run[] | undefined {
  const { samples } = asFields(content);
  if (!Array.isArray(samples)) return undefined;
  const all = samples.map(asFields);
  const scorers = [...new Set(all.flatMap((sample) => Object.keys(asFields(sample.scores))))];
  const scorer = only('score', scorers, score);
  return all.map((sample) => ({
    fields: asFields(sample.metadata),
    others: [],
    run: sample.epoch,
    value: sample.error ? null : inspectValue(asFields(asFields(sample.scores)[scorer]).value),
  }));
}

const letters: Readonly<Record<string, number>> = { C: 1, P: 0.5, I: 0, N: 0 };

const inspectValue = (value: unknown): number | null =>
  typeof value === 'string' ? (letters[value] ?? null) : toNumber(value);

function only(argument: string, names: readonly string[], given: string | undefined): string {
  const [first = ''] = names;
  if (given === undefined && names.length < 2) return first;
  if (given !== undefined && names.includes(given)) return given;
  throw invalid(
    argument,
    `one of ${names.join(', ')}`,
    given === undefined ? 'none' : shown(given),
  );
}
