// SPDX-License-Identifier: Apache-2.0
//
// Rich subgroup fairness: how unfair a classifier is, in false positives or false negatives, to the
// worst subgroup that a linear function of the protected attributes can define. Source: Kearns,
// Neel, Roth and Wu: Preventing Fairness Gerrymandering, 2018 (the auditor of GerryFair, which
// AIF360's `rich_subgroup` calls).
#pragma once

#include <span>

#include "fairwasm/data/schema.hpp"
#include "fairwasm/tally/tally.hpp"

namespace fairwasm::group {

enum class RichSubgroupError { kFalsePositives, kFalseNegatives };

// Among the rows S with true label "0" (false positives; "1" for false negatives), let q be the
// prediction (1 minus it). The cost of a row is (q - mean q) / n, with n the number of all rows. A
// least squares fit of the cost on the attributes defines group A, where the fit is below 0; a fit
// of the negated cost defines group B. Returns the larger of |A| / n |mean q of A - mean q| and |B|
// / n |mean q of S without A - mean q|, in [0, 1] for predictions in [0, 1]; 0 if neither group is
// separated. A fit within 1e-10 of the largest cost counts as 0, so that rounding does not decide
// group membership. Rows count once each: the tally must be unweighted.
//
// Predictions are the tally's scores if it has scores, otherwise its predicted labels "0" and "1".
// Throws kInvalidArgument for a tally without true labels or without both scores and predictions,
// labels other than "0" and "1", attributes whose categories are not numbers, weights other than 1,
// or an empty S.
double richSubgroup(const tally::Tally& tally, RichSubgroupError error);
// Like above, for a tally's schema and sums.
double richSubgroup(const data::Schema& schema, std::span<const double> sums,
                    RichSubgroupError error);

}  // namespace fairwasm::group
