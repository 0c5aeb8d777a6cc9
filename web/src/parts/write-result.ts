// SPDX-License-Identifier: Apache-2.0
//
// The code that writes results, in a module of its own: loaded on demand, it would otherwise bring every export of the
// package's module into the first load.

export { format } from 'fairwasm/report';
