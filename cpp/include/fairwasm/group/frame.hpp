// SPDX-License-Identifier: Apache-2.0
//
// Metrics disaggregated by group, like fairlearn's MetricFrame: counts and rates of every
// combination of categories of the chosen attributes, and of all rows.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "fairwasm/group/rates.hpp"
#include "fairwasm/uncertainty/spread.hpp"

namespace fairwasm::group {

struct Frame {
  std::vector<std::size_t> attributes;  // indices in the schema
  xt::xtensor<std::uint32_t, 2> codes;  // (group, attribute): category
  std::vector<Counts> counts;  // one per group; rows = 0 for combinations that do not occur
  Counts overall;
};

// Returns all groups (the full cross product) in row-major order of the attributes' categories. An
// empty list of attributes gives one group with all rows. Throws kInvalidArgument for an unknown or
// duplicate attribute.
Frame frameBy(const tally::Tally& tally, const std::vector<std::string>& attributes,
              const std::vector<bool>& favorable);

// Returns row weights by (group, true label, predicted label), for any number of labels, with
// groups in the order of frameBy(). The axis of a missing label or prediction column has length 1.
xt::xtensor<double, 3> confusionMatrices(const tally::Tally& tally,
                                         const std::vector<std::string>& attributes);

// Returns every rate of kRates by (group, rate); NaN if undefined.
xt::xtensor<double, 2> rates(std::span<const Counts> groups);

// Returns the spread of every rate of kRates.
std::vector<uncertainty::Spread> rateSpreads(std::span<const Counts> groups, const Counts& overall);

}  // namespace fairwasm::group
