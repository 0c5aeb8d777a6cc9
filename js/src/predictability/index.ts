// SPDX-License-Identifier: Apache-2.0
//
// The exports of `fairwasm/predictability`.

import './results.js';

export type { StartWorker } from '../core/platform-types.js';
export type { Direction } from '../metrics/amplification.js';
export type { AttackerLayers, DenseAttacker, TrainingOptions } from './attacker.js';
export { maskedGenderWords } from './captions.js';
export type { LeakageColumns } from './columns.js';
export type { CustomAttacker } from './custom.js';
export type { Dbac } from './dbac.js';
export type { DbacInput } from './dbac-input.js';
export type { StoredLeakage } from './describe.js';
export type { LeakageDirection } from './direction.js';
export { DPA, type DpaColumns, type DpaOptions } from './dpa.js';
export type { ExactLeakage } from './exact.js';
export type { AttackerInput } from './features.js';
export type { Task } from './joint-encoding.js';
export { Leakage } from './leakage.js';
export type { LeakageOptions } from './leakage-options.js';
export type { LicInput, LicResult } from './lic.js';
export { load, type Predictability } from './predictability.js';
export type { LeakageResult, LeakageTrial } from './result.js';
export type { TrialSummary } from './statistics.js';
export type { CreatedData } from './synthetic-data.js';
export type { ReplacedWords } from './vocabulary.js';
export type { AttackRunOptions, TrialProgress, TrialRunOptions } from './workers.js';
