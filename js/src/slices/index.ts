// SPDX-License-Identifier: Apache-2.0
//
// The exports of `fairwasm/slices`.

import './results.js';

export type { StoredSlices } from './describe.js';
export type { SliceInput } from './input.js';
export type { SliceOptions } from './options.js';
export type { Proxies } from './proxies.js';
export type { Recourse, RecourseMeasures } from './recourse.js';
export type { RecourseInput, RecourseMeasure, RecourseOptions } from './recourse-input.js';
export type { WorstSlices } from './result.js';
export { load, type Slices } from './slices.js';
