// SPDX-License-Identifier: Apache-2.0
//
// The front door: loads the core once and hands out everything that needs it.

import { instantiate, type Wasm, type WasmSource } from './core/module.js';
import {
  Audit,
  type AuditInput,
  type AuditOptions,
  Auditor,
  type AuditorOptions,
} from './group/audit.js';
import { type AttackerShape, DenseAttacker } from './predictability/attacker.js';
import { type CreatedData, type CreatedDataOptions, createData } from './predictability/created.js';
import { type ExactLeakage, type ExactOptions, exactOfTally } from './predictability/exact.js';
import {
  type Direction,
  Dpa,
  type DpaInput,
  type DpaOptions,
  Leakage,
  type LeakageInput,
  type LeakageOptions,
  type LeakageResult,
} from './predictability/leakage.js';
import { type LicInput, type LicResult, lic } from './predictability/lic.js';
import type { RunOptions } from './predictability/workers.js';
import { Tally, type TallyColumns } from './tally/tally.js';

export interface LoadOptions {
  /** Where the WebAssembly comes from; left out: the file that came with the package. */
  wasm?: WasmSource;
}

/** A loaded core. Make one with {@link load}; it is cheap to keep and can be shared. */
export class Fairwasm {
  readonly #wasm: Wasm;

  /** @internal */
  constructor(wasm: Wasm) {
    this.#wasm = wasm;
  }

  /**
   * Audits decisions by group.
   *
   * @throws FairwasmError where columns are missing, differ in length or hold values that cannot be
   *   read; it names the column and the row.
   */
  audit(input: AuditInput): Audit {
    const { groups, label, prediction, score, weight, ...options } = input;
    const auditor = this.auditor({
      ...options,
      groups: Object.keys(groups),
      label: label !== undefined,
      prediction: prediction !== undefined,
      score: score !== undefined,
    });
    auditor.update({ groups, label, prediction, score, weight });
    return auditor.audit();
  }

  /** For rows that come in batches: from a file larger than memory, or as they happen. */
  auditor(options: AuditorOptions): Auditor {
    return new Auditor(this.#wasm, options);
  }

  /** Audits what a tally has counted: rows merged from workers, or groups counted by a database. */
  auditOf(tally: Tally, options: AuditOptions = {}): Audit {
    return new Audit(this.#wasm, tally, options);
  }

  /**
   * Leakage: how much better the prediction can be guessed from the feature than the label can, by attackers
   * trained in every trial.
   *
   * @throws FairwasmError where columns or options do not fit; `invalidState` where training diverges.
   */
  async leakage(input: LeakageInput, run: RunOptions = {}): Promise<LeakageResult> {
    return this.leakageMetric(input).computeBiasAmp(input, run);
  }

  /** Leakage in parts, for one trial or one score alone. */
  leakageMetric(options: LeakageOptions = {}): Leakage {
    return new Leakage(this.#wasm, options);
  }

  /** Directional predictability amplification, both ways. Like {@link leakage}. */
  async dpa(input: DpaInput, run: RunOptions = {}): Promise<Record<Direction, LeakageResult>> {
    return this.dpaMetric(input).computeBiasAmpBidirectional(input, run);
  }

  /** DPA in parts: one direction, one trial or one score alone. */
  dpaMetric(options: DpaOptions = {}): Dpa {
    return new Dpa(this.#wasm, options);
  }

  /**
   * What the best possible attackers would find in a tally of groups, labels and predictions: the limit of
   * leakage over all its rows, where every combination of groups is one value of the feature. Needs no
   * training and no rows.
   */
  exactLeakage(tally: Tally, options: ExactOptions = {}): ExactLeakage {
    return exactOfTally(this.#wasm, tally, options);
  }

  /** LIC: how much better an attribute can be guessed from generated captions than from human ones. */
  async lic(input: LicInput, run: RunOptions = {}): Promise<LicResult> {
    return lic(this.#wasm, input, run);
  }

  /** A small dense network, to be trained and asked. */
  denseAttacker(shape: AttackerShape): DenseAttacker {
    return new DenseAttacker(this.#wasm, shape);
  }

  /** Synthetic data for examples and tests. */
  dataCreator(options: CreatedDataOptions = {}): CreatedData {
    return createData(this.#wasm, options);
  }

  /** An empty tally: the accumulator behind every group metric. */
  tally(columns: TallyColumns): Tally {
    return new Tally(this.#wasm, columns);
  }

  /** A tally from what {@link Tally.toBytes} returned. Throws `corruptBytes` for anything else. */
  tallyFromBytes(bytes: Uint8Array): Tally {
    return Tally.fromBytes(this.#wasm, bytes);
  }
}

/**
 * Loads the WebAssembly core.
 *
 * @throws FairwasmError `loadFailed` where the file is not there or is not WebAssembly.
 */
export async function load(options: LoadOptions = {}): Promise<Fairwasm> {
  return new Fairwasm(await instantiate(options.wasm));
}
