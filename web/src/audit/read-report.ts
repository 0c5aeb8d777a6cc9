// SPDX-License-Identifier: Apache-2.0
//
// Reader of saved reports, in a separate module: few users open one, and it includes the decompressor.

export { readReport } from 'fairwasm';
