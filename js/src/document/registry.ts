// SPDX-License-Identifier: Apache-2.0
//
// The descriptions of results by entry point. Each entry point registers the descriptions of its results when it is
// imported, so that a program contains only those of the entry points that it uses: see
// docs/decisions/029-registered-descriptions.md.

import { invalid } from '../core/error.js';
import { shown } from '../core/options.js';
import type { Document } from './model.js';

/** The ways to write results of one kind. */
export interface ResultKind {
  describe: (result: never) => Document;
  html?: (result: never) => string;
  /** Default: the tables of the description. */
  csv?: (result: never) => string;
}

interface Descriptions {
  /** By `format` of the result. */
  results?: Readonly<Record<string, ResultKind>>;
  /** By a field that only results of this kind have, for results without `format`; the first match counts. */
  fields?: Readonly<Record<string, ResultKind>>;
  /** By name in `extras` of a report. */
  extras?: Readonly<Record<string, (extra: never) => Document>>;
}

const results = new Map<string, ResultKind>();
const fields = new Map<string, ResultKind>();
const extras = new Map<string, (extra: never) => Document>();

/** Adds the descriptions of an entry point. */
export function register(descriptions: Descriptions): void {
  for (const [name, kind] of Object.entries(descriptions.results ?? {})) results.set(name, kind);
  for (const [name, kind] of Object.entries(descriptions.fields ?? {})) fields.set(name, kind);
  for (const [name, describe] of Object.entries(descriptions.extras ?? {})) extras.set(name, describe);
}

/** Returns the kind of a result. Throws `invalidArgument` if no imported entry point has registered it. */
export function getKind(result: unknown): ResultKind {
  if (typeof result !== 'object' || result === null || Array.isArray(result))
    throw invalid('result', 'a result, such as that of audit.report()', shown(result));
  const { format: name } = result as { format?: unknown };
  const field = name === undefined ? [...fields.keys()].find((each) => Object.hasOwn(result, each)) : undefined;
  const kind = field === undefined ? results.get(name as string) : fields.get(field);
  if (kind) return kind;
  throw invalid(
    'result',
    "a result of audit.report(), or of an entry point that the program imports; 'fairwasm/report' registers all results",
    `an object with the format ${shown(name)}`,
  );
}

/** Returns the description of an addition to a report. Throws `invalidArgument` if its entry point is not imported. */
export function describeExtra(name: string, extra: unknown): Document {
  const describe = extras.get(name);
  if (describe) return describe(extra as never);
  throw invalid(`extras.${name}`, "an import of its entry point, or of 'fairwasm/report' for all additions", 'none');
}
