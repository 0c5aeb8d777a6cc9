// SPDX-License-Identifier: Apache-2.0
//
// Marks warnings about gaps that reverse within strata: they change how a finding is read, so a summary starts with them.

/** The end of these warnings. */
export const reversalMark = '(Simpson’s paradox).';

export const isReversal = (warning: string): boolean => warning.endsWith(reversalMark);
