// SPDX-License-Identifier: Apache-2.0
//
// Requests to the worker about individual fairness, and the columns that can define which people are similar.

import type { Document } from 'fairwasm/report';
import type { Choice } from '../../table/choice.js';
import { countedColumns } from '../../table/choice.js';
import { isLikeOutcome } from '../../table/guess.js';
import type { TableProfile } from '../../table/profile.js';

declare module '../../worker/requests.js' {
  interface Requests {
    individual: { request: { file: Blob; choice: Choice; asked: IndividualAsked }; result: Document };
  }
}

export interface IndividualAsked {
  /** Numeric columns that define which people are similar. */
  features: readonly string[];
  /** Number of nearest rows, including the row itself. */
  neighbors: number;
  /** True if each feature is divided by its standard deviation. */
  isScaled: boolean;
}

/** A result and its request. */
export interface KeptIndividual {
  asked: IndividualAsked;
  found: Document;
}

/** The columns chosen at first: without other names and versions of decisions, outcomes, and scores. */
export const getProposed = (profile: TableProfile, choice: Choice): string[] =>
  getFeatures(profile, choice).filter((name) => !isLikeOutcome(profile, choice, name));

/** Numeric columns that are not counted by the audit. Identifiers have a distinct whole number in each row. */
export function getFeatures({ columns, rows }: TableProfile, choice: Choice): string[] {
  const counted = countedColumns(choice);
  const isIdentifier = (name: string, range: readonly [number, number]) =>
    /(^|[^a-z])(id|index|row|nr|no|number)([^a-z]|$)/i.test(name) || (rows > 20 && range[1] - range[0] === rows - 1);
  return columns
    .filter(({ name, range }) => range !== undefined && range[0] < range[1] && !counted.includes(name))
    .filter(({ name, range }) => range !== undefined && !isIdentifier(name, range as [number, number]))
    .map(({ name }) => name);
}
