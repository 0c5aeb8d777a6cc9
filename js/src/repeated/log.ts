// SPDX-License-Identifier: Apache-2.0
//
// Runs of language models in result files of promptfoo and in logs of Inspect.

import { invalid } from '../core/error.js';
import { isPlain, requireOptions, requireTexts, shown } from '../core/options.js';
import type { RepeatedInput } from './runs.js';

type Fields = Readonly<Record<string, unknown>>;

interface Run {
  /** The variables or the metadata. */
  fields: Fields;
  /** Number of the prompt, which is a further part of the case. */
  prompt?: unknown;
  run?: unknown;
  provider?: string;
  /** The results by name; null for errors. */
  values: Readonly<Record<string, number | null>>;
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
export function runsFromLog(
  log: string | object,
  options: {
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
  },
): Pick<RepeatedInput, 'item' | 'variant' | 'run' | 'outcome' | 'score'> {
  requireOptions('runsFromLog', options, ['variant', 'item', 'score', 'provider']);
  const { variant } = options;
  const items = options.item === undefined ? undefined : [options.item].flat();
  requireTexts('variant', [variant]);
  if (items !== undefined) requireTexts('item', items);
  const all = getRuns(log);
  const provider = only('provider', getDistinct(all, 'provider'), options.provider);
  const runs = all.filter((run) => run.provider === provider);
  const [first] = runs as [Run, ...Run[]];
  const keys = items ?? Object.keys(first.fields).filter((key) => key !== variant);
  const hasRun = runs.some(({ run }) => run !== undefined);
  const names = [...new Set(runs.flatMap((run) => Object.keys(run.values)))];
  const isPromptfoo = provider !== undefined;
  const name = isPromptfoo && options.score === undefined ? passed : only('score', names, options.score);
  const values = runs.map((run) => run.values[name as string] ?? null);
  const isDecided = values.every((value) => value === null || value === 0 || value === 1);
  return {
    item: runs.map(({ fields, prompt }) =>
      toCase(
        prompt,
        keys.map((key) => getField(fields, key, 'item')),
      ),
    ),
    variant: runs.map(({ fields }) => String(getField(fields, variant, 'variant'))),
    ...(hasRun && { run: runs.map(({ run }) => String(run)) }),
    [isDecided ? 'outcome' : 'score']: values,
  };
}

/**
 * Returns the same files as a table with one row per run, for a program whose user chooses the columns: the variables or
 * metadata keys; for each of them, a column `all except …` with all others and the prompt, which identifies a case that
 * differs only in this variable; the provider and the run, if there are several; and the results, such as `passed` and
 * `score`, which are null for errors.
 *
 * @example
 * const results = [
 *   { vars: { name: 'Emily', job: 'nurse' }, success: true, provider: { id: 'm' } },
 *   { vars: { name: 'Lakisha', job: 'nurse' }, success: false, provider: { id: 'm' } },
 * ];
 * const { 'all except name': item, name, passed } = tableFromLog({ results });
 * [item[0] === item[1], name, passed]; // [true, ["Emily", "Lakisha"], [1, 0]]
 *
 * @throws FairwasmError `invalidArgument` like {@link runsFromLog}.
 */
export function tableFromLog(log: string | object): Record<string, (string | number | null)[]> {
  const runs = getRuns(log);
  const keys = [...new Set(runs.flatMap(({ fields }) => Object.keys(fields)))];
  const table: Record<string, (string | number | null)[]> = {};
  const add = (name: string, get: (run: Run) => unknown) => {
    const free = name in table ? `${name} (result)` : name;
    table[free] = runs.map((run) => toCell(get(run)));
  };
  for (const key of keys) add(key, ({ fields }) => fields[key]);
  for (const key of keys) {
    const others = keys.filter((other) => other !== key);
    add(`all except ${key}`, ({ fields, prompt }) =>
      toCase(
        prompt,
        others.map((other) => fields[other] ?? null),
      ),
    );
  }
  for (const part of ['provider', 'run'] as const) {
    if (getDistinct(runs, part).length > 1) add(part, (run) => run[part]);
  }
  for (const name of new Set(runs.flatMap((run) => Object.keys(run.values)))) {
    add(name, ({ values }) => values[name]);
  }
  return table;
}

const toCell = (value: unknown): string | number | null =>
  value === undefined || value === null
    ? null
    : typeof value === 'number'
      ? value
      : typeof value === 'string'
        ? value
        : JSON.stringify(value);

const toCase = (prompt: unknown, values: readonly unknown[]) =>
  JSON.stringify(prompt === undefined ? values : [...values, prompt]);

const getDistinct = <Part extends 'provider' | 'run'>(runs: readonly Run[], part: Part) => [
  ...new Set(runs.map((run) => run[part]).filter((value) => value !== undefined)),
];

function getRuns(log: string | object): Run[] {
  const content = typeof log === 'string' ? parsed(log) : log;
  const runs = promptfooRuns(content) ?? inspectRuns(content);
  if (runs === undefined) throw otherFile('another file');
  if (runs.length === 0) throw otherFile('a file without results');
  return runs;
}

const otherFile = (actual: string) => invalid('log', 'JSON results of promptfoo, or a JSON log of Inspect', actual);

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
  typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value)) ? Number(value) : null;

// A test that ended with an error has this reason; its assertions were not evaluated.
const failedWithError = 2;

/** The result of promptfoo's tests. */
const passed = 'passed';

function promptfooRuns(content: unknown): Run[] | undefined {
  const { results } = asFields(content);
  const list = Array.isArray(results) ? results : asFields(results).results;
  if (!Array.isArray(list)) return undefined;
  return Array.from(list, asFields).map((result) => {
    const { vars, provider, success, score, namedScores, failureReason } = result;
    const values = { [passed]: success, score, ...asFields(namedScores) };
    const toValue = failureReason === failedWithError ? () => null : toNumber;
    return {
      fields: asFields(vars),
      prompt: result.promptIdx ?? result.promptId,
      provider: String(asFields(provider).id ?? provider),
      values: mapValues(values, toValue),
    };
  });
}

function inspectRuns(content: unknown): Run[] | undefined {
  const { samples } = asFields(content);
  if (!Array.isArray(samples)) return undefined;
  return Array.from(samples, asFields).map((sample) => ({
    fields: asFields(sample.metadata),
    run: sample.epoch,
    values: mapValues(asFields(sample.scores), (score) => (sample.error ? null : inspectValue(asFields(score).value))),
  }));
}

const mapValues = (fields: Fields, toValue: (value: unknown) => number | null) =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, toValue(value)]));

const letters: Readonly<Record<string, number>> = { C: 1, P: 0.5, I: 0, N: 0 };

const inspectValue = (value: unknown): number | null =>
  typeof value === 'string' ? (letters[value] ?? null) : toNumber(value);

function only<Name>(argument: string, names: readonly Name[], given: string | undefined) {
  const [first] = names;
  if (given === undefined && names.length < 2) return first;
  if (given !== undefined && (names as readonly unknown[]).includes(given)) return given;
  throw invalid(argument, `one of ${names.join(', ') || 'none'}`, given === undefined ? 'none' : shown(given));
}
