// SPDX-License-Identifier: Apache-2.0
//
// The file types offered for choosing a table; the format is detected from the first bytes.

export const tableFiles =
  '.csv,.tsv,.txt,.parquet,.arrow,.feather,.json,.ndjson,.jsonl,.eval,.xlsx,.gz,.zst,.zip,text/csv';

/** The same types, and those of saved reports. */
export const auditFiles = `${tableFiles},.html`;
