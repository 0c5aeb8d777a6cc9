// SPDX-License-Identifier: Apache-2.0
//
// Points between which a network is steep: rows, each with a small step in the direction of the steepest slope, which
// is estimated from a step along each input. Any slope between two points is a valid lower bound; this choice only
// makes the bound tighter.

import { getNorm } from '../core/extremes.js';

/** Numbers in row-major order. */
export interface ModelNumbers {
  data: Float64Array;
  shape: [rows: number, width: number];
}

const maxPoints = 100;
const maxNumbers = 2_000_000; // numbers per call of the network: a few seconds
const rounds = 30; // iterations of the power method, which need not converge

/**
 * Returns some of the points with a step from each, and the network's outputs for all of them. `round` returns the
 * nearest value that the input type can represent; without it, inputs cannot change by small steps.
 */
export async function steepPoints(
  points: ModelNumbers,
  ask: (inputs: ModelNumbers, half: 0 | 1) => Promise<ModelNumbers>,
  round: ((value: number) => number) | undefined,
): Promise<{ inputs: ModelNumbers; outputs: ModelNumbers }> {
  const [, width] = points.shape;
  const own = some(points, maxPoints);
  const stepped = some(points, Math.min(maxPoints, Math.floor(maxNumbers / width / (width + 1))));
  const step = computeSpread(points) / 100;
  if (!round || step === 0) return { inputs: own, outputs: await ask(own, 1) };
  const answers = await ask(alongEach(stepped, step), 0);
  const ends = Array.from({ length: stepped.shape[0] }, (_, row) => {
    const direction = steepest(computeRises(answers, row, width), width);
    return getRow(stepped, row).map((value, i) => round(value + step * (direction[i] as number)));
  });
  const inputs = stacked([own, ...ends.map((data): ModelNumbers => ({ data, shape: [1, width] }))], width);
  return { inputs, outputs: await ask(inputs, 1) };
}

const getRow = ({ data, shape: [, width] }: ModelNumbers, row: number): Float64Array =>
  data.subarray(row * width, (row + 1) * width);

/** Returns rows spread evenly over the points. */
function some(points: ModelNumbers, max: number): ModelNumbers {
  const [rows, width] = points.shape;
  const many = Math.min(rows, max);
  const chosen = Array.from({ length: many }, (_, i) => getRow(points, Math.floor((i * rows) / many)));
  return stacked(
    chosen.map((data) => ({ data, shape: [1, width] })),
    width,
  );
}

function stacked(parts: readonly ModelNumbers[], width: number): ModelNumbers {
  const rows = parts.reduce((sum, { shape }) => sum + shape[0], 0);
  const data = new Float64Array(rows * width);
  let at = 0;
  for (const part of parts) {
    data.set(part.data, at);
    at += part.data.length;
  }
  return { data, shape: [rows, width] };
}

/** Returns the typical distance of points from their mean, or 1 if all points are equal. */
function computeSpread({ data, shape: [rows, width] }: ModelNumbers): number {
  let squares = 0;
  for (let i = 0; i < width; i++) {
    let mean = 0;
    for (let row = 0; row < rows; row++) mean += (data[row * width + i] as number) / rows;
    for (let row = 0; row < rows; row++) squares += ((data[row * width + i] as number) - mean) ** 2 / rows;
  }
  return squares === 0 ? 1 : Math.sqrt(squares);
}

/** Returns each point followed by its neighbors one step away along each input. */
function alongEach(points: ModelNumbers, step: number): ModelNumbers {
  const [rows, width] = points.shape;
  const data = new Float64Array(rows * (width + 1) * width);
  for (let row = 0; row < rows; row++) {
    for (let i = 0; i <= width; i++) {
      const at = (row * (width + 1) + i) * width;
      data.set(getRow(points, row), at);
      if (i > 0) data[at + i - 1] = (data[at + i - 1] as number) + step;
    }
  }
  return { data, shape: [rows * (width + 1), width] };
}

/** Returns the slopes of the outputs along each input at a point: (inputs, outputs) in row-major order. */
function computeRises(answers: ModelNumbers, row: number, width: number): Float64Array {
  const [, outputs] = answers.shape;
  const first = row * (width + 1);
  const here = getRow(answers, first);
  const there = answers.data.subarray((first + 1) * outputs, (first + 1 + width) * outputs);
  return there.map((value, i) => value - (here[i % outputs] as number));
}

/** Returns the direction in which the outputs jointly change most: the first singular vector, by the power method. */
function steepest(rises: Float64Array, width: number): Float64Array {
  const outputs = rises.length / width;
  const matrix: ModelNumbers = { data: rises, shape: [width, outputs] };
  const sizes = Array.from({ length: width }, (_, i) => getNorm(getRow(matrix, i)));
  let direction = normalized(Float64Array.from(sizes));
  for (let round = 0; round < rounds; round++) {
    const moved = new Float64Array(outputs);
    const next = new Float64Array(width);
    for (let i = 0, at = 0; i < width; i++) {
      for (let k = 0; k < outputs; k++, at++)
        moved[k] = (moved[k] as number) + (rises[at] as number) * (direction[i] as number);
    }
    for (let i = 0, at = 0; i < width; i++) {
      for (let k = 0; k < outputs; k++, at++)
        next[i] = (next[i] as number) + (rises[at] as number) * (moved[k] as number);
    }
    direction = normalized(next);
  }
  return direction;
}

function normalized(vector: Float64Array): Float64Array {
  const length = getNorm(vector);
  return length === 0 ? vector : vector.map((each) => each / length);
}
