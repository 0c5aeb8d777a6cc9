// SPDX-License-Identifier: Apache-2.0
//
// Bindings of selection rate comparisons. Groups are passed as a flat array: people, selected,
// people, selected, …
#include "../support/bind.hpp"
#include "fairwasm/impact/comparison.hpp"
#include "fairwasm/uncertainty/intervals.hpp"
#include "fairwasm/uncertainty/jackknife.hpp"

namespace fairwasm::bindings {

using namespace impact;

template <>
inline constexpr bool kIsFlat<Selections> = true;
template <>
inline constexpr bool kIsFlat<uncertainty::Interval> = true;

EMSCRIPTEN_BINDINGS(impact) {
  function<&highest>("highest");
  function<&shortfallsToPool>("shortfallsToPool");
  function<&compare>("compare");
  function<&ratioInterval>("ratioInterval");
  function<&ratiosToHighest>("ratiosToHighest");
  function<&uncertainty::clusteredInterval>("clusteredInterval");
}

}  // namespace fairwasm::bindings
