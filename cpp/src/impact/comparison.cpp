// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/impact/comparison.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "fairwasm/core/nan.hpp"
#include "fairwasm/uncertainty/exact_shares.hpp"
#include "fairwasm/uncertainty/score_intervals.hpp"
#include "fairwasm/uncertainty/tests.hpp"

namespace fairwasm::impact {
namespace {

using uncertainty::ExactShare;
using uncertainty::Interval;

// Divides exact products, each rounded once. 0/0 is NaN, x/0 infinite.
double quotient(Wide numerator, Wide denominator) {
  return static_cast<double>(numerator) / static_cast<double>(denominator);
}

struct Pair {
  Selections group;
  Selections other;

  [[nodiscard]] double people() const { return group.people + other.people; }
  [[nodiscard]] double selected() const { return group.selected + other.selected; }
  [[nodiscard]] bool hasBoth() const { return group.people > 0 && other.people > 0; }
};

void addRates(const Pair& pair, Comparison& result) {
  const auto& [group, other] = pair;
  const Wide ours = wide(group.selected) * wide(other.people);
  const Wide theirs = wide(other.selected) * wide(group.people);
  result.ratio = quotient(ours, theirs);
  result.difference = quotient(ours - theirs, wide(group.people) * wide(other.people));
  result.belowFourFifths = 5 * ours < 4 * theirs;
  const Wide fifths = 5 * wide(other.people);
  const Wide needed = (4 * theirs + fifths - 1) / fifths;
  result.shortfallToFourFifths = static_cast<double>(needed - wide(group.selected));
  result.shortfallToParity = quotient(theirs - ours, wide(other.people));
  result.oddsRatio = quotient(wide(group.selected) * wide(other.people - other.selected),
                              wide(group.people - group.selected) * wide(other.selected));
}

// Moves one selection from the other group to this one.
void addFlip(const Selections& group, const Selections& other, Comparison& result) {
  if (!(other.selected > 0 && group.selected < group.people)) return;
  const Selections more{group.people, group.selected + 1};
  const Selections less{other.people, other.selected - 1};
  result.flippedRate = rate(more);
  result.flippedOther = rate(less);
  result.flipReverses = rateDifference(more, less) > 0;
}

// Uses the exact difference, so that nearly equal rates do not lose precision.
void addZ(const Pair& pair, Comparison& result) {
  const auto& [group, other] = pair;
  const double rejected = pair.people() - pair.selected();
  if (!(pair.selected() > 0 && rejected > 0)) return;
  const auto apart = static_cast<double>(rateDifference(group, other));
  result.z =
      apart * std::sqrt(pair.people() / (pair.selected() * rejected) / group.people / other.people);
  result.zPValue = std::erfc(std::abs(result.z) / std::numbers::sqrt2);
}

constexpr double kMaxExact = 1e9;

void addExactTests(const Pair& pair, Comparison& result) {
  const double rejected = pair.people() - pair.selected();
  const bool hasMargins = pair.hasBoth() && pair.selected() > 0 && rejected > 0;
  if (!hasMargins) {
    result.fisherTwoSided = result.fisherLess = result.fisherGreater = 1;
    return;
  }
  const uncertainty::Share group{pair.group.selected, pair.group.people};
  const uncertainty::Share other{pair.other.selected, pair.other.people};
  result.yatesPValue = uncertainty::yatesTest(group, other);
  if (pair.people() > kMaxExact) return;
  const uncertainty::FisherTests fisher = uncertainty::fisherTests(group, other);
  result.fisherTwoSided = fisher.twoSided;
  result.fisherLess = fisher.less;
  result.fisherGreater = fisher.greater;
}

constexpr Comparison kUndefined{
    .ratio = kNaN,
    .difference = kNaN,
    .belowFourFifths = false,
    .shortfallToFourFifths = kNaN,
    .shortfallToParity = kNaN,
    .z = kNaN,
    .zPValue = kNaN,
    .oddsRatio = kNaN,
    .smallestCell = kNaN,
    .flippedRate = kNaN,
    .flippedOther = kNaN,
    .flipReverses = false,
    .fisherTwoSided = kNaN,
    .fisherLess = kNaN,
    .fisherGreater = kNaN,
    .yatesPValue = kNaN,
};

ExactShare exactShare(const Selections& group, double z) {
  return uncertainty::exactShare({group.selected, group.people}, z);
}

// One person compared with up to 5 others determines nothing: shorter intervals would not hold
// among the tables with any selection.
Interval selectionRatio(const ExactShare& one, const ExactShare& other, double z) {
  constexpr double kFewest = 5;
  const Interval ratio = uncertainty::exactRatio(one, other, z);
  const auto [fewer, more] = std::minmax(one.counts.trials, other.counts.trials);
  return fewer == 1 && more <= kFewest && !std::isnan(ratio.low) ? Interval{0, kInfinity} : ratio;
}

// At most 1, because no rate exceeds the highest.
Interval minRatio(std::span<const ExactShare> groups, std::size_t place, double z) {
  Interval min{1, 1};
  for (std::size_t other = 0; other < groups.size(); ++other) {
    if (other == place) continue;
    const Interval ratio = selectionRatio(groups[place], groups[other], z);
    if (std::isnan(ratio.low)) continue;  // one is empty, or both rates are 0
    min = {std::min(min.low, ratio.low), std::min(min.high, ratio.high)};
  }
  return min;
}

}  // namespace

Comparison compare(const Selections& group, const Selections& other) {
  requireCounts(std::array{group, other});
  const Pair pair{group, other};
  Comparison result = kUndefined;
  result.smallestCell = std::min({group.selected, group.people - group.selected, other.selected,
                                  other.people - other.selected});
  if (pair.hasBoth()) {
    addRates(pair, result);
    addFlip(group, other, result);
    addZ(pair, result);
  }
  addExactTests(pair, result);
  return result;
}

Interval ratioInterval(const Selections& group, const Selections& reference, double confidence) {
  requireCounts(std::array{group, reference});
  const double z = uncertainty::normalQuantile(0.5 + confidence / 2);
  if (!(group.people > 0 && reference.people > 0)) return {kNaN, kNaN};
  return selectionRatio(exactShare(group, z), exactShare(reference, z), z);
}

std::vector<Interval> ratiosToHighest(std::span<const Selections> groups, double confidence) {
  requireCounts(groups);
  const auto hasPeople = [](const Selections& each) { return each.people > 0; };
  const auto present = static_cast<std::size_t>(std::ranges::count_if(groups, hasPeople));
  const bool hasSelected =
      std::ranges::any_of(groups, [](const Selections& each) { return each.selected > 0; });
  std::vector<Interval> all(groups.size(), {kNaN, kNaN});
  if (!hasSelected) return all;
  const double z = present > 1 ? uncertainty::pairwiseQuantile(present, confidence) : 0;
  std::vector<ExactShare> shares;
  for (const Selections& group : groups) shares.push_back(exactShare(group, z));
  for (std::size_t place = 0; place < groups.size(); ++place) {
    if (hasPeople(groups[place])) all[place] = minRatio(shares, place, z);
  }
  return all;
}

}  // namespace fairwasm::impact
