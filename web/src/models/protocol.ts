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

/** A question about one row. */
export interface Person {
  row: Row;
  score: number;
}

interface Questions {
  score: { asked: object; answer: Scored };
  person: { asked: { row: number }; answer: Person };
  edited: { asked: { row: Row }; answer: number };
  nearest: { asked: { row: number }; answer: NearestOther };
  change: { asked: { row: number; columns: readonly string[] }; answer: SmallestChange };
  flip: { asked: { attribute: string }; answer: Flip };
  curve: { asked: { column: string }; answer: Dependence };
  why: { asked: object; answer: Importance };
  recourse: {
    asked: RecourseAsked & { searched: readonly string[] };
    answer: Recourse;
  };
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
