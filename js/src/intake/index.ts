// SPDX-License-Identifier: Apache-2.0
//
// The exports of 'fairwasm/intake': the rules by which files are read, for programs that show them before an audit.

export { readAllRows } from './read-all-rows.js';
export { type NamedColumns, type RewriteOptions, rewriteTable } from './rewrite-table.js';
