// SPDX-License-Identifier: Apache-2.0
//
// `fairwasm/browser`: the main entry point in one file, for pages without a bundler.

export * from './index.js';
