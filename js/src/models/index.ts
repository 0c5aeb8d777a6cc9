// SPDX-License-Identifier: Apache-2.0
//
// What `import … from 'fairwasm/models'` offers.

export type { Feature, Features } from './features.js';
export { Model, type OpenOptions, openModel, type ScoreOptions } from './model.js';
export type { Predict } from './predict.js';
export { type Row, rowsOf } from './rows.js';
export type { OnnxRuntime } from './runtime.js';
export type { ModelInput, ModelOutput } from './shapes.js';
export { type Suggestion, type SuggestOptions, suggestFeatures } from './suggest.js';
