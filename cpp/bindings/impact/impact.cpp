// SPDX-License-Identifier: Apache-2.0
//
// Comparisons of selection rates, for JavaScript. Groups cross as flat arrays: people, selected,
// people, selected, …
#include "../support/bind.hpp"
#include "fairwasm/impact/comparison.hpp"

namespace fairwasm::bindings {

using namespace impact;
using uncertainty::Interval;

template <>
inline constexpr bool kIsFlat<Interval> = true;

template <>
struct Fields<Comparison>
    : List<&Comparison::ratio, &Comparison::difference, &Comparison::belowFourFifths,
           &Comparison::shortfallToFourFifths, &Comparison::shortfallToParity, &Comparison::z,
           &Comparison::zPValue, &Comparison::oddsRatio, &Comparison::smallestCell,
           &Comparison::flippedRate, &Comparison::flippedOther, &Comparison::flipReverses,
           &Comparison::fisherTwoSided, &Comparison::fisherLess, &Comparison::fisherGreater,
           &Comparison::yatesPValue> {};

namespace {

using Doubles = std::vector<double>;

std::vector<Selections> groupsOf(const Doubles& flat) {
  std::vector<Selections> groups;
  for (std::size_t i = 0; i + 1 < flat.size(); i += 2) groups.push_back({flat[i], flat[i + 1]});
  return groups;
}

std::vector<std::uint32_t> highestOf(const Doubles& groups) { return highest(groupsOf(groups)); }

Doubles shortfalls(const Doubles& flat) {
  const auto groups = groupsOf(flat);
  Doubles all;
  for (const Selections& group : groups) all.push_back(shortfallToPool(group, groups));
  return all;
}

Comparison comparisonOf(double people, double selected, double otherPeople, double otherSelected) {
  return compare({people, selected}, {otherPeople, otherSelected});
}

Interval ratioIntervalOf(double people, double selected, double otherPeople, double otherSelected,
                         double confidence) {
  return ratioInterval({people, selected}, {otherPeople, otherSelected}, confidence);
}

std::vector<Interval> ratiosToHighestOf(const Doubles& groups, double confidence) {
  return ratiosToHighest(groupsOf(groups), confidence);
}

}  // namespace

EMSCRIPTEN_BINDINGS(impact) {
  function<&highestOf>("highest");
  function<&shortfalls>("shortfallsToPool");
  function<&comparisonOf>("compare");
  function<&ratioIntervalOf>("ratioInterval");
  function<&ratiosToHighestOf>("ratiosToHighest");
}

}  // namespace fairwasm::bindings
