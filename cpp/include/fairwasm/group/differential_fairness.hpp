// SPDX-License-Identifier: Apache-2.0
//
// Empirical differential fairness: the largest factor, as a logarithm, by which the chance of an
// outcome differs between any two groups of all attributes crossed. Source: Foulds, Islam, Keya and
// Pan: An Intersectional Definition of Fairness, 2020.
#pragma once

#include <vector>

#include "fairwasm/core/names.hpp"
#include "fairwasm/tally/tally.hpp"
#include "fairwasm/uncertainty/score_intervals.hpp"

namespace fairwasm::group {

// Whose favorable outcomes: the true labels' or the predictions'.
enum class Outcome { kLabel, kPrediction };
constexpr auto namesOf(Outcome) {
  return makeNames<Outcome>("of",
                            {{"label", Outcome::kLabel}, {"prediction", Outcome::kPrediction}});
}

// With r = (w(favorable) + c/2) / (w + c) for each group that has rows, w its weight and c the
// concentration of a Dirichlet prior: the maximum over pairs of groups of |ln r_i - ln r_j| and
// |ln (1 - r_i) - ln (1 - r_j)|, in [0, inf); 0 means that all groups fare alike.
//
// ln (1 - r) is taken of the unfavorable weight, so that it is finite for every c > 0 that is not
// lost beside it. c = 0 is no smoothing: where a group's r is 0 or 1 the value is infinite, 0 or
// NaN. As in AIF360, a pair whose first difference is NaN is NaN, one whose second is NaN counts by
// the first, and a NaN pair decides only where it comes first, pairs being taken in order of their
// categories (numbers as numbers). c = NaN or infinite: NaN. Throws kInvalidArgument for c < 0,
// where only one group has rows, or where the tally does not count the outcome.
double smoothedEmpiricalDifferentialFairness(const tally::Tally& tally, Outcome outcome,
                                             const std::vector<bool>& favorable,
                                             double concentration);

// How sure it is, with that prior and the groups as large as they are: from the ratios of all pairs
// of groups, whose intervals hold together (Tukey's range), for the outcome and for its opposite.
// It reaches 0 wherever no two groups are known to differ. NaN where the value is, and for more
// than kMaxPairedGroups groups. Throws as that.
uncertainty::Bounded boundedDifferentialFairness(const tally::Tally& tally, Outcome outcome,
                                                 const std::vector<bool>& favorable,
                                                 double concentration, double confidence);

// The same of the predictions less that of the true labels: above 0 where the classifier widens
// what was in the data.
double differentialFairnessBiasAmplification(const tally::Tally& tally,
                                             const std::vector<bool>& favorable,
                                             double concentration);

// From the intervals of both, as of independent quantities: where predictions follow the labels, as
// they mostly do, it is on the safe side.
uncertainty::Bounded boundedDifferentialAmplification(const tally::Tally& tally,
                                                      const std::vector<bool>& favorable,
                                                      double concentration, double confidence);

}  // namespace fairwasm::group
