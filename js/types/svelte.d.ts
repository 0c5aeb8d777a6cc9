// SPDX-License-Identifier: Apache-2.0
//
// `fairwasm/elements/svelte`: the element in Svelte's templates.

import type { HTMLAttributes } from 'svelte/elements';
import type { Report } from '../index.js';
import type { FairwasmReport } from './elements.js';

export * from './elements.js';

declare module 'svelte/elements' {
  interface SvelteHTMLElements {
    'fairwasm-report': HTMLAttributes<FairwasmReport> & { report?: Report | string | undefined };
  }
}
