// SPDX-License-Identifier: Apache-2.0
//
// The families that not everybody needs, each a WebAssembly module and the code that speaks with it,
// loaded when they are asked for.

import type * as amplification from '../amplification/family.js';
import type * as individual from '../individual/family.js';
import type * as predictability from '../predictability/family.js';
import type * as robustness from '../robustness/family.js';
import { FairwasmError } from './error.js';
import {
  type Inlined,
  instantiate,
  type ModuleName,
  type Modules,
  type WasmSource,
  type Watch,
} from './module.js';

interface Apis {
  individual: typeof individual;
  amplification: typeof amplification;
  predictability: typeof predictability;
  replay: typeof predictability;
  robustness: typeof robustness;
}

const apis: { [F in Family]: () => Promise<Apis[F]> } = {
  individual: () => import('../individual/family.js'),
  amplification: () => import('../amplification/family.js'),
  predictability: () => import('../predictability/family.js'),
  replay: () => import('../predictability/family.js'),
  robustness: () => import('../robustness/family.js'),
};

/** What is loaded apart from the core: see {@link LoadOptions}. */
export type Family = keyof Apis;

/** Where modules come from, by name. */
export type WasmSources = { readonly [N in ModuleName]?: WasmSource | undefined };

/** @internal Sources by name, inlined ones among them. */
export type Sources = { readonly [N in ModuleName]?: WasmSource | Inlined | undefined };

/** @internal A family in use. */
export interface Loaded<F extends Family> {
  wasm: Modules[F];
  api: Apis[F];
}

async function loadFamily<F extends Family>(
  family: F,
  source: WasmSource | Inlined | undefined,
  watch: Watch | undefined,
): Promise<Loaded<F>> {
  const [wasm, api] = await Promise.all([instantiate(family, source, watch), apis[family]()]);
  return { wasm, api };
}

/** @internal Keeps an instance of each family that is in use. */
export class Families {
  readonly #sources: Sources;
  readonly #loaded: { [F in Family]?: Loaded<F> } = {};
  readonly #loading: { [F in Family]?: Promise<Loaded<F>> } = {};

  constructor(sources: Sources) {
    this.#sources = sources;
  }

  /** The family; throws `invalidState` where it is not loaded. */
  get<F extends Family>(family: F): Loaded<F> {
    const loaded = this.#loaded[family];
    if (loaded) return loaded;
    throw new FairwasmError('invalidState', {
      argument: family,
      expected: `this family to be loaded: load({ families: ['${family}'] })`,
      actual: 'one that is not',
    });
  }

  /** Loads the family where it is not loaded yet. */
  async load<F extends Family>(family: F, watch?: Watch): Promise<Loaded<F>> {
    const loading = (this.#loading[family] ??
      loadFamily(family, this.#sources[family], watch)) as Promise<Loaded<F>>;
    this.#loading[family] = loading as never;
    try {
      this.#loaded[family] = (await loading) as never;
      return await loading;
    } catch (error) {
      delete this.#loading[family]; // the network may be back for the next call
      throw error;
    }
  }
}
