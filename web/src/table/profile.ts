// SPDX-License-Identifier: Apache-2.0
//
// What a table's columns hold, for choosing among them.

import type { TableProfile } from 'fairwasm';

export type { TableProfile };
export type ColumnProfile = TableProfile['columns'][number];
