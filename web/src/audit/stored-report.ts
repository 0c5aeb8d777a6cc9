// SPDX-License-Identifier: Apache-2.0
//
// A file that is a saved report instead of a table: JSON, or HTML that contains the JSON.

import type { Report } from 'fairwasm';

const begins = /^\ufeff?\s*(<!doctype html|\{\s*"format"\s*:\s*"fairwasm-)/i;
const firstBytes = 256;
const maxBytes = 64 * 2 ** 20;

/**
 * Returns the report in the file; undefined for any other file.
 *
 * @throws FairwasmError for a file that begins like a report but is not valid.
 */
export async function storedReport(file: File): Promise<Report | undefined> {
  if (file.size > maxBytes) return undefined;
  if (!begins.test(await file.slice(0, firstBytes).text())) return undefined;
  const { readReport } = await import('./read-report.js');
  return readReport(await file.text());
}
