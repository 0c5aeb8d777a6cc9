// SPDX-License-Identifier: Apache-2.0
//
// Results of promptfoo: a JSON document, JSON Lines, and CSV, in which each prompt and provider has columns.

import { isNested } from '../files/leaves.js';
import { type Fields, fieldsOf, textOf } from './fields.js';
import { type LogKind, type LogReader, LogTable } from './log-table.js';

const passed = 'passed';

export const promptfoo: LogKind = {
  tool: 'promptfoo',
  aliases: { provider: 'model', success: passed, promptId: 'prompt', promptIdx: 'prompt' },
  prefix: 'vars.',
  mainScore: passed,
};

export const isPromptfooResult = (value: unknown): boolean => {
  const { vars, success, score } = fieldsOf(value);
  return isNested(vars) && (typeof success === 'boolean' || typeof score === 'number');
};

/** Returns the results of a document; undefined for other documents. */
export function promptfooResults(value: unknown): readonly unknown[] | undefined {
  const { results } = fieldsOf(value);
  const list = Array.isArray(value) ? value : Array.isArray(results) ? results : fieldsOf(results).results;
  return Array.isArray(list) && isPromptfooResult(list[0]) ? list : undefined;
}

// A test that ended with an error has this reason; its assertions were not evaluated.
const failedWithError = 2;

/** Reads results. Numbers of prompts count providers too, so they identify the prompt only for a single provider. */
export function promptfooReader(columns: readonly string[] | undefined): LogReader {
  const table = new LogTable(promptfoo, columns);
  let isNumbered = false;
  return {
    add(value) {
      const result = fieldsOf(value);
      const { vars, prompt, promptId, promptIdx, success, score, namedScores, failureReason } = result;
      const { label, raw } = fieldsOf(prompt);
      const name = textOf(promptId) ?? textOf(label) ?? textOf(raw);
      isNumbered ||= name === undefined;
      table.add({
        item: JSON.stringify(Object.values(fieldsOf(vars))),
        model: getModel(result),
        prompt: name ?? textOf(promptIdx),
        fields: fieldsOf(vars),
        scores: { [passed]: success ?? null, score: score ?? null, ...fieldsOf(namedScores) },
        isError: failureReason === failedWithError,
      });
    },
    finish() {
      if (isNumbered && table.models.length > 1) table.ignorePrompts();
      return table;
    },
  };
}

function getModel({ provider }: Fields): string | undefined {
  const { label, id } = fieldsOf(provider);
  return textOf(label) ?? textOf(id) ?? textOf(provider);
}
