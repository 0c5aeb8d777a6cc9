// SPDX-License-Identifier: Apache-2.0
//
// Messages to and from the worker of this tab.

import type { Features } from 'fairwasm/models';
import type { RobustnessReport } from 'fairwasm/robustness';
import type { Progress } from '../../worker/requests.js';
import type { KnownActivation } from './forward.js';
import type { LayerShape, Picture } from './network.js';

/** Properties of the network other than its scores. */
export interface Constant {
  lipConst: number;
  /** True if the constant applies to each output separately. */
  disjointNeurons: boolean;
}

/** The roles of the file's columns. Inputs are scores, or the features of a network. */
export interface Columns {
  label: string;
  inputs: readonly string[];
  groups: readonly string[];
}

/** A network's weights, and the settings that they do not contain. */
export interface Network {
  file: File;
  activation: KnownActivation;
  picture: Picture;
}

export type Work =
  | { kind: 'scores'; file: File; columns: Columns; constant: Constant }
  | { kind: 'network'; file: File; columns: Columns; network: Network }
  | { kind: 'model'; file: File; columns: Omit<Columns, 'inputs'>; model: File; features: Features }
  /** The response contains its layers. */
  | { kind: 'layers'; network: File }
  /** The response contains the properties that its weights determine, and the guessed input columns. */
  | { kind: 'open'; model: File; file: File; except: readonly string[] };

/** A network in an ONNX file. */
export interface OpenedModel {
  /** A bound on its steepness, for all outputs together. */
  atMost: number;
  layers: readonly { name: string; operator: string; norm: number }[];
  before: string | undefined;
  input: { name: string; width: number | undefined };
  filling: string;
  notes: readonly string[];
}

export interface Outcome {
  report: RobustnessReport;
  /** The spectral norms of a network's layers. */
  layers: readonly (LayerShape & { norm: number })[] | undefined;
}

/** The completed fraction of reading or of the network's work, and its description. */
export type News = Progress | { share: number; note: string };
