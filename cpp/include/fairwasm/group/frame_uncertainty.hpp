// SPDX-License-Identifier: Apache-2.0
//
// How sure the numbers of a frame are: an interval for every rate, spread and disparity, tests of
// "no difference", on how many cases each rate rests, and the minimum detectable differences. All
// of it is computed from the groups' counts, so its cost does not depend on the number of rows.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "fairwasm/group/disparities.hpp"
#include "fairwasm/group/frame.hpp"
#include "fairwasm/group/spread_intervals.hpp"

namespace fairwasm::group {

struct UncertaintyOptions {
  std::size_t draws = 2000;  // of permutations
  std::uint64_t seed = 1;
  double confidence = 0.95;  // in (0, 1)
  // Whether the disparities' intervals hold all together (Bonferroni over groups and disparities),
  // or each for itself.
  bool simultaneous = false;
};

struct FrameUncertainty {
  std::vector<uncertainty::Interval> rates;         // (group, rate)
  std::vector<uncertainty::Interval> overallRates;  // (rate)
  std::vector<SpreadIntervals> spreads;             // (rate)
  std::vector<uncertainty::Interval> disparities;  // (group, disparity), each against the reference
  std::vector<double> disparityTests;              // (group, disparity): p-values
  std::vector<double> spreadTests;  // (rate): p-value that all groups have the same rate
  // (group, rate): cases expected in the group if its rate were that of all groups together.
  std::vector<double> expectedCases;
  std::vector<double> overallCases;  // (rate): the same of all rows
  // (group, rate) and (rate): effectiveClusters().
  std::vector<double> clusters;
  std::vector<double> overallClusters;
  // (group, disparity): of differences of one rate, from the reference. NaN of other disparities.
  std::vector<uncertainty::Detectable> minimumDetectable;
};

// Any groups that have no rows in common; `reference` is the place of the one that others are
// compared with. Does not depend on the order of the groups. Throws kInvalidArgument for options
// out of range: draws in [1, 1e6], confidence in (0, 1). `shared`: persons with rows in several of
// these groups. With more than kMaxPairedGroups groups, what needs all pairs of groups is NaN: the
// intervals of the spreads' `difference` and `ratio`, and `spreadTests`.
FrameUncertainty frameUncertainty(std::span<const Counts> groups, const Counts& overall,
                                  std::size_t reference, const UncertaintyOptions& options,
                                  const SharedClusters& shared = {});

// (group, disparity): each group's disparities against the one at the place `reference`, each
// disparity at its own one of `confidences`, in (0, 1); NaN for the reference itself.
std::vector<uncertainty::Interval> disparityIntervals(std::span<const Counts> groups,
                                                      std::size_t reference,
                                                      const std::vector<double>& confidences,
                                                      const SharedClusters& shared = {});

// (group, rate): the interval of every rate of kRates at `confidence` in (0, 1); NaN where there is
// none.
std::vector<uncertainty::Interval> rateIntervals(std::span<const Counts> groups, double confidence);

}  // namespace fairwasm::group
