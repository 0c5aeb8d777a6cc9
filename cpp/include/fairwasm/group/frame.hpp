// SPDX-License-Identifier: Apache-2.0
//
// Metrics disaggregated by group, as in fairlearn's MetricFrame: the counts and rates of every
// combination of categories of the chosen attributes, and of all rows together.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "fairwasm/group/rates.hpp"

namespace fairwasm::group {

struct Frame {
  std::vector<std::size_t> attributes;  // places in the schema
  xt::xtensor<std::uint32_t, 2> codes;  // (group, attribute): which category
  std::vector<Counts> counts;  // one a group; rows = 0 where the combination never occurred
  Counts overall;
};

// Groups in row-major order of the attributes' categories: the full cross product. An empty list of
// attributes gives one group, of all rows. Throws kInvalidArgument for an unknown attribute or one
// that is named twice.
Frame frameBy(const tally::Tally& tally, const std::vector<std::string>& attributes,
              const std::vector<bool>& favorable);

// (group, true label, predicted label): weight of the rows, for any number of labels, in the
// groups' order above. The axis of a label or prediction that the tally does not have is 1 long.
xt::xtensor<double, 3> confusionMatrices(const tally::Tally& tally,
                                         const std::vector<std::string>& attributes);

// (group, rate): every rate of kRates; NaN where undefined.
xt::xtensor<double, 2> rates(std::span<const Counts> groups);

// How far the groups' values of one metric lie apart, over the groups in which it is defined (not
// NaN). All members are NaN if it is defined in none of them.
struct Spread {
  double min;
  double max;
  double difference;  // max - min, in [0, 1] for shares
  double ratio;  // min / max, in [0, 1] for shares; NaN for 0/0 and where values can be negative
  double differenceToOverall;  // largest |group - overall|
  double ratioToOverall;       // smallest of group/overall or its inverse, whichever is below 1
};

// A gap takes two: with a single defined group only `min` and `max` have a value.
Spread spread(std::span<const double> groups, double overall);

// fairlearn's: a single defined group has differences of 0 and ratios of 1.
Spread fairlearnSpread(std::span<const double> groups, double overall);

inline constexpr auto kSpreadNames = std::to_array<std::string_view>(
    {"min", "max", "difference", "ratio", "differenceToOverall", "ratioToOverall"});

// Of every rate of kRates.
std::vector<Spread> rateSpreads(std::span<const Counts> groups, const Counts& overall);

}  // namespace fairwasm::group
