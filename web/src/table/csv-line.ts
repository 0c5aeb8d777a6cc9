// SPDX-License-Identifier: Apache-2.0
//
// Writes rows as CSV.

/** Returns one row with every field quoted. */
export const csvLine = (fields: readonly string[]): string =>
  fields.map((field) => `"${field.replaceAll('"', '""')}"`).join(',');
