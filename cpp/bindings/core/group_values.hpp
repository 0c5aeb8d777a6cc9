// SPDX-License-Identifier: Apache-2.0
//
// Conversion of conditions, spreads, and intervals. All files of this module share these
// definitions, because they are linked together.
#pragma once

#include <utility>

#include "../support/bind.hpp"
#include "fairwasm/data/condition.hpp"
#include "fairwasm/group/counts.hpp"
#include "fairwasm/group/frame.hpp"
#include "fairwasm/group/spread_intervals.hpp"
#include "fairwasm/uncertainty/power.hpp"
#include "fairwasm/uncertainty/score_intervals.hpp"

namespace fairwasm::bindings {

template <>
struct Value<data::Test> {
  static constexpr auto kType = Text("[attribute: string, category: string]");
  static data::Test read(const val& js) {
    return {js[0].as<std::string>(), js[1].as<std::string>()};
  }
};

// Members in the order of kSpreadNames.
template <>
inline constexpr bool kIsFlat<uncertainty::Spread> = true;
template <>
inline constexpr bool kIsFlat<uncertainty::SpreadIntervals> = true;

// An interval is passed as both ends; a bounded value as the value and both ends.
template <>
inline constexpr bool kIsFlat<uncertainty::Interval> = true;
template <>
inline constexpr bool kIsFlat<uncertainty::Bounded> = true;
template <>
inline constexpr bool kIsFlat<uncertainty::Detectable> = true;

// Adapts functions of a tally and of favorable label codes to the names of the favorable labels.
template <class A>
struct ByName {
  using Given = A;
  static A&& of(const tally::Tally& /*tally*/, A&& given) { return std::forward<A>(given); }
};
template <>
struct ByName<const std::vector<bool>&> {
  using Given = const std::vector<std::string>&;
  static std::vector<bool> of(const tally::Tally& tally, Given favorable) {
    return group::favorableLabels(tally.schema(), favorable);
  }
};
template <auto F>
struct OfTally;
template <class R, class... Args, R (*F)(const tally::Tally&, Args...)>
struct OfTally<F> {
  static R call(const tally::Tally& tally, typename ByName<Args>::Given... given) {
    return F(tally, ByName<Args>::of(tally, std::forward<typename ByName<Args>::Given>(given))...);
  }
};
template <auto F>
void ofTally(const char* name) {
  function<&OfTally<+F>::call>(name);
}

}  // namespace fairwasm::bindings
