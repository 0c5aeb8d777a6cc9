// SPDX-License-Identifier: Apache-2.0
//
// Marks warnings about gaps that reverse, which summaries show first. A separate file: the page shows summaries without the
// code that computes warnings.

/** The end of these warnings. */
export const reversalMark = '(Simpson’s paradox).';

export const isReversal = (warning: string): boolean => warning.endsWith(reversalMark);
