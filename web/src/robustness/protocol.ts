// SPDX-License-Identifier: Apache-2.0
//
// What the worker of this room is asked, and what it answers.

import type { Activation, RobustnessReport } from 'fairwasm';

/** What is known of the network, beside its scores. */
export interface Constant {
  lipConst: number;
  /** Whether the constant is of each output by itself. */
  disjointNeurons: boolean;
}

/** Which column of a file is what. Inputs are scores, or features of a network that gives them. */
export interface Columns {
  label: string;
  inputs: readonly string[];
  groups: readonly string[];
}

export type Work =
  | { kind: 'scores'; file: File; columns: Columns; constant: Constant }
  | { kind: 'network'; file: File; columns: Columns; network: File; activation: Activation };

export interface Outcome {
  report: RobustnessReport;
  /** Of the layers of a network: their spectral norms. */
  layers: readonly { name: string; shape: readonly number[]; norm: number }[] | undefined;
}

export interface News {
  bytes: number;
  total: number;
}
