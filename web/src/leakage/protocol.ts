// SPDX-License-Identifier: Apache-2.0
//
// What is measured on which rows, and what the worker tells meanwhile and at the end.

import type {
  Accuracies,
  Direction,
  ExactLeakage,
  LeakageDirection,
  LeakageTrial,
  Summary,
  TrialProgress,
} from 'fairwasm/predictability';
import type { Decisions } from './decisions.js';

export type { Direction };

/** Which column of a file is what. */
export interface Columns {
  attribute: string;
  task: string;
  taskPrediction: string | undefined;
  attributePrediction: string | undefined;
}

/** Rows made by a recipe, with a known answer. */
export interface Recipe {
  rows: number;
  /** Share of wrong predictions. */
  error: number;
  /** Whether the errors fall on both values of the attribute alike, or all favor one of them. */
  errors: 'even' | 'lopsided';
  seed: number;
}

/** Rows of two numbers, of which neither says anything alone, with a known answer. */
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
  /** What attackers of leakage guess from what; those of DPA look both ways. */
  guesses: LeakageDirection;
  trials: number;
  epochs: number;
  seed: number;
  more: More;
}

/** What is seldom changed; NaN leaves it to the package. */
export interface More {
  layers: number;
  firstWidth: number;
  optimizer: 'adam' | 'sgd';
  learningRate: number;
  batchSize: number;
  weightDecay: number;
  /** Epochs without a lower loss. */
  patience: number;
  /** The share of the rows that are for testing. */
  testSize: number;
  warmStart: boolean;
  /** What attackers learn to make small. */
  loss: 'suitable' | 'bce' | 'cross-entropy' | 'mse';
  /** How good they are. */
  metric: 'accuracy' | 'mse' | 'bce';
  /** Whether outputs are answers before they are scored. */
  threshold: boolean;
  /** What becomes of the trials' values. */
  aggregate: 'mean' | 'median';
}

export interface Work {
  source: Source;
  settings: Settings;
}

/** What is known before attackers learn. */
export interface Setting {
  rows: number;
  /** What attribute and task are called. */
  attribute: string;
  task: string;
  measure: Measure;
  guesses: LeakageDirection;
  trials: number;
  epochs: number;
  testSize: number;
  /** Undefined in stages that were kept before there was a choice. */
  more?: Pick<More, 'loss' | 'metric' | 'threshold' | 'aggregate'>;
  /** What tables of counts would show, for each direction that is measured. */
  exact: Partial<Record<Direction, ExactLeakage | null>>;
  /** What those tables are, where they have few cells. */
  decisions: Partial<Record<Direction, Decisions | null>>;
}

export type News =
  | { kind: 'reading'; bytes: number; total: number }
  | { kind: 'setting'; setting: Setting }
  | { kind: 'training'; direction: Direction; progress: TrialProgress }
  | { kind: 'trial'; direction: Direction; index: number; trial: LeakageTrial };

/** A result as plain data, as it crosses from the worker. */
export interface Result extends Summary {
  trials: readonly LeakageTrial[];
  accuracies: Accuracies;
  exact: ExactLeakage | null;
  marginal: number | null;
  warnings: readonly string[];
}

export type Results = Partial<Record<Direction, Result>>;
