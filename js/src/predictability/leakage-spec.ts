// SPDX-License-Identifier: Apache-2.0
//
// Builds the core's attacker specification: encoded columns, a suitable loss, and a matching network.

import { invalid, shapeMismatch } from '../core/error.js';
import { isForeign } from '../data/column.js';
import { DenseAttacker, type Shape, toShape, toTraining } from './attacker.js';
import type { AttackColumns, EncodedColumns, EncodedParts } from './columns.js';
import { isCustom } from './custom.js';
import type { LeakageDirection } from './direction.js';
import type { Job } from './jobs.js';
import { type LeakageOptions, requireShare } from './leakage-options.js';
import type { Wasm } from './module.js';
import type { TaskColumn } from './tasks.js';

/** The specification of attackers. */
export type Spec = Job<'leakage'>['spec'];

const getClasses = (columns: readonly TaskColumn[]) => columns.map(({ categories }) => Math.max(categories.length, 1));

// A softmax requires a single column. With several columns, or with two classes, each output is a separate question.
function suitableLoss(classes: readonly number[]): 'bce' | 'cross-entropy' {
  return classes.length === 1 && (classes[0] as number) > 2 ? 'cross-entropy' : 'bce';
}

function requireSuitable(loss: string, classes: readonly number[]): void {
  if (loss !== 'cross-entropy' || classes.length === 1) return;
  throw invalid('loss', 'bce or mse, because several columns are predicted', loss);
}

/** Returns the specification for columns, with layers that match their widths. */
export function toSpec(
  wasm: Wasm,
  options: LeakageOptions,
  direction: LeakageDirection,
  { parts, task, attribute, discrete }: EncodedParts,
  rows: AttackColumns,
): Spec {
  const { metric = 'accuracy', threshold = true, warmStart = false, seed = 1 } = options;
  const guessesOutcome = direction === 'outcome-from-attribute';
  const [classes, attributeClasses] = [getClasses(task), getClasses(attribute)];
  const guessed = guessesOutcome ? classes : attributeClasses;
  const training = toTraining(options, suitableLoss(guessed));
  requireSuitable(training.loss, guessed);
  const categorical = training.loss === 'cross-entropy';
  const pairs = (counts: number[]) => (categorical ? counts.map((k) => Math.max(k, 2)) : counts);
  const getWidth = (counts: readonly number[], pairsAreOneHot: boolean) =>
    counts.reduce((sum, k) => sum + (k <= 2 && !pairsAreOneHot ? 1 : Math.max(k, 2)), 0);
  const train = parts[0] as EncodedColumns;
  const inputs = guessesOutcome ? train.feature.columns : getWidth(classes, false);
  const outputs = getWidth(guessed, categorical);
  const isSimple = discrete && isOneColumn(guessesOutcome ? rows.feature : rows.label);
  return {
    train,
    test: parts[1] ?? null,
    testShare: requireShare(options.testSize ?? 0.2),
    direction,
    classes: Uint32Array.from(guessesOutcome ? pairs(classes) : classes),
    attributeClasses: Uint32Array.from(guessesOutcome ? attributeClasses : pairs(attributeClasses)),
    shape: getShape(wasm, options.attacker, { inputs, outputs, isSimple, last: categorical ? 'identity' : 'sigmoid' }),
    training,
    metric: typeof metric === 'function' ? null : metric,
    threshold,
    normalized: options.normalized ?? false,
    warmStart,
    seed,
  };
}

/** Properties of a network that the columns require. */
interface Needs {
  inputs: number;
  outputs: number;
  isSimple: boolean;
  last: 'identity' | 'sigmoid';
}

function getShape(wasm: Wasm, attacker: LeakageOptions['attacker'], needs: Needs): Shape {
  const { inputs, outputs, isSimple, last } = needs;
  if (attacker instanceof DenseAttacker) {
    const { widths, activations } = attacker;
    if (widths[0] === inputs && widths.at(-1) === outputs) {
      return { vocabulary: 0, widths: [...widths], activations: [...activations] };
    }
    throw shapeMismatch(
      'attacker',
      `a network of ${inputs} inputs and ${outputs} outputs, which the columns require`,
      `one of ${widths[0]} and ${widths.at(-1)}`,
    );
  }
  const layers = attacker === undefined || isCustom(attacker) ? { layers: isSimple ? 1 : 3 } : attacker;
  return toShape(wasm, inputs, outputs, layers, last);
}

function isOneColumn(input: AttackColumns['feature']): boolean {
  return (
    Array.isArray(input) ||
    ArrayBuffer.isView(input) ||
    (typeof input === 'object' && ('codes' in input || isForeign(input)))
  );
}
