// SPDX-License-Identifier: Apache-2.0
//
// Empirical differential fairness: the logarithm of the largest ratio of an outcome's probability
// between any two intersectional groups. Source: Foulds, Islam, Keya and Pan: An Intersectional
// Definition of Fairness, 2020.
#pragma once

#include <vector>

#include "fairwasm/core/names.hpp"
#include "fairwasm/tally/tally.hpp"
#include "fairwasm/uncertainty/score_intervals.hpp"

namespace fairwasm::group {

// Source of the favorable outcomes: true labels or predictions.
enum class Outcome { kLabel, kPrediction };
constexpr auto getNames(Outcome) {
  return makeNames<Outcome>("of",
                            {{"label", Outcome::kLabel}, {"prediction", Outcome::kPrediction}});
}

// For each nonempty group with weight w, let r = (w(favorable) + c/2) / (w + c), with c the
// concentration of a Dirichlet prior. Returns the maximum over pairs of groups of |ln r_i - ln r_j|
// and |ln (1 - r_i) - ln (1 - r_j)|, in [0, inf); 0 means that all groups have equal rates.
//
// ln (1 - r) is computed from the unfavorable weight, so it is finite for every c > 0 that rounding
// preserves. c = 0 means no smoothing: if r is 0 or 1 in a group, the result is infinite, 0, or
// NaN. As in AIF360, a pair whose first difference is NaN is NaN, a pair whose second difference is
// NaN uses the first, and a NaN pair determines the result only if it is the first pair in the
// order of categories (numeric if possible). The result is NaN for c = NaN or infinite c. Throws
// kInvalidArgument for c < 0, a single nonempty group, or a tally without the outcome column.
double smoothedEmpiricalDifferentialFairness(const tally::Tally& tally, Outcome outcome,
                                             const std::vector<bool>& favorable,
                                             double concentration);

// Returns the metric with its confidence interval, for the same prior and given group sizes. The
// interval is computed from the ratios of all pairs of groups, whose intervals hold jointly
// (Tukey's range), for the outcome and its complement. It contains 0 if no two groups differ
// significantly. NaN if the metric is NaN, and for more than kMaxPairedGroups groups. Throws like
// smoothedEmpiricalDifferentialFairness().
uncertainty::Bounded boundedDifferentialFairness(const tally::Tally& tally, Outcome outcome,
                                                 const std::vector<bool>& favorable,
                                                 double concentration, double confidence);

// Returns the metric of the predictions minus that of the true labels; it is positive if the
// classifier amplifies the bias in the data.
double differentialFairnessBiasAmplification(const tally::Tally& tally,
                                             const std::vector<bool>& favorable,
                                             double concentration);

// Combines the intervals of both metrics as if they were independent. This is conservative if
// predictions follow the labels, as they usually do.
uncertainty::Bounded boundedDifferentialAmplification(const tally::Tally& tally,
                                                      const std::vector<bool>& favorable,
                                                      double concentration, double confidence);

}  // namespace fairwasm::group
