// SPDX-License-Identifier: Apache-2.0
//
// Distances between the distributions of an outcome with any number of values in two groups: the
// pre-training and post-training metrics KL, JS, LP, TVD, and KS of SageMaker Clarify.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "fairwasm/uncertainty/score_intervals.hpp"

namespace fairwasm::scores {

// P and Q are the proportions of the outcomes in the two groups.
struct OutcomeDistance {
  // Sum of P ln(P / Q), with 0 ln 0 = 0; infinite if only the second group lacks an outcome.
  double klDivergence;
  // Half of the divergences of P and of Q from (P + Q) / 2, in [0, ln 2]. Lin 1991.
  uncertainty::Bounded jensenShannon;
  // Half of the sum of |P - Q|, in [0, 1].
  uncertainty::Bounded totalVariation;
  // The greatest |P - Q|, in [0, 1].
  uncertainty::Bounded largestDifference;
  // The power-th root of the sum of |P - Q|^power.
  uncertainty::Bounded norm;
};

// Returns the distances of all pairs of groups, in the order of groupDistances(). `weights` are the
// weights of each outcome, group by group, and `squares` the sums of squared weights. Intervals are
// the distance plus or minus the quantile of the norm of both groups' sampling errors in 999 draws
// of Dirichlet distributions with a fixed seed; for the Jensen-Shannon divergence, of its root,
// which is a metric (Endres and Schindelin 2003). NaN if a group has no weight; no interval with
// fewer than two effective rows, or for more than 64 groups. `power` must be 1 or more. Throws
// kInvalidArgument for a confidence outside (0, 1).
std::vector<OutcomeDistance> outcomeDistances(std::span<const double> weights,
                                              std::span<const double> squares, std::size_t outcomes,
                                              double power, double confidence);

}  // namespace fairwasm::scores
