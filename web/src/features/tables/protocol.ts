// SPDX-License-Identifier: Apache-2.0
//
// The request to the worker of this tab: a file, the columns of each role, and other options.

import type { commands } from 'virtual:commands';
import type { Result } from 'fairwasm/report';

export type Command = keyof typeof commands;

/** A value of an option: a text, a number, a flag, or a number for each group. */
export type Value = string | number | boolean | Readonly<Record<string, number>>;

/** The values of options by name. An empty text and NaN select the default. */
export type Values = Readonly<Record<string, Value>>;

export interface Work {
  file: Blob;
  command: Command;
  /** Names of columns by role. */
  columns: Readonly<Record<string, string>>;
  numbers: readonly string[];
  /** Columns in which spellings of one category are merged. */
  merged: readonly string[];
  /** The other options, as the package names them. */
  options: Readonly<Record<string, Value>>;
}

export interface Made {
  result: Result;
  /** Decisions about the file, such as merged spellings. */
  notes: readonly string[];
}
