// SPDX-License-Identifier: Apache-2.0
//
// The results of a group fairness audit: frames, comparisons within strata, and a report.

import { invalid } from '../core/error.js';
import type { Wasm } from '../core/module.js';
import { requireParts, requireTexts, shown } from '../core/options.js';
import { resolveFavorable, toLabels } from '../data/favorable.js';
import { requireFewGroups } from '../data/group-limit.js';
import type { RateName } from '../metrics/rates.js';
import type { Tally } from '../tally/tally.js';
import type { AuditNotes, AuditOptions } from './audit-input.js';
import { type CustomCountsMetric, customCounts } from './custom/custom-counts.js';
import type { CustomMetrics } from './custom/custom-figures.js';
import { Frame } from './frame/frame.js';
import { checked, defaultUncertainty, type UncertaintyOptions } from './frame/uncertainty.js';
import { requireOneSpelling, requireSharedLabels } from './label-check.js';
import { type AuditReport, getReport, type ReportContext } from './report.js';
import { blankWarnings, getWarnings } from './warnings.js';
import { type Conditional, conditional, reversals } from './within/conditional.js';
import type { StrataInput } from './within/strata.js';

/**
 * The results of an audit. Returned by `fair.audit(…)` and {@link Auditor.audit}.
 *
 * @example
 * const fair = await load();
 * const audit = fair.audit({
 *   label: [1, 1, 0, 0, 1, 1, 0, 0],
 *   prediction: [1, 1, 1, 0, 1, 0, 0, 0],
 *   groups: { sex: ['f', 'f', 'f', 'f', 'm', 'm', 'm', 'm'], region: ['n', 's', 'n', 's', 'n', 's', 'n', 's'] },
 * });
 * audit.frame('sex').groups.map(({ name, rates }) => [name, rates.selectionRate.value]); // [["f", 0.75], ["m", 0.25]]
 * audit.frame(['sex', 'region']).groups.length; // 4
 */
export class Audit<Attribute extends string = string> {
  readonly #wasm: Wasm;
  readonly #options: AuditOptions;
  readonly #frames = new Map<string, Frame>();
  /** A copy of the counts behind all results; rows that are added later do not change it. */
  readonly tally: Tally;
  /** The labels that count as positive. */
  readonly favorable: readonly string[];
  /** Number of rows dropped because of missing values. */
  readonly droppedRows: number;
  /** Sentences about probable mistakes in the columns, such as scores that rank backwards. */
  readonly warnings: readonly string[];

  /** @internal */
  constructor(wasm: Wasm, tally: Tally, options: AuditOptions, notes: AuditNotes = {}) {
    this.#wasm = wasm;
    // A tally may count any number of groups. Checked before any data is copied.
    for (const { name, categories } of tally.groups) requireFewGroups(name, categories.length);
    this.tally = tally.copy();
    const occurring = requireSharedLabels(wasm, tally, true); // Checked before a favorable label is inferred from both columns.
    const columns = [...new Set([occurring.label, occurring.prediction])].map((each) => [...each]);
    this.favorable = resolveFavorable(toLabels(options.favorable), tally.labels, columns);
    requireOneSpelling(occurring, this.favorable);
    this.#options = { ...options, privileged: this.#privileged(options.privileged) };
    this.droppedRows = notes.droppedRows ?? 0;
    const { label, prediction } = tally.columns;
    const byRole = {
      ...(label && { 'true outcome': occurring.label }),
      ...(prediction && { prediction: occurring.prediction }),
    };
    this.warnings = [
      ...(notes.warnings ?? []),
      ...blankWarnings(byRole, this.droppedRows),
      ...getWarnings(wasm, tally, this.favorable),
    ];
  }

  /** The attributes that define groups. */
  get attributes(): readonly Attribute[] {
    return this.tally.groups.map(({ name }) => name as Attribute);
  }

  /**
   * Returns rates by the categories of one attribute, or by an intersection of several.
   *
   * @throws FairwasmError `invalidArgument` for an unknown attribute.
   */
  frame<By extends Attribute>(by: By | readonly By[]): Frame<By> {
    const attributes = requireTexts('by', [by].flat()) as readonly By[];
    const key = JSON.stringify(attributes);
    const known = this.#frames.get(key);
    if (known) return known as Frame<By>;
    const { privileged, uncertainty } = this.#options;
    const options = { favorable: this.favorable, privileged, uncertainty };
    const frame = new Frame(this.#wasm, this.tally, attributes, options);
    this.#frames.set(key, frame);
    return frame;
  }

  /** Frees the WebAssembly memory of the tally immediately instead of on garbage collection. */
  [Symbol.dispose](): void {
    this.tally[Symbol.dispose]();
  }

  /**
   * Compares groups within strata, such as applicants to one department: the gaps if both groups had the same
   * distribution over strata, the common odds ratio, and tests of equal odds and of equal odds ratios in all
   * strata. Computed from the counts, so the strata must be attributes that were counted.
   *
   * The result is NaN, with a reason, if no stratum contains both groups. Strata in which one group has no
   * rate are skipped; `groupShare` and `referenceShare` report the remaining proportions. With weighted rows,
   * tests and odds use the effective sample size; with clusters, intervals are those of the jackknife over clusters, and
   * there are no tests.
   *
   * Sources: Cochran 1954; Mantel and Haenszel 1959; Breslow and Day 1980; Tarone 1985; Robins, Breslow, and
   * Greenland 1986.
   *
   * @example
   * // audit: as in the example of Audit.
   * const [{ rates }] = audit.conditional('sex', { within: 'region' }).comparisons;
   * rates.selectionRate.standardizedDifference.adjustedCi; // [-0.811…, 0.257…]
   *
   * @throws FairwasmError `invalidArgument` for an unknown attribute, for one that is in both `by` and `within`, and
   *   for a rate that is not a proportion of rows.
   */
  conditional(
    by: Attribute | readonly Attribute[],
    options: {
      /** The attributes whose combined categories are the strata. */
      within: Attribute | readonly Attribute[];
      /** Rates that are proportions of rows. Default: {@link conditionalRates}, if the columns allow them. */
      rates?: readonly RateName[] | undefined;
    },
  ): Conditional {
    return conditional(this.#compared(by), options);
  }

  /**
   * @internal Returns a sentence for each gap by these attributes that reverses within others; `comparisons` is the
   *   number of comparisons in the search.
   */
  reversals(by: readonly Attribute[], within: readonly string[], comparisons: number): string[] {
    return reversals(this.#compared(by), within, comparisons);
  }

  /**
   * Returns all results as plain data, for JSON, a page, or a terminal.
   *
   * @example
   * // audit: as in the example of Audit.
   * const report = audit.report({ source: 'Loans of 2024' });
   * report.breakdowns.map(({ by }) => by.join(' and ')); // ["sex", "region", "sex and region"]
   */
  report(context: ReportContext<Attribute> = {}): AuditReport {
    requireParts('report', context, [], 'an object with options');
    const { threshold, outcome, uncertainty = {} } = this.#options;
    const settings = uncertainty && { ...defaultUncertainty, ...uncertainty };
    const { metrics, ...others } = context;
    const report = getReport(this as Audit, { threshold, outcome, ...others }, settings || null);
    if (metrics === undefined) return report;
    const own = this.#customMetrics(
      metrics,
      report.breakdowns.map(({ by }) => by),
      settings || null,
    );
    return { ...report, extras: { customMetrics: own } };
  }

  /**
   * Computes custom metrics, which are functions of a group's counts, for all rows, for each attribute, and
   * for their intersection. Confidence intervals come from draws of the counts from their posterior under
   * Jeffreys's prior (half a row in each cell of the confusion matrix), so they work for any function. Sums
   * of scores are NaN in these draws, so metrics that use them have no interval. The value is NaN, with a
   * reason, if the function does not return a finite number.
   *
   * @returns The value of `extras.customMetrics` in a report with these metrics.
   *
   * @example
   * // audit: as in the example of Audit.
   * const { metrics } = audit.customMetrics({ missed: ({ falseNegatives, positives }) => falseNegatives / positives });
   * metrics[0].breakdowns[0].groups.map(({ name, value }) => [name, value.value]); // [["f", 0], ["m", 0.5]]
   *
   * @throws FairwasmError `invalidArgument` for values that are not formulas or functions by name, and for a function that
   *   throws or does not return a number.
   */
  customMetrics(metrics: Readonly<Record<string, CustomCountsMetric>>): CustomMetrics {
    const { uncertainty = {} } = this.#options;
    const single = this.attributes.map((name) => [name]);
    const choices = single.length > 1 ? [...single, [...this.attributes]] : single;
    return this.#customMetrics(metrics, choices, uncertainty && checked(uncertainty));
  }

  #customMetrics(
    metrics: Readonly<Record<string, CustomCountsMetric>>,
    choices: readonly (readonly string[])[],
    uncertainty: Required<UncertaintyOptions> | false | null,
  ): CustomMetrics {
    const audited = {
      wasm: this.#wasm,
      tally: this.tally,
      frames: choices.map((by) => (this as Audit).frame(by)),
      overall: this.frame([]),
    };
    return customCounts(audited, metrics, uncertainty || null);
  }

  #compared(by: Attribute | readonly Attribute[]): StrataInput {
    const { uncertainty = {} } = this.#options;
    const { confidence = defaultUncertainty.confidence } = uncertainty || {};
    return {
      wasm: this.#wasm,
      tally: this.tally,
      frame: this.frame(by),
      favorable: this.favorable,
      confidence: uncertainty === false ? undefined : confidence,
    };
  }

  // Reference categories in the spelling of the counts.
  #privileged(given: AuditOptions['privileged'] = {}): Record<string, string> {
    const entries = Object.entries(given).map(([attribute, category]): [string, string] => {
      const group = this.tally.groups.find(({ name }) => name === attribute);
      const name = group && this.tally.findCategory(attribute, category);
      if (name !== undefined) return [attribute, name];
      const known: readonly string[] = group ? group.categories : this.attributes;
      throw invalid(
        'privileged',
        `${group ? `a category of ${attribute}` : 'a group attribute'}: ${known.join(', ')}`,
        shown(group ? category : attribute),
      );
    });
    return Object.fromEntries(entries);
  }
}
