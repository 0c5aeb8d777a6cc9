// SPDX-License-Identifier: Apache-2.0
//
// Numbers of selected people by group, and the groups with the highest rate. Rates are compared as
// fractions of whole numbers, because exactly four fifths is not "less than four fifths" and
// rounding must not change that.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace fairwasm::impact {

// Wide enough for sums of products of two counts up to 2^53.
__extension__ using Wide = __int128;
constexpr Wide wide(double count) { return static_cast<Wide>(count); }

// A group: the number of people and the number of selected people. Whole numbers with 0 <= selected
// <= people <= 2^53.
struct Selections {
  double people;
  double selected;
};

// Returns selected / people; NaN for an empty group.
double rate(const Selections& group);

// Returns the indices of all groups with exactly the highest rate. Empty groups have no rate.
// Throws kInvalidArgument with the index of a group with invalid counts.
std::vector<std::uint32_t> highest(std::span<const Selections> groups);

// Returns the number of additional selections that would give each group the overall rate: people *
// sum selected / sum people - selected, not rounded; negative for a surplus. NaN for an empty
// group.
std::vector<double> shortfallsToPool(std::span<const Selections> groups);

// Throws kInvalidArgument with the index of a group with invalid counts.
void requireCounts(std::span<const Selections> groups);

// Returns one.selected * other.people - other.selected * one.people, which is positive if one's
// rate is higher.
Wide rateDifference(const Selections& one, const Selections& other);

}  // namespace fairwasm::impact
