// SPDX-License-Identifier: Apache-2.0
//
// How sure the numbers of a frame are: an interval for every rate, spread and disparity, and tests
// of "no difference". All of it is computed from the tally's cells, so its cost does not depend on
// the number of rows.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "fairwasm/group/disparities.hpp"
#include "fairwasm/group/frame.hpp"
#include "fairwasm/uncertainty/intervals.hpp"

namespace fairwasm {

struct FrameUncertainty {
  // (group, rate), then the rates of all rows. Rates that are shares of rows: Wilson's interval,
  // with the effective number of rows where there are weights. Mean scores: BCa bootstrap.
  std::vector<Interval> rates;
  std::vector<Interval> overallRates;
  std::vector<Interval> spreads;  // (rate, member of Spread): BCa bootstrap
  std::vector<Interval>
      disparities;  // (group, disparity), each against the reference: BCa bootstrap
  // (group, rate): p-value that the group and the reference have the same rate; NaN for the
  // reference itself and for mean scores.
  std::vector<double> differenceTests;
  std::vector<double> permutationTests;  // (rate): p-value that all groups have the same rate
};

// More groups than this have no intervals, as they would take too long: kTooLarge.
inline constexpr std::size_t kMostUncertainGroups = 512;

// Groups in the order of frameBy(); `reference` is the place of the group that others are compared
// with.
FrameUncertainty frameUncertainty(const Tally& tally, const std::vector<std::string>& attributes,
                                  const std::vector<bool>& favorable, std::size_t reference,
                                  const BootstrapOptions& options);

}  // namespace fairwasm
