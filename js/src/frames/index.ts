// SPDX-License-Identifier: Apache-2.0
//
// What `import … from 'fairwasm/frames'` offers: rates of groups, and how far they lie apart, for pages on which every
// kilobyte counts. A program takes along nothing of reports, strata, scores and comparisons.

export type { AuditInput } from '../audit/audit-input.js';
export type { Frame } from '../audit/frame.js';
export type { GroupFrames } from '../audit/group-frames.js';
export { type FramesCore, groupFrames, load } from './frames.js';
