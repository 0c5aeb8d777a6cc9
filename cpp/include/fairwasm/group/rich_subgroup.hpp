// SPDX-License-Identifier: Apache-2.0
//
// Rich subgroup fairness: how unfair a classifier is, in false positives or false negatives, to the
// worst subgroup that a linear function of the protected attributes can single out. Source: Kearns,
// Neel, Roth and Wu: Preventing Fairness Gerrymandering, 2018 (the auditor of GerryFair, which
// AIF360's `rich_subgroup` calls).
#pragma once

#include <span>

#include "fairwasm/data/schema.hpp"
#include "fairwasm/tally/tally.hpp"

namespace fairwasm::group {

enum class RichSubgroupError { kFalsePositives, kFalseNegatives };

// Among the rows S with true label "0" (false positives; "1" for false negatives), q is the
// prediction (1 minus it), and the cost of a row is (q - mean q) / n, with n all rows. An ordinary
// least squares fit of the cost on the attributes names the group A where it is below 0, one of the
// negated cost the group B. The value is the larger of |A| / n |mean q of A - mean q| and |B| / n
// |mean q of S without A - mean q|, in [0, 1] for predictions in [0, 1]; 0 where no group stands
// out. A fit within 1e-10 of the largest cost is 0: whether a group stands out must not be decided
// by rounding. Rows count once each: the tally must be unweighted.
//
// The predictions are the tally's scores where it has scores, its predicted labels "0" and "1"
// else. Throws kInvalidArgument where there are no true labels, labels other than "0" and "1",
// neither scores nor predictions, attributes whose categories are not numbers, weights other than
// 1, or no row in S.
double richSubgroup(const tally::Tally& tally, RichSubgroupError error);
// Of a tally's schema and sums, where the tally itself is elsewhere.
double richSubgroup(const data::Schema& schema, std::span<const double> sums,
                    RichSubgroupError error);

}  // namespace fairwasm::group
