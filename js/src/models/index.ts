// SPDX-License-Identifier: Apache-2.0
//
// The exports of `fairwasm/models`.

export { type Dependence, dependence } from './dependence.js';
export type { Feature, Features } from './features.js';
export { type Flip, type FlipOptions, flip } from './flip.js';
export { type Importance, importance } from './importance.js';
export { Model, type ModelScoreOptions, type OpenOptions, openModel } from './model.js';
export { type NearestOther, nearestOther } from './nearest.js';
export { Network, openNetwork } from './network.js';
export { type NetworkBound, networkBound } from './network-bound.js';
export type { Predict } from './predict.js';
export { type Row, toRows } from './rows.js';
export type { OnnxRuntime } from './runtime.js';
export type { ModelInput, ModelOutput } from './shapes.js';
export { type SmallestChange, smallestChange } from './smallest-change.js';
export { suggestFeatures } from './suggest.js';
