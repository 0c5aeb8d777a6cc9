// SPDX-License-Identifier: Apache-2.0
//
// The columns of labels, scores (or a network's inputs), and groups, and the properties of the network.

import { FairwasmError } from 'fairwasm';
import { canBeGroup, findColumn } from '../../table/choice.js';
import { guessOutcomes as guessAudit } from '../../table/guess.js';
import type { ColumnProfile, TableProfile } from '../../table/profile.js';
import { distinctValues } from '../../table/spelling.js';
import { fillingProblem, getFeatures } from '../models/features.js';
import { getCount, getSteps, isConvolution, type LayerShape, type Picture } from './network.js';
import type { Network, OpenedModel } from './protocol.js';

/** For computed scores: the network's weights, and the settings that they do not contain. */
export interface ChosenNetwork extends Network {
  layers: readonly LayerShape[];
}

/** A network in an ONNX file, which provides the scores and the constant. */
export interface ChosenModel extends OpenedModel {
  file: File;
}

export interface Choice {
  label: string;
  inputs: readonly string[];
  groups: readonly string[];
  /** True if the user confirmed that columns that look like features are the network's outputs. */
  areOutputs?: boolean | undefined;
  /** NaN if unknown. */
  lipConst: number;
  disjointNeurons: boolean;
  network: ChosenNetwork | undefined;
  /** Used instead of scores or weights. */
  model: ChosenModel | undefined;
}

const named = /(^|[^a-z])(score|logit|output|margin)s?($|[^a-z])/i;

/** True if the values have a mean of 0 and a standard deviation of 1, like standardized features. */
function isStandardized({ range, values, counts, hasMore, histogram }: ColumnProfile): boolean {
  if (range === undefined || values.length < 5) return false;
  const { from = 0, width = 0, counts: inBins = [] } = histogram ?? {};
  const points = hasMore
    ? inBins.map((count, i) => [from + (i + 0.5) * width, count] as const)
    : values.map((value, i) => [Number(value), counts[i] as number] as const);
  const rows = points.reduce((sum, [, count]) => sum + count, 0);
  const mean = points.reduce((sum, [value, count]) => sum + value * count, 0) / rows;
  const variance = points.reduce((sum, [value, count]) => sum + (value - mean) ** 2 * count, 0) / rows;
  // Sheppard's correction: values are spread over the width of their bin.
  const deviation = Math.sqrt(variance - (hasMore ? width ** 2 / 12 : 0));
  return Math.abs(mean) < 0.05 && Math.abs(deviation - 1) < 0.05;
}

/** Returns the reason why columns look like features and not like a network's outputs; undefined if there is none. */
function featureProblem(columns: readonly ColumnProfile[], label: ColumnProfile | undefined): string | undefined {
  if (columns.length === 0 || label === undefined) return undefined;
  const classes = distinctValues(label);
  const areNamed = classes.every((name) => columns.some((column) => column.name === name));
  if (columns.length > Math.max(1, classes.length) && !areNamed) {
    return `${columns.length} columns are chosen, but ${label.name} has ${classes.length} classes. Choose the network’s outputs: one column, or one per class.`;
  }
  if (!columns.every((column) => isStandardized(column) && !named.test(column.name))) return undefined;
  return 'The columns are standardized (mean 0, standard deviation 1), as features are. Choose the network’s outputs, or open the network.';
}

/** Returns the reason why the chosen score columns look like features; undefined if there is none. */
export const chosenFeatures = (profile: TableProfile, { inputs, label, network, model }: Choice): string | undefined =>
  network || model
    ? undefined
    : featureProblem(
        profile.columns.filter(({ name }) => inputs.includes(name)),
        findColumn(profile, label),
      );

export const isNumeric = ({ range, missing }: ColumnProfile): boolean => range !== undefined || missing > 0;

const isLabel = ({ values, hasMore }: ColumnProfile) => !hasMore && values.length <= 1000;

export const labelColumns = (profile: TableProfile): ColumnProfile[] => profile.columns.filter(isLabel);

export const groupColumns = (profile: TableProfile, { label, inputs }: Choice): ColumnProfile[] =>
  profile.columns.filter((column) => canBeGroup(column) && column.name !== label && !inputs.includes(column.name));

/**
 * Guesses the score columns: those named as scores or as labels; otherwise all numeric columns with fractions, unless they
 * look like features.
 */
export function guess(profile: TableProfile): Choice {
  const { columns } = profile;
  const audit = guessAudit(profile);
  const label = audit.label ?? columns.find(({ name }) => /^(y|label|class)$/i.test(name))?.name ?? '';
  const labels = columns.find(({ name }) => name === label)?.values ?? [];
  const others = columns.filter((column) => column.name !== label && column.range !== undefined);
  const byName = others.filter(({ name }) => named.test(name) || labels.includes(name));
  const fractions = others.filter(({ values }) => values.some((value) => /[.eE]/.test(value)));
  const found = byName.length > 0 ? byName : fractions;
  const inputs = featureProblem(
    found,
    columns.find(({ name }) => name === label),
  )
    ? []
    : found.map(({ name }) => name);
  return {
    label,
    inputs,
    groups: audit.groups.filter((name) => !inputs.includes(name) && name !== label),
    lipConst: Number.NaN,
    disjointNeurons: true,
    network: undefined,
    model: undefined,
  };
}

/** The choice with a network. All numeric columns are its inputs if their number fits. */
export function withNetwork(choice: Choice, profile: TableProfile, file: File, layers: readonly LayerShape[]): Choice {
  const numbers = inputColumns(profile, choice).map(({ name }) => name);
  const network: ChosenNetwork = { file, layers, activation: 'relu', picture: guessPicture(layers, numbers.length) };
  if (takenBy(network) !== numbers.length) return { ...choice, network };
  const groups = choice.groups.filter((name) => !numbers.includes(name));
  return { ...choice, network, inputs: numbers, groups };
}

/** Columns that can be scores or inputs of a network. */
export const inputColumns = (profile: TableProfile, { label }: Choice): ColumnProfile[] =>
  profile.columns.filter((column) => isNumeric(column) && column.name !== label);

// A square if the number of values permits it.
function guessPicture(layers: readonly LayerShape[], values: number): Picture {
  const [first] = layers;
  const area = values / (first?.shape[1] ?? 1);
  const isLine = first?.shape.length === 3;
  const width = isLine ? area : Math.sqrt(area);
  const known = Number.isInteger(width) && width > 0 ? width : Number.NaN;
  return {
    height: isLine ? 1 : known,
    width: known,
    windows: layers.filter(isConvolution).map(() => ({ stride: 1, padding: 0 })),
  };
}

/** The number of the network's inputs; NaN while it is unknown. */
function takenBy({ layers, picture }: ChosenNetwork): number {
  const [first] = layers;
  if (!first) return Number.NaN;
  const channels = first.shape[1] as number;
  return isConvolution(first) ? getCount({ channels, ...picture }) : channels;
}

export interface Problems {
  filling?: string;
  lipConst?: string;
  picture?: string;
  label?: string;
  inputs?: string;
}

/** Returns the problems of the choice, in the order of the form. */
export function getProblems(choice: Choice, profile: TableProfile): Problems {
  const { label, inputs, lipConst, network, model, areOutputs } = choice;
  const columns = profile.columns.map(({ name }) => name);
  const wrongLabel = label ? {} : { label: 'Choose the true class.' };
  if (model) {
    const features = getFeatures(model.filling, columns);
    const filling = fillingProblem(features, model.input.width, columns);
    return { ...(filling ? { filling } : {}), ...wrongLabel };
  }
  const picture = network && problemOfPicture(network);
  const wrongInputs =
    problemOfInputs(inputs.length, network) ?? (areOutputs ? undefined : chosenFeatures(profile, choice));
  return {
    ...(network || lipConst > 0 ? {} : { lipConst: 'Enter a number above 0, or open the network’s weights.' }),
    ...(picture ? { picture } : {}),
    ...wrongLabel,
    ...(wrongInputs && !picture ? { inputs: wrongInputs } : {}),
  };
}

function problemOfPicture({ layers, picture }: ChosenNetwork): string | undefined {
  const { height, width, windows } = picture;
  const isWhole = (value: number, least: number) => Number.isInteger(value) && value >= least;
  if (layers.some(isConvolution) && !(isWhole(height, 1) && isWhole(width, 1))) {
    return 'Enter the height and width of the image as whole numbers above 0.';
  }
  if (!windows.every(({ stride, padding }) => isWhole(stride, 1) && isWhole(padding, 0))) {
    return 'Stride: a whole number above 0. Padding: a whole number of at least 0.';
  }
  try {
    getSteps(layers, picture);
  } catch (error) {
    if (!(error instanceof FairwasmError)) throw error;
    return `Expected ${error.expected}; found ${error.actual}.`;
  }
}

function problemOfInputs(chosen: number, network: ChosenNetwork | undefined): string | undefined {
  if (!network) return chosen > 0 ? undefined : 'Choose at least one score column.';
  const taken = takenBy(network);
  if (chosen === taken) return undefined;
  return `Choose one column for each of its ${taken} inputs; ${chosen} ${chosen === 1 ? 'is' : 'are'} chosen.`;
}
