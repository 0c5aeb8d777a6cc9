// SPDX-License-Identifier: Apache-2.0
//
// The reader of saved reports, by itself: few open one, and it takes along what unpacks them.

export { readReport } from 'fairwasm';
