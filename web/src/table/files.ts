// SPDX-License-Identifier: Apache-2.0
//
// The files that are offered where a table is to be chosen; what a file is, its first bytes say.

export const tableFiles =
  '.csv,.tsv,.txt,.parquet,.arrow,.feather,.json,.ndjson,.jsonl,.arff,.xlsx,.gz,.zst,.zip,text/csv';

/** The same where a report that was saved can be opened again. */
export const auditFiles = `${tableFiles},.html`;
