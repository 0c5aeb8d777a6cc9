// SPDX-License-Identifier: Apache-2.0
//
// Uncertainty of the metrics of a frame: confidence intervals for all rates, spreads, and
// disparities, tests for no difference, expected cases, and minimum detectable differences. They
// are computed from the groups' counts, so the cost does not depend on the number of rows.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "fairwasm/group/disparities.hpp"
#include "fairwasm/group/frame.hpp"
#include "fairwasm/group/spread_intervals.hpp"

namespace fairwasm::group {

struct UncertaintyOptions {
  std::size_t draws = 2000;  // number of permutations
  std::uint64_t seed = 1;
  double confidence = 0.95;  // in (0, 1)
  // True if the disparities' intervals must hold jointly (Bonferroni over groups and disparities),
  // false if each holds by itself.
  bool simultaneous = false;
};

struct FrameUncertainty {
  std::vector<uncertainty::Interval> rates;           // (group, rate)
  std::vector<uncertainty::Interval> overallRates;    // (rate)
  std::vector<uncertainty::SpreadIntervals> spreads;  // (rate)
  std::vector<uncertainty::Interval> disparities;     // (group, disparity), against the reference
  std::vector<double> disparityTests;                 // (group, disparity): p-values
  std::vector<double> spreadTests;  // (rate): p-value for equal rates of all groups
  // (group, rate): expected number of cases in the group if its rate were that of all groups
  // together.
  std::vector<double> expectedCases;
  std::vector<double> overallCases;  // (rate): likewise for all rows
  // (group, rate) and (rate): effectiveClusters().
  std::vector<double> clusters;
  std::vector<double> overallClusters;
  // (group, disparity): for differences of one rate, from the reference; NaN for other disparities.
  std::vector<uncertainty::Detectable> minimumDetectable;
};

// Returns the uncertainty of disjoint groups; `reference` is the index of the reference group. The
// result does not depend on the order of the groups. `shared` contains the clusters with rows in
// several groups. With more than uncertainty::kMaxPairedGroups groups, results that compare all
// pairs of groups are NaN: the intervals of the spreads' `difference` and `ratio`, and
// `spreadTests`. Throws kInvalidArgument for options out of range: draws in [1, 1e6], confidence in
// (0, 1).
FrameUncertainty frameUncertainty(std::span<const Counts> groups, const Counts& overall,
                                  std::size_t reference, const UncertaintyOptions& options,
                                  const SharedClusters& shared = {});

// Returns (group, disparity) intervals against the group at index `reference`. Each disparity has
// its own entry of `confidences`, in (0, 1). NaN for the reference group.
std::vector<uncertainty::Interval> disparityIntervals(std::span<const Counts> groups,
                                                      std::size_t reference,
                                                      const std::vector<double>& confidences,
                                                      const SharedClusters& shared = {});

// Returns (group, rate) intervals of every rate of kRates at `confidence` in (0, 1); NaN if
// unknown.
std::vector<uncertainty::Interval> rateIntervals(std::span<const Counts> groups, double confidence);

}  // namespace fairwasm::group
