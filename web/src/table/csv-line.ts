// SPDX-License-Identifier: Apache-2.0
//
// Rows as CSV, for what is handed on as a file.

/** One row, every field quoted. */
export const csvLine = (fields: readonly string[]): string =>
  fields.map((field) => `"${field.replaceAll('"', '""')}"`).join(',');
