// SPDX-License-Identifier: Apache-2.0
//
// Recognizes the log of an evaluation by its content.

import { helmReader, isHelmEntry } from './helm.js';
import { inspectDocument, isInspect } from './inspect.js';
import { isLmEvalSample, lmEvalReader } from './lm-eval.js';
import type { LogReader, LogTable } from './log-table.js';
import { isOpenaiSpec, openaiEvalsReader } from './openai-evals.js';
import { isPromptfooResult, promptfooReader, promptfooResults } from './promptfoo.js';

type Columns = readonly string[] | undefined;

/** Returns the table of a log in a JSON document; undefined for any other document. */
export function logInDocument(value: unknown, columns: Columns): LogTable | undefined {
  if (isInspect(value)) return inspectDocument(value, columns);
  const entries = promptfooResults(value) ?? (Array.isArray(value) ? value : [value]);
  const reader = logReader(entries[0], columns);
  for (const entry of reader ? entries : []) reader?.add(entry);
  return reader?.finish();
}

/** Returns the reader of a log by its first line or entry; undefined for any other file. */
export function logReader(first: unknown, columns: Columns): LogReader | undefined {
  if (isOpenaiSpec(first)) return openaiEvalsReader(columns);
  if (isLmEvalSample(first)) return lmEvalReader(columns);
  if (isHelmEntry(first)) return helmReader(columns);
  return isPromptfooResult(first) ? promptfooReader(columns) : undefined;
}
