// SPDX-License-Identifier: Apache-2.0
//
// Runs of language models in logs of evaluations.

import { invalid } from '../core/error.js';
import { requireOptions, requireTexts } from '../core/options.js';
import type { CsvSource } from '../data/byte-input.js';
import type { IntakeOptions } from '../data/intake/options.js';
import type { Intake } from '../data/intake/record.js';

/**
 * Returns the runs in a log of Inspect (`.eval` or JSON), lm-evaluation-harness (`samples_*.jsonl`), promptfoo (JSON or
 * JSON Lines), OpenAI evals, or HELM (`per_instance_stats.json`). The log is recognized by its content. `readAllRows`
 * returns the same file as a table, whose columns the options name: `item`, `model`, and `run`, the variables or metadata
 * of the item, and the scores. Results after an error, and samples without a score, are missing values: drop them with
 * `missing: 'drop'`. Strings such as C, I, and yes are converted to numbers by the rule of the tool.
 *
 * @param log The bytes or the text of the file.
 *
 * @example
 * const results = [
 *   { vars: { name: 'Emily', job: 'nurse' }, success: true, provider: { id: 'm' } },
 *   { vars: { name: 'Lakisha', job: 'nurse' }, success: false, provider: { id: 'm' } },
 * ];
 * const { item, outcome } = await runsFromLog(JSON.stringify({ results }), { variant: 'name', item: 'job' });
 * item.categories; // ["nurse"]
 * outcome?.categories; // ["1", "0"]
 *
 * @throws FairwasmError `invalidArgument` for a file that is not a log, for an unknown column, for several scores of which
 *   none is named, and for several models if neither `variant` nor `where` names the column `model`.
 */
export async function runsFromLog(
  log: CsvSource,
  options: {
    /** The column that contains the variant: a variable, a metadata key, or `model`. */
    variant: string;
    /** The column that identifies the case. Default: all variables except the variant, or the item. */
    item?: string | undefined;
    /** The column that contains the run, such as `run`. Default: each result is a separate run. */
    run?: string | undefined;
    /** The score to use. Default: the only score, or for promptfoo, whether the test passed. */
    score?: string | undefined;
    /** Conditions on columns, such as the model. Default: none. */
    where?: IntakeOptions['where'];
  },
): Promise<{
  item: { codes: Uint32Array; categories: readonly string[] };
  variant: { codes: Uint32Array; categories: readonly string[] };
  run?: { codes: Uint32Array; categories: readonly string[] };
  outcome?: { codes: Uint32Array; categories: readonly string[] };
  score?: Float64Array;
}> {
  requireOptions('runsFromLog', options, ['variant', 'item', 'run', 'score', 'where']);
  const { variant, run, score = 'outcome', where } = options;
  requireTexts('variant, item, run, and score', [variant, options.item ?? '', score, run ?? '']);
  const { item = `all except ${variant}` } = options;
  const columns = [variant, item, score, ...(run === undefined ? [] : [run])];
  const { readAllRows } = await import('../data/read-all-rows.js');
  let tool: Intake['log'];
  const onIntake = (intake: Intake) => {
    tool = intake.log;
  };
  const table = await readAllRows(log, { columns, where, onIntake });
  if (!tool)
    throw invalid('log', 'a log of Inspect, lm-evaluation-harness, promptfoo, OpenAI evals, or HELM', 'another file');
  requireOneModel(tool.models, [variant, item, ...(where ?? []).map(({ column }) => column)]);
  const get = (name: string) => table.columns[name] as Texts;
  return {
    item: get(item),
    variant: get(variant),
    ...(run !== undefined && { run: get(run) }),
    ...decidedOrScored(get(score)),
  };
}

/** @internal Names of the column that contains the model. */
export const modelNames = ['model', 'provider', 'completion_fns'];

// Results of several models would be runs of one item.
function requireOneModel(models: readonly string[], used: readonly unknown[]): void {
  if (models.length < 2 || used.some((name) => modelNames.includes(name as string))) return;
  throw invalid(
    'variant',
    "'model' to compare the models, or a condition in where on the column model",
    `results of ${models.length} models: ${models.slice(0, 10).join(', ')}`,
  );
}

interface Texts {
  codes: Uint32Array;
  categories: readonly string[];
}

/** @internal Returns the column as decisions if its values are 1 and 0, otherwise as numbers. */
export function decidedOrScored(column: Texts): { outcome: Texts } | { score: Float64Array } {
  const numbers = column.categories.map((text) => (text === '' ? Number.NaN : Number(text)));
  const isScore = numbers.every((number, i) => column.categories[i] === '' || !Number.isNaN(number));
  const isDecision = numbers.every((number) => Number.isNaN(number) || number === 0 || number === 1);
  if (isDecision || !isScore) return { outcome: column };
  return { score: Float64Array.from(column.codes, (code) => numbers[code] as number) };
}
