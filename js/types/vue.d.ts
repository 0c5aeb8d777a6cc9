// SPDX-License-Identifier: Apache-2.0
//
// `fairwasm/elements/vue`: the elements in Vue's templates.

import type { DefineComponent } from 'vue';
import type { Report } from '../index.js';
import type { LessonName } from './elements.js';

export * from './elements.js';

declare module 'vue' {
  interface GlobalComponents {
    'fairwasm-report': DefineComponent<{ report?: Report | string | undefined }>;
    'fairwasm-lesson': DefineComponent<{ name: LessonName; state?: string | undefined }>;
  }
}
