// SPDX-License-Identifier: Apache-2.0
//
// The code that writes results, for loading on demand: a direct import of the package's module would add all its
// exports to the first load.

export { format } from 'fairwasm';
export { describeResult } from 'fairwasm/report';
