// SPDX-License-Identifier: Apache-2.0
//
// How many of a group were selected, and which groups were selected most. Rates are compared as
// fractions of whole numbers, never as rounded quotients: where a rule says "less than four
// fifths", exactly four fifths is not less.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace fairwasm::impact {

// Room for sums of products of two counts up to 2^53.
__extension__ using Wide = __int128;
constexpr Wide wide(double count) { return static_cast<Wide>(count); }

// A group: so many people, of whom so many were selected. Whole numbers, 0 <= selected <= people
// <= 2^53.
struct Selections {
  double people;
  double selected;
};

// selected / people; NaN where there is nobody.
double rate(const Selections& group);

// Places of the groups with the highest rate, all of them where several are exactly equal; groups
// without people have no rate. Throws kInvalidArgument with the place of a group whose counts are
// none.
std::vector<std::uint32_t> highest(std::span<const Selections> groups);

// How many more would have to be selected of each group for it to have the rate of all together:
// people * sum selected / sum people - selected, not rounded; negative where it has more. NaN where
// there is nobody.
std::vector<double> shortfallsToPool(std::span<const Selections> groups);

// Throws kInvalidArgument, with its place, for a group whose counts are not as they have to be.
void requireCounts(std::span<const Selections> groups);

// one.selected * other.people - other.selected * one.people: above 0 where one's rate is higher.
Wide rateDifference(const Selections& one, const Selections& other);

}  // namespace fairwasm::impact
