// SPDX-License-Identifier: Apache-2.0
//
// Synthetic data with known errors, for examples and tests.

import { requireNumber } from '../core/options.js';
import type { Wasm } from './module.js';

/** Columns of 0 and 1. */
export interface CreatedData {
  /** Protected attribute. */
  P: Uint8Array;
  /** Labels, balanced for either value of P. */
  D: Uint8Array;
  /** Labels in favor of P = 0. */
  DBias: Uint8Array;
  /** Predictions of D with the same error rate for both values of P. */
  MUnbiased: Uint8Array;
  /** Predictions of D whose errors are all in favor of P = 0. */
  M2: Uint8Array;
}

/** @internal Use `predictability.dataCreator()`. */
export function createData(
  wasm: Wasm,
  numbers: Readonly<Record<'rows' | 'error' | 'dataError', number>>,
  shuffle: boolean,
  seed: number,
): CreatedData {
  for (const [name, value] of Object.entries(numbers)) requireNumber(name, value);
  const { rows, error, dataError } = numbers;
  const { p, d, dBias, mUnbiased, m2 } = wasm.createData(rows, error, dataError, shuffle, seed);
  return { P: p, D: d, DBias: dBias, MUnbiased: mUnbiased, M2: m2 };
}

// The core checks the types of the other options.
