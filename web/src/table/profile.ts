// SPDX-License-Identifier: Apache-2.0
//
// Profiles of the columns of a table, for choosing among them.

import type { profileCsv } from 'fairwasm';

export type TableProfile = Awaited<ReturnType<typeof profileCsv>>;
export type ColumnProfile = TableProfile['columns'][number];
