// SPDX-License-Identifier: Apache-2.0
//
// Bindings of rankings, and of shares compared with a reference.
#include "fairwasm/rankings/rankings.hpp"

#include "../support/accumulator.hpp"
#include "fairwasm/shares/shares.hpp"

namespace fairwasm::bindings {

template <>
inline constexpr bool kIsFlat<uncertainty::Bounded> = true;
template <>
inline constexpr bool kIsFlat<rankings::Tested> = true;

namespace {

using rankings::RankedLists;

void update(RankedLists& lists, std::span<const std::uint32_t> groups,
            std::span<const std::uint32_t> queries, std::span<const double> order,
            std::span<const double> relevance, std::size_t count) {
  lists.update({groups, queries, order, relevance, count});
}

shares::Comparison compareClusteredShares(const std::vector<std::uint32_t>& group,
                                          const std::vector<std::uint32_t>& cluster,
                                          const std::vector<double>& rows,
                                          const std::vector<double>& reference, bool isSample,
                                          double confidence) {
  return shares::compareClustered({group, cluster, rows}, reference, isSample, confidence);
}

}  // namespace

EMSCRIPTEN_BINDINGS(rankings) {
  function<&shares::compare>("compareShares");
  function<&compareClusteredShares>("compareClusteredShares");
  Class<RankedLists>("RankedLists")
      .constructor<rankings::Options, std::vector<std::string>>()
      .method<&update>("update")
      .method<&merge<RankedLists>>("merge")
      .method<&RankedLists::reset>("reset")
      .method<&RankedLists::toBytes>("toBytes")
      .classMethod<&fromBytes<RankedLists>>("fromBytes")
      .method<&RankedLists::options>("options")
      .method<&RankedLists::groups>("groups")
      .method<&RankedLists::ranking>("ranking");
}

}  // namespace fairwasm::bindings
