// SPDX-License-Identifier: Apache-2.0
//
// What a table's columns hold, for choosing among them.

import type { profileCsv } from 'fairwasm';

export type TableProfile = Awaited<ReturnType<typeof profileCsv>>;
export type ColumnProfile = TableProfile['columns'][number];
