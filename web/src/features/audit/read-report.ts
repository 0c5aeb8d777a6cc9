// SPDX-License-Identifier: Apache-2.0
//
// Reader of saved reports and other results, in a separate module, because few users open a saved result and the reader includes the decompressor.

import { type Report, readReport } from 'fairwasm';
import { type Document, readDocument } from 'fairwasm/report';

/** A report, or the description of another result. */
export type Stored = { report: Report } | { document: Document };

const isReport = /<script type="text\/base64" id="fairwasm-report">|^\ufeff?\s*\{\s*"format"\s*:\s*"fairwasm-report"/;

const isDocument = /<script type="text\/base64" id="fairwasm-document">|^\ufeff?\s*\{/;

export const readStored = (text: string): Stored =>
  isReport.test(text) || !isDocument.test(text) ? { report: readReport(text) } : { document: readDocument(text) };
