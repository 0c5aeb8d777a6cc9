// SPDX-License-Identifier: Apache-2.0
//
// How conditions and intervals cross, for all that is bound in this module.
#pragma once

#include "../support/bind.hpp"
#include "fairwasm/data/condition.hpp"
#include "fairwasm/uncertainty/score_intervals.hpp"

namespace fairwasm::bindings {

template <>
struct Value<data::Test> {
  static constexpr auto kType = Text("[attribute: string, category: string]");
  static data::Test read(const val& js) {
    return {js[0].as<std::string>(), js[1].as<std::string>()};
  }
};

// Both ends; a value and both ends.
template <>
inline constexpr bool kIsFlat<uncertainty::Interval> = true;
template <>
inline constexpr bool kIsFlat<uncertainty::Bounded> = true;

}  // namespace fairwasm::bindings
