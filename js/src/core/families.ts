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
import { requireOneOf } from './options.js';
import { SharedLoad } from './shared-load.js';

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

/** @internal The names of all families. */
export const familyNames = Object.keys(apis) as Family[];

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
  watch: Watch,
): Promise<Loaded<F>> {
  const [wasm, api] = await Promise.all([instantiate(family, source, watch), apis[family]()]);
  return { wasm, api };
}

/** @internal Keeps an instance of each family that is in use. */
export class Families {
  readonly #sources: Sources;
  readonly #loaded: { [F in Family]?: Loaded<F> } = {};
  readonly #loading: { [F in Family]?: SharedLoad<Loaded<F>> } = {};

  constructor(sources: Sources) {
    this.#sources = sources;
  }

  /** The family; throws `invalidState` where it is not loaded. */
  get<F extends Family>(family: F): Loaded<F> {
    const loaded = this.#loaded[family];
    if (loaded) return loaded;
    throw new FairwasmError('invalidState', {
      argument: family,
      expected: `load({ families: ['${family}'] }) to have been called`,
      actual: 'a load() without it',
    });
  }

  /** Loads the family where it is not loaded yet. Throws `invalidArgument` where there is none. */
  async load<F extends Family>(family: F, watch?: Watch): Promise<Loaded<F>> {
    requireOneOf('families', family, Object.keys(apis) as Family[]);
    const loaded = this.#loaded[family] as Loaded<F> | undefined;
    if (loaded) return loaded;
    watch?.signal?.throwIfAborted();
    const arrived = await this.#sharedLoad(family).wait(watch);
    this.#loaded[family] = arrived as never;
    return arrived;
  }

  #sharedLoad<F extends Family>(family: F): SharedLoad<Loaded<F>> {
    const shared = this.#loading[family] as SharedLoad<Loaded<F>> | undefined;
    if (shared && !shared.isOver) return shared; // else the network may be back for this call
    const started = new SharedLoad<Loaded<F>>((watch) =>
      loadFamily(family, this.#sources[family], watch),
    );
    this.#loading[family] = started as never;
    return started;
  }
}
