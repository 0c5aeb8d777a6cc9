// SPDX-License-Identifier: Apache-2.0
//
// Rates per exposure by group, with names and reasons instead of indices and NaN.

import type { AuditOptions } from '../audit/audit-input.js';
import { invalidState } from '../core/error.js';
import { type Estimate, estimate, infiniteRatio, requireConfidence } from '../core/estimate.js';
import { requireOptions, requireTexts } from '../core/options.js';
import type { CategoryColumn, NumberColumn } from '../data/column.js';
import { defaultReference } from '../data/largest-group.js';
import { type NamedGroup, toGroup } from '../data/named-group.js';
import { missingOptions, RoleColumns } from '../tally/role-columns.js';
import type { MainModule as Wasm } from '../wasm/repeated.js';

/** Input of {@link Repeated.ratesPerExposure}: columns of equal length. */
export interface ExposureInput extends Pick<AuditOptions, 'missing' | 'missingValues'> {
  /** The group of each row. */
  group: CategoryColumn;
  /** Number of events, such as wrong words or claims; without `cluster`, integers. */
  events: NumberColumn;
  /** Exposure, such as spoken words or insured years. */
  exposure: NumberColumn;
  /**
   * The cluster of each row, such as a recording, a policy, or a person; rows of a cluster are dependent. Default:
   * events are independent, with Poisson's distribution.
   */
  cluster?: CategoryColumn | undefined;
  /** The group with which others are compared. Default: the group with the most exposure. */
  reference?: string | undefined;
  /** Level of the confidence intervals, in (0, 1). Default: 0.95. */
  confidence?: number | undefined;
}

/** A group's rate, compared with the reference group. */
export type ExposureGroup = ExposureReport['groups'][number];

/** The result of {@link Repeated.ratesPerExposure}. */
export interface ExposureReport {
  format: 'fairwasm-exposure';
  version: 1;
  reference: string;
  confidence: number;
  isClustered: boolean;
  /** Rows with missing values that were dropped. */
  droppedRows: number;
  groups: readonly (NamedGroup<'group'> & {
    events: number;
    exposure: number;
    /** Null without clusters. */
    clusters: number | null;
    rate: Estimate;
    /** Linearized variance of the rate; null without clusters and with a single cluster. */
    variance: number | null;
    /** The group's rate minus the rate of the reference; null for the reference group. */
    difference: Estimate | null;
    /** The group's rate divided by the rate of the reference; null for the reference group. */
    ratio: Estimate | null;
  })[];
}

/** @internal See {@link Repeated.ratesPerExposure}. */
export function ratesPerExposure(wasm: Wasm, input: ExposureInput): ExposureReport {
  const roles = ['group', 'events', 'exposure', 'cluster'];
  requireOptions('ratesPerExposure', input, [...roles, ...missingOptions, 'reference', 'confidence']);
  if (input.reference !== undefined) requireTexts('reference', [input.reference]);
  const confidence = requireConfidence(input.confidence);
  const { group, events, exposure, cluster } = input;
  const columns = new RoleColumns({ group, events, exposure, cluster }, input, ['group']);
  if (columns.length === 0) throw invalidState('rows', 'at least one row', 'none');
  const groups = columns.sorted('group');
  const amounts = columns.numbers('exposure');
  const reference =
    input.reference === undefined
      ? mostExposed(groups.codes, amounts, groups.names)
      : groups.indexOf(input.reference, 'reference');
  const flat = columns.reading(() =>
    wasm.groupRates(
      groups.names.length,
      groups.codes,
      columns.numbers('events'),
      amounts,
      columns.categories('cluster').codes,
      reference,
      confidence,
    ),
  );
  const width = flat.length / groups.names.length;
  const isClustered = cluster !== undefined;
  return {
    format: 'fairwasm-exposure',
    version: 1,
    reference: groups.names[reference] as string,
    confidence,
    isClustered,
    droppedRows: columns.dropped,
    groups: groups.names.map((name, index) => ({
      ...toGroup({ group: name }),
      ...describeRate(Array.from(flat.subarray(index * width, (index + 1) * width)), index === reference, isClustered),
    })),
  };
}

function mostExposed(codes: Uint32Array, exposure: Float64Array, names: readonly string[]): number {
  const sums = new Float64Array(names.length);
  for (let row = 0; row < codes.length; row++) {
    const code = codes[row] as number;
    sums[code] = (sums[code] as number) + (exposure[row] as number);
  }
  const groups = names.map((group, index) => ({ categories: { group }, rows: sums[index] as number }));
  return Math.max(0, groups.indexOf(defaultReference(groups) as (typeof groups)[0]));
}

const noExposure = () => 'one of the groups has no exposure';
const isFew = (clusters: number) => clusters < 10;

// The members of the core's GroupRate, in their order.
function describeRate(
  numbers: readonly number[],
  isReference: boolean,
  isClustered: boolean,
): Omit<ExposureGroup, keyof NamedGroup> {
  const [events = 0, exposure = 0, clusters = Number.NaN] = numbers;
  const at = (index: number) => numbers[index] as number;
  const ends = (position: number): [number, number] => [at(position), at(position + 1)];
  const warning =
    isClustered && isFew(clusters)
      ? `${clusters} ${clusters === 1 ? 'cluster' : 'clusters'}: the interval is approximate`
      : undefined;
  const compared = (place: number, joint: number, reason: () => string): Estimate =>
    estimate(at(place), reason, {
      ci: ends(place + 1),
      adjustedCi: ends(joint),
      ...(Number.isNaN(at(place + 1)) ? {} : { pValue: at(14), adjustedPValue: at(19) }),
    });
  return {
    events,
    exposure,
    clusters: isClustered ? clusters : null,
    rate: estimate(at(3), () => 'the group has no exposure', { ci: ends(4), warning }),
    variance: Number.isNaN(at(6)) ? null : at(6),
    difference: isReference ? null : compared(8, 15, noExposure),
    ratio: isReference
      ? null
      : compared(11, 17, () =>
          at(11) === Number.POSITIVE_INFINITY ? infiniteRatio : 'both rates are 0, or a group has no exposure',
        ),
  };
}
