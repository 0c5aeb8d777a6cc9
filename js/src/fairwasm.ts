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
import { Robustness } from './robustness/robustness.js';
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

  /** Provable robustness: certificates from scores, and the Lipschitz constants they need. */
  get robustness(): Robustness {
    return new Robustness(this.#wasm);
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
