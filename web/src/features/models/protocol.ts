// SPDX-License-Identifier: Apache-2.0
//
// Messages to and from the worker of this tab.

import type {
  Dependence,
  Features,
  Flip,
  Importance,
  ModelInput,
  NearestOther,
  Row,
  SmallestChange,
} from 'fairwasm/models';
import type { Recourse } from 'fairwasm/slices';

/** Inputs and outputs of a model, and the guessed columns for its inputs. */
export interface Opened {
  inputs: readonly ModelInput[];
  classes: readonly string[];
  suggested: Readonly<Record<string, string>>;
  notes: readonly string[];
}

/** A model, a table, and the settings for decisions. */
export interface Setup {
  model: File;
  table: File;
  features: Features;
  class: string | undefined;
  activation: 'none' | 'sigmoid' | 'softmax';
  threshold: number;
  /** The column of the groups. */
  group: string;
}

/** Results of one group. */
export interface GroupScores {
  name: string;
  rows: number;
  meanScore: number;
  favorable: number;
}

export interface Scored {
  groups: readonly GroupScores[];
  /** The table with additional columns for the score and the decision. */
  table: File;
  /** The lowest and the highest score. */
  range: readonly [number, number];
}

/** The name of the axis of scores. */
export const score = 'Score';

/** A row and its score. */
export interface Person {
  row: Row;
  score: number;
}

/** One row, the nearest row with the other decision, and the certified radius of networks. */
export interface Explained extends Person {
  nearest: NearestOther['nearest'];
  /** The values of the nearest row. */
  other: Row | undefined;
  radius: number | undefined;
}

/** Rows of a chart. */
export interface Points {
  /** The indices of the rows. */
  rows: readonly number[];
  scores: readonly number[];
  /** Their numbers in the requested columns; NaN for missing values. */
  columns: Readonly<Record<string, readonly number[]>>;
  /** Certified radii, if the model is a network whose slope can be bounded. */
  radii: readonly number[] | undefined;
}

interface Questions {
  score: { asked: object; answer: Scored };
  points: { asked: { columns: readonly string[] }; answer: Points };
  person: { asked: { row: number }; answer: Explained };
  edited: { asked: { row: Row }; answer: number };
  change: { asked: { row: number; columns: readonly string[] }; answer: SmallestChange };
  flip: { asked: { attribute: string }; answer: Flip };
  curve: { asked: { column: string }; answer: Dependence };
  why: { asked: object; answer: Importance };
  recourse: { asked: RecourseAsked & { searched: readonly string[] }; answer: Recourse };
}

export interface RecourseAsked {
  /** The columns that may change. */
  columns: readonly string[];
  /** Maximum number of columns that change at once. */
  atOnce: number;
  /** The measure whose gaps are sorted. */
  metric: 'effectiveness' | 'meanCost';
}

/** A comparison of recourse and its request. */
export interface KeptRecourse {
  asked: RecourseAsked;
  found: Recourse;
}

export type Question = keyof Questions;
export type Asked<Q extends Question> = Questions[Q]['asked'];
export type Answer<Q extends Question> = Questions[Q]['answer'];

export type Work =
  | { kind: 'open'; model: File; table: File; except: readonly string[] }
  | { [Q in Question]: { kind: Q; setup: Setup } & Asked<Q> }[Question];

/** The completed fraction. */
export type News = number;
