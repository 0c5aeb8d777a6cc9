import { requireNumber, requireOptions, requireWhole } from '../core/options.js';
import { requireFlags } from './attacker.js';
import type { Wasm } from './module.js';

/** Options of the synthetic data. */
export interface CreatedDataOptions {
  /** Number of rows, a multiple of 4. Default: 512. */
  rows?: number | undefined;
  /** Proportion of wrong predictions, from 0 to 0.5. Default: 0.1. */
  error?: number | undefined;
  /** Proportion of changed labels in `DBias`, from 0 to 0.5. Default: `error`. */
  dataError?: number | undefined;
  /** True for a random row order; otherwise rows are sorted by P, then by D. Default: false. */
  shuffle?: boolean | undefined;
  /** Seed. Default: 1. */
  seed?: number | undefined;
}

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
export function createData(wasm: Wasm, options: CreatedDataOptions): CreatedData {
  requireOptions('dataCreator', options, ['rows', 'error', 'dataError', 'shuffle', 'seed']);
  requireFlags(options, ['shuffle']);
  const { rows = 512, error = 0.1, dataError = error, shuffle = false, seed = 1 } = options;
  const numbers = { rows, error, dataError };
  for (const [name, value] of Object.entries(numbers)) requireNumber(name, value);
  const { p, d, dBias, mUnbiased, m2 } = wasm.createData(
    rows,
    error,
    dataError,
    shuffle,
    requireWhole('seed', seed, 0),
  );
  return { P: p, D: d, DBias: dBias, MUnbiased: mUnbiased, M2: m2 };
}

// The core checks the types of the other options.
