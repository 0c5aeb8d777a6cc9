// SPDX-License-Identifier: Apache-2.0
//
// Messages to and from the worker of this tab.

import type { Features } from 'fairwasm/models';
import type { RobustnessReport } from 'fairwasm/robustness';
import type { Progress } from '../work/requests.js';
import type { KnownActivation } from './forward.js';
import type { LayerShape, Picture } from './network.js';

/** Information about the network besides its scores. */
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
  | { kind: 'model'; file: File; columns: Omit<Columns, 'inputs'>; model: File; features: Features }
  /** Answered by its layers. */
  | { kind: 'layers'; network: File }
  /** Answered by what its weights say, and which columns probably fill it. */
  | { kind: 'open'; model: File; file: File; except: readonly string[] };

/** A network in an ONNX file. */
export interface OpenedModel {
  /** How steep it can be at most: all outputs together. */
  atMost: number;
  layers: readonly { name: string; operator: string; norm: number }[];
  before: string | undefined;
  input: { name: string; width: number | undefined };
  filling: string;
  notes: readonly string[];
}

export interface Outcome {
  report: RobustnessReport;
  /** Of the layers of a network: their spectral norms. */
  layers: readonly (LayerShape & { norm: number })[] | undefined;
}

/** How much of the file was read, or how far what is asked of the network is, and how that is said. */
export type News = Progress | { share: number; note: string };
