// SPDX-License-Identifier: Apache-2.0
//
// `fairwasm/elements/svelte`: the elements in Svelte's templates.

import type { HTMLAttributes } from 'svelte/elements';
import type { Report } from '../index.js';
import type { FairwasmLesson, FairwasmReport, LessonName } from './elements.js';

export * from './elements.js';

declare module 'svelte/elements' {
  interface SvelteHTMLElements {
    'fairwasm-report': HTMLAttributes<FairwasmReport> & { report?: Report | string | undefined };
    'fairwasm-lesson': HTMLAttributes<FairwasmLesson> & { name: LessonName; state?: string | undefined };
  }
}
