// SPDX-License-Identifier: Apache-2.0
//
// `fairwasm/elements/react`: the elements in the JSX of React 19.

import type { DetailedHTMLProps, HTMLAttributes } from 'react';
import type { Report } from '../index.js';
import type { FairwasmLesson, FairwasmReport, LessonName } from './elements.js';

export * from './elements.js';

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'fairwasm-report': DetailedHTMLProps<HTMLAttributes<FairwasmReport>, FairwasmReport> & {
        report?: Report | string | undefined;
      };
      'fairwasm-lesson': DetailedHTMLProps<HTMLAttributes<FairwasmLesson>, FairwasmLesson> & {
        name: LessonName;
        state?: string | undefined;
      };
    }
  }
}
