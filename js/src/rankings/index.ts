// SPDX-License-Identifier: Apache-2.0
//
// The exports of 'fairwasm/rankings'.

import './results.js';

export type { ReferenceShares } from './groups.js';
export type { RankedLists, RankedRows, RankingOptions } from './ranked-lists.js';
export type { RankedGroup, RankingReport } from './ranking.js';
export { load, type Rankings } from './rankings.js';
export type { ShareInput, ShareReport } from './shares.js';
