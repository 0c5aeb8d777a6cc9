// SPDX-License-Identifier: Apache-2.0
//
// What the worker of this room is asked, and what it answers.

import type { RobustnessReport } from 'fairwasm/robustness';
import type { KnownActivation } from './forward.js';
import type { LayerShape, Picture } from './network.js';

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

/** A network's weights, and what they do not tell. */
export interface Network {
  file: File;
  activation: KnownActivation;
  picture: Picture;
}

export type Work =
  | { kind: 'scores'; file: File; columns: Columns; constant: Constant }
  | { kind: 'network'; file: File; columns: Columns; network: Network }
  /** Answered by its layers. */
  | { kind: 'layers'; network: File };

export interface Outcome {
  report: RobustnessReport;
  /** Of the layers of a network: their spectral norms. */
  layers: readonly (LayerShape & { norm: number })[] | undefined;
}

export interface News {
  bytes: number;
  total: number;
}
