// SPDX-License-Identifier: Apache-2.0
//
// The code that writes results, for loading on demand: an import of the package's module itself would bring all its
// exports into the first load.

export { describeResult, format } from 'fairwasm/report';
