// SPDX-License-Identifier: Apache-2.0
//
// `fairwasm/elements/vue`: the element in Vue's templates.

import type { DefineComponent } from 'vue';
import type { Report } from '../index.js';

export * from './elements.js';

declare module 'vue' {
  interface GlobalComponents {
    'fairwasm-report': DefineComponent<{ report?: Report | string | undefined }>;
  }
}
