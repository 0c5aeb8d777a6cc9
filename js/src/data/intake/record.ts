// SPDX-License-Identifier: Apache-2.0
//
// The record of how a file was read: each unusual decision as a sentence, with the option that overrides it.

import type { IntakeOptions } from './options.js';

/** An unusual decision about a file. */
export type Decision = Intake['decisions'][number];

/** How a file was read. */
export interface Intake {
  /** The file format: `csv`, `parquet`, `arrow`, `workbook`, `json`, or `json-lines`. */
  format: string;
  encoding?: string | undefined;
  delimiter?: string | undefined;
  /** The decimal mark, if it was given, or if a file with semicolons has decimal commas. */
  decimal?: '.' | ',' | undefined;
  /** The sheet, or the file in a ZIP archive. */
  sheet?: string | undefined;
  /** The tool that wrote the log of an evaluation, and the models whose results it contains. */
  log?: { tool: string; models: readonly string[] } | undefined;
  /** Number of blank rows that were skipped. */
  blankRows?: number | undefined;
  /** Number of rows that the option `omit` omitted, by the column that decided it. */
  omitted?: Readonly<Record<string, number>> | undefined;
  /** Unusual decisions: lines that were skipped, a missing header, repeated names. */
  decisions: readonly {
    /** The decision, in one sentence. */
    note: string;
    /**
     * The option that overrides the decision; undefined if there is no other way to read the file. `missingValues` and
     * `cluster` are options of audits.
     */
    option?: keyof IntakeOptions | 'missingValues' | 'cluster' | undefined;
  }[];
  /** The sentences of {@link decisions}. */
  notes: readonly string[];
}

/** @internal */
export type Undecided = Omit<Intake, 'decisions' | 'notes'>;

/** @internal Returns a record with these decisions. */
export const recorded = (intake: Undecided, decisions: readonly Decision[]): Intake => ({
  ...intake,
  decisions: [...decisions],
  notes: decisions.map(({ note }) => note),
});

/** @internal Returns a record with more decisions. */
export const withDecisions = (intake: Intake, more: readonly Decision[]): Intake =>
  recorded(intake, [...intake.decisions, ...more]);

const maxListed = 6;

/** @internal Returns up to six values in quotes. */
export function listed(texts: Iterable<string>): string {
  const all = [...texts].map((text) => `‘${text}’`);
  const more = all.length > maxListed ? `, and ${all.length - maxListed} more` : '';
  return all.slice(0, maxListed).join(', ') + more;
}

/** @internal Returns the decisions to read strings of a column as missing values, and without invisible characters. */
export function valueNotes(name: string, missing: ReadonlySet<string>, invisible: ReadonlySet<string>): Decision[] {
  const decisions: Decision[] = [];
  if (missing.size > 0) {
    const note = `${name}: read as missing values: ${listed(missing)}.`;
    decisions.push({ note, option: 'missingValues' });
  }
  if (invisible.size > 0) {
    const note = `${name}: invisible characters were removed from: ${listed(invisible)}.`;
    decisions.push({ note, option: 'invisible' });
  }
  return decisions;
}

/** @internal Returns the decision to merge spellings, from pairs of a value and the spelling to use. */
export function mergedNotes(name: string, pairs: readonly (readonly [value: string, spelling: string])[]): Decision[] {
  if (pairs.length === 0) return [];
  const all = pairs.map(([value, spelling]) => `‘${value}’ as ‘${spelling}’`);
  const more = all.length > maxListed ? `, and ${all.length - maxListed} more` : '';
  const list = all.slice(0, maxListed).join(', ') + more;
  const note = `${name}: values that differ only in spelling were merged: ${list}.`;
  return [{ note, option: 'spellings' }];
}
