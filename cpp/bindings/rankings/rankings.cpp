// SPDX-License-Identifier: Apache-2.0
//
// Bindings of rankings, and of shares compared with a reference.
#include "fairwasm/rankings/rankings.hpp"

#include "../support/bind.hpp"
#include "fairwasm/shares/shares.hpp"

namespace fairwasm::bindings {

template <>
inline constexpr bool kIsFlat<uncertainty::Bounded> = true;
template <>
inline constexpr bool kIsFlat<rankings::Tested> = true;

namespace {

rankings::Ranking measure(std::span<const std::uint32_t> groups,
                          std::span<const std::uint32_t> queries, std::span<const double> order,
                          std::span<const double> relevance, const rankings::Options& options) {
  return rankings::measure({groups, queries, order, relevance}, options);
}

}  // namespace

EMSCRIPTEN_BINDINGS(rankings) {
  function<&shares::compare>("compareShares");
  function<&measure>("measureRankings");
}

}  // namespace fairwasm::bindings
