// SPDX-License-Identifier: Apache-2.0
//
// The exports of 'fairwasm/rankings'.

export { describeRankings, describeShares } from './describe.js';
export type { ReferenceShares } from './groups.js';
export type {
  RankedLists,
  RankedListsOptions,
  RankedRows,
  RankingInput,
  RankingOptions,
} from './ranked-lists.js';
export type { GroupExposure, PrefixTests, RankedGroup, RankingReport } from './ranking.js';
export { load, type Rankings } from './rankings.js';
export type { GroupShare, ShareInput, ShareReport } from './shares.js';
