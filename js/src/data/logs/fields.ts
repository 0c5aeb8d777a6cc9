// SPDX-License-Identifier: Apache-2.0
//
// Values in documents of unknown content.

export type Fields = Readonly<Record<string, unknown>>;

/** Returns an object, or an empty object for any other value. */
export const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};

/** Returns a string or a number as text; undefined for other values and for an empty string. */
export const textOf = (value: unknown): string | undefined =>
  (typeof value === 'string' && value !== '') || typeof value === 'number' ? String(value) : undefined;
