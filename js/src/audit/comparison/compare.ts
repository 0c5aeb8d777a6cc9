// SPDX-License-Identifier: Apache-2.0
//
// Compares two predictions of the same rows by group, such as those of an old and a new model, or of two
// thresholds. Labels are reduced to favorable and other, and both predictions are counted as one column with
// four categories; each prediction, and both together, are then frames of one tally.

import { FairwasmError, invalid } from '../../core/error.js';
import type { Wasm } from '../../core/module.js';
import { requireOptions, requireTexts } from '../../core/options.js';
import { CategoryEncoder } from '../../data/category.js';
import { type CategoryColumn, type CodedColumn, type Codes, type NumberColumn, toNumbers } from '../../data/column.js';
import { ColumnWatch } from '../../data/column-watch.js';
import { requireRows } from '../../data/condition.js';
import { type Favorable, resolveFavorable, toLabels } from '../../data/favorable.js';
import { requireColumns } from '../../data/named-columns.js';
import { toMissingTexts } from '../../data/value.js';
import { requireWeights } from '../../data/weights.js';
import { Tally } from '../../tally/tally.js';
import { type AuditOptions, requireAuditOptions } from '../audit-input.js';
import { availableRates } from '../available.js';
import { Frame } from '../frame/frame.js';
import type { Group } from '../frame/group.js';
import { checked, type UncertaintyOptions } from '../frame/uncertainty.js';
import { requireOneSpelling, requireSharedLabels } from '../label-check.js';
import { type ComparisonContext, type ComparisonReport, essentialRates, getComparison } from './comparison.js';
import { comparer } from './paired-groups.js';
import type { PairedGroup } from './paired-results.js';

/** The columns of a comparison, all of equal length, and options for reading them. */
export interface ComparisonInput {
  /** True outcomes. Without them, only selection rates can be compared. */
  label?: CategoryColumn | undefined;
  /** Two predictions or decisions for the same rows. */
  predictions: Readonly<Record<'a' | 'b', CategoryColumn>>;
  /** Columns that define groups, by attribute. */
  groups: Readonly<Record<string, CategoryColumn>>;
  /** The favorable label or labels. Optional if the labels are a common pair, such as 0 and 1. */
  favorable?: Favorable | undefined;
  /** Whether a positive decision is a benefit or a burden; see {@link AuditOptions}. */
  outcome?: AuditOptions['outcome'];
  /** The reference category of an attribute. Default: its largest group. */
  privileged?: AuditOptions['privileged'];
  /** Row weights, at least 0. Default: 1. */
  weight?: NumberColumn | undefined;
  /**
   * The person (or other unit) of each row, if a person can have several rows; tests and intervals are then those of
   * the jackknife over persons.
   */
  cluster?: CategoryColumn | undefined;
  /** Strings to read as missing values; see {@link AuditOptions}. */
  missingValues?: readonly string[] | undefined;
  /** Options for confidence intervals and tests. */
  uncertainty?: UncertaintyOptions | undefined;
}

/**
 * Both predictions by group. Returned by {@link PairedAudit.frame}.
 *
 * @example
 * const fair = await load();
 * const label = [1, 1, 0, 1, 1, 0];
 * const predictions = { a: [1, 0, 0, 1, 1, 0], b: [1, 1, 0, 0, 1, 0] };
 * const compared = await fair.compare({ label, predictions, groups: { sex: [...'fffmmm'] } });
 * const frame = compared.frame('sex');
 * const { a, b, difference } = frame.group({ sex: 'f' }).rates.truePositiveRate;
 * [a.value, b.value, difference.value]; // [0.5, 1, 0.5]
 */
export class PairedFrame {
  /** The frame of prediction a; labels are named favorable and other. */
  readonly a: Frame;
  /** The frame of prediction b. */
  readonly b: Frame;
  /** All rows together. */
  readonly overall: PairedGroup;
  /** The groups that have rows, largest first. */
  readonly groups: readonly PairedGroup[];

  /** @internal */
  constructor(
    wasm: Wasm,
    tally: Tally,
    by: readonly string[],
    { getCount, ...options }: FrameSettings & { getCount(rate: string, groups: number): number },
  ) {
    const getFrame = (favorable: readonly string[]) =>
      new Frame(wasm, tally, by, { ...options, favorable: [favorableLabel, ...favorable] });
    this.a = getFrame(['only a', 'both']);
    this.b = getFrame(['only b', 'both']);
    const both = new Frame(wasm, tally, by, { favorable: [favorableLabel, 'both'], uncertainty: false });
    const reference = this.a.groups.indexOf(this.a.reference);
    const compare = comparer(wasm, [this.a, this.b, both], tally, {
      ...checked(options.uncertainty ?? {}),
      getCount: (rate) => getCount(rate, this.a.groups.length),
      reference,
    });
    this.overall = compare(undefined);
    this.groups = this.a.groups.map((_, place) => compare(place));
  }

  /** The reference group: the one with the privileged categories, or the largest. */
  get reference(): PairedGroup {
    return this.#like(this.a.reference);
  }

  /** Returns a group by its categories, like {@link Frame.group}. */
  group(categories: Parameters<Frame['group']>[0]): PairedGroup {
    return this.#like(this.a.group(categories));
  }

  #like(group: Group): PairedGroup {
    return this.groups[this.a.groups.indexOf(group)] as PairedGroup;
  }
}

type FrameSettings = Pick<ComparisonInput, 'privileged' | 'uncertainty'>;

/**
 * A comparison of two predictions for the same rows. Returned by `fair.compare(…)`.
 *
 * @example
 * const fair = await load();
 * const compared = await fair.compare({
 *   label: [1, 1, 0, 1, 1, 0],
 *   predictions: { a: [1, 0, 0, 1, 1, 0], b: [1, 1, 0, 0, 1, 0] },
 *   groups: { sex: ['f', 'f', 'f', 'm', 'm', 'm'] },
 * });
 * const { decisions } = compared.frame('sex').group({ sex: 'f' });
 * [decisions.onlyA, decisions.onlyB]; // [0, 1]
 */
export class PairedAudit {
  readonly #wasm: Wasm;
  readonly #tally: Tally;
  readonly #settings: FrameSettings;
  readonly #outcome: ComparisonInput['outcome'];
  readonly #frames = new Map<string, PairedFrame>();
  /** The labels that count as positive. */
  readonly favorable: readonly string[];
  /** @internal Sentences about columns that determine the result by construction. */
  readonly warnings: readonly string[];

  /** @internal */
  constructor(wasm: Wasm, input: ComparisonInput) {
    const { predictions, groups, ...others } = requireInput(input);
    const { label, weight, missingValues, favorable, privileged, uncertainty } = others;
    const missingTexts = toMissingTexts(missingValues);
    const read = new CategoryEncoder('label', [], 'error', { missingTexts });
    const truth = label === undefined ? undefined : named('label', () => read.encode(label));
    const a = named('predictions.a', () => read.encode(predictions.a));
    const b = named('predictions.b', () => read.encode(predictions.b));
    if (truth) requireRows('predictions.a', a.length, truth.length, 'rows, as in label');
    requireRows('predictions.b', b.length, a.length, 'rows, as in predictions.a');
    const columns = [truth, a, b].flatMap((codes) =>
      codes ? [[...new Set(codes)].map((code) => read.categories[code] as string)] : [],
    );
    this.favorable = resolveFavorable(toLabels(favorable), read.categories, columns);
    for (const [name, prediction] of Object.entries({ a, b })) {
      named(`predictions.${name}`, () => requireSameSpelling(wasm, truth, prediction, read.categories, this.favorable));
    }
    const isFavorable = Uint8Array.from(read.categories, (name) => (this.favorable.includes(name) ? 1 : 0));
    const decided = (code: number) => isFavorable[code] as number;
    this.#wasm = wasm;
    this.#tally = new Tally(wasm, {
      groups: Object.keys(groups),
      label: truth !== undefined,
      prediction: true,
      cluster: others.cluster !== undefined,
      missingValues,
    });
    this.#tally.update({
      groups,
      label: truth && { codes: Uint8Array.from(truth, decided), categories: labelNames },
      prediction: {
        codes: Uint8Array.from(a, (code, row) => 2 * decided(code) + decided(b[row] as number)),
        categories: pairNames,
      },
      weight: weight && requireWeights(toNumbers(weight, 'weight', missingTexts)),
      cluster: others.cluster,
    });
    this.#settings = { privileged: this.#privileged(privileged), uncertainty };
    this.#outcome = input.outcome;
    const outcomes = { 'true outcome': label, 'prediction a': predictions.a, 'prediction b': predictions.b };
    this.warnings = new ColumnWatch()
      .add({ groups, outcomes })
      .addPrediction(label, predictions.a, { name: 'prediction a' })
      .addPrediction(label, predictions.b, { name: 'prediction b' })
      .warnings();
  }

  /**
   * Returns both predictions by the categories of one attribute, or by an intersection of several.
   *
   * @throws FairwasmError `invalidArgument` for an unknown attribute.
   */
  frame(by: string | readonly string[]): PairedFrame {
    const attributes = requireTexts('by', [by].flat());
    const key = JSON.stringify(attributes);
    const known = this.#frames.get(key);
    if (known) return known;
    const frame = new PairedFrame(this.#wasm, this.#tally, attributes, {
      ...this.#settings,
      getCount: (rate, groups) => this.#comparisons(rate, groups),
    });
    this.#frames.set(key, frame);
    return frame;
  }

  // A report has a breakdown for each attribute and one for their intersection, and starts with the gaps that
  // changed. The adjustment covers its groups, breakdowns, and the rates of the summary, or all rates for a
  // rate that is not in the summary.
  #comparisons(rate: string, groups: number): number {
    const breakdowns = this.attributes.length > 1 ? this.attributes.length + 1 : 1;
    const rates = availableRates(this.#wasm, this.#tally)
      .filter(({ inputs }) => inputs.includes('prediction'))
      .map(({ name }) => name);
    const summary = essentialRates(rates, this.#outcome);
    return groups * breakdowns * (summary.includes(rate) ? summary : rates).length;
  }

  /** The attributes that define groups. */
  get attributes(): readonly string[] {
    return this.#tally.groups.map(({ name }) => name);
  }

  /**
   * Returns all results as plain data: by each attribute and, if there are several, by their intersection.
   */
  report(context: ComparisonContext = {}): ComparisonReport {
    const { confidence } = checked(this.#settings.uncertainty ?? {});
    return getComparison(this, { outcome: this.#outcome, ...context }, confidence);
  }

  /** Frees the WebAssembly memory immediately instead of on garbage collection. */
  [Symbol.dispose](): void {
    this.#tally[Symbol.dispose]();
  }

  #privileged(given: AuditOptions['privileged'] = {}): Record<string, string> {
    return Object.fromEntries(
      Object.entries(given).map(([attribute, category]): [string, string] => {
        const name = this.#tally.findCategory(attribute, category);
        if (name !== undefined) return [attribute, name];
        throw invalid(
          'privileged',
          'an attribute of the groups with one of its categories',
          `${attribute} = ${category}`,
        );
      }),
    );
  }
}

const favorableLabel = 'favorable';
const labelNames = ['other', favorableLabel];
const pairNames = ['neither', 'only b', 'only a', 'both'];

const known = Object.keys({
  label: true,
  predictions: true,
  groups: true,
  favorable: true,
  outcome: true,
  privileged: true,
  weight: true,
  cluster: true,
  missingValues: true,
  uncertainty: true,
} satisfies Record<keyof ComparisonInput, true>);

function requireInput(input: ComparisonInput): ComparisonInput {
  requireOptions('compare', input, known);
  requireAuditOptions('compare', input, ['label', 'predictions', 'groups', 'weight', 'cluster']);
  requireColumns('groups', input.groups);
  requireOptions('predictions', input.predictions, ['a', 'b']);
  if (input.uncertainty !== undefined) checked(input.uncertainty);
  return input;
}

/** Runs `read`; its errors name the argument `name`. */
function named<T>(name: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof FairwasmError)) throw error;
    const isColumn = ['label', 'prediction'].includes(error.argument);
    throw isColumn ? error.with({ argument: name }) : error;
  }
}

/**
 * Validates the labels as in an audit: true labels and predictions must have the same labels in the same
 * spelling.
 */
function requireSameSpelling(
  wasm: Wasm,
  truth: Codes | undefined,
  prediction: Codes,
  categories: readonly string[],
  favorable: readonly string[],
): void {
  const coded = (codes: Codes): CodedColumn => ({ codes, categories });
  const tally = new Tally(wasm, { label: truth !== undefined, prediction: true });
  try {
    tally.update({ label: truth && coded(truth), prediction: coded(prediction) });
    requireOneSpelling(requireSharedLabels(wasm, tally, true), favorable);
  } finally {
    tally[Symbol.dispose]();
  }
}
