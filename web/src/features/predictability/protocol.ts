// SPDX-License-Identifier: Apache-2.0
//
// The measurement and its rows, and the messages of the worker during and after it.

import type {
  Direction,
  ExactLeakage,
  LeakageDirection,
  LeakageResult,
  LeakageTrial,
  TrialProgress,
} from 'fairwasm/predictability';
import type { Decisions } from './decisions.js';

export type { Direction };

/** Roles of the columns of a file. */
export interface Columns {
  attribute: string;
  task: string;
  taskPrediction: string | undefined;
  attributePrediction: string | undefined;
}

/** Rows made by a recipe, with a known answer. */
export interface Recipe {
  rows: number;
  /** Proportion of wrong predictions. */
  error: number;
  /** Whether errors are equally frequent for both values of the attribute, or all favor one of them. */
  errors: 'even' | 'lopsided';
  seed: number;
}

/** Rows of two numbers, neither of which is informative alone, with a known answer. */
export interface Numbers {
  rows: number;
  seed: number;
}

export type Source =
  | { kind: 'file'; file: File; columns: Columns }
  | { kind: 'example'; name: string }
  | { kind: 'made'; recipe: Recipe }
  | { kind: 'numbers'; numbers: Numbers };

export type Measure = 'leakage' | 'dpa';

export interface Settings {
  measure: Measure;
  /** The attackers' direction for leakage; DPA has both directions. */
  guesses: LeakageDirection;
  trials: number;
  epochs: number;
  seed: number;
  more: More;
}

/** Advanced settings; NaN selects the package's default. */
export interface More {
  layers: number;
  firstWidth: number;
  optimizer: 'adam' | 'sgd';
  learningRate: number;
  batchSize: number;
  weightDecay: number;
  /** Epochs without a lower loss. */
  patience: number;
  /** The proportion of test rows. */
  testSize: number;
  warmStart: boolean;
  /** The quantity that attackers minimize. */
  loss: 'suitable' | 'bce' | 'cross-entropy' | 'mse';
  /** How attackers are scored. */
  metric: 'accuracy' | 'mse' | 'bce';
  /** True if outputs are converted to answers before they are scored. */
  threshold: boolean;
  /** How the values of the trials are summarized. */
  aggregate: 'mean' | 'median';
}

export interface Work {
  source: Source;
  settings: Settings;
}

/** Information that is available before training. */
export interface Setting {
  rows: number;
  /** Names of the attribute and the task. */
  attribute: string;
  task: string;
  measure: Measure;
  guesses: LeakageDirection;
  trials: number;
  epochs: number;
  testSize: number;
  /** Undefined in stages that were stored before this choice existed. */
  more?: Pick<More, 'loss' | 'metric' | 'threshold' | 'aggregate'>;
  /** The expected results of tables of counts, for each measured direction. */
  exact: Partial<Record<Direction, ExactLeakage | null>>;
  /** The tables themselves, if they have few cells. */
  decisions: Partial<Record<Direction, Decisions | null>>;
}

export type News =
  | { kind: 'reading'; done: number; total: number }
  | { kind: 'setting'; setting: Setting }
  | { kind: 'training'; direction: Direction; progress: TrialProgress }
  | { kind: 'trial'; direction: Direction; index: number; trial: LeakageTrial };

/** A result as plain data, as it crosses from the worker. */
export type Result = Omit<LeakageResult, 'direction' | 'toString'>;

export type Results = Partial<Record<Direction, Result>>;
